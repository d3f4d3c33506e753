"""Simpler ways to tell pushback, as a measure of what the rules are worth."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from reflect.evaluation.joining import JudgedAct


@cache
def _naive_words() -> re.Pattern[str]:
    source = files("reflect.evaluation").joinpath("naive_words.toml")
    words = tomllib.loads(source.read_text(encoding="utf-8"))["words"]
    return re.compile(rf"(?i)\b(?:{'|'.join(map(re.escape, words))})\b")


def naive_words(row: JudgedAct) -> bool:
    """Whether the words hold one that people think of first: no, wrong, error, why."""
    return bool(_naive_words().search(row.text))


def majority(rows: Sequence[JudgedAct]) -> bool:
    """What most rows are: the answer of one who never reads them."""
    return 2 * sum(row.is_pushback for row in rows) > len(rows)
