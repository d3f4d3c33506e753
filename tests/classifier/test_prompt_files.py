"""Prompt files: two parts, each place once; the shipped ones and the user's own."""

from pathlib import Path

import pytest

from reflect import paths, resources
from reflect.classifier.prompts import PLACES, filled, prompt
from reflect.errors import BadData
from reflect.model.redacted import seal
from reflect.model.run_vocabulary import PromptPurpose


def own(text: str) -> Path:
    file = paths.config_dir() / "prompts" / "sweep.md"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("purpose", PromptPurpose)
def test_every_purpose_has_a_prompt(purpose: PromptPurpose) -> None:
    told = prompt(purpose)
    assert told.system
    assert "{{record}}" in told.user
    assert set(PLACES) == set(PromptPurpose)


def test_what_stands_above_the_parts_is_not_sent() -> None:
    told = prompt("sweep")
    assert resources.text("prompts", "sweep.md").startswith("# sweep\n\nAsks which")
    assert "# sweep" not in told.system
    assert "Asks which" not in told.system
    assert "## User" not in told.system + told.user


def test_places_are_filled_once() -> None:
    values = {"part": seal("{{record}}"), "record": seal("{{part}} {{other}}")}
    assert filled("{{part}} · {{record}}", values) == "{{record}} · {{part}} {{other}}"


@pytest.mark.parametrize(
    ("words", "others"),
    [
        ("## System", "## Rules"),
        ("## User", "User"),
        ("{{record}}\n", ""),
        ("{{record}}\n", "{{record}}\n{{record}}\n"),
        ("{{part}}\n", "{{piece}}\n"),
        ("{{definitions}}\n", ""),
        ("## User\n", "## User\n\n{{definitions}}\n"),
    ],
)
def test_a_prompt_that_is_not_of_the_form_is_named(words: str, others: str) -> None:
    text = resources.text("prompts", "sweep.md")
    start = text.index("## System")
    assert words in text[start:]
    file = own(text[:start] + text[start:].replace(words, others, 1))
    with pytest.raises(BadData) as raised:
        prompt("sweep")
    assert str(file) in raised.value.message


def test_line_ends_of_another_system_change_nothing() -> None:
    shipped = prompt("sweep")
    own(resources.text("prompts", "sweep.md").replace("\n", "\r\n"))
    assert prompt("sweep") == shipped
