"""Selection: newest human roots, named sessions, and a coverage that always adds up."""

import dataclasses

import pytest

from reflect.errors import UsageError
from reflect.model.redacted import seal
from reflect.model.review import Selection, SessionRow
from reflect.model.run_vocabulary import SelectionMode
from reflect.model.session import Usage
from reflect.model.vocabulary import Origin, Relation, SkipReason
from reflect.pipeline.selecting import choose, exported_ids

ROW = SessionRow(
    agent="opencode",
    id="ses_1",
    key="opencode:ses_1",
    parent=None,
    root="opencode:ses_1",
    relation=Relation.ROOT,
    origin=Origin.HUMAN,
    title=seal("Cart rounding"),
    directory=None,
    project=None,
    started_at="2026-11-01T10:00:00.000Z",
    ended_at="2026-11-01T11:00:00.000Z",
    active_seconds=60.0,
    human_turns=2,
    refusals=0,
    interrupts=0,
    tool_calls=3,
    failed_calls=0,
    denied_calls=0,
    compactions=0,
    messages=6,
    usage=Usage(1, 1, 1, 1),
    path=seal("~/x.db"),
    missing=False,
    archived=False,
)


def row(number: int, **changes: object) -> SessionRow:
    key = f"opencode:ses_{number}"
    day = f"2026-11-{number:02d}"
    base = {
        "id": f"ses_{number}",
        "key": key,
        "root": key,
        "started_at": f"{day}T10:00:00.000Z",
        "ended_at": f"{day}T11:00:00.000Z",
    }
    return dataclasses.replace(ROW, **(base | changes))  # type: ignore[arg-type]


ROWS = [
    row(1),
    row(2, title=seal("Cart totals")),
    row(3, origin=Origin.UNKNOWN),
    row(4, origin=Origin.AUTOMATED),
    row(5, relation=Relation.SUBAGENT, root="opencode:ses_1", origin=Origin.AUTOMATED),
    row(6, human_turns=0),
    row(7, relation=Relation.FORK, messages=0, human_turns=0),
    row(8, title=seal("Running now")),
    row(9, warm_up=True),
]


def test_the_newest_human_roots_are_chosen_and_everything_adds_up() -> None:
    chosen = choose(
        ROWS,
        Selection(SelectionMode.LAST, last=2),
        unreadable=1,
        reviewing=lambda one: one.id == "ses_8",
    )
    assert [one.id for one in chosen.sessions] == ["ses_3", "ses_2"]
    coverage = chosen.coverage
    assert list(coverage.skipped) == list(SkipReason)
    assert dict(coverage.skipped) == {
        SkipReason.NOT_SELECTED: 1,
        SkipReason.AUTOMATED: 1,
        SkipReason.SUB_AGENT: 1,
        SkipReason.TOO_SHORT: 1,
        SkipReason.DUPLICATE: 1,
        SkipReason.UNREADABLE: 1,
        SkipReason.REVIEWING: 1,
    }
    assert coverage.found == 9
    assert coverage.found == coverage.analysed + sum(coverage.skipped.values())


def test_a_session_resumed_today_is_the_newest() -> None:
    rows = [row(1, ended_at="2026-11-20T10:00:00.000Z"), row(2)]
    chosen = choose(rows, Selection(SelectionMode.LAST, last=1))
    assert [one.id for one in chosen.sessions] == ["ses_1"]


def test_automated_sessions_are_taken_when_asked_for() -> None:
    chosen = choose(ROWS, Selection(SelectionMode.ALL, include_automated=True))
    assert "ses_4" in {one.id for one in chosen.sessions}
    assert "ses_5" not in {one.id for one in chosen.sessions}


def test_since_means_active_since() -> None:
    chosen = choose(ROWS, Selection(SelectionMode.SINCE, since="2026-11-02T10:30:00.000Z"))
    assert {one.id for one in chosen.sessions} == {"ses_2", "ses_3", "ses_8"}


@pytest.mark.parametrize("reference", ["ses_4", "opencode:ses_4"])
def test_a_named_session_is_analysed_whatever_it_is(reference: str) -> None:
    chosen = choose(ROWS, Selection(SelectionMode.SESSION, reference=reference))
    assert [one.id for one in chosen.sessions] == ["ses_4"]
    assert chosen.coverage.found == 8


def test_a_sub_agent_stands_for_its_root() -> None:
    chosen = choose(ROWS, Selection(SelectionMode.SESSION, reference="ses_5"))
    assert [one.id for one in chosen.sessions] == ["ses_1"]


def test_an_ambiguous_prefix_lists_candidates() -> None:
    with pytest.raises(UsageError) as caught:
        choose(ROWS, Selection(SelectionMode.SESSION, reference="ses_"))
    assert "matches 8 sessions" in caught.value.message
    assert "Cart totals" in caught.value.message


def test_a_name_is_part_of_a_title() -> None:
    chosen = choose(ROWS, Selection(SelectionMode.NAME, reference="totals"))
    assert [one.id for one in chosen.sessions] == ["ses_2"]
    with pytest.raises(UsageError, match="no name 'unheard of' is known"):
        choose(ROWS, Selection(SelectionMode.NAME, reference="unheard of"))


def test_ids_that_agents_export_are_recognised() -> None:
    environ = {"CLAUDE_CODE_SESSION_ID": "a", "OPENCODE_SESSION": "b", "XDG_SESSION_ID": "c"}
    assert exported_ids(environ) == {"a", "b"}
