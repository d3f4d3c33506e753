"""Figures of the first import of a tree: speed, size, detectors."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from measuring.agentsview import Agentsview
from measuring.exactness import Exactness, compare
from measuring.figures import Figure
from measuring.product import Product
from measuring.programs import Round, Took, best_known, in_turn, median_round
from reflect.pipeline.readers import WORTH_BYTES, reader_count


@dataclass(frozen=True, slots=True)
class FirstImport:
    """What the first import of a corpus took."""

    took: Took
    """The median run."""
    exactness: Exactness
    """Of the last run."""
    speed: float
    """MB of source a second."""
    files: int
    """Files and sessions read."""


def measure(
    product: Product, rounds: int, peer: Agentsview | None
) -> tuple[list[Figure], FirstImport]:
    """Import, decode and, where it is there, sync with the peer in turn."""
    corpus = product.corpus
    source = corpus.bytes / 1e6

    # An import that reads in several processes is measured beside as many that only decode.
    processes = reader_count() if corpus.bytes >= WORTH_BYTES else 1

    def decode() -> Took:
        return product.script("decode_only.py", str(corpus.home), str(processes))

    programs = [decode, *([peer.first_sync] if peer else []), product.first_import]
    found = in_turn(rounds, *programs)
    exactness = compare(product)
    imported = best_known([took for *_, took in found])
    first = FirstImport(imported, exactness, source / imported.seconds, corpus.files)
    decoded, *_, beside = median_round(found, lambda r: r[0].seconds / r[-1].seconds)
    name = decoded.output.decode().strip()
    stages = _stages(product)
    figures = [
        _against_peer("first import", first, [took[1:] for took in found]),
        Figure(
            "decoding",
            100 * decoded.seconds / beside.seconds,
            f"{source:.0f} MB: import {beside.seconds:.2f} s ({source / beside.seconds:.0f} MB/s,"
            f" CPU {beside.cpu_seconds:.2f} s), {name} {decoded.seconds:.2f} s"
            f" (CPU {decoded.cpu_seconds:.2f} s); each in {processes} reading processes",
            stages,
            exactness.exact,
        ),
        Figure(
            "size",
            product.warehouse_bytes / corpus.bytes,
            f"{product.warehouse_bytes / 1e6:.1f} MB for {source:.0f} MB",
            f"{corpus.truth['planted']['text_bytes'] / 1e6:.0f} MB of it are text; of long outputs"
            " 8 KB are kept, and DuckDB compresses what is kept",
            exactness.exact,
        ),
    ]
    return figures, first


def small_files(product: Product, peer: Agentsview | None) -> tuple[Figure, FirstImport]:
    """Import very many small files once."""
    runs = [*([peer.first_sync] if peer else []), product.first_import]
    found = in_turn(1, *runs)
    imported = found[0][-1]
    exactness = compare(product)
    speed = product.corpus.bytes / 1e6 / imported.seconds
    first = FirstImport(imported, exactness, speed, product.corpus.files)
    return _against_peer("small files", first, found), first


def detectors(product: Product, rounds: int, *, exact: bool) -> Figure:
    """The first review after an import runs every detector over every session.

    Each is measured beside the import before it, and a review that finds nothing new, which is what
    is not detectors. The median of some rounds; everything is imported and reviewed afterwards.
    """

    def measured() -> tuple[float, Took, Took, Took]:
        imported, reviewed, quiet = product.first_import(), product.review(), product.review()
        return (reviewed.seconds - quiet.seconds) / imported.seconds, imported, reviewed, quiet

    found = sorted((measured() for _ in range(rounds)), key=lambda one: one[0])
    ratio, imported, reviewed, quiet = found[(rounds - 1) // 2]
    all_of_it = reviewed.seconds - quiet.seconds
    sessions = sum(product.corpus.truth[agent]["sessions"] for agent in product.corpus.agents)
    return Figure(
        "detectors",
        ratio,
        f"{all_of_it:.2f} s (CPU {reviewed.cpu_seconds - quiet.cpu_seconds:.2f} s) for"
        f" {sessions} sessions, {sessions / all_of_it * 60:,.0f} a minute;"
        f" import {imported.seconds:.2f} s",
        "reading the sessions back in one process; acts, features and detectors in one a core",
        exact,
    )


def large(
    product: Product, small: FirstImport, small_mb: float, bars: tuple[str, str]
) -> tuple[list[Figure], FirstImport]:
    """Import a large tree once: memory, and whether the speed holds; by the bars of these names."""
    memory, growth = bars
    corpus = product.corpus
    took = product.first_import()
    exactness = compare(product)
    first = FirstImport(took, exactness, corpus.bytes / 1e6 / took.seconds, corpus.files)
    figures = [
        Figure(
            memory,
            took.memory,
            f"{corpus.bytes / 1e6:.0f} MB of source",
            "one batch as read, redacted and as rows, beside DuckDB's own limit",
            exactness.exact,
        ),
        Figure(
            growth,
            first.speed / small.speed,
            f"{first.speed:.1f} MB/s at {corpus.bytes / 1e6:.0f} MB, {small.speed:.1f} MB/s at"
            f" {small_mb:.0f} MB",
            "checkpoints and the search for copies grow with the warehouse",
            exactness.exact,
        ),
    ]
    return figures, first


def _against_peer(bar: str, first: FirstImport, found: Sequence[Round]) -> Figure:
    """The import beside the peer's, where it ran; of each round the peer's run and ours."""
    took = first.took
    if len(found[0]) > 1:
        peer, took = median_round(found, lambda r: r[0].seconds / r[1].seconds)
    own = (
        f"{first.files:,} files and sessions: reflect {took.seconds:.2f} s"
        f" (CPU {took.cpu_seconds:.2f} s)"
    )
    if len(found[0]) == 1:
        return Figure(bar, None, f"{own}; no --agentsview", "", first.exactness.exact)
    return Figure(
        bar,
        peer.seconds / took.seconds,
        f"{own}, agentsview {peer.seconds:.2f} s (CPU {peer.cpu_seconds:.2f} s)",
        "agentsview also builds a text index and does not redact",
        first.exactness.exact,
    )


def _stages(product: Product) -> str:
    """Shares of one more import, run with every stage timed."""
    product.forget()
    seconds = json.loads(product.script("stages.py").output)
    whole = seconds["all"]
    rest = whole - seconds["reading"] - seconds["redacting"] - seconds["loading"]
    shares = {
        "reading": seconds["reading"],
        "redacting": seconds["redacting"],
        "loading": seconds["loading"],
        "start, linking and checkpoint": rest,
    }
    listed = ", ".join(f"{name} {100 * part / whole:.0f} %" for name, part in shares.items())
    bulk = 100 * seconds.get("bulk search", 0) / max(seconds["redacting"], 1e-9)
    return (
        f"in one process: {listed}; of redacting, the bulk search is {bulk:.0f} %, the rest are"
        " the rules"
    )
