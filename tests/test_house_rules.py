"""Rules of the house that nobody should have to remember."""

import io
import re
import tokenize
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from reflect import resources

PACKAGE = Path(str(files("reflect")))
ROOT = Path(__file__).resolve().parent.parent
LONGEST = 300
"""Lines of a file of code: one concept each."""


def sources() -> Iterator[Path]:
    for folder in (PACKAGE, ROOT / "scripts", ROOT / "bench", ROOT / "tests"):
        yield from sorted(folder.rglob("*.py"))


def comments(file: Path) -> Iterator[str]:
    with io.BytesIO(file.read_bytes()) as stream:
        for token in tokenize.tokenize(stream.readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                yield token.string


def test_one_file_is_one_concept() -> None:
    long = {
        file.relative_to(PACKAGE).as_posix(): lines
        for ending in ("*.py", "*.sql", "*.jinja")
        for file in PACKAGE.rglob(ending)
        if file.relative_to(PACKAGE).parts[0] not in resources.FOLDERS  # a wheel carries them there
        if (lines := len(file.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert long == {}


def test_nothing_is_left_for_later() -> None:
    later = re.compile(r"\b(?:TO[D]O|FIX[M]E)\b")
    assert [f.name for f in sources() if any(later.search(said) for said in comments(f))] == []


def test_no_drawer_for_everything() -> None:
    drawers = {"utils", "util", "common", "helpers", "helper", "misc"}
    assert [f for f in PACKAGE.rglob("*.py") if {f.stem, f.parent.name} & drawers] == []
