"""Figures of runs that find little or nothing new, and of the start of the program."""

import random
from collections.abc import Callable
from pathlib import Path

from corpus.growing import grow

from measuring.figures import Figure
from measuring.product import Product
from measuring.programs import Took, alternating, best_known, in_turn, median_round

CHANGED_LINES = 20
GROWN_LINES = 200
ALLOWED_START = 0.1
"""Seconds beside ``import duckdb`` that a no-op may take whatever the number of files."""


def no_op(product: Product, rounds: int, *, exact: bool) -> list[Figure]:
    """Import many files again: none changed, then one."""
    corpus = product.corpus
    files = iter(corpus.transcripts())
    draw = random.Random(7)
    found = in_turn(
        rounds,
        product.no_op,
        lambda: product.python("import duckdb"),
        lambda: _after(next(files), draw, CHANGED_LINES, product.no_op),
    )
    whole, start = best_known([one[0] for one in found]), best_known([one[1] for one in found])
    unchanged, _, changed = median_round(found, lambda r: r[2].seconds / r[0].seconds)
    beyond = max(0.0, whole.seconds - start.seconds - ALLOWED_START)
    return [
        Figure(
            "no-op",
            beyond * 1000 / (corpus.files / 1000),
            f"{corpus.files:,} files: {whole.seconds:.2f} s (CPU {whole.cpu_seconds:.2f} s),"
            f" import duckdb {start.seconds:.2f} s",
            "listing the files, reading the ledger, comparing each file with it",
            exact,
        ),
        Figure(
            "one changed",
            changed.seconds / unchanged.seconds,
            f"{changed.seconds:.2f} s after {CHANGED_LINES} lines, no-op {unchanged.seconds:.2f} s",
            "linking and the checkpoint after the one transaction",
            exact,
        ),
    ]


def reviews(product: Product, rounds: int, *, exact: bool) -> list[Figure]:
    """Review what is known, then a session that has grown."""
    draw = random.Random(11)
    start = product.python("import duckdb")
    quiet = best_known([product.review() for _ in range(rounds)])
    files = [path for path in product.corpus.transcripts() if path.parent.name != "subagents"]
    live = max(files, key=lambda path: (path.stat().st_mtime, path.name))
    grown = best_known([_after(live, draw, GROWN_LINES, product.review) for _ in range(rounds)])
    return [
        Figure(
            "review",
            quiet.seconds,
            f"{product.corpus.files} files and sessions; CPU {quiet.cpu_seconds:.2f} s",
            f"starting Python and importing duckdb are {start.seconds:.2f} s of it",
            exact,
        ),
        Figure(
            "live review",
            grown.seconds,
            f"{GROWN_LINES} lines more in the newest session; CPU {grown.cpu_seconds:.2f} s",
            "reading the session back whole and running every detector over it",
            exact,
        ),
    ]


def start(product: Product, rounds: int) -> Figure:
    """The help page: what a user waits for first."""
    bare, reading, helped = alternating(
        2 * rounds + 1,
        lambda: product.python("pass"),
        lambda: product.python("import pathlib, re, typing"),
        lambda: product.command("--help"),
    )
    return Figure(
        "help",
        helped.seconds * 1000,
        f"median of {2 * rounds + 1}; CPU {helped.cpu_seconds * 1000:.0f} ms",
        f"bare Python {bare.seconds * 1000:.0f} ms, with pathlib, re and typing"
        f" {reading.seconds * 1000:.0f} ms",
    )


def _after(path: Path, draw: random.Random, lines: int, then: Callable[[], Took]) -> Took:
    grow(path, lines, draw)
    return then()
