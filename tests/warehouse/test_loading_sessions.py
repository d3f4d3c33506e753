"""What is loaded comes back as it was, once, whole, or with what the tables can hold of it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reflect.errors import InternalError
from reflect.model.redacted import seal
from reflect.model.session import RedactedSession
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    DeniedBy,
    ExitSource,
    MessageKind,
    PartKind,
)
from reflect.warehouse import LoadCounts, open_warehouse
from tests.warehouse.warehouse_builders import (
    STORE,
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

PLAIN: Any = "plain"
PLAIN_PART = replace(message("m", 1, "x").parts[0], text=PLAIN)


PLAIN_LINES = context(1, "x", kind=ContextKind.INSTRUCTIONS, lines=(PLAIN,), digests=("d",))


def full() -> RedactedSession:
    """A session with every kind of row and every field told."""
    told = message(
        "m1",
        1,
        "use the other one ✓ \0",
        kind=MessageKind.STEER,
        command="fix",
        replies_to="c2",
        copy_key="u1",
        reverted=True,
        automated=True,
    )
    image = replace(
        told.parts[0],
        index=1,
        kind=PartKind.IMAGE,
        text=seal(""),
        native_id="p7",
        media_type="image/png",
        size=4711,
    )
    lines = (seal("# Rules"), seal("use pnpm"), seal("# Rules"))
    return session(
        "full",
        git_root=seal("~/work"),
        parent="gone",
        parent_call="c0",
        archived=True,
        ledger_usage=replace(tokens(99), cost=0.25, reasoning=3),
        messages=(
            replace(told, parts=(*told.parts, image)),
            answer(
                "m3", 3, usage=replace(tokens(7), reasoning=2, cost=0.5), error="overloaded_error"
            ),
            message("m4", 4, kind=MessageKind.INTERRUPT, sent_at=None),
        ),
        calls=(
            call(
                "c2",
                2,
                batch="b1",
                result_record="9",
                path=seal("~/work/a.py"),
                arguments=seal('{"command": "x"}'),
                exit_code=1,
                exit_source=ExitSource.FIELD,
                status=CallStatus.DENIED,
                denied_by=DeniedBy.HOOK,
                output_tail=seal("tail"),
                output_bytes=9999,
                output_digest="d" * 16,
                child="agent-1",
                copy_key="u2",
                reverted=True,
                by_human=True,
                added_lines=3,
                removed_lines=0,
            ),
        ),
        context=(
            context(
                5,
                "~/work/AGENTS.md",
                kind=ContextKind.INSTRUCTIONS,
                lines=lines,
                digests=("h1", "h2", "h1"),
                seen_at=at(5),
            ),
            context(
                6, "auto", kind=ContextKind.COMPACTION, size_before=9, size_after=4, detail="x"
            ),
        ),
    )


def test_a_session_comes_back_as_it_was(path: Path) -> None:
    given = full()
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, given)
        assert warehouse.session(given.key) == given
        order = [
            getattr(e, "event", None) or getattr(e, "call", "") for e in warehouse.events(given.key)
        ]
    assert order == ["m1", "c2", "m3", "m4"]


def test_times_come_back_in_one_form(path: Path) -> None:
    forms = {
        "2026-01-02T03:04:05.678912Z": "2026-01-02T03:04:05.678Z",
        "2026-01-02T03:04:05Z": "2026-01-02T03:04:05.000Z",
        "2026-01-02T05:04:05.5+02:00": "2026-01-02T03:04:05.500Z",
        "yesterday": None,
        "2026-02-31T00:00:00Z": None,
        "0001-01-01T00:00:00+14:00": None,
        "": None,
    }
    given = session(
        "a", messages=tuple(answer(f"m{n}", n, sent_at=each) for n, each in enumerate(forms))
    )
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, given)
        found = [m.sent_at for m in warehouse.session(given.key).messages]
    assert found == list(forms.values())


def test_what_a_table_cannot_hold_is_unknown_and_the_row_is_kept(path: Path) -> None:
    odd: Any = float("nan")
    given = session(
        "a",
        messages=(
            answer("m\ud800", 1, "half a \ud83d face", usage=tokens(2**70, uncached=5)),
            answer("m2", 2, usage=replace(tokens(4), cost=odd, reasoning=odd)),
        ),
        calls=(call("c", 3, output_bytes=2**64, exit_code=2**63, output=seal("\udc00")),),
    )
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, given)
        found = warehouse.session(given.key)
        totals = warehouse.session_rows()[0]
    assert [m.text for m in found.messages] == ["half a ? face", "done"]
    assert [m.event for m in found.messages] == ["m?", "m2"]
    assert found.messages[1].usage == tokens(4)
    assert (found.calls[0].output_bytes, found.calls[0].exit_code) == (None, None)
    assert (totals.usage.output, totals.usage.input_uncached, totals.usage.cost) == (4, 15, None)


def test_names_that_no_text_can_carry_stop_nothing(path: Path) -> None:
    """A file name of any bytes, an id with half a character, times beyond all years."""
    odd = session("id-\ud800", calls=(call("c-\udfff", 1),), messages=(message("m", 2, "x"),))
    grown = replace(odd, continues=True, calls=(call("c-\udfff", 1, command=None),))
    with open_warehouse(path, write=True) as warehouse:
        for each in (odd, grown, odd):
            warehouse.load([unit(each, name="name-\udcff.jsonl", mtime_ns=2**70, size=2**63)])
        assert warehouse.mark_missing("claude-code", STORE, {"name-\udcff.jsonl"}) == 0
        assert [row.id for row in warehouse.session_rows(project="\ud800")] == []
        assert [row.id for row in warehouse.resolve("id-\ud800")] == ["id-?"]
        assert [row.id for row in warehouse.by_name("id-\udfff")] == ["id-?"]
        (stored,) = warehouse.ledger("claude-code", STORE).values()
        assert warehouse.session("claude-code:id-?").calls[0].command == "pytest -q"
    assert (stored.unit, stored.mtime_ns, stored.size) == ("name-?.jsonl", 0, 0)


@pytest.mark.parametrize(
    "leaky",
    [
        session("a", title="plain"),
        session("a", path="plain"),
        session("a", messages=(message("m", 1, parts=(PLAIN_PART,)),)),
        session("a", calls=(call("c", 1, command="plain"),)),
        session("a", calls=(call("c", 1, arguments="plain"),)),
        session("a", calls=(call("c", 1, output="plain"),)),
        session("a", calls=(call("c", 1, output_tail="plain"),)),
        session("a", calls=(call("c", 1, path="plain"),)),
        session("a", context=(replace(context(1, "x", kind=ContextKind.SKILL), name=PLAIN),)),
        session(
            "a",
            context=(
                context(1, "x", kind=ContextKind.INSTRUCTIONS, lines=("plain",), digests=("d",)),
            ),
        ),
    ],
)
def test_a_text_that_has_not_passed_the_door_is_refused(path: Path, leaky: RedactedSession) -> None:
    with open_warehouse(path, write=True) as warehouse:
        with pytest.raises(InternalError, match="without being redacted"):
            load(warehouse, session("good"), leaky)
        assert warehouse.session_rows() == []
        assert warehouse.ledger("claude-code", STORE) == {}
        load(warehouse, session("good"))
        assert len(warehouse.session_rows()) == 1


def test_loading_twice_gives_the_same_rows(path: Path) -> None:
    batch = [unit(full()), unit(session("b")), unit(None)]
    with open_warehouse(path, write=True) as warehouse:
        assert warehouse.load(batch) == LoadCounts(new=2)
    once = dump(path)
    with open_warehouse(path, write=True) as warehouse:
        assert warehouse.load(batch) == LoadCounts(unchanged=2)
        assert warehouse.load(batch[::-1]) == LoadCounts(unchanged=2)
    assert dump(path) == once


def test_a_changed_session_replaces_its_rows_and_keeps_those_it_lost(path: Path) -> None:
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, full(), session("b"))
        before = warehouse.session("claude-code:full")
        changed = session("full", title=seal("renamed"), messages=(message("n1", 1, "new"),))
        assert warehouse.load([unit(changed), unit(session("b"))]) == LoadCounts(
            changed=1, unchanged=1
        )
        after = warehouse.session("claude-code:full")
    assert after.title == "renamed"
    assert [m.text for m in after.messages if not m.reverted] == ["new"]
    assert {m.event for m in after.messages if m.reverted} == {m.event for m in before.messages}
    assert {c.call for c in after.calls if c.reverted} == {c.call for c in before.calls}


def test_of_two_rows_with_one_id_the_last_is_kept(path: Path) -> None:
    given = session(
        "a",
        messages=(message("m", 1, "first"), message("m", 2, "last")),
        calls=(call("c", 3), call("c", 3, status=CallStatus.ERROR)),
    )
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, given)
        found = warehouse.session(given.key)
    assert [m.text for m in found.messages] == ["last"]
    assert [c.status for c in found.calls] == [CallStatus.ERROR]


def test_a_thousand_units_in_one_batch(path: Path) -> None:
    sessions = [
        session(
            f"s{n:04d}",
            messages=tuple(message(f"m{k}", k, "x" * (n * k % 200 + 1)) for k in range(20)),
        )
        for n in range(1000)
    ]
    with open_warehouse(path, write=True) as warehouse:
        assert warehouse.load([unit(each) for each in sessions]) == LoadCounts(new=1000)
        assert sum(row.messages for row in warehouse.session_rows()) == 20_000
        trees = list(warehouse.trees([each.key for each in sessions]))
        assert [tree.root.messages for tree in trees] == [each.messages for each in sessions]


def test_an_author_word_keeps_its_meaning(path: Path) -> None:
    given = session(
        "a", messages=tuple(message(a.value, n, author=a) for n, a in enumerate(Author))
    )
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, given)
        assert [m.author for m in warehouse.session(given.key).messages] == list(Author)
