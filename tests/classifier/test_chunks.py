"""A long session in pieces: all of it once, cut where the human speaks, each with its context."""

from hypothesis import given, settings
from hypothesis import strategies as st
from notation import read_tree

from reflect.classifier.chunks import ACT, Piece, pieces
from reflect.classifier.estimate import tokens
from reflect.classifier.events import SessionEvent, of_root
from reflect.classifier.lines import numbered

WORDS = "word " * 60


def session(turns: int, calls: int) -> tuple[SessionEvent, ...]:
    text = ""
    for turn in range(turns):
        text += f"user  request {turn} {WORDS}\n"
        text += "".join(f"bash  make step{turn}x{call}  ok\n" for call in range(calls))
        text += f"agent  Done {turn}.\n"
    return of_root(read_tree(text)[0])


def cost(piece: Piece) -> int:
    return sum(tokens(line.text) + 1 for line in numbered(piece))


def events_of(piece: Piece) -> list[SessionEvent]:
    return [one for one in piece if not isinstance(one, int)]


def new_in(made: tuple[Piece, ...], events: tuple[SessionEvent, ...]) -> list[list[str]]:
    """Event ids that no earlier piece holds, for each piece."""
    seen: set[str] = set()
    fresh: list[list[str]] = []
    for piece in made:
        ids = [one.event for one in events_of(piece)]
        fresh.append([name for name in ids if name not in seen])
        seen |= set(ids)
    assert seen == {event.event for event in events}
    return fresh


def test_a_session_that_fits_is_one_piece() -> None:
    events = session(3, 2)
    assert pieces(events, 10_000) == (events,)
    assert pieces((), 10_000) == ()


def test_a_session_that_does_not_fit_is_cut_before_acts_of_the_human() -> None:
    events = session(8, 4)
    made = pieces(events, 900)
    fresh = new_in(made, events)
    assert len(made) > 2
    assert [name for part in fresh for name in part] == [event.event for event in events]
    opening = {event.event for event in events if event.opens_turn}
    assert all(part[0] in opening for part in fresh)


def test_later_pieces_open_with_the_first_request_and_the_turn_before() -> None:
    events = session(8, 1)
    made = pieces(events, 900)
    assert len(made) > 1
    for piece, fresh in zip(made[1:], new_in(made, events)[1:], strict=True):
        shown = events_of(piece)
        at = next(i for i, event in enumerate(events) if event.event == fresh[0])
        assert shown[0].event == events[0].event
        assert {event.event for event in events[at - 3 : at]} <= {one.event for one in shown}


def test_a_turn_before_that_takes_a_third_is_told_whole() -> None:
    events = session(9, 5)
    made = pieces(events, 1500)
    shown = [event.event for event in events_of(made[1])]
    start = new_in(made, events)[1][0]
    at = next(i for i, event in enumerate(events) if event.event == start)
    assert shown[: shown.index(start)] == [
        events[0].event,
        *[event.event for event in events[at - 7 : at]],
    ]


def test_a_long_turn_before_is_told_by_its_act_and_its_last_events() -> None:
    events = session(4, 30)
    made = pieces(events, 1500)
    shown = [event.event for event in events_of(made[1])]
    assert new_in(made, events)[1][0] == "m64"
    assert shown[: shown.index("m64")] == ["m0", "m32", "c61", "c62", "m63"]


def test_numbers_stand_for_what_is_left_out() -> None:
    events = session(8, 4)
    order = {event.event: i for i, event in enumerate(events)}
    for piece in pieces(events, 900):
        for before, gap, after in zip(piece, piece[1:], piece[2:], strict=False):
            if isinstance(gap, int):
                assert isinstance(before, SessionEvent)
                assert isinstance(after, SessionEvent)
                assert order[after.event] - order[before.event] - 1 == gap


def test_a_turn_larger_than_the_budget_is_cut_between_events() -> None:
    events = session(1, 60)
    made = pieces(events, 700)
    assert len(made) > 2
    assert [n for part in new_in(made, events) for n in part] == [e.event for e in events]
    assert all(events_of(piece)[0].event == events[0].event for piece in made)


def test_the_first_request_is_told_in_short() -> None:
    text = f"user  {'please ' * 400}\n" + "bash  make  ok\n" * 200
    events = of_root(read_tree(text)[0])
    made = pieces(events, 1500)
    assert events_of(made[0])[0].text == events[0].text
    assert len(events_of(made[1])[0].text) < ACT + 40


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 200), st.integers(0, 12)), min_size=1, max_size=12),
    st.integers(400, 4000),
)
def test_whatever_the_session(turns: list[tuple[int, int]], budget: int) -> None:
    text = ""
    for length, calls in turns:
        text += f"user  ask {'w ' * length}\n" + "bash  make  ok\n" * calls + "agent  Done.\n"
    events = of_root(read_tree(text)[0])
    made = pieces(events, budget)
    assert [n for part in new_in(made, events) for n in part] == [e.event for e in events]
    longest = max(cost((event,)) for event in events)
    assert all(cost(piece) <= max(budget, 3 * longest + 400) for piece in made)
