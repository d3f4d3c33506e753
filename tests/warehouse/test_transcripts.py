"""Transcripts and masked texts say what the whole trees say, with less read."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from reflect.model.redacted import seal
from reflect.model.review import SessionTree
from reflect.model.session import Part, RedactedSession
from reflect.model.vocabulary import PartKind, PartOrigin, Relation
from reflect.redaction.masks import masks_in
from reflect.warehouse import Warehouse, open_warehouse
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


def test_masks_are_counted_as_in_the_tree(warehouse: Warehouse) -> None:
    for keys in (KEYS, *([key] for key in KEYS)):
        counts: Counter[str] = Counter()
        for text in warehouse.masked_texts(keys):
            counts.update({str(kind): n for kind, n in masks_in(text).items()})
        expected: Counter[str] = Counter()
        for tree in warehouse.trees(keys):
            expected.update(masks_of(tree))
        assert counts == expected
    # Two in each of three prompts and outputs, two in a prompt, arguments and an output's tail.
    assert sum(masks_of(next(warehouse.trees(KEYS[2:3]))).values()) == 2 * 6 + 2 * 3
