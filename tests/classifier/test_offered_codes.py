"""Definitions of codes: from pages and from files, strictly read, the user's own first."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from reflect import paths, resources
from reflect.classifier.definitions import definition_pages, offered, swept
from reflect.detectors import registry
from reflect.errors import BadData
from reflect.model.vocabulary import Family, Owner

PAGES = [registry.page(one) for one in registry.all_detectors()]

SWEPT = {
    "conflicting_instruction",
    "late_context",
    "missing_acceptance",
    "scope_ambiguity",
    "unclear_goal",
    "destructive_command_attempted",
    "difference_waved_off",
    "ignored_project_rule",
    "more_than_was_asked",
    "request_not_carried_out",
}


def own(text: str, name: str = "unclear_goal") -> Path:
    file = paths.config_dir() / "prompts" / "codes" / f"{name}.md"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return file


def shipped(name: str = "unclear_goal") -> str:
    return resources.text("prompts", f"codes/{name}.md")


def test_every_page_is_offered_without_its_advice_and_its_thresholds() -> None:
    codes = offered(PAGES)
    assert set(codes) == {page.name for page in PAGES}
    for page in PAGES:
        code = codes[page.name]
        assert (code.name, code.version) == (page.name, page.version)
        assert code.definition.startswith(f"{page.name}: {page.claim}")
        assert page.sections["What to do"] not in code.definition
        assert page.sections["False positives"] in code.definition
        for threshold in page.thresholds:
            assert not re.search(rf"`{threshold}` \(", code.definition)


def test_a_threshold_does_not_change_a_definition() -> None:
    page = next(page for page in PAGES if page.name == "repeated_failure")
    how = page.sections["How it decides"].replace("`failures` (3)", "`failures` (5)")
    other = replace(page, sections={**page.sections, "How it decides": how})
    assert how != page.sections["How it decides"]
    assert offered([page]) == offered([other])


def test_what_one_session_shows_is_swept() -> None:
    assert {code.name for code in swept()} == SWEPT
    assert all(code.version == 0 for code in swept())
    families = {page.name: page.family for page in definition_pages()}
    assert all(families[code.name] is not Family.OPPORTUNITIES for code in swept())


def test_a_definition_holds_what_its_file_says() -> None:
    page = next(page for page in definition_pages() if page.name == "unclear_goal")
    assert page.claim == "The request named nothing to act on, and it showed."
    assert (page.family, page.owner, page.severity) == (
        Family.COMMUNICATION_GAPS,
        Owner.DEVELOPER,
        2,
    )
    code = next(code for code in swept() if code.name == "unclear_goal")
    assert "Does not count:\n- A short request that goes on" in code.definition
    assert "- counts: user: Make it better." in code.definition


def test_every_file_is_a_page_in_the_order_of_the_families() -> None:
    files = {file.stem for file in (resources.shipped("prompts") / "codes").glob("*.md")}
    pages = definition_pages()
    assert {page.name for page in pages} == files
    order = [(list(Family).index(page.family), page.name) for page in pages]
    assert order == sorted(order)


def test_a_file_of_the_user_takes_the_place_of_the_shipped_one() -> None:
    own(shipped().replace("and it showed.", "in my view."))
    code = next(code for code in swept() if code.name == "unclear_goal")
    assert "The request named nothing to act on, in my view." in code.definition


@pytest.mark.parametrize(
    ("words", "others"),
    [
        ("---\nname", "name"),
        ("severity: 2", "severity: 5"),
        ("severity: 2", "severity: 2\ncolour: red"),
        ("owner: developer\n", ""),
        ("owner: developer", "owner: nobody"),
        ("family: communication_gaps", "family: gaps"),
        ("sweep: true", "sweep: maybe"),
        ("name: unclear_goal", "name: another"),
        ("# unclear_goal", "# another"),
        ("## Counts", "## Counted"),
        ("## Does not count", "Does not count"),
        ("The request named nothing to act on, and it showed.", ""),
    ],
)
def test_a_file_that_is_not_of_the_form_is_named(words: str, others: str) -> None:
    text = shipped()
    assert words in text
    file = own(text.replace(words, others, 1))
    with pytest.raises(BadData, match=re.escape(str(file))):
        swept()


def test_a_section_without_words_is_named() -> None:
    text = re.sub(r"(## Does not count\n).*?(?=## Examples)", r"\1\n", shipped(), flags=re.S)
    file = own(text)
    with pytest.raises(BadData, match=re.escape(str(file))):
        swept()
