"""A template that is kept gives what it gave when it was compiled; the user's own are not kept."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from reflect import derived, paths, resources
from reflect.model.finding import CodePage
from reflect.model.review import Review
from reflect.reports.markdown import render_review
from reflect.reports.screen import Redact
from reflect.reports.template_loader import TemplateLoader


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the compiled form is kept."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr(derived, "_place", lambda name: tmp_path / f"{name}.kept")
    return tmp_path / "templates.kept"


def test_a_kept_template_gives_the_same_and_is_not_compiled(
    kept: Path,
    review: Review,
    pages: Mapping[str, CodePage],
    redact: Redact,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = render_review(review, pages, redact=redact)
    assert kept.stat().st_size > 10_000

    def refuse(*_: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr("reflect.reports.template_loader._compiled", refuse)
    assert render_review(review, pages, redact=redact) == first


def test_every_shipped_template_is_kept(kept: Path, tmp_path: Path) -> None:
    from reflect.reports.markdown import _environment

    environment = _environment()
    names = {file.name for file in resources.shipped("templates").iterdir()}
    assert isinstance(environment.loader, TemplateLoader)
    assert set(environment.loader._kept(environment)) == names


def test_the_users_own_template_goes_first_and_is_read_each_time(
    kept: Path,
    review: Review,
    pages: Mapping[str, CodePage],
    redact: Redact,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REFLECT_HOME", str(tmp_path))
    own = paths.config_dir() / "templates" / "review.md.jinja"
    own.parent.mkdir()
    for words in ("my own words", "other words of mine"):
        own.write_text(words)
        assert render_review(review, pages, redact=redact) == words
    own.unlink()
    assert "my own words" not in render_review(review, pages, redact=redact)
