"""A report that is read again is the one that would be made; anything else is made."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from reflect import paths
from reflect.model.finding import CodePage
from reflect.model.redacted import Redacted, seal
from reflect.model.review import Review, Week
from reflect.model.rows import StoreCount
from reflect.pipeline import earlier_reports
from reflect.pipeline.earlier_reports import EarlierReports
from reflect.reports.files import write_private
from reflect.reports.markdown import render_review, render_week
from reflect.reports.screen import Redact

KEY = b"k" * 32
LATER = "2026-12-01T07:45:03Z"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of reflect's own."""
    monkeypatch.setenv("REFLECT_HOME", str(tmp_path))
    return tmp_path


def reports(key: bytes = KEY, about: tuple[str, ...] = ("codes", "/home/alice")) -> EarlierReports:
    return EarlierReports(key, about, paths.reports_dir(), paths.made_reports_file())


def made(review: Review, pages: Mapping[str, CodePage], redact: Redact) -> Path:
    """The file of a report that was made, written and remembered."""
    text = render_review(review, pages, redact=redact)
    file = write_private(paths.reports_dir() / "2026", "run_1.md", text)
    reports().add(review, None, text, file)
    return file


def test_the_same_review_a_day_later_differs_in_the_minute_alone(
    review: Review, pages: Mapping[str, CodePage], redact: Redact
) -> None:
    made(review, pages, redact)
    stores = tuple(replace(one, seconds=9.0) for one in review.stores)
    later = replace(review, generated_at=LATER, stores=stores)
    found = reports().find(later, None)
    assert isinstance(found, Redacted)
    assert found == render_review(later, pages, redact=redact)
    assert "2026-12-01 07:45" in found


def test_what_was_read_of_whole_stores_stands_in_no_report(
    review: Review, pages: Mapping[str, CodePage], redact: Redact
) -> None:
    (broken,) = review.stores
    whole = replace(broken, error=None, unreadable=0)
    first = replace(review, stores=(whole, broken))
    made(first, pages, redact)
    other = replace(whole, read=77, new=7, unchanged=0, bytes=123_456, seconds=3.0)
    later = replace(review, stores=(other, broken))
    assert reports().find(later, None) == render_review(later, pages, redact=redact)


def test_nothing_is_found_before_it_was_made(review: Review) -> None:
    assert reports().find(review, None) is None


def test_another_review_is_made(
    review: Review, clean: Review, week: Week, pages: Mapping[str, CodePage], redact: Redact
) -> None:
    made(review, pages, redact)
    broken: StoreCount = replace(review.stores[0], unreadable=7)
    assert reports().find(clean, None) is None
    assert reports().find(replace(review, redactions={"token": 3}), None) is None
    assert reports().find(replace(review, stores=(broken,)), None) is None
    assert reports().find(review, week) is None


def test_other_codes_another_home_or_key_make_it_anew(
    review: Review, pages: Mapping[str, CodePage], redact: Redact
) -> None:
    made(review, pages, redact)
    assert reports(about=("other codes", "/home/alice")).find(review, None) is None
    assert reports(about=("codes", "/home/bob")).find(review, None) is None
    assert reports(key=b"o" * 32).find(review, None) is None
    assert reports().find(review, None) is not None


def test_other_code_or_templates_make_it_anew(
    review: Review,
    pages: Mapping[str, CodePage],
    redact: Redact,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made(review, pages, redact)
    monkeypatch.setattr(earlier_reports, "_code_version", lambda: b"other")
    assert reports().find(review, None) is None


@pytest.mark.parametrize("content", [None, b"", b"# Another report\n", b"\xff\xfe"])
def test_a_report_that_was_changed_or_removed_is_made_anew(
    review: Review, pages: Mapping[str, CodePage], redact: Redact, content: bytes | None
) -> None:
    file = made(review, pages, redact)
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)
    assert reports().find(review, None) is None


def test_a_report_of_the_users_own_template_is_made_each_time(
    review: Review, pages: Mapping[str, CodePage], redact: Redact, home: Path
) -> None:
    made(review, pages, redact)
    own = home / "templates" / "method.md.jinja"
    own.parent.mkdir()
    own.write_text("Mine.\n")
    assert reports().find(review, None) is None
    own.unlink()
    assert reports().find(review, None) is not None
    paths.made_reports_file().unlink()
    own.write_text("Mine.\n")
    text = render_review(review, pages, redact=redact)
    reports().add(review, None, text, write_private(paths.reports_dir(), "run_2.md", text))
    assert not paths.made_reports_file().exists()


def test_a_minute_that_stands_twice_is_not_exchanged(
    review: Review, pages: Mapping[str, CodePage], redact: Redact
) -> None:
    same = replace(review.sessions[0], title=seal("at 2026-11-29 20:02"))
    twice = replace(review, sessions=(same, *review.sessions[1:]))
    made(twice, pages, redact)
    assert reports().find(twice, None) is None


def test_what_is_remembered_holds_no_word_of_the_report(
    review: Review, week: Week, pages: Mapping[str, CodePage], redact: Redact
) -> None:
    made(review, pages, redact)
    text = render_week(week, pages, redact=redact)
    file = write_private(paths.reports_dir() / "2026", "run_2.md", text)
    reports().add(review, week, text, file)
    assert reports().find(review, week) == text
    lines = paths.made_reports_file().read_text().splitlines()
    assert len(lines) == 2
    assert all(len(line) < 200 for line in lines)
    assert "cart" not in "".join(lines)
