"""A session in pieces that fit a budget: whole where it fits, else cut where the human speaks.

Every piece after the first opens with the session's first request and with the turn before it, so
that a claim and the objection to it are seen together. An event is never cut; each is new in
exactly one piece.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reflect.classifier.cutting import shortened
from reflect.classifier.estimate import tokens
from reflect.classifier.events import SessionEvent
from reflect.classifier.lines import numbered

ACT = 900
"""Characters of the first request and of the act before it that a later piece opens with."""
OVERLAP = 3
"""The turn before may take a third of the budget; a longer one is told in short."""
LAST_EVENTS = 3
"""Of a turn told in short: its last events, beside the act that opened it."""

Piece = tuple[SessionEvent | int, ...]


def pieces(events: Sequence[SessionEvent], most_tokens: int) -> tuple[Piece, ...]:
    """Events in pieces of at most ``most_tokens``; a single event may be larger.

    A number in a piece stands for so many events that are left out there.
    """
    costs = [_cost(event) for event in events]
    if sum(costs) <= most_tokens:
        return (tuple(events),) if events else ()
    made: list[Piece] = []
    at = 0
    while at < len(events):
        context = _context(events, costs, at, most_tokens)
        room = most_tokens - sum(_cost(one) for one in context if not isinstance(one, int))
        end = _end(events, costs, at, room)
        made.append((*context, *events[at:end]))
        at = end
    return tuple(made)


def with_gaps(events: Sequence[SessionEvent], shown: Iterable[int]) -> Piece:
    """The events at these places, with the number of those left out between them."""
    piece: list[SessionEvent | int] = []
    last: int | None = None
    for place in sorted(set(shown)):
        if last is not None and place > last + 1:
            piece.append(place - last - 1)
        piece.append(events[place])
        last = place
    return tuple(piece)


def _cost(event: SessionEvent) -> int:
    """Tokens of its line, the line break, and its id in the form of the reply."""
    return tokens(numbered([event])[0].text) + 3


def _opening(events: Sequence[SessionEvent], at: int) -> int:
    """Place of the act that opened the turn of the event at ``at``; 0 before the first act."""
    return next((i for i in range(at, -1, -1) if events[i].opens_turn), 0)


def _context(
    events: Sequence[SessionEvent], costs: Sequence[int], at: int, most_tokens: int
) -> Piece:
    """What a piece that goes on at ``at`` opens with; nothing for the first piece."""
    if at == 0:
        return ()
    opening = _opening(events, at - 1)
    room = most_tokens // OVERLAP
    if events[at].opens_turn and sum(costs[opening:at]) <= room:
        shown = set(range(opening, at))
    else:
        last = range(max(at - LAST_EVENTS, opening), at)
        shown = {i for i in last if sum(costs[i:at]) <= room}
    acts = {i for i in (_first_act(events), opening) if i < at}
    short = list(events[:at])
    for place in acts:
        act = events[place]
        short[place] = replace(act, text=shortened(act.text, ACT))
    return with_gaps(short, {*acts, *shown})


def _first_act(events: Sequence[SessionEvent]) -> int:
    return next((i for i, event in enumerate(events) if event.opens_turn), 0)


def _end(events: Sequence[SessionEvent], costs: Sequence[int], at: int, room: int) -> int:
    """Where a piece that goes on at ``at`` ends: before an act of the human, if one fits."""
    taken = costs[at]
    end = at + 1
    best = None
    while end < len(events):
        if events[end].opens_turn:
            best = end
        if taken + costs[end] > room:
            return best or end
        taken += costs[end]
        end += 1
    return end
