"""The same call gave the same result three times; nothing had changed.

## Why it matters

The result was known. Each repetition costs a round trip, fills the context, and shows that the
agent lost its thread.

## How it decides

Calls with the same tool, arguments and result, one after another, `repeats` (3) of them within
`window` (15) calls of one turn, with no change of files, no installation, no command with a side
effect and no compaction in between. The result is compared as a whole, by its hash.

## False positives

Not counted: failures (`repeated_failure`); waiting, and asking a running program or agent for news
(`polling_by_sleep`); calls sent together, which count once; reading again after a compaction; calls
without a result; to-do lists and questions; acts such as pressing a key; repetitions you asked for;
what is looked at while something runs in the background. What sub-agents do is compared within each
of them. A program that answers differently only now and then is still found.

## What to do

Nothing, if it happens once. Comes back with one command: say in the instructions what its answer
means.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from reflect.detectors.hits import Hit, findings
from reflect.features import costs, quotes
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import CallStatus, MessageKind, Owner, Polarity, Tool
from reflect.regex import compiled

VERSION = 1
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {"repeats": 3, "window": 15}

CODE = __name__.rpartition(".")[2]
PURE = (CommandKind.STATUS, CommandKind.READ, CommandKind.VERIFY, CommandKind.SHELL)
LOOKING = (Tool.READ, Tool.SEARCH, Tool.FETCH)
ASKS = compiled(
    r"(^|_)(get|list|read|search|find|fetch|query|describe|show|view|lookup)(_|$)", re.I
)
"""Names of tools of servers that look something up; pressing a key twice is no loop."""

NEWS = compiled(r"output|poll|status|wait|process|stdin|screenshot|snapshot|console|log", re.I)
"""Words in the names of tools that ask something running for news."""

WANTED = compiled(
    r"\b(times|flaky|repeat\w*|stable|mal|fois|veces|vezes|volte|keer|razy|kez)\b|раз|回|번|次"
)
"""Words by which a human asks for repetitions."""


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Calls that look at something and gave a result."""
    return sum(1 for step in session.steps if _counts(step))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding for each call."""
    least, window = int(thresholds["repeats"]), int(thresholds["window"])
    hits = (_hit(session, row) for turn in session.turns for row in _rows(turn, least, window))
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _counts(step: Step) -> bool:
    """Whether a step looks at something and changes nothing."""
    call = step.call
    if not step.succeeded or call.by_human or step.changes:
        return False
    if not call.output or call.output.isspace():
        return False
    if call.tool in LOOKING:
        return True
    if step.commands:
        return all(c.kind in PURE and not c.background for c in step.commands)
    if call.tool is not Tool.MCP or NEWS.search(call.name):
        return False
    return ASKS.search(call.name.rpartition("__")[2]) is not None


def _same(step: Step) -> tuple[str, str, str]:
    """Equal for calls that ask the same."""
    call = step.call
    return step.session, call.name, call.command or call.arguments or ""


def _result(step: Step) -> str:
    return step.call.output_digest or step.call.output or ""


@dataclass(slots=True)
class _Row:
    """The same call with the same result, so far."""

    result: str
    """What it gave."""
    steps: list[Step] = field(default_factory=list)
    """The calls."""


def _rows(turn: TurnFeatures, least: int, window: int) -> Iterator[list[Step]]:
    if len(turn.steps) < least:
        return
    compactions = [m.position for m in turn.exchange.others if m.kind is MessageKind.COMPACTION]
    rows: dict[tuple[str, str, str], _Row] = {}
    message = turn.exchange.message
    if message is not None and WANTED.search(message.text):
        return
    for step in turn.steps:
        if _left_running(step):
            return
        if not _counts(step):
            if step.ran and not _harmless(step):
                yield from (row.steps for row in rows.values() if len(row.steps) >= least)
                rows.clear()
            continue
        same, result = _same(step), _result(step)
        row = rows.get(same)
        if row is not None and _goes_on(row, step, result, window, compactions):
            if step.call.batch is None or step.call.batch != row.steps[-1].call.batch:
                row.steps.append(step)
            continue
        if row is not None and len(row.steps) >= least:
            yield row.steps
        rows[same] = _Row(result, [step])
    yield from (row.steps for row in rows.values() if len(row.steps) >= least)


def _left_running(step: Step) -> bool:
    """Whether something runs on after a step: what is looked at then may change by itself."""
    if step.call.status is CallStatus.RUNNING:
        return True
    return bool(step.commands) and any(c.background for c in step.commands)


def _harmless(step: Step) -> bool:
    """Whether nothing can be different after a step: it was a list of things to do or a failure."""
    return step.call.tool is Tool.TODO or (step.call.tool in LOOKING)


def _goes_on(row: _Row, step: Step, result: str, window: int, compactions: list[int]) -> bool:
    last = row.steps[-1]
    near = step.number - row.steps[0].number < window
    between = (last.call.position, step.call.position)
    return (
        near and result == row.result and not any(between[0] < c < between[1] for c in compactions)
    )


def _hit(session: SessionFeatures, row: list[Step]) -> Hit:
    first, last = row[0], row[-1]
    what = last.commands[0].template if last.commands else str(last.call.tool)
    return Hit(
        key=what,
        polarity=Polarity.NONE,
        severity=SEVERITY,
        confidence=0.85,
        evidence=tuple(quotes.of_call(s.session, s.call) for s in (last, first)),
        cost=costs.between(session.session(first.session), first.call.position, last.call.position),
    )
