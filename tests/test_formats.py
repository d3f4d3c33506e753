"""The pages on the formats come from the importers' docstrings, and say all they owe."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from reflect.importers import built_in

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def format_pages() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "format_pages", ROOT / "scripts" / "format_pages.py"
    )
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["format_pages"] = module
    spec.loader.exec_module(module)
    return module


def a_module(docstring: str) -> ModuleType:
    return ModuleType("reflect.importers.made_up", docstring)


@pytest.mark.parametrize("agent", [one.agent for one in built_in()])
def test_every_agent_has_a_page_with_all_sections_and_its_capabilities(agent: str) -> None:
    page = (ROOT / "docs" / "formats" / f"{agent}.md").read_text(encoding="utf-8")
    (importer,) = (one for one in built_in() if one.agent == agent)
    for heading in ("Where", "Records", "Quirks", "Verified"):
        assert f"\n## {heading}\n" in page
    said = "of each answer" if importer.capabilities.tokens else "not recorded"
    assert f"| tokens | {said} |" in page
    index = (ROOT / "docs" / "formats" / "index.md").read_text(encoding="utf-8")
    assert f"]({agent}.md) |" in index


def test_a_docstring_is_taken_apart(format_pages: ModuleType) -> None:
    told = format_pages.described(
        a_module("Pi: files of ``pi``,\none a session.\n\nMore.\n\n## Where\n\n``~/.pi``\n")
    )
    assert (told.name, told.claim, told.introduction) == (
        "Pi",
        "files of `pi`, one a session.",
        "More.",
    )
    assert told.sections == {"Where": "`~/.pi`"}


def test_a_heading_that_is_no_section_is_an_error(format_pages: ModuleType) -> None:
    with pytest.raises(ValueError, match="## Places"):
        format_pages.described(a_module("Pi: files.\n\n## Places\n\nhere\n"))


def test_a_docstring_without_a_section_is_an_error(
    format_pages: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    (importer, *_) = built_in()
    monkeypatch.setattr(
        sys.modules[type(importer).__module__], "__doc__", "Pi: files.\n\n## Where\n\nhere\n"
    )
    with pytest.raises(ValueError, match="lacks ## Records"):
        format_pages.described_importer(importer)
