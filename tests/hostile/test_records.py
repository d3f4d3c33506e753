"""Recorded sessions with any field damaged: nothing escapes, and twice is once."""

import copy
import json
import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from reflect.config import Config
from reflect.model.review import Selection
from reflect.model.run_vocabulary import Action, SelectionMode
from reflect.pipeline.finding_stores import StoreRequest
from reflect.pipeline.run import Result, RunRequest, run

RECORDED = Path(__file__).parents[1] / "data"

VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1 << 63, -(1 << 63), 10**30, 1.5, 1e308, float("nan"), float("inf"),
    "", "x", "\x00", "\x1b[31m", "a" * 5000, "\ud800", "~nobody-is-called-so/x", "../../x",
    "1969-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "0000-00-00",
    "<command-name>/x</command-name>", "user", "assistant", "attachment", "system",
    [], {}, [[]], [None], [{}], {"a": 1}, {"type": "text"}, [{"type": "tool_use"}],
    [{"type": "tool_use", "id": "x", "name": "Bash", "input": "words"}],
    [{"type": "tool_result", "tool_use_id": "x", "content": [{"type": "text", "text": None}]}],
)  # fmt: skip
"""What no client writes there."""

ROW_VALUES: tuple[Any, ...] = (
    None, 0, -1, (1 << 63) - 1, -(1 << 63), 1.5, float("inf"), "", "a\x00b", b"\xff\xfe", "\x1b[2J",
    "9" * 400, "../x", "{}", "[]", "null", '{"a":',
)  # fmt: skip


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if at:
        yield at
    items = value.items() if isinstance(value, dict) else ()
    for key, inner in enumerate(value) if isinstance(value, list) else items:
        yield from places(inner, (*at, key))


def damaged(chance: random.Random, record: Any) -> Any:
    """The record with up to three fields dropped, replaced, or filled from another field."""
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        known = list(places(record))
        if not known:
            break
        *above, last = chance.choice(known)
        holder = record
        for key in above:
            holder = holder[key]
        kind = chance.random()
        if kind < 0.25:
            del holder[last]
        elif kind < 0.8:
            holder[last] = copy.deepcopy(chance.choice(VALUES))
        else:
            other = record
            for key in chance.choice(known):
                other = other[key]
            holder[last] = copy.deepcopy(other)
    return record


def damaged_transcripts(chance: random.Random, store: Path, number: int) -> None:
    folder = store / "projects" / "-home-dev-x"
    folder.mkdir(parents=True)
    recorded = sorted((RECORDED / "claude_code").rglob("*.jsonl"))
    for place in range(number):
        lines = []
        for line in chance.choice(recorded).read_bytes().splitlines():
            record = damaged(chance, json.loads(line))
            text = json.dumps(record, ensure_ascii=chance.random() < 0.5)
            data = bytearray(text.encode("utf-8", "surrogatepass"))
            if chance.random() < 0.04 and data:
                data[chance.randrange(len(data))] = chance.randrange(256)
            if chance.random() < 0.02:
                del data[chance.randrange(len(data)) :]
            lines += [bytes(data)] * chance.choice((1,) * 30 + (2,))
        if chance.random() < 0.2:
            chance.shuffle(lines)
        end = chance.choice((b"\n", b"\n", b"", b"\r\n", b"\x00" * 100))
        name = f"{chance.choice(('agent-', ''))}{place:08x}-0000-4000-8000-000000000000.jsonl"
        (folder / name).write_bytes(b"\n".join(lines) + end)


def damaged_value(chance: random.Random, column: str, value: Any) -> Any:
    if column == "data" and chance.random() < 0.5:
        text = json.dumps(damaged(chance, json.loads(value)))
        return text[: len(text) // 2] if chance.random() < 0.03 else text
    return chance.choice(ROW_VALUES) if chance.random() < 0.03 else value


def damaged_database(chance: random.Random, script: Path, target: Path) -> None:
    with closing(sqlite3.connect(target)) as database:
        database.executescript(script.read_text(encoding="utf-8"))
        for table in ("session", "message", "part", "session_message", "project"):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            if not columns:
                continue
            for row, *values in database.execute(f"SELECT rowid, * FROM {table}").fetchall():  # noqa: S608
                for column, value in zip(columns, values, strict=True):
                    new = damaged_value(chance, column, value)
                    change = f'UPDATE OR IGNORE {table} SET "{column}" = ? WHERE rowid = ?'  # noqa: S608
                    # The owner's own rules forbid some of it.
                    with suppress(sqlite3.IntegrityError):
                        database.execute(change, (new, row))
        database.commit()


def reviewed(stores: tuple[str, ...]) -> Result:
    request = RunRequest(
        Action.REVIEW,
        Selection(SelectionMode.ALL, include_automated=True),
        StoreRequest(stores, discover=False),
        datetime.now(UTC),
    )
    return run(request, Config(), lambda *_: None)


@pytest.mark.parametrize("seed", range(2))
def test_no_damaged_record_stops_a_review(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311 - which field to damage
    damaged_transcripts(chance, tmp_path / "claude", 8)
    stores = [f"claude-code={tmp_path / 'claude'}"]
    scripts = sorted((RECORDED / "opencode").rglob("*.sql"))
    assert scripts
    for place, script in enumerate(scripts):
        damaged_database(chance, script, tmp_path / f"opencode-{place}.db")
        stores.append(f"opencode={tmp_path / f'opencode-{place}.db'}")
    first = reviewed(tuple(stores))
    coverage = first.review.coverage
    assert coverage.found == coverage.analysed + sum(coverage.skipped.values())
    assert coverage.analysed >= 5
    assert all(store.error is None for store in first.review.stores)
    assert sum(sum(store.bad.values()) for store in first.review.stores) > 10
    for store in first.review.stores:
        assert not any(" " in name.partition(" ")[2] for name in store.unknown), store.unknown
    second = reviewed(tuple(stores))
    for store in second.review.stores:
        assert (store.read, store.new, store.changed) == (0, 0, 0), store.path
    assert [row.id for row in second.review.findings] == [row.id for row in first.review.findings]


def test_what_is_no_transcript_is_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "claude" / "projects" / "-home-dev-x"
    folder.mkdir(parents=True)
    secret = tmp_path / "secret.jsonl"
    secret.write_text(json.dumps({"type": "user", "message": {"content": "outside"}}) + "\n")
    (folder / "out.jsonl").symlink_to(secret)
    (folder / "loop.jsonl").symlink_to("loop.jsonl")
    (folder / "loop").symlink_to("..")
    (folder / "folder.jsonl").mkdir()
    (folder / "empty.jsonl").touch()
    (folder / "words.jsonl").write_bytes(b"PK\x03\x04" + bytes(50))
    (folder / "wide.jsonl").write_bytes('{"type":"user"}\n'.encode("utf-16"))
    (folder / "deep.jsonl").write_text('{"type":' + "[" * 100_000 + "]" * 100_000 + "}\n")
    os.mkfifo(folder / "pipe.jsonl")
    result = reviewed((f"claude-code={tmp_path / 'claude'}",))
    (store,) = result.review.stores
    assert store.error is None
    assert store.files == 4
    assert result.review.coverage.analysed == 0
    assert store.bad["too_deep"] == 1
    assert store.bad["not_utf8"] == 1
