"""Transcripts and masked texts say what the whole trees say, with less read."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.model.redacted import seal
from reflect.model.review import SessionTree, Transcript
from reflect.model.session import Part, RedactedSession
from reflect.model.vocabulary import PartKind, PartOrigin, Relation
from reflect.pipeline import session_readings
from reflect.pipeline.session_readings import Reading, SessionReadings
from reflect.redaction.masks import masks_in
from reflect.warehouse import Warehouse, open_warehouse, transcripts
from reflect.warehouse.connection import Connection
from tests.warehouse.warehouse_builders import answer, at, call, load, message, session

MASKED = "see ⟨token:github#1a2b3c4d⟩ and ⟨secret:x#00000000⟩"


def several(event: str, position: int, *texts: str) -> object:
    parts = tuple(
        Part(number, PartKind.TEXT, PartOrigin.USER, seal(text))
        for number, text in enumerate(texts)
    )
    return message(event, position, parts=parts[::-1])


def sessions() -> list[RedactedSession]:
    copied = tuple(message(f"u{n}", n, f"prompt {n} {MASKED}", copy_key=f"u{n}") for n in range(3))
    calls = tuple(
        call(f"c{n}", n, copy_key=f"c{n}", output=seal(MASKED), output_digest=f"d{n}")
        for n in range(3)
    )
    root = session("root", messages=copied, calls=calls)
    odd = (
        several("b", 5, "second\0part", "first", "é語"),
        several("a", 5, MASKED),
        answer("z", 4, ""),
    )
    return [
        root,
        replace(root, native_id="fork", created_at=at(50),
                messages=(*copied, message("own", 9, "mine")), calls=calls),
        session("child", relation=Relation.SUBAGENT, parent="root", created_at=at(2),
                messages=odd,
                calls=(call("y", 7, part=1, arguments=seal(f'{{"a": "{MASKED}"}}')),
                       call("x", 7, output=None, output_tail=seal(MASKED)))),
        session("late", relation=Relation.SUBAGENT, parent="root", created_at=at(1), messages=()),
        session("other"),
    ]  # fmt: skip


KEYS = [f"claude-code:{name}" for name in ("other", "fork", "root", "child", "missing")]


def texts_of(tree: SessionTree) -> tuple[object, ...]:
    return tuple(
        (
            one.key,
            [(m.event, part.text) for m in one.messages for part in m.parts],
            [(c.call, c.arguments, c.output_digest) for c in one.calls],
        )
        for one in (tree.root, *tree.children)
    )


def masks_of(tree: SessionTree) -> Counter[str]:
    counts: Counter[str] = Counter()
    for one in (tree.root, *tree.children):
        texts: list[str | None] = [part.text for m in one.messages for part in m.parts]
        for each in one.calls:
            texts += [each.arguments, each.output, each.output_tail]
        for text in texts:
            counts.update({str(kind): n for kind, n in masks_in(text or "").items()})
    return counts


@pytest.fixture
def warehouse(new_path: Path) -> object:
    with open_warehouse(new_path, write=True) as opened:
        load(opened, *sessions())
        yield opened


def test_a_transcript_says_what_the_tree_says(warehouse: Warehouse) -> None:
    trees = list(warehouse.trees(KEYS))
    found = list(warehouse.transcripts(KEYS))
    assert [one.root for one in found] == [tree.root.key for tree in trees] == KEYS[:3]
    assert [one.sessions for one in found] == [texts_of(tree) for tree in trees]
    assert any(text == "second\0part" for one in found for _, p, _ in one.sessions for _, text in p)


def test_masks_are_counted_as_in_the_tree(warehouse: Warehouse, tmp_path: Path) -> None:
    readings = SessionReadings(warehouse, b"k" * 32, tmp_path / "cache" / "readings.txt")
    for keys in (KEYS, *([key] for key in KEYS)):
        expected = {tree.root.key: dict(masks_of(tree)) for tree in warehouse.trees(keys)}
        assert {root: one.masks for root, one in readings.of(keys).items()} == expected
    # Two in each of three prompts and outputs, two in a prompt, arguments and an output's tail.
    assert sum(masks_of(next(warehouse.trees(KEYS[2:3]))).values()) == 2 * 6 + 2 * 3


def test_a_tree_that_was_read_for_something_else_is_not_read_again(
    warehouse: Warehouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = SessionReadings(warehouse, b"k" * 32, tmp_path / "cache" / "one.txt").of(KEYS)
    passing = SessionReadings(warehouse, b"k" * 32, tmp_path / "cache" / "two.txt")
    trees = list(warehouse.stored_trees(KEYS))
    assert list(passing.along(KEYS[1:3], iter(trees))) == trees
    asked: list[str] = []

    def none(_: Warehouse, keys: Sequence[str]) -> list[Transcript]:
        asked.extend(keys)
        return []

    monkeypatch.setattr(Warehouse, "transcripts", none)
    assert passing.of(KEYS) == {key: expected[key] for key in KEYS[1:3]}
    assert asked == KEYS[:1]
    again = SessionReadings(warehouse, b"k" * 32, tmp_path / "cache" / "two.txt")
    assert again.of(KEYS[1:3]) == passing.of(KEYS[1:3])


def test_a_tree_is_read_once_and_again_when_it_changes(
    new_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def count(connection: Connection, keys: Sequence[str]) -> Iterator[Transcript]:
        asked.extend(keys)
        return transcripts.transcripts(connection, keys)

    monkeypatch.setattr(Warehouse, "transcripts", lambda w, k: count(w._connection, k))
    file = tmp_path / "cache" / "readings.txt"

    def told(warehouse: Warehouse, key: bytes = b"k" * 32) -> dict[str, Reading]:
        asked.clear()
        readings = SessionReadings(warehouse, key, file)
        first = readings.of(KEYS)
        assert readings.of(KEYS) == first
        assert readings.of(KEYS[:1]) == {KEYS[0]: first[KEYS[0]]}
        return first

    with open_warehouse(new_path, write=True) as opened:
        load(opened, *sessions())
        first = told(opened)
        assert asked == KEYS[:3]
        assert told(opened) == first
        assert asked == []
        child = next(one for one in sessions() if one.native_id == "child")
        load(opened, replace(child, calls=(call("y", 7, output=seal(f"{MASKED} {MASKED}")),)))
        second = told(opened)
        # A root changes with its sub-agent, and nothing else does.
        assert asked == ["claude-code:root"]
        assert second["claude-code:root"].hash != first["claude-code:root"].hash
        assert second["claude-code:root"].masks != first["claude-code:root"].masks
        assert second["claude-code:fork"] == first["claude-code:fork"]
        told(opened, b"j" * 32)
        assert asked == KEYS[:3]
        monkeypatch.setattr(session_readings, "_code_version", lambda: b"other")
        assert told(opened) == second
        assert asked == KEYS[:3]
        file.write_text(file.read_text().replace("0", "1"))
        assert told(opened) == second
        assert asked == KEYS[:3]
