"""Additions to stored sessions, the ledger, and lines that many sessions share."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from reflect.model.redacted import Redacted, seal
from reflect.model.session import ContextItem, RedactedSession
from reflect.model.source import LedgerEntry, ReadCounts
from reflect.model.vocabulary import (
    Author,
    BadRecord,
    CallStatus,
    ContextKind,
    DeniedBy,
    MessageKind,
    Origin,
)
from reflect.warehouse import LoadCounts, open_warehouse
from tests.warehouse.warehouse_builders import (
    STORE,
    answer,
    at,
    call,
    context,
    dump,
    entry,
    load,
    message,
    session,
    tokens,
    unit,
)

LINES = (seal("run the tests"),)


def test_an_addition_keeps_what_it_does_not_say(path: Path) -> None:
    begun = session(
        "a",
        parent="p",
        parent_call="pc",
        ledger_usage=tokens(5),
        calls=(call("c2", 2, status=CallStatus.RUNNING, output=None, ended_at=None, batch="b"),),
        context=(context(1, "s1", kind=ContextKind.SKILL),),
    )
    result = call(
        "c2",
        2,
        command=None,
        output=seal("1 failed"),
        status=CallStatus.ERROR,
        exit_code=1,
        started_at=None,
        ended_at=at(6),
    )
    added = session(
        "a",
        continues=True,
        title=None,
        directory=seal("~/elsewhere"),
        branch=None,
        client_version="2.2",
        created_at=at(9),
        origin=Origin.UNKNOWN,
        origin_reason="no signal",
        messages=(message("a-m3", 3, "replaced"), message("m5", 5, "more")),
        calls=(result, call("c7", 7)),
        context=(context(8, "s2", kind=ContextKind.SKILL),),
    )
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, begun)
        assert warehouse.load([unit(added)]) == LoadCounts(changed=1)
        found = warehouse.session(begun.key)
        assert warehouse.load([unit(added)]) == LoadCounts(unchanged=1)
        assert warehouse.session(begun.key) == found
    assert (found.title, found.directory, found.branch) == (
        begun.title,
        begun.directory,
        begun.branch,
    )
    assert (found.client_version, found.created_at) == ("2.2", begun.created_at)
    assert (found.parent, found.parent_call, found.ledger_usage) == ("p", "pc", tokens(5))
    assert (found.origin, found.origin_reason) == (Origin.HUMAN, begun.origin_reason)
    assert [(m.event, m.text) for m in found.messages] == [
        ("a-m1", "please fix a"),
        ("a-m3", "replaced"),
        ("m5", "more"),
    ]
    told = found.calls[0]
    assert (told.command, told.batch, told.started_at) == ("pytest -q", "b", at(2))
    assert (told.status, told.exit_code, told.output) == (CallStatus.ERROR, 1, "1 failed")
    assert [c.call for c in found.calls] == ["c2", "c7"]
    assert [item.name for item in found.context] == ["s1", "s2"]


def test_additions_end_as_one_whole_read_does(path: Path, new_path: Path) -> None:
    """A session read in three pieces has the same counts and rows as read at once."""
    messages = tuple(answer(f"m{n}", n, f"text {n}", usage=tokens(n)) for n in range(1, 31))
    calls = tuple(call(f"c{n}", n + 100) for n in range(10))
    whole = session("a", messages=messages, calls=calls)
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, whole)
    with_pieces = new_path.with_name("pieces.duckdb")
    with open_warehouse(with_pieces, write=True) as warehouse:
        for first, last in ((0, 7), (7, 20), (20, 30)):
            piece = replace(
                whole,
                messages=messages[first:last],
                calls=calls[first // 3 : last // 3],
                continues=first > 0,
            )
            warehouse.load([unit(piece)])
    assert dump(with_pieces) == dump(path)


def test_the_ledger_comes_back(path: Path) -> None:
    told = entry("a.jsonl", inode=2**63 + 5, carry='{"calls": 3}')
    counts = ReadCounts(9, 900, {BadRecord.NOT_JSON: 2}, {"future-type": 4})
    with open_warehouse(path, write=True) as warehouse:
        warehouse.load([unit(session("a"), counts=counts, inode=2**63 + 5, carry=told.carry)])
        warehouse.load([unit(None, name="empty.jsonl", size=0, offset=0)])
        found = warehouse.ledger("claude-code", STORE)
        stores = warehouse.store_rows()
        assert warehouse.ledger("claude-code", seal("~/other")) == {}
    assert found["a.jsonl"] == told
    assert found["empty.jsonl"] == entry("empty.jsonl", size=0, offset=0)
    assert all(type(each) is LedgerEntry for each in found.values())
    assert [(s.units, s.sessions, s.bytes, s.bad, s.unknown) for s in stores] == [
        (2, 1, 100, {"not_json": 2}, {"future-type": 4})
    ]


def test_instruction_lines_are_stored_once(path: Path) -> None:
    rules = context(
        1,
        "~/work/AGENTS.md",
        kind=ContextKind.INSTRUCTIONS,
        lines=(seal("use pnpm"), seal("no npm")),
        digests=("h1", "h2"),
    )
    longer = replace(rules, lines=(*rules.lines, seal("new")), digests=("h1", "h2", "h3"))
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, *(session(f"s{n}", context=(rules,)) for n in range(5)))
        load(warehouse, session("last", context=(longer,)))
        assert warehouse.session("claude-code:last").context == (longer,)
        rows = warehouse._connection.rows
        assert rows("SELECT count(*) FROM instruction_line") == [(3,)]
        assert rows("SELECT count(*) FROM instruction_version") == [(5,)]
        lines = warehouse.given_instructions(["~/work/shop"])
        assert warehouse.given_instructions(["~/work/other"]) == []
        written = warehouse.written_lines(["~/work/shop", "~/work/other"])
    assert written == {
        "~/work/shop": sorted({line for _, line in lines}),
        "~/work/other": [],
    }
    assert len(lines) == 5 * 2 + 3
    assert {line for root, line in lines if root == "claude-code:last"} == {
        "use pnpm",
        "no npm",
        "new",
    }


def continued(**fields: Any) -> RedactedSession:
    """An addition that says nothing but these fields."""
    return session("a", **({"continues": True, "messages": (), "calls": ()} | fields))


def test_what_is_listed_again_after_a_compaction_is_not_doubled(path: Path) -> None:
    def listed(record: int) -> tuple[ContextItem[Redacted], ...]:
        return (
            context(record, "deploy", kind=ContextKind.SKILL),
            context(record, "rules.md", kind=ContextKind.INSTRUCTIONS, lines=LINES, digests=("d",)),
            context(record, "manual", kind=ContextKind.COMPACTION),
        )

    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, session("a", context=listed(1)))
        warehouse.load([unit(continued(context=listed(9)))])
        found = warehouse.session(session("a").key).context
    assert [(item.name, item.record) for item in found] == [
        ("deploy", "1"),
        ("rules.md", "1"),
        ("manual", "1"),
        ("manual", "9"),
    ]


def test_an_act_that_turns_out_to_be_none_is_removed(path: Path) -> None:
    waiting = message("r4", 4, "typed while it worked", kind=MessageKind.STEER)
    system = message("r5", 5, kind=MessageKind.SYSTEM, author=Author.HARNESS)
    begun = session("a", messages=(message("m1", 1, "go"), waiting, system))
    delivered = replace(waiting, kind=MessageKind.SYSTEM, author=Author.HARNESS, parts=())
    with open_warehouse(path, write=True) as warehouse:
        load(warehouse, begun)
        more = (delivered, system, message("m7", 7, "typed while it worked"))
        warehouse.load([unit(continued(messages=more))])
        found = warehouse.session(begun.key)
    assert [m.event for m in found.messages] == ["m1", "r5", "m7"]


def test_a_refusal_that_turns_out_to_be_a_stop(path: Path) -> None:
    refused = call("c2", 2, status=CallStatus.DENIED, denied_by=DeniedBy.HUMAN)
    stopped = replace(refused, status=CallStatus.ABORTED, denied_by=None)
    unknown = replace(refused, status=CallStatus.UNKNOWN, denied_by=None)
    with open_warehouse(path, write=True) as warehouse:
        for last, expected in ((stopped, None), (unknown, DeniedBy.HUMAN)):
            load(warehouse, session("a", calls=(refused,)))
            warehouse.load([unit(continued(calls=(last,)))])
            (found,) = warehouse.session(session("a").key).calls
            assert found.denied_by == expected
