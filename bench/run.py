"""Measures speed, memory and size on generated corpora, and prints every figure beside its bar.

    python bench/run.py                                  the whole table; takes minutes
    python bench/run.py --quick                          small corpora, one round
    python bench/run.py --agentsview PATH                beside agentsview (pip install agentsview)
    python bench/run.py --only tree,start

Every timed program is a process of its own, with a home folder and a REFLECT_HOME of its own, and
programs that are compared run in turn. Counts are compared with the truth in the same run, and
everything under REFLECT_HOME is searched for the planted secrets; where either is off, the speed
does not count. Exit code 1: a bar is broken.
"""

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from measuring import again, imports
from measuring.agentsview import Agentsview
from measuring.corpora import Corpus, corpus
from measuring.figures import Figure, Verdict, bounds, table
from measuring.pace import pace
from measuring.product import Product

PAGE = Path(__file__).parent / "templates" / "page.md"
PARTS = ("tree", "large", "small", "start")
LARGE, HUGE = ("memory", "growth"), ("huge memory", "huge growth")
"""Bars of the two imports of the part ``large``."""
QUICK = {
    "claude_mb": 60.0,
    "opencode_mb": 20.0,
    "large_mb": 200.0,
    "small_files": 1000,
    "rounds": 1,
}


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--claude-mb", type=float, default=300)
    parser.add_argument("--opencode-mb", type=float, default=100)
    parser.add_argument("--large-mb", type=float, default=1000)
    parser.add_argument("--huge-mb", type=float, default=0, help="one more, of 5000; takes minutes")
    parser.add_argument("--small-files", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="small corpora, one round")
    parser.add_argument("--agentsview", type=Path, help="the program to compare with")
    parser.add_argument("--only", default=",".join(PARTS), help=f"some of {','.join(PARTS)}")
    parser.add_argument("--folder", type=Path, help="where corpora are made and removed again")
    parser.add_argument("--page", type=Path, help="also write the result as a page")
    asked = parser.parse_args(words)
    if asked.quick:
        vars(asked).update(QUICK)
    unknown = set(asked.only.split(",")) - set(PARTS)
    if unknown:
        parser.error(f"--only {','.join(sorted(unknown))}: choose from {','.join(PARTS)}")
    return asked


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line."""
    asked = _asked(words)
    machine, runs = _machine(), list[str]()
    print(machine)
    before = pace()
    with tempfile.TemporaryDirectory(prefix="reflect-bench-", dir=asked.folder) as name:
        figures = _measured(asked, Path(name), runs)
    machine += f"; a million steps of Python {before:.2f} s before, {pace():.2f} s after"
    print("\n" + table(figures) + "\n\nWhat bounds them:\n\n" + bounds(figures))
    if asked.page:
        page = PAGE.read_text(encoding="utf-8").format(
            machine=machine,
            runs="\n".join(f"- {line}" for line in runs),
            table=table(figures),
            bounds=bounds(figures),
        )
        asked.page.write_text(page, encoding="utf-8")
    return int(any(figure.verdict is Verdict.FAIL for figure in figures))


def _measured(asked: argparse.Namespace, folder: Path, runs: list[str]) -> list[Figure]:
    parts = asked.only.split(",")
    figures: list[Figure] = []
    first: imports.FirstImport | None = None
    tree: Corpus | None = None
    if "tree" in parts or "large" in parts:
        tree = corpus(folder / "tree", claude_mb=asked.claude_mb, opencode_mb=asked.opencode_mb)
        product = Product(tree, folder / "tree-run")
        found, first = imports.measure(product, asked.rounds, _peer(asked, tree, folder))
        runs.append(_said(tree, first))
        figures += found
        exact = first.exactness.exact
        figures.append(imports.detectors(product, asked.rounds, exact=exact))
        figures += again.reviews(product, asked.rounds, exact=exact)
    if "large" in parts and first and tree:
        sizes = {"large": (asked.large_mb, LARGE), "huge": (asked.huge_mb, HUGE)}
        for size, (source_mb, bars) in sizes.items():
            if not source_mb:
                continue
            big = corpus(folder / size, claude_mb=source_mb)
            product = Product(big, folder / f"{size}-run")
            found, second = imports.large(product, first, tree.bytes / 1e6, bars)
            runs.append(_said(big, second))
            figures += found
    if "small" in parts:
        many = corpus(folder / "small", claude_mb=1e6, claude_files=asked.small_files, small=True)
        product = Product(many, folder / "small-run")
        figure, third = imports.small_files(product, _peer(asked, many, folder))
        runs.append(_said(many, third))
        figures += [figure, *again.no_op(product, asked.rounds, exact=third.exactness.exact)]
    if "start" in parts:
        empty = Corpus(folder / "empty", {})
        figures.append(again.start(Product(empty, folder / "empty-run"), asked.rounds))
    return figures


def _peer(asked: argparse.Namespace, source: Corpus, folder: Path) -> Agentsview | None:
    if asked.agentsview is None:
        return None
    return Agentsview(asked.agentsview.resolve(), source, folder / "agentsview")


def _said(source: Corpus, first: imports.FirstImport) -> str:
    line = (
        f"{source.bytes / 1e6:.0f} MB, {source.files:,} files and sessions:"
        f" {first.took.seconds:.2f} s, {first.speed:.1f} MB/s, {first.took.memory:.0f} MB;"
        f" {first.exactness}"
    )
    print(line, flush=True)
    return line


def _machine() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in ("duckdb", "polars", "msgspec"))
    system = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    return f"{system}, {packages}; load {os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    sys.exit(main())
