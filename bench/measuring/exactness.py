"""Whether an import was right: counts, secrets that vanished, look-alikes that stayed.

A fast import that loses or leaks something is not fast, so this is asked in the same run.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measuring.corpora import Corpus
from measuring.product import Product

CHUNK = 64_000_000
"""Bytes of a file searched at once. What searches for all that was planted is made anew for each
piece: of an import of 5 GB that took nine minutes with pieces of 4 MB and 20,000 rows."""
OVERLAP = 4_096
"""More than the longest planted text."""
ROWS = 200_000
"""Texts of the warehouse searched at once."""


@dataclass(frozen=True, slots=True)
class Exactness:
    """What was compared with the truth."""

    differences: tuple[str, ...]
    """Counts that are not equal."""
    leaked: Counter[str]
    """Kind of secret → those found in the warehouse or in a file beside it."""
    lost: Counter[str]
    """Kind of look-alike → those that are gone."""
    secrets: int
    """Secrets planted."""
    look_alikes: int
    """Look-alikes a correct import keeps."""

    @property
    def exact(self) -> bool:
        """Nothing differs, leaked or was lost."""
        return not (self.differences or self.leaked or self.lost)

    def __str__(self) -> str:
        if self.exact:
            return (
                f"counts equal the truth; {self.secrets} secrets gone,"
                f" {self.look_alikes} look-alikes kept"
            )
        parts = [*self.differences]
        for word, found in (("leaked", self.leaked), ("lost", self.lost)):
            parts += [f"{word} {number} {kind}" for kind, number in sorted(found.items())]
        return "NOT EXACT: " + "; ".join(parts)


def compare(product: Product) -> Exactness:
    """Compare what was imported with the truth of its corpus."""
    planted = product.corpus.truth["planted"]
    cores = [(core, one["kind"]) for one in planted["secrets"] for core in one["cores"]]
    others = [(one["text"], one["kind"]) for one in planted["look_alikes"]]
    wanted = [text for text, _ in cores + others]
    seen: set[int] = set()
    for batch in _stored_texts(product.home / "warehouse.duckdb"):
        seen |= _found(batch, wanted)
    secrets = wanted[: len(cores)]
    for path in sorted(product.home.rglob("*")):
        if path.is_file():
            for chunk in _chunks(path):
                seen |= _found([chunk], secrets)
    leaked = Counter(kind for place, (_, kind) in enumerate(cores) if place in seen)
    lost = Counter(
        kind for place, (_, kind) in enumerate(others, start=len(cores)) if place not in seen
    )
    return Exactness(
        tuple(_differences(product.corpus, product.sessions())),
        leaked,
        lost,
        len(planted["secrets"]),
        len(others),
    )


def _differences(corpus: Corpus, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    for agent in corpus.agents:
        own = [row for row in rows if row["agent"] == agent]
        found: Counter[str] = Counter()
        for row in own:
            found["sessions"] += row["relation"] != "subagent"
            found["sub_agents"] += row["relation"] == "subagent"
            found["forks"] += row["relation"] == "fork"
            found["human_prompts"] += row["human_turns"]
            found["tool_calls"] += row["tool_calls"]
            found["failed_calls"] += row["failed_calls"]
            for ours, theirs in (
                ("input_tokens", "input_uncached"),
                ("written_tokens", "output"),
                ("cache_read_tokens", "cache_read"),
                ("cache_write_tokens", "cache_write"),
            ):
                found[ours] += row["usage"][theirs] or 0
        truth = corpus.truth[agent]
        for name, number in sorted(found.items()):
            if number != truth.get(name, 0):
                yield f"{agent} {name}: {number}, not {truth.get(name, 0)}"


def _stored_texts(path: Path) -> Iterator[list[str]]:
    """Every text of every table, in batches: compressed columns hide them from a byte search."""
    import duckdb

    with duckdb.connect(str(path), read_only=True) as connection:
        columns = connection.execute(
            "select table_name, column_name from duckdb_columns()"
            " where not internal and data_type like 'VARCHAR%' and table_name in"
            " (select table_name from duckdb_tables()) order by all"
        ).fetchall()
        for table, column in columns:
            query = f'select "{column}"::varchar from "{table}" where "{column}" is not null'  # noqa: S608 - names of the catalogue
            rows = connection.execute(query)
            while batch := rows.fetchmany(ROWS):
                yield [text for (text,) in batch]


def _chunks(path: Path) -> Iterator[str]:
    with path.open("rb") as file:
        before = b""
        while data := file.read(CHUNK):
            yield (before + data).decode("latin-1")
            before = data[-OVERLAP:]


def _found(texts: list[str], wanted: list[str]) -> set[int]:
    """Places in ``wanted`` of the texts that occur."""
    import polars

    if not wanted:
        return set()
    column = polars.Series(texts, dtype=polars.String)
    places = {text: place for place, text in enumerate(wanted)}
    hits = column.str.extract_many(wanted, overlapping=True).explode().drop_nulls().unique()
    return {places[hit] for hit in hits.to_list()}
