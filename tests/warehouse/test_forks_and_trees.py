"""Copies are counted once, parents and roots are found, in whatever order sessions arrive."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.model.redacted import seal
from reflect.model.session import RedactedSession
from reflect.model.vocabulary import CallStatus, ContextKind, MessageKind, Relation
from reflect.warehouse import Analysis, open_warehouse
from reflect.warehouse.linking import link_all
from tests.warehouse.warehouse_builders import (
    answer,
    at,
    call,
    context,
    dump,
    load,
    message,
    session,
    tokens,
    unit,
)


def history(first: int, last: int) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Prompts, answers and failed calls whose keys a fork repeats."""
    messages = []
    calls = []
    for n in range(first, last):
        messages.append(message(f"u{n}", 3 * n, f"prompt {n}", copy_key=f"u{n}"))
        messages.append(
            answer(f"v{n}", 3 * n + 1, copy_key=f"v{n}", answer_id=f"a{n}", usage=tokens(10))
        )
        calls.append(
            call(f"c{n}", 3 * n + 2, copy_key=f"c{n}", status=CallStatus.ERROR, exit_code=1)
        )
    return tuple(messages), tuple(calls)


def of(
    native_id: str, created: float, *spans: tuple[int, int], **fields: object
) -> RedactedSession:
    """A session with these pieces of history."""
    messages: tuple[object, ...] = ()
    calls: tuple[object, ...] = ()
    for first, last in spans:
        some, others = history(first, last)
        messages, calls = messages + some, calls + others
    return session(native_id, messages=messages, calls=calls, created_at=at(created), **fields)


ORIGINAL = of("original", 0, (0, 5))
FORK = of("fork", 60, (0, 3), (10, 12))
FORK_OF_FORK = of("fork-of-fork", 90, (0, 3), (10, 11), (20, 21))
CHILD = session("child", relation=Relation.SUBAGENT, parent="fork", created_at=at(70))
GRANDCHILD = session("grandchild", relation=Relation.SUBAGENT, parent="child", created_at=at(71))
ALL = (ORIGINAL, FORK, FORK_OF_FORK, CHILD, GRANDCHILD)


def check(path: Path) -> None:
    """What must hold however the five sessions came in."""
    with open_warehouse(path, write=False) as warehouse:
        rows = {row.id: row for row in warehouse.session_rows()}
        assert {i: (r.relation, r.parent, r.root) for i, r in rows.items()} == {
            "original": (Relation.ROOT, None, "claude-code:original"),
            "fork": (Relation.FORK, "original", "claude-code:fork"),
            "fork-of-fork": (Relation.FORK, "fork", "claude-code:fork-of-fork"),
            "child": (Relation.SUBAGENT, "fork", "claude-code:fork"),
            "grandchild": (Relation.SUBAGENT, "child", "claude-code:fork"),
        }
        counts = {i: (r.human_turns, r.failed_calls, r.usage.output) for i, r in rows.items()}
        assert counts == {
            "original": (5, 5, 50),
            "fork": (2, 2, 20),
            "fork-of-fork": (1, 1, 10),
            "child": (1, 0, 40),
            "grandchild": (1, 0, 40),
        }
        wanted = ["claude-code:fork", "claude-code:child", "claude-code:original"]
        fork, original = warehouse.trees(wanted)
        assert [m.event for m in fork.root.messages] == ["u10", "v10", "u11", "v11"]
        assert [c.call for c in fork.root.calls] == ["c10", "c11"]
        assert [child.native_id for child in fork.children] == ["child", "grandchild"]
        assert original.root == ORIGINAL
        assert len(warehouse.session("claude-code:fork").messages) == 10
        assert warehouse.stale_roots("x") == [
            "claude-code:original",
            "claude-code:fork",
            "claude-code:fork-of-fork",
        ]


@pytest.mark.parametrize("order", list(itertools.permutations(ALL))[::17])
def test_the_order_of_imports_does_not_matter(path: Path, order: Sequence[RedactedSession]) -> None:
    for one in order:
        with open_warehouse(path, write=True) as warehouse:
            load(warehouse, one)
    check(path)
    step_by_step = dump(path)
    with open_warehouse(path, write=True) as warehouse:
        link_all(warehouse._connection)
    assert dump(path) == step_by_step
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, *order[::-1])
    assert dump(path) == step_by_step


def test_one_batch_gives_the_same_rows_as_five(path: Path, new_path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, *ALL)
    check(path)
    other = new_path.with_name("other.duckdb")
    with open_warehouse(other, write=True) as warehouse:
        for one in ALL:
            load(warehouse, one)
    assert dump(other) == dump(path)


def test_a_fork_that_grows_piece_by_piece(path: Path, new_path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, ORIGINAL, FORK)
    other = new_path.with_name("other.duckdb")
    pieces = (of("fork", 60, (0, 2)), of("fork", 60, (2, 3)), of("fork", 60, (10, 12)))
    with open_warehouse(other, write=True) as warehouse:
        load(warehouse, ORIGINAL)
        for number, piece in enumerate(pieces):
            load(warehouse, replace(piece, continues=number > 0))
            warehouse.session_rows()
    assert dump(other) == dump(path)


def test_the_original_is_the_session_made_first(path: Path) -> None:
    """A session without a time is the youngest; on a tie the id decides."""
    early, late, timeless = of("z-early", 1, (0, 2)), of("late", 2, (0, 2)), of("a", 9, (0, 2))
    timeless = replace(timeless, created_at=None)
    twin = replace(early, native_id="zz-twin")
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, timeless, late, twin, early)
        turns = {row.id: row.human_turns for row in warehouse.session_rows()}
        assert turns == {"z-early": 2, "zz-twin": 0, "late": 0, "a": 0}
        moved = replace(late, created_at=at(0))
        load(warehouse, moved)
        turns = {row.id: row.human_turns for row in warehouse.session_rows()}
        assert turns == {"z-early": 0, "zz-twin": 0, "late": 2, "a": 0}


def test_rows_that_the_original_loses_still_count_for_it(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, ORIGINAL, FORK)
        load(warehouse, of("original", 0, (3, 5)))
        rows = {row.id: row for row in warehouse.session_rows()}
    assert (rows["original"].human_turns, rows["fork"].human_turns) == (5, 2)
    assert (rows["original"].usage.output, rows["fork"].usage.output) == (50, 20)
    assert rows["fork"].relation is Relation.FORK


def test_equal_keys_of_two_agents_are_no_copies(path: Path) -> None:
    other = replace(ORIGINAL, agent="opencode", created_at=at(99))
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, ORIGINAL, other)
        assert [row.human_turns for row in warehouse.session_rows()] == [5, 5]
        assert [row.usage.output for row in warehouse.session_rows()] == [50, 50]


def test_an_answer_counts_once_from_the_line_with_most_output(path: Path) -> None:
    """Place-holders on early lines, a resumed file, and answers without an id."""
    first = session(
        "a",
        calls=(),
        messages=(
            answer("l1", 1, answer_id="x", usage=tokens(1, uncached=7)),
            answer("l2", 2, answer_id="x", usage=tokens(260, uncached=8)),
            answer("l3", 3, answer_id="x", usage=tokens(260, uncached=9)),
            answer("l4", 4, usage=tokens(5, uncached=0)),
            answer("l5", 5, usage=tokens(5, uncached=0)),
        ),
    )
    resumed = session("b", calls=(), messages=(answer("l9", 1, answer_id="x", usage=tokens(100)),))
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, resumed)
        assert warehouse.session_rows()[0].usage.output == 100
        load(warehouse, first)
        used = {row.id: row.usage for row in warehouse.session_rows()}
        assert (used["a"].output, used["a"].input_uncached) == (270, 9)
        assert used["b"].output == 0
        load(warehouse, replace(first, messages=first.messages[3:]))
        used = {row.id: row.usage for row in warehouse.session_rows()}
        assert (used["a"].output, used["b"].output) == (270, 0)


def test_a_copied_compaction_counts_for_the_original_only(path: Path) -> None:
    compacted = context(2, "auto", kind=ContextKind.COMPACTION)
    own = context(99, "manual", kind=ContextKind.COMPACTION)
    with open_warehouse(path, write=True) as warehouse:
        load(
            warehouse,
            replace(ORIGINAL, context=(compacted,)),
            replace(FORK, context=(compacted, own)),
        )
        counted = {row.id: row.compactions for row in warehouse.session_rows()}
    assert counted == {"original": 1, "fork": 1}


def test_a_sub_agent_waits_for_its_parent_and_circles_end(path: Path) -> None:
    circle = [
        session("x", relation=Relation.SUBAGENT, parent="y"),
        session("y", relation=Relation.SUBAGENT, parent="x"),
        session("own", relation=Relation.SUBAGENT, parent="own"),
        session("lonely", relation=Relation.SUBAGENT, parent="nobody"),
        session("review", relation=Relation.REVIEW, parent="fork"),
    ]
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, *circle)
        roots = {row.id: row.root.partition(":")[2] for row in warehouse.session_rows()}
        assert roots == {
            "x": "x",
            "y": "x",
            "own": "own",
            "lonely": "lonely",
            "review": "review",
        }
        load(warehouse, FORK)
        roots = {row.id: row.root.partition(":")[2] for row in warehouse.session_rows()}
        assert roots["review"] == "fork"
        assert list(warehouse.trees(["claude-code:y", "claude-code:nowhere"])) == []


def test_results_of_a_session_that_gets_a_parent_are_dropped(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, CHILD)
        digest = warehouse.content_digests([CHILD.key])[CHILD.key]
        warehouse.save_analysis([Analysis(CHILD.key, digest, "x", "b", applicable={"code": 1})])
        assert warehouse.stale_roots("x") == []
        load(warehouse, ORIGINAL, FORK)
        assert warehouse.applicable().by_project == {}
        assert warehouse.stale_roots("x") == ["claude-code:original", "claude-code:fork"]


def test_a_tree_is_stale_when_a_sub_agent_grows(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, ORIGINAL, FORK, CHILD)
        roots = warehouse.stale_roots("x")
        digests = warehouse.content_digests(roots)
        warehouse.save_analysis([Analysis(root, digests[root], "x", "b") for root in roots])
        assert warehouse.stale_roots("x") == []
        assert warehouse.stale_roots("y") == roots
        more = replace(CHILD, messages=(message("n", 9, "more"),), calls=(), continues=True)
        load(warehouse, more)
        assert warehouse.stale_roots("x") == ["claude-code:fork"]


def test_a_shown_refusal_is_counted_with_its_author(path: Path) -> None:
    given = session(
        "a",
        messages=(
            message("r", 1, "no", kind=MessageKind.REFUSAL),
            message("i", 2, kind=MessageKind.INTERRUPT),
            message("s", 3, "also", kind=MessageKind.STEER),
            message("w", 4, "it", kind=MessageKind.ANSWER),
        ),
    )
    with open_warehouse(path, write=True) as warehouse:
        warehouse.load([unit(given)])
        row = warehouse.session_rows()[0]
    assert (row.human_turns, row.refusals, row.interrupts, row.messages) == (1, 1, 1, 4)
    assert row.title == seal("Title of a")
