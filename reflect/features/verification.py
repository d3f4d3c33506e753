"""Which commands check the work, learned per project.

A fixed list alone is not enough: on a second team it accused 58 claims because it lacked
``bun run test``; with generic verbs and what the project itself runs, one was left.
"""

from collections.abc import Iterable, Mapping

from reflect.features import commands as shell
from reflect.features import edits
from reflect.features.commands import Command
from reflect.features.edits import FileChange, FileKind
from reflect.features.programs import CommandKind
from reflect.features.session_features import Step
from reflect.model.frozen import dataclass
from reflect.model.session import RedactedSession
from reflect.model.vocabulary import CallStatus, Tool

CHECKING = (CommandKind.VERIFY, CommandKind.RUN, CommandKind.PROBE)
"""Kinds that show whether something works."""

LEARNABLE = (CommandKind.VERIFY, CommandKind.RUN, CommandKind.PROBE, CommandKind.OTHER)
"""Kinds that can be learned; status, reading and file commands never are."""

SESSIONS = 3
"""Sessions in which a command must have run after an edit before it counts as learned."""


@dataclass(frozen=True, slots=True)
class TemplateOutcome:
    """One command template that ran after an edit in one session."""

    template: str
    """The template."""
    passed: bool
    """It ended well at least once."""
    failed: bool
    """It ended badly at least once."""


Done = tuple[tuple[Command, ...], tuple[FileChange, ...]]
"""What a call ran and which files it changed."""


def done(steps: Iterable[Step]) -> dict[int, Done]:
    """What the calls of some steps did, by the identity of the call."""
    return {id(step.call): (step.commands, step.changes) for step in steps}


def material(
    session: RedactedSession, known: Mapping[int, Done] | None = None
) -> frozenset[TemplateOutcome]:
    """What one session teaches: the templates that ran after a source edit, and how they ended.

    ``known``: what its calls did, as far as that was read before.
    """
    outcomes: dict[str, set[bool]] = {}
    edited = False
    for call in sorted(session.calls, key=lambda c: (c.position, c.part)):
        read = known.get(id(call)) if known else None
        if read is None:
            commands = shell.parse(call.command) if call.command else ()
            read = commands, edits.changes(call, commands)
        parsed, changed = read
        if call.status is CallStatus.OK and any(c.kind is FileKind.SOURCE for c in changed):
            edited = True
        if not edited or call.status not in (CallStatus.OK, CallStatus.ERROR):
            continue
        for command in parsed:
            if command.kind in LEARNABLE and not command.nested and not command.masks_exit:
                passed = call.status is CallStatus.OK
                outcomes.setdefault(command.template, set()).add(passed)
    return frozenset(
        TemplateOutcome(template, True in ends, False in ends)
        for template, ends in outcomes.items()
    )


def checks(step: Step, learned: frozenset[str]) -> bool:
    """Whether a step shows whether something works: by what it is, or by what was learned."""
    if not step.ran:
        return False
    if step.call.tool is Tool.SHELL or step.commands:
        return any(c.kind in CHECKING or c.template in learned for c in step.commands)
    return False


def may_check(step: Step, learned: frozenset[str]) -> bool:
    """As :func:`checks`, and also where nobody can say: unknown programs and tools of servers."""
    if not step.ran:
        return False
    if step.call.tool in (Tool.MCP, Tool.FETCH, Tool.OTHER, Tool.SKILL):
        return True
    return checks(step, learned) or any(c.kind is CommandKind.OTHER for c in step.commands)
