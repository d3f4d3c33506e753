"""What a stretch of a session cost: active seconds and tokens.

Seconds are the time between events with every gap capped at 120 s, so that lunch is not counted.
Tokens are output and uncached input; they are never turned into money here.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import TypeVar

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.session import Message, RedactedSession, ToolCall

EventT = TypeVar("EventT", Message[Redacted], ToolCall[Redacted])

GAP = 120.0
"""Longest gap between two events that counts as work, in seconds."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What was spent."""

    seconds: float | None
    """Active seconds; None when fewer than two times are known."""
    tokens: int | None
    """Output and uncached input tokens; None when no answer tells."""


def active_seconds(times: Iterable[str]) -> float | None:
    """Time between the first and the last of some moments, gaps capped; None below two."""
    moments = sorted(datetime.fromisoformat(t) for t in times)
    if len(moments) < 2:
        return None
    gaps = ((late - early).total_seconds() for early, late in pairwise(moments))
    return round(sum(min(gap, GAP) for gap in gaps), 1)


def tokens(messages: Iterable[Message[Redacted]]) -> int | None:
    """Output and uncached input of some messages; lines of one answer are counted once."""
    answers = {m.answer_id or m.event: m.usage for m in messages if m.usage is not None}
    if not answers:
        return None
    return sum(u.output + u.input_uncached for u in answers.values())


def between(session: RedactedSession, first: int, last: int) -> Cost:
    """Cost of the events at positions ``first`` to ``last`` of one session, both included."""
    messages = _placed(session.messages, first, last)
    calls = _placed(session.calls, first, last)
    times = [m.sent_at for m in messages if m.sent_at]
    times += [t for c in calls for t in (c.started_at, c.ended_at) if t]
    return Cost(active_seconds(times), tokens(messages))


def _placed(events: Sequence[EventT], first: int, last: int) -> Sequence[EventT]:
    """Those of some events, in order, that stand at positions ``first`` to ``last``."""
    begin = bisect_left(events, first, key=lambda event: event.position)
    return events[begin : bisect_right(events, last, begin, key=lambda event: event.position)]


def add(costs: Iterable[Cost]) -> Cost:
    """The sum; a part that is not known does not make the rest unknown."""
    known = tuple(costs)
    seconds = [c.seconds for c in known if c.seconds is not None]
    counted = [c.tokens for c in known if c.tokens is not None]
    return Cost(
        round(sum(seconds), 1) if seconds else None,
        sum(counted) if counted else None,
    )
