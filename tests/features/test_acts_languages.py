"""The same six acts in every language that has word lists; see ``acts/languages``."""

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from reflect.features.words.lists import languages
from reflect.model.turn import Turn
from reflect.model.vocabulary import (
    PUSHBACK,
    Act,
)

SENTENCES: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "acts" / "languages" / "sentences.yaml").read_text("utf-8")
)
SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "measure_languages.py"
EXPECTED = {
    "failure": {Act.FAILURE_REPORT},
    "correction": {Act.CORRECTION},
    "challenge": {Act.CHALLENGE},
    "approval": {Act.APPROVAL},
    "request": {Act.NEW_REQUEST},
    "question": {Act.CLARIFICATION},
}
after_a_delivery: Callable[[str, str, str], Turn] = runpy.run_path(str(SCRIPT))["after_a_delivery"]


@pytest.mark.parametrize(
    ("language", "act", "said"),
    [
        pytest.param(language, act, said, id=f"{language} {act} {number}")
        for language, sentences in SENTENCES.items()
        for act in EXPECTED
        for number, said in enumerate(sentences[act])
    ],
)
def test_act(language: str, act: str, said: str) -> None:
    claim = SENTENCES[language]["claim"]
    turn = after_a_delivery(claim, said, "…")
    assert turn.act in EXPECTED[act], (said, turn)


@pytest.mark.parametrize("language", SENTENCES)
def test_a_concession_makes_a_plain_remark_pushback(language: str) -> None:
    sentences = SENTENCES[language]
    turn = after_a_delivery(
        sentences["claim"], "filter.ts : owner 1, owner 2", sentences["concession"]
    )
    assert turn.act in PUSHBACK
    assert "agent_concedes" in turn.signals


@pytest.mark.parametrize(
    ("language", "said"),
    [
        pytest.param(language, said, id=f"{language} {number}")
        for language, sentences in SENTENCES.items()
        for number, said in enumerate(sentences["no_complaint"])
    ],
)
def test_a_wish_that_speaks_of_errors_is_no_pushback(language: str, said: str) -> None:
    turn = after_a_delivery(SENTENCES[language]["claim"], said, "…")
    assert turn.act not in PUSHBACK, turn


def test_every_language_with_word_lists_is_tried() -> None:
    assert {language.name for language in languages()} == set(SENTENCES)
