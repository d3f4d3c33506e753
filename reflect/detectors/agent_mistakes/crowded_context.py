"""One kind of output filled the context until it had to be compacted.

## Why it matters

What is compacted is forgotten in part: decisions, file contents, your own words. Mostly a quieter
flag or a filter would have kept the room.

## How it decides

Before a compaction, the results of one command, one page source or one tool of a server took up at
least `share` (0.25) of all results and at least `bytes` (40 000), or the same unchanged result was
read again so often that the repetitions alone did. Sub-agents have a context of their own and are
left out.

## False positives

Not counted: reading files and searching, which is the work, unless it repeats unchanged results; a
session without a compaction; large outputs that were written to a file; results that the client cut
before the agent saw them are counted as cut. A document that you asked for can be large and is
still found.

## What to do

A quiet flag, a filter, or a sub-agent that reads and reports; one line in the instructions names
it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import commands as shell
from reflect.features import costs, quotes
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures
from reflect.model.finding import Finding
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline
from reflect.model.session import ToolCall
from reflect.model.vocabulary import MessageKind, Owner, Polarity, Tool

VERSION = 1
SEVERITY = 1
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {"share": 0.25, "bytes": 40_000}

CODE = __name__.rpartition(".")[2]
FILES = (Tool.READ, Tool.SEARCH)
COUNTED = (Tool.SHELL, Tool.FETCH, Tool.MCP, Tool.OTHER)
MOVING = (CommandKind.SHELL, CommandKind.SLEEP)
Stretch = list[ToolCall[Redacted]]


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Compactions that calls preceded."""
    return sum(1 for stretch in _stretches(session) if stretch)


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding for each kind of output."""
    share, least = thresholds["share"], int(thresholds["bytes"])
    hits = (hit for stretch in _stretches(session) for hit in _hits(session, stretch, share, least))
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _stretches(session: SessionFeatures) -> Iterator[Stretch]:
    """The calls of the root session before each compaction, since the one before."""
    ends = [m.position for m in session.root.messages if m.kind is MessageKind.COMPACTION]
    start = -1
    for end in ends:
        yield [c for c in session.root.calls if start < c.position < end and not c.by_human]
        start = end


def _hits(session: SessionFeatures, stretch: Stretch, share: float, least: int) -> Iterator[Hit]:
    total = sum(call.output_bytes or 0 for call in stretch)
    groups: defaultdict[str, Stretch] = defaultdict(list)
    seen: set[tuple[str, str]] = set()
    for call in stretch:
        what = (call.command or call.arguments or "", call.output_digest or call.output or "")
        if call.tool in COUNTED:
            groups[_name(call)].append(call)
        elif call.tool in FILES and what in seen:
            groups["repeated reading"].append(call)
        seen.add(what)
    for name, calls in groups.items():
        size = sum(call.output_bytes or 0 for call in calls)
        if size < least or size < share * total:
            continue
        largest = max(calls, key=lambda c: c.output_bytes or 0)
        yield Hit(
            key=name,
            polarity=Polarity.NONE,
            severity=SEVERITY,
            confidence=0.8,
            evidence=(
                quotes.of_call(session.key, largest),
                *(quotes.of_call(session.key, c) for c in calls if c is not largest),
            )[:3],
            cost=costs.between(session.root, largest.position, largest.position),
        )


def _name(call: ToolCall[Redacted]) -> str:
    """What stays the same of a call: the head of its command, or the tool's name."""
    if not call.command:
        return call.name
    parsed = shell.parse(call.command)
    telling = (c.head for c in parsed if c.kind not in MOVING)
    return next(telling, parsed[0].head if parsed else call.name)
