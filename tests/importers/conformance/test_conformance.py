"""Every built-in importer, and the worked example, keep every rule on every recorded store."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reflect.importers import Importer, built_in
from reflect.importers.conformance import check
from tests.importers.conformance.worked_example import Pi

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data"
TYPED = (
    "Run the two sample commands, then tell me what failed.",
    "No, that is wrong. Run it again.",
)
"""What a person typed in both recorded sessions of pi."""

Opened = Callable[[Path], Path]


def recorded(agent: str) -> Iterator[Path]:
    """The recorded stores of an agent: folders, documents, dumps of databases."""
    folder = DATA / agent.replace("-", "_")
    if agent == "opencode":
        yield from sorted(folder.glob("*.sql"))
        yield from sorted(folder.glob("tree-*"))
        yield folder / "exports"
    else:
        yield from sorted(store for store in folder.glob("*/*") if holds_records(store))


def holds_records(store: Path) -> bool:
    """A store of 2.0.56 has nothing but empty files: there is no session to check."""
    return any(file.stat().st_size for file in store.rglob("*") if file.is_file())


def typed_in(agent: str, store: Path) -> list[str] | None:
    """What was typed in a recorded store: arguments of ``-p``; None where that is not known."""
    file = DATA / agent.replace("-", "_") / "typed.json"
    if not file.exists():
        return None
    known: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8"))
    return known.get(f"{store.parent.name}/{store.name}")


STORES = [
    (agent, store) for agent in (one.agent for one in built_in()) for store in recorded(agent)
]


def importer(agent: str) -> Importer:
    (one,) = (one for one in built_in() if one.agent == agent)
    return one


def test_every_built_in_importer_has_a_recorded_store() -> None:
    assert {agent for agent, _ in STORES} == {one.agent for one in built_in()}


@pytest.mark.parametrize(
    ("agent", "store"), STORES, ids=[f"{a}-{s.parent.name}-{s.name}" for a, s in STORES]
)
def test_a_built_in_importer_keeps_every_rule(agent: str, store: Path, opened: Opened) -> None:
    found = check(importer(agent), opened(store), typed=typed_in(agent, store), cuts=60)
    assert [str(violation) for violation in found] == []


@pytest.mark.parametrize(
    "agent",
    [
        agent
        for agent in sorted({agent for agent, _ in STORES})
        if importer(agent).capabilities.incremental == "append"
    ],
)
def test_a_file_may_be_cut_at_every_byte(agent: str) -> None:
    """The smallest recorded session of each agent, cut at each of its bytes."""
    stores = [store for name, store in STORES if name == agent]
    files = [
        file
        for store in stores
        for file in store.rglob("*.jsonl")
        if importer(agent).recognise(file) is not None
    ]
    smallest = min(files, key=lambda file: (file.stat().st_size, file.name))
    assert [str(found) for found in check(importer(agent), smallest, cuts=0)] == []


@pytest.mark.parametrize("version", ["0.73.1", "1.6.0"])
def test_the_worked_example_keeps_every_rule(version: str) -> None:
    home = DATA / "pi" / version
    (file,) = home.rglob("*.jsonl")
    for store in (home, home / ".pi" / "agent" / "sessions", file):
        assert [str(found) for found in check(Pi(), store, typed=TYPED)] == []


def test_the_worked_example_is_the_one_in_contributing() -> None:
    written = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    example = Path(__file__).with_name("worked_example.py").read_text(encoding="utf-8")
    assert f"```python\n{example}```\n" in written
