"""What made-up models of known quality do to the findings of real sessions.

python scripts/simulate_annotator.py FOLDER [SEED ...]

Reads every session file in FOLDER into an archive that is gone afterwards, lets the rules find what
they find, and asks an annotator that is right nine times of ten, seven times, as often as a coin,
one that always says yes and one that always says no. A quarter of the replies has a planted fault.
An honest user judges every suggestion; a code that the verdicts carry is counted, as documented.
No finding of a rule may be lost, the coin and the two that do not look may change no count, and
what is dropped must be what was planted.
Ends with exit code 1 where one of these does not hold.
"""

import os
import secrets
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from planted_replies import ANNOTATORS, Answers
from simulated_annotator import Simulation, questions, simulate

from reflect import paths
from reflect.classifier import definitions
from reflect.config import Config
from reflect.errors import ReflectError
from reflect.model.finding import Finding
from reflect.model.review import SessionTree
from reflect.pipeline import analysing, importing
from reflect.pipeline.codes import chosen, pages
from reflect.pipeline.finding_stores import Store, StoreRequest, find
from reflect.warehouse import open_warehouse

COIN = 0.5
"""Who is right no more often than this must not change a count."""

SEEDS = (1, 2, 3)
"""Seeds where none is given."""

COLUMNS = (
    "annotator", "seed", "requests", "said", "kept", "dropped", "planted", "confirmed",
    "of these true", "suggested", "counted", "lost", "counts",
)  # fmt: skip


@dataclass(frozen=True)
class Read:
    """Sessions with what the rules find in them."""

    trees: dict[str, SessionTree]
    """Key of each root session with a finding or without → the session."""
    found: list[tuple[str, Finding]]
    """Fingerprint and finding."""


def main(words: list[str]) -> int:
    """Print the table; the exit code says whether every bar holds."""
    if not words:
        print(__doc__)
        return 2
    read = read_sessions(stores_below(Path(words[0])))
    known = {page.name: page for page in (*pages(), *definitions.definition_pages())}
    asked = questions(read.trees, read.found, known)
    print(f"{len(read.trees)} sessions, {len(read.found)} findings of rules\n")
    print(" | ".join(COLUMNS))
    well = True
    for seed in [int(word) for word in words[1:]] or SEEDS:
        for annotator in ANNOTATORS:
            done = simulate(annotator, seed, asked)
            print(" | ".join(row(done)))
            well = well and holds(done)
    print("\nevery bar holds" if well else "\na bar does not hold")
    return 0 if well else 1


def holds(done: Simulation) -> bool:
    """Nothing is lost, no bad annotator changes a count, and what is dropped was planted."""
    good = done.annotator.answers is Answers.BY_TRUTH and done.annotator.right > COIN
    as_planted = done.result.dropped == dict(+done.planted)
    return done.lost == 0 and (good or done.before == done.after) and as_planted


def row(done: Simulation) -> Iterator[str]:
    """One line of the table."""
    yield done.annotator.name
    for number in (done.seed, done.requests, done.result.said, len(done.result.judgements)):
        yield str(number)
    yield " ".join(f"{reason.value} {n}" for reason, n in done.result.dropped.items()) or "-"
    yield "as dropped" if done.result.dropped == dict(+done.planted) else str(dict(+done.planted))
    for number in (done.confirmed, done.confirmed_right, len(done.joined.suggested)):
        yield str(number)
    yield str(len(done.joined.counted))
    yield str(done.lost)
    yield "the same" if done.before == done.after else "changed"


def stores_below(folder: Path) -> list[Store]:
    """The stores in a folder: itself, its folders, or its files, the first that are known."""
    for places in ([folder], sorted(folder.iterdir()), sorted(folder.rglob("*"))):
        stores = [store for place in places for store in _recognised(place)]
        if stores:
            return stores
    return []


def _recognised(place: Path) -> list[Store]:
    try:
        return find(StoreRequest(discover=False, paths=(place,)))
    except ReflectError:
        return []


def read_sessions(stores: Iterable[Store]) -> Read:
    """Read stores by way of a data folder that is gone afterwards; the user's is not touched."""
    running = chosen(Config(), paths.config_file())
    with (
        tempfile.TemporaryDirectory() as place,
        patch.dict(os.environ, REFLECT_HOME=place),
        open_warehouse(Path(place) / "warehouse.duckdb", write=True) as warehouse,
    ):
        importing.import_stores(warehouse, list(stores), secrets.token_bytes(32), lambda *_: None)
        analysing.analyse(warehouse, running, lambda *_: None)
        roots = [row.key for row in warehouse.session_rows() if row.key == row.root]
        trees = {tree.root.key: tree for tree in warehouse.trees(roots)}
        found = [(one.id, one.finding) for one in warehouse.findings(roots)]
    return Read(trees, found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
