"""The words around a request, out of files that the user may replace."""

import json
from pathlib import Path

import pytest
from asked_model import SCHEMA, a_request

from reflect.classifier.providers.conversation import Turn, conversation
from reflect.classifier.providers.provider import OutputMode
from reflect.errors import BadData


@pytest.fixture
def own(hermetic: Path) -> Path:
    """The user's own folder of prompts."""
    folder = hermetic / "reflect" / "prompts"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("mode", [OutputMode.JSON_SCHEMA, OutputMode.FORCED_TOOL])
def test_a_protocol_that_tells_the_form_needs_no_words(mode: OutputMode) -> None:
    said = conversation(a_request(), mode, None)
    assert said.system == "Judge the events."
    assert said.turns == (Turn("user", "the events"),)


@pytest.mark.parametrize("mode", list(OutputMode))
def test_a_repair_tells_the_form_in_any_case(mode: OutputMode) -> None:
    """A server may take the schema and not heed it."""
    request, failed, again = conversation(a_request(), mode, "well, yes").turns
    assert request == Turn("user", "the events")
    assert failed == Turn("assistant", "well, yes")
    assert again.role == "user"
    assert again.text.count(json.dumps(SCHEMA)) == 1
    assert "{{" not in again.text


def test_what_is_filled_in_is_not_searched_for_places() -> None:
    odd = {"type": "object", "description": "{{schema}}"}
    said = conversation(a_request("{{schema}}", schema=odd), OutputMode.PLAIN, None)
    assert said.system.count(json.dumps(odd)) == 1
    assert said.turns[0].text == "{{schema}}"


def test_the_files_of_the_user_are_used(own: Path) -> None:
    (own / "form.md").write_text("Only this: {{schema}}\n", encoding="utf-8")
    (own / "repair.md").write_text("Again.\n", encoding="utf-8")
    said = conversation(a_request(), OutputMode.PLAIN, "well")
    assert said.system == f"Judge the events.\n\nOnly this: {json.dumps(SCHEMA)}"
    assert said.turns[2].text == f"Again.\n\nOnly this: {json.dumps(SCHEMA)}"


@pytest.mark.parametrize("text", ["", "no place", "{{schema}} {{schema}}", "{schema}"])
def test_a_file_without_its_place_is_named(own: Path, text: str) -> None:
    (own / "form.md").write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=r"prompts/form\.md: it needs \{\{schema\}\}, once"):
        conversation(a_request(), OutputMode.PLAIN, None)
