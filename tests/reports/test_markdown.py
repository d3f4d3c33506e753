"""The private report: complete, reproducible, and nothing in it comes to life."""

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from inline_snapshot import external_file
from markdown_it import MarkdownIt

from reflect.errors import BadData, InternalError
from reflect.model.finding import CodePage
from reflect.model.redacted import Redacted, seal
from reflect.model.review import Review, Week
from reflect.model.vocabulary import Stability
from reflect.reports import markdown

Redact = Callable[[str], Redacted]
Pages = dict[str, CodePage]


def shown(review: Review, pages: Pages, redact: Redact) -> str:
    return str(markdown.render_review(review, pages, redact=redact, version="0.1.0"))


def test_the_report_as_it_is_read(review: Review, pages: Pages, redact: Redact) -> None:
    assert shown(review, pages, redact) == external_file("../golden/review.md", format=".txt")


def test_the_report_of_clean_sessions(clean: Review, pages: Pages, redact: Redact) -> None:
    assert shown(clean, pages, redact) == external_file("../golden/clean.md", format=".txt")


def test_the_week_as_it_is_read(week: Week, pages: Pages, redact: Redact) -> None:
    text = markdown.render_week(week, pages, redact=redact, version="0.1.0")
    assert str(text) == external_file("../golden/week.md", format=".txt")


def test_only_the_header_knows_the_time(review: Review, pages: Pages, redact: Redact) -> None:
    later = dataclasses.replace(review, generated_at="2027-03-04T05:06:07Z")
    one, two = shown(review, pages, redact), shown(later, pages, redact)
    different = [
        place
        for place, (a, b) in enumerate(zip(one.split("\n"), two.split("\n"), strict=True))
        if a != b
    ]
    assert different == [2]


def test_what_an_import_counted_is_not_in_it(review: Review, pages: Pages, redact: Redact) -> None:
    """A second run reads nothing new and must give the same bytes."""
    again = dataclasses.replace(
        review.stores[0], read=0, new=0, changed=0, bad={}, unknown={}, bytes=0, seconds=9.0
    )
    second = dataclasses.replace(review, stores=(again,))
    assert shown(second, pages, redact) == shown(review, pages, redact)


def test_nothing_from_a_session_becomes_an_element(
    review: Review, pages: Pages, redact: Redact
) -> None:
    tokens = MarkdownIt("commonmark").parse(shown(review, pages, redact))
    headings = [
        tokens[place + 1].content
        for place, token in enumerate(tokens)
        if token.type == "heading_open"
    ]
    assert "Done!" not in " ".join(headings)
    found = {child.type for token in tokens for child in token.children or []}
    assert not found & {"link_open", "image", "html_inline"}
    assert "html_block" not in {token.type for token in tokens}
    fences = [token.content for token in tokens if token.type == "fence"]
    assert sum("[click](javascript:alert(1))" in content for content in fences) == 2


hostile = st.text(st.sampled_from("`~#*_-=+>|<&![](){}\\:/.@$^\n\t\r 1ab\x1b\u202e完"), max_size=60)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(quote=hostile, title=hostile, identity=hostile)
def test_no_text_of_a_session_changes_the_structure(
    review: Review, pages: Pages, redact: Redact, quote: str, title: str, identity: str
) -> None:
    """Whatever stands in quote, title, path, key, agent or id: the same blocks, the same marks."""

    def planted(quote: str, title: str, identity: str) -> Review:
        row, session, known = review.findings[0], review.sessions[0], review.patterns[0]
        evidence = dataclasses.replace(
            row.finding.evidence[0], quote=seal(quote), event=f"e{identity}", record=f"r{identity}"
        )
        finding = dataclasses.replace(row.finding, evidence=(evidence, *row.finding.evidence[1:]))
        pattern = dataclasses.replace(known.pattern, key=f"k{identity}", agents=(f"a{identity}",))
        return dataclasses.replace(
            review,
            findings=(
                dataclasses.replace(
                    row,
                    finding=finding,
                    title=seal(f"t{title}"),
                    native_id=f"i{identity}",
                    agent=f"a{identity}",
                    paths={evidence.session: seal(f"~/{title}")},
                ),
            ),
            sessions=(
                dataclasses.replace(
                    session, title=seal(f"t{title}"), id=f"i{identity}", agent=f"a{identity}"
                ),
            ),
            patterns=(dataclasses.replace(known, pattern=pattern),),
            first_change=f"Change {title}",
        )

    def structure(shown_review: Review) -> list[str]:
        tokens = MarkdownIt("commonmark").parse(shown(shown_review, pages, redact))
        loose = ("text", "text_special", "softbreak")
        return [
            kind
            for token in tokens
            for kind in (token.type, *(c.type for c in token.children or []))
            if kind not in loose
        ]

    assert structure(planted(quote, title, identity)) == structure(planted("q", "t", "i"))


def test_no_raw_control_character_is_in_it(review: Review, pages: Pages, redact: Redact) -> None:
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", shown(review, pages, redact))


def test_every_finding_stands_in_full_with_its_evidence(
    review: Review, pages: Pages, redact: Redact
) -> None:
    text = shown(review, pages, redact)
    for row in review.findings:
        assert text.count(f"### {row.ref}: ") == 1
        for evidence in row.finding.evidence:
            path = row.paths[evidence.session]
            assert f"`{path}:{evidence.record}`, event `{evidence.event}`" in text


def test_experimental_codes_stand_apart_and_uncounted(
    review: Review, pages: Pages, redact: Redact
) -> None:
    text = shown(review, pages, redact)
    apart = text.index("## Experimental")
    assert text.index("### F-15") > apart
    assert "Missing environment: in 1 of 5 sessions where it could have happened; experimental" in (
        text
    )
    row = review.patterns[0]
    wrong = dataclasses.replace(row.pattern, stability=Stability.EXPERIMENTAL)
    without = dataclasses.replace(review, patterns=(dataclasses.replace(row, pattern=wrong),))
    assert "P-3:" not in shown(without, pages, redact).split("## What comes back")[1]


def test_every_code_that_ran_is_accounted_for(clean: Review, pages: Pages, redact: Redact) -> None:
    section = shown(clean, pages, redact).split("## What was looked for")[1].split("\n## ")[0]
    assert section.count("\n- ") == len(clean.looked_for)
    assert "in 0 of 2 sessions where it could have happened" in section
    assert "Polling by sleep: could not have happened in these sessions" in section


def test_a_code_without_a_page_does_not_stop_the_report(review: Review, redact: Redact) -> None:
    text = shown(dataclasses.replace(review, looked_for=()), {}, redact)
    assert "### F-12" in text


@pytest.fixture
def own_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's own template of a review stands."""
    monkeypatch.setenv("REFLECT_HOME", str(tmp_path))
    (tmp_path / "templates").mkdir()
    return tmp_path / "templates" / "review.md.jinja"


def test_a_datum_without_a_filter_is_an_error(
    clean: Review, pages: Pages, redact: Redact, own_template: Path
) -> None:
    own_template.write_text("{{ review.generated_at }}")
    with pytest.raises(InternalError, match="passed no filter"):
        shown(clean, pages, redact)


def test_a_misspelt_name_is_an_error(
    clean: Review, pages: Pages, redact: Redact, own_template: Path
) -> None:
    own_template.write_text("{{ review.nothing | inline }}")
    with pytest.raises(BadData, match=r"templates/review\.md\.jinja"):
        shown(clean, pages, redact)


def test_the_text_passes_the_redactor_once_more(clean: Review, pages: Pages) -> None:
    def masks(text: str) -> Redacted:
        return seal(text.replace("Tidy up", "⟨secret:x#00000000⟩"))

    text = shown(clean, pages, masks)
    assert "Tidy up" not in text
    with pytest.raises(InternalError):
        shown(clean, pages, str)  # type: ignore[arg-type]
