"""Recorded facts without which a model's word for a code does not count, and whose event shows it.

A model sees what was shown; what was recorded is known. "The agent ignored a rule" in a session
that had no rules, or "scope was narrowed after work had begun" before any work, is ruled out here.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from reflect.classifier.stored_words import event_of, session_of
from reflect.derived import toml
from reflect.features import commands, edits
from reflect.features.exchanges import is_turn
from reflect.model.frozen import dataclass
from reflect.model.model_request import EventKind, ShownEvent
from reflect.model.redacted import Redacted
from reflect.model.review import SessionTree
from reflect.model.session import RedactedSession, ToolCall
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    Family,
    MessageKind,
    Owner,
    RedactionKind,
)

FAILED = (CallStatus.ERROR, CallStatus.INVALID, CallStatus.DENIED)
"""States of a call that did not do what it was meant to."""

NOT_ATTEMPTED = (CallStatus.INVALID,)
"""States of a call that reached no tool."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A code that a model sees in a session, with the events it cites."""

    tree: SessionTree
    """The root session with its sub-agents."""
    quoted: ShownEvent
    """The event that holds the quote."""
    cited: tuple[ShownEvent, ...]
    """All events it cites, the quoted one among them."""


def holds(code: str, claim: Claim) -> bool:
    """Whether the recorded facts leave the claim possible; True for a code without any."""
    return all(FACTS[name](claim) for name in _table().get(code, {}).get("facts", ()))


def cites_two_turns(code: str) -> bool:
    """Whether a code is shown by two turns of the human: both are its evidence."""
    return "two_human_turns_cited" in _table().get(code, {}).get("facts", ())


def fitting_kinds(code: str, family: Family, owner: Owner) -> frozenset[EventKind]:
    """Whose events can show a code: text of the harness shows none."""
    told = _table().get(code, {}).get("kinds")
    if told is not None:
        return frozenset(EventKind(kind) for kind in told)
    if family is Family.AGENT_MISTAKES:
        return frozenset({EventKind.AGENT, EventKind.CALL})
    if family is Family.COMMUNICATION_GAPS and owner is not Owner.ENVIRONMENT:
        return frozenset({EventKind.HUMAN})
    if family is Family.COMMUNICATION_GAPS:
        return frozenset({EventKind.HUMAN, EventKind.CALL})
    return frozenset({EventKind.HUMAN, EventKind.AGENT, EventKind.CALL})


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    codes: Mapping[str, Mapping[str, Any]] = toml(
        Path(__file__).parent / "data" / "preconditions.toml"
    )["codes"]
    return codes


def _session(claim: Claim) -> RedactedSession:
    return session_of(claim.tree, claim.quoted.session) or claim.tree.root


def _calls_before(claim: Claim) -> Iterator[ToolCall[Redacted]]:
    """Calls of the agent before the quoted event; a call stands before its own result."""
    for call in _session(claim).calls:
        own = call.call == claim.quoted.event
        if not call.by_human and not own and call.position <= claim.quoted.position:
            yield call


def _cited_calls(claim: Claim) -> Iterator[ToolCall[Redacted]]:
    for shown in claim.cited:
        event = event_of(claim.tree, shown)
        if isinstance(event, ToolCall) and not event.by_human:
            yield event


def _changes_files(call: ToolCall[Redacted]) -> bool:
    parsed = commands.parse(call.command) if call.command else ()
    return call.status not in NOT_ATTEMPTED and bool(edits.changes(call, parsed))


def _turns(session: RedactedSession) -> list[int]:
    """Positions of the human's turns."""
    return [m.position for m in session.messages if is_turn(m) and not m.reverted]


def rules_given(claim: Claim) -> bool:
    """Instruction files were loaded, or an earlier turn of the human is cited as the rule."""
    sessions = (claim.tree.root, *claim.tree.children)
    if any(i.kind is ContextKind.INSTRUCTIONS and i.lines for s in sessions for i in s.context):
        return True
    turns = (e for e in claim.cited if e.kind is EventKind.HUMAN)
    return any(e.position < claim.quoted.position for e in turns)


def two_human_turns_cited(claim: Claim) -> bool:
    """Two different turns of the human are cited."""
    turns = {(e.session, e.event) for e in claim.cited if e.kind is EventKind.HUMAN}
    return len(turns) >= 2


def two_human_turns(claim: Claim) -> bool:
    """The human spoke again after the first request."""
    return len(_turns(claim.tree.root)) >= 2


def human_turn_before(claim: Claim) -> bool:
    """The human spoke before the quoted event."""
    return any(position < claim.quoted.position for position in _turns(_session(claim)))


def answered_after(claim: Claim) -> bool:
    """The agent answered, or the human spoke again, after the quoted event."""
    later = (m for m in _session(claim).messages if m.position > claim.quoted.position)
    return any(
        (m.kind is MessageKind.ANSWER and m.author is Author.AGENT) or is_turn(m) for m in later
    )


def call_before(claim: Claim) -> bool:
    """The agent called a tool before the quoted event."""
    return any(True for _ in _calls_before(claim))


def change_before(claim: Claim) -> bool:
    """The agent changed a file, or tried to, before the quoted event."""
    return any(_changes_files(call) for call in _calls_before(claim))


def files_changed(claim: Claim) -> bool:
    """A file was changed somewhere in the session, or somebody tried to."""
    sessions = (claim.tree.root, *claim.tree.children)
    return any(_changes_files(c) for s in sessions for c in s.calls if not c.by_human)


def agent_worked(claim: Claim) -> bool:
    """The agent, or a sub-agent, called a tool somewhere in the session."""
    return any(not c.by_human for s in (claim.tree.root, *claim.tree.children) for c in s.calls)


def cites_call(claim: Claim) -> bool:
    """A call of the agent is cited."""
    return any(True for _ in _cited_calls(claim))


def cites_failed_call(claim: Claim) -> bool:
    """A call of the agent that failed, was malformed or refused is cited."""
    return any(call.status in FAILED for call in _cited_calls(claim))


def something_masked(claim: Claim) -> bool:
    """Where a secret stood, a place-holder stands in the quoted event."""
    return any(f"⟨{kind}:" in claim.quoted.text for kind in RedactionKind)


FACTS: Mapping[str, Callable[[Claim], bool]] = {
    fact.__name__: fact
    for fact in (
        rules_given,
        two_human_turns_cited,
        two_human_turns,
        human_turn_before,
        answered_after,
        call_before,
        change_before,
        files_changed,
        agent_worked,
        cites_call,
        cites_failed_call,
        something_masked,
    )
}
"""Name in the data file → what it checks."""
