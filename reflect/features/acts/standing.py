"""Where an act of the human stands: what the agent did before it, and its next answer."""

from collections.abc import Sequence
from dataclasses import replace

from reflect.features import edits
from reflect.features.answer_ends import Opening, closing, opening
from reflect.features.exchanges import Exchange
from reflect.features.statements import statements
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.session import ToolCall
from reflect.model.vocabulary import CallStatus, MessageKind, Tool

CHANGES = (Tool.EDIT, Tool.WRITE)
"""Tools whose success is a delivery."""

SHORTEST_LINE = 9
"""Characters from which a line is the same line elsewhere; brackets and `else:` are everywhere."""

CLAIM_READ = 350
"""Characters from each end of an answer in which a claim of completion is looked for: acts ask
only whether there is one, and reading more of every answer would cost more than all the rest."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known around one act."""

    first: bool
    """The agent has not said or done anything before it."""
    answer: str
    """The agent's last words before it; empty when it had none since the act before."""
    delivered: bool
    """Files were changed, or the agent claimed completion, since the last act it reacted to."""
    delivered_before: bool
    """As ``delivered``, at any time of the session."""
    asked: bool
    """The agent's last words end with a question or an offer, or it used its ask tool."""
    asked_openly: bool
    """The question wants more than a yes or a no, or it used its ask tool."""
    interrupted: bool
    """The human stopped the agent, or refused an action without a word, right before it."""
    reverted: bool
    """The human took messages back right before it."""
    own_failure: bool
    """A command that the human ran right before it failed."""
    conceded: bool
    """The agent's next answer opens by conceding a point."""
    agreed: bool
    """The agent's next answer opens by welcoming an idea."""
    repaired: bool
    """The agent's next answer opens by setting out to mend or undo something."""
    unanswered: bool
    """The agent neither said nor did anything after it."""
    rewritten: bool
    """Next the agent takes out lines that it had written in its last delivery."""
    put_back: bool
    """Next the agent writes again what it had taken out in its last delivery."""


_SILENT = Opening(concedes=False, repairs=False, agrees=False)
_START = Standing(
    first=True,
    answer="",
    delivered=False,
    delivered_before=False,
    asked=False,
    asked_openly=False,
    interrupted=False,
    reverted=False,
    own_failure=False,
    conceded=False,
    agreed=False,
    repaired=False,
    unanswered=False,
    rewritten=False,
    put_back=False,
)


def standings(cut: Sequence[Exchange]) -> tuple[Standing, ...]:
    """The standing of each exchange's act, in order; exchanges without an act get one too.

    An act the agent did not react to (typed again, interrupted at once) leaves the standing as it
    was: the next act is still about the same delivery.
    """
    found: list[Standing] = []
    now = _START
    last = _Written(frozenset(), frozenset())
    for number, exchange in enumerate(cut, 1):
        # How an answer takes the first act tells nothing: there is nothing to push back.
        taken = _SILENT
        if exchange.answers and exchange.message is not None and not now.first:
            taken = opening(exchange.answers[0].text)
        quiet = not exchange.answers and not exchange.calls
        written = _written(exchange)
        found.append(
            replace(
                now,
                conceded=taken.concedes,
                agreed=taken.agrees,
                repaired=taken.repairs,
                unanswered=quiet,
                rewritten=not last.added.isdisjoint(written.removed),
                put_back=not last.removed.isdisjoint(written.added),
            )
        )
        if number < len(cut):
            now = _after(now, exchange, quiet)
        if written.added or written.removed:
            last = written
    return tuple(found)


def _after(now: Standing, exchange: Exchange, quiet: bool) -> Standing:
    """The standing of what comes after an exchange."""
    act = exchange.message
    stopped = act is not None and (
        act.kind is MessageKind.INTERRUPT or (act.kind is MessageKind.REFUSAL and not act.text)
    )
    reverted = act is not None and act.reverted
    own_failure = any(call.by_human and _failed(call) for call in exchange.calls)
    calls = [call for call in exchange.calls if not call.by_human]
    if quiet or (not exchange.answers and not calls):
        return replace(
            now,
            interrupted=now.interrupted or stopped,
            reverted=now.reverted or reverted,
            own_failure=now.own_failure or own_failure,
        )
    last = exchange.answers[-1].text if exchange.answers else ""
    ending = closing(last)
    ask_tool = bool(calls) and calls[-1].tool is Tool.ASK
    delivered = any(_changes(call) for call in calls) or _claims(last)
    return Standing(
        first=False,
        answer=last,
        delivered=delivered,
        delivered_before=now.delivered_before or delivered,
        asked=ending.asks or ask_tool,
        asked_openly=ending.asks_openly or ask_tool,
        interrupted=stopped,
        reverted=reverted or any(answer.reverted for answer in exchange.answers),
        own_failure=own_failure,
        conceded=False,
        agreed=False,
        repaired=False,
        unanswered=False,
        rewritten=False,
        put_back=False,
    )


@dataclass(frozen=True, slots=True)
class _Written:
    """Lines that one exchange changed, without indentation; short ones tell nothing."""

    added: frozenset[str]
    removed: frozenset[str]


def _written(exchange: Exchange) -> _Written:
    added: set[str] = set()
    removed: set[str] = set()
    for call in exchange.calls:
        if not call.by_human and _changes(call):
            for old, new in edits.pairs(call):
                before, after = _telling(old), _telling(new)
                added |= after - before
                removed |= before - after
    # What one call writes and the next one takes out again is work, not a delivery.
    return _Written(frozenset(added - removed), frozenset(removed - added))


def _telling(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines() if len(line.strip()) >= SHORTEST_LINE}


def _changes(call: ToolCall[Redacted]) -> bool:
    return call.tool in CHANGES and call.status is CallStatus.OK


def _claims(answer: str) -> bool:
    """Whether an answer claims completion, as far as its ends tell."""
    if len(answer) > 2 * CLAIM_READ:
        answer = f"{answer[:CLAIM_READ]}\n\n{answer[-CLAIM_READ:]}"
    read = statements(answer)
    return bool(read.completion or read.verification)


def _failed(call: ToolCall[Redacted]) -> bool:
    return call.status is CallStatus.ERROR or bool(call.exit_code)
