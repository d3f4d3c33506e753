"""Corrections and hard negatives in every language, written without sight of the word lists.

``python scripts/measure_languages.py`` prints the figures, recall too.
"""

import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from reflect.features.words.lists import languages

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "measure_languages.py"
MEASURING: dict[str, Any] = runpy.run_path(str(SCRIPT))
ROWS = list(MEASURING["sentences"]())
KINDS = ("defect_report", "undo", "scope", "challenge", "repeated")
HARD = ("praise_before_a_request", "own_mistake", "quoted_error", "neutral_question", "thanks")


@pytest.mark.parametrize("language", [known.name for known in languages()])
def test_what_is_taken_for_a_correction_is_one(language: str) -> None:
    rows = [row for row in ROWS if row.language == language]
    found = MEASURING["measured"](rows)
    wrong = [row.text for row in rows if row.found and not row.correction]
    assert found.precision.value >= 0.9, wrong


def test_words_alone_find_most_corrections_that_were_not_in_view() -> None:
    found = MEASURING["measured"]([row for row in ROWS if not row.in_view])
    assert found.precision.value >= 0.9
    assert found.recall.value >= 0.7


@pytest.mark.parametrize("language", [known.name for known in languages()])
def test_each_file_holds_five_kinds_of_each_side(language: str) -> None:
    case = yaml.safe_load((MEASURING["FOLDER"] / f"{language}.yaml").read_text(encoding="utf-8"))
    for side, kinds in (("corrections", KINDS), ("negatives", HARD)):
        assert tuple(case[side]) == kinds
        texts = [text for kind in kinds for text in case[side][kind]]
        assert len(texts) >= 20
        assert [text for text, count in Counter(texts).items() if count > 1] == []
