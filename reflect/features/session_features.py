"""One root session as detectors see it: its turns, each with the steps that followed.

A step is a call with its parsed commands and the files it changed. Steps of sub-agents stand where
the call that started them stands, and are marked.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from reflect.features import commands as shell
from reflect.features import edits
from reflect.features.commands import Command
from reflect.features.edits import FileChange
from reflect.features.exchanges import Exchange, exchanges
from reflect.features.statements import Statements, statements
from reflect.model.frozen import dataclass, maker
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline, SessionTree
from reflect.model.session import Message, RedactedSession, ToolCall
from reflect.model.turn import Turn
from reflect.model.vocabulary import Act, CallStatus, Tool

RAN = (CallStatus.OK, CallStatus.ERROR, CallStatus.UNKNOWN, CallStatus.RUNNING)
"""States of a call that did something: not refused, not malformed, not stopped."""

SUCCEEDED = (CallStatus.OK, CallStatus.UNKNOWN)
"""States of a call that was carried out, where nothing says that it ended badly."""


@dataclass(frozen=True, slots=True)
class Step:
    """One tool call, of the agent, a sub-agent, or the user's own shell."""

    number: int
    """Order in the whole tree, from 0."""
    session: str
    """Key of the session that holds the call."""
    call: ToolCall[Redacted]
    """The call."""
    commands: tuple[Command, ...]
    """Its shell commands, in order."""
    changes: tuple[FileChange, ...]
    """Files it changed, or tried to."""
    by_subagent: bool
    """A sub-agent made it."""
    place: int
    """Position in the root session: of its own call, or of the one that started the sub-agent."""
    ran: bool
    """It was carried out, whatever came of it."""
    failed: bool
    """It was carried out and ended badly."""
    succeeded: bool
    """It was carried out and nothing says that it ended badly."""


@dataclass(frozen=True, slots=True)
class TurnFeatures:
    """One act of the human and all that followed until the next."""

    index: int
    """Order in the session, from 0."""
    exchange: Exchange
    """The act and the agent's answers."""
    turn: Turn | None
    """What the act does; None before the first act or when acts were not labelled."""
    steps: tuple[Step, ...]
    """Calls in order, sub-agents' included."""
    final_answer: Message[Redacted] | None
    """The agent's last words, unless it went on working after them."""
    stated: Statements
    """What its final answer states, read where there was work to speak of, in it or before."""

    @property
    def act(self) -> Act:
        """What the act does; ``other`` when unknown."""
        return self.turn.act if self.turn else Act.OTHER


@dataclass(frozen=True, slots=True)
class SessionFeatures:
    """A root session with its sub-agents, ready for detectors."""

    root: RedactedSession
    """The session the human drove."""
    children: tuple[RedactedSession, ...]
    """Its sub-agents."""
    turns: tuple[TurnFeatures, ...]
    """In order; the first may have no act."""
    steps: tuple[Step, ...]
    """All steps of the tree in order."""
    instructions: frozenset[Redacted]
    """Lines of instruction files in force: the baseline's and the session's own."""

    @property
    def key(self) -> str:
        """Key of the root session."""
        return self.root.key

    def session(self, key: str) -> RedactedSession:
        """The session of the tree with this key; the root when there is none."""
        return next((s for s in self.children if s.key == key), self.root)


NOTHING = Statements((), (), ())


def _final_answer(exchange: Exchange) -> Message[Redacted] | None:
    answers = exchange.answers
    if not answers:
        return None
    own = [c.position for c in exchange.calls if not c.by_human and c.tool is not Tool.TODO]
    return answers[-1] if not own or answers[-1].position >= own[-1] else None


def build(
    tree: SessionTree, baseline: Baseline, turns: Sequence[Turn] | None = None
) -> SessionFeatures:
    """Make the features of a root session. ``turns`` are its labelled acts, matched by event."""
    acts = {t.event: t for t in turns or ()}
    cuts = exchanges(tree.root)
    children = _by_call(tree.root, tree.children, cuts)
    features: list[TurnFeatures] = []
    steps: list[Step] = []
    for index, exchange in enumerate(cuts):
        own: list[Step] = []
        place = 0
        for session, call, by_subagent in _calls(tree.root, exchange.calls, children, False):
            place = place if by_subagent else call.position
            step = _step(len(steps), session, call, by_subagent, place)
            steps.append(step)
            own.append(step)
        turn = acts.get(exchange.message.event) if exchange.message else None
        worked = own or (features and features[-1].steps)
        answer = _final_answer(exchange)
        stated = statements(answer.text) if answer and worked else NOTHING
        features.append(TurnFeatures(index, exchange, turn, tuple(own), answer, stated))
    lines = {line for item in tree.root.context for line in item.lines}
    return SessionFeatures(
        root=tree.root,
        children=tree.children,
        turns=tuple(features),
        steps=tuple(steps),
        instructions=baseline.instructions | lines,
    )


def informed(session: SessionFeatures, baseline: Baseline) -> SessionFeatures:
    """Features that were made without a baseline, with one."""
    return replace(session, instructions=session.instructions | baseline.instructions)


_made_step = maker(Step)
"""A review of many sessions makes tens of thousands."""


def _step(
    number: int, session: str, call: ToolCall[Redacted], by_subagent: bool, place: int
) -> Step:
    parsed = shell.parse(call.command) if call.command else ()
    changed = edits.changes(call, parsed)
    status = call.status
    return _made_step(
        number,
        session,
        call,
        parsed,
        changed,
        by_subagent,
        place,
        ran=status in RAN,
        failed=status is CallStatus.ERROR,
        succeeded=status in SUCCEEDED,
    )


_ByCall = Mapping[tuple[str, str], Sequence[RedactedSession]]


def _by_call(
    root: RedactedSession, children: Iterable[RedactedSession], cuts: Sequence[Exchange]
) -> _ByCall:
    """Sub-agents by (session key, call) that started them; unlinked ones go to a call by time."""
    family = (root, *children)
    native = {s.native_id: s for s in family}
    started = {c.child: (s.key, c.call) for s in family for c in s.calls if c.child}
    found: dict[tuple[str, str], list[RedactedSession]] = {}
    for child in children:
        place = started.get(child.native_id)
        if place is None and child.parent_call and child.parent in native:
            place = (native[child.parent].key, child.parent_call)
        place = place or _by_time(root, child, cuts)
        if place is not None:
            found.setdefault(place, []).append(child)
    return found


def _by_time(
    root: RedactedSession, child: RedactedSession, cuts: Sequence[Exchange]
) -> tuple[str, str] | None:
    begun = child.created_at or next((m.sent_at for m in child.messages if m.sent_at), None)
    calls = [c for cut in cuts for c in cut.calls]
    if not calls:
        return None
    before = [c for c in calls if begun and c.started_at and c.started_at <= begun]
    return root.key, (before or calls)[-1].call


def _calls(
    session: RedactedSession,
    calls: Iterable[ToolCall[Redacted]],
    children: _ByCall,
    by_subagent: bool,
    depth: int = 0,
) -> Iterator[tuple[str, ToolCall[Redacted], bool]]:
    """Calls of one session in order, each followed by those of the sub-agents it started."""
    for call in calls:
        yield session.key, call, by_subagent
        if depth > 8:
            continue
        for child in children.get((session.key, call.call), ()):
            yield from _calls(child, child.calls, children, True, depth + 1)
