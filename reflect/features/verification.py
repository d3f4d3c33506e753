"""Which commands check the work, learned per project.

A fixed list alone is not enough: on a second team it accused 58 claims because it lacked
``bun run test``; with generic verbs and what the project itself runs, one was left.
"""

from reflect.features import commands as shell
from reflect.features import edits
from reflect.features.edits import FileKind
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


def material(session: RedactedSession) -> frozenset[TemplateOutcome]:
    """What one session teaches: the templates that ran after a source edit, and how they ended."""
    outcomes: dict[str, set[bool]] = {}
    edited = False
    for call in sorted(session.calls, key=lambda c: (c.position, c.part)):
        parsed = shell.parse(call.command) if call.command else ()
        changed = edits.changes(call, parsed)
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
