"""The screen: one, honest, and deaf to what stands in a quote."""

import dataclasses
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from inline_snapshot import external_file

from reflect.model.finding import CodePage
from reflect.model.redacted import Redacted, seal
from reflect.model.review import Coverage, Review, Week
from reflect.model.vocabulary import RemedyKind, SkipReason, Stability
from reflect.reports import screen, terminal

Redact = Callable[[str], Redacted]
Pages = dict[str, CodePage]
REPORT = Path("/data/reports/2026/run_01kb8q3x7v5h2m9c4d6f8g1j3k.md")
MANIFEST = Path("/data/manifests/00000012.json")


def shown(review: Review, pages: Pages, redact: Redact, width: int = 80) -> str:
    return terminal.render_review(
        review, pages, redact=redact, report=REPORT, manifest=MANIFEST, width=width
    ).plain


def test_the_screen_as_it_is_read(review: Review, pages: Pages, redact: Redact) -> None:
    text = shown(review, pages, redact) + "\n"
    assert text == external_file("../golden/review.txt")


def test_the_screen_of_clean_sessions(clean: Review, pages: Pages, redact: Redact) -> None:
    text = shown(clean, pages, redact) + "\n"
    assert text == external_file("../golden/clean.txt")


def test_the_week_as_it_is_read(week: Week, pages: Pages, redact: Redact) -> None:
    text = terminal.render_week(week, pages, redact=redact, report=REPORT).plain + "\n"
    assert text == external_file("../golden/week.txt")


def three_leading(review: Review) -> Review:
    """Three lessons of stable codes, each with a pattern or without."""
    rows = [
        dataclasses.replace(
            row,
            id=f"{row.id}-{place}",
            stability=Stability.STABLE,
            finding=dataclasses.replace(row.finding, key=f"{row.finding.key}-{place}"),
        )
        for place, row in enumerate((*review.findings, *review.findings))
    ]
    return dataclasses.replace(review, findings=tuple(rows))


@pytest.mark.parametrize("width", [60, 80, 100])
def test_it_is_one_screen(review: Review, pages: Pages, redact: Redact, width: int) -> None:
    for one in (review, three_leading(review)):
        lines = shown(one, pages, redact, width).split("\n")
        assert len(lines) <= 24 or width < 80
        for line in lines:
            assert screen.cells(line) <= width or line.startswith(("report ", "manifest "))


def test_at_most_three_lead(review: Review, pages: Pages, redact: Redact) -> None:
    assert shown(three_leading(review), pages, redact).count("reflect show F-") == 3


def test_stable_codes_lead_and_experimental_ones_stay_away(
    review: Review, pages: Pages, redact: Redact
) -> None:
    text = shown(review, pages, redact)
    assert re.findall(r"^F-\d+", text, re.MULTILINE) == ["F-7", "F-12"]
    assert "Missing environment" not in text
    assert "precision not yet measured (3 judged)" in text


def test_two_lessons_of_one_code_are_told_apart(
    review: Review, pages: Pages, redact: Redact
) -> None:
    text = shown(three_leading(review), pages, redact)
    assert "about tests-before-done-0" in text
    assert "about tests-before-done-2" in text
    assert "about all-places" not in text


def test_an_unmeasured_judgement_does_not_lead(
    review: Review, pages: Pages, redact: Redact
) -> None:
    judgement = dataclasses.replace(pages["claim_without_verification"], order_of_facts=False)
    text = shown(review, {**pages, judgement.name: judgement}, redact)
    assert "F-12" not in text
    assert "in the report: 2 more findings, 1 more pattern" in text


def test_only_findings_that_cannot_lead_say_so(
    review: Review, pages: Pages, redact: Redact
) -> None:
    rows = tuple(row for row in review.findings if row.ref == "F-12")
    text = shown(dataclasses.replace(review, findings=rows), {}, redact)
    assert "Nothing stands out; the report has the rest" in text
    assert "Nothing found" not in text


def test_what_is_experimental_is_neither_found_nor_denied(
    review: Review, pages: Pages, redact: Redact
) -> None:
    rows = tuple(row for row in review.findings if row.ref == "F-15")
    text = shown(dataclasses.replace(review, findings=rows), pages, redact)
    assert "Nothing found that counts." in text
    assert re.search(r"Missing environment +1 of 5 sessions, experimental", text)


def test_one_lesson_is_shown_once_with_its_denominator(
    review: Review, pages: Pages, redact: Redact
) -> None:
    text = shown(review, pages, redact)
    assert "Claim without verification: 3 of 11 sessions where it could have happened" in text
    assert "F-9" not in text
    alone = dataclasses.replace(review, patterns=())
    assert "Claim without verification: 2 of 4 sessions" in shown(alone, pages, redact)


@pytest.mark.parametrize(
    ("first_change", "last"),
    [
        ("nothing worth changing yet", "nothing worth changing yet"),
        ("Read before editing. (P-1: 2 of 3)", "Change first: Read before editing. (P-1: 2 of 3)"),
    ],
)
def test_the_last_line_is_the_one_thing_to_change(
    review: Review, pages: Pages, redact: Redact, first_change: str, last: str
) -> None:
    text = shown(dataclasses.replace(review, first_change=first_change), pages, redact)
    assert text.split("\n")[-1] == last


def test_the_coverage_adds_up_and_leaves_out_zeros(
    review: Review, pages: Pages, redact: Redact
) -> None:
    line = " ".join(shown(review, pages, redact).split("\n")[1:3])
    found, *parts = [int(number) for number in re.findall(r"\d+", line)]
    assert found == sum(parts) == 35
    assert "unreadable" not in line
    assert "duplicate" not in line


def test_no_session_says_what_to_do(clean: Review, pages: Pages, redact: Redact) -> None:
    automated = dict.fromkeys(SkipReason, 0) | {SkipReason.AUTOMATED: 4}
    none = dataclasses.replace(clean, sessions=(), coverage=Coverage(4, 0, automated))
    text = shown(none, pages, redact)
    assert "No session was analysed, so nothing can be said." in text
    assert "--include-automated" in text
    assert "Nothing found" not in text
    empty = dataclasses.replace(none, coverage=Coverage(0, 0, dict.fromkeys(SkipReason, 0)))
    assert "reflect doctor" in shown(empty, pages, redact)


def test_nothing_to_build_is_an_answer(review: Review, pages: Pages, redact: Redact) -> None:
    row = review.patterns[0]
    remedy = dataclasses.replace(
        row.pattern.remedy,  # type: ignore[type-var]
        kind=RemedyKind.NOTHING,
        why="the client blocks it already",
    )
    rows = (dataclasses.replace(row, pattern=dataclasses.replace(row.pattern, remedy=remedy)),)
    text = " ".join(shown(dataclasses.replace(review, patterns=rows), pages, redact).split())
    assert "nothing to build, the client blocks it already" in text


def printed(text: screen.Screen, monkeypatch: pytest.MonkeyPatch, *, terminal_like: bool) -> str:
    file = io.StringIO()
    monkeypatch.setattr("sys.stdout", file)
    monkeypatch.setenv("FORCE_COLOR", "1" if terminal_like else "")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen.show(text)
    return file.getvalue()


def test_quotes_do_not_reach_the_terminal_raw(
    review: Review, pages: Pages, redact: Redact, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = terminal.render_review(review, pages, redact=redact, report=REPORT, width=80)
    plain = printed(text, monkeypatch, terminal_like=False)
    assert "\x1b" not in plain
    assert "\u202e" not in plain
    styled = re.sub(r"\x1b\[[0-9;]*m", "", printed(text, monkeypatch, terminal_like=True))
    assert styled == plain
    assert "\x1b" not in styled


def test_markup_is_not_parsed(
    review: Review, pages: Pages, redact: Redact, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = review.findings[0]
    evidence = dataclasses.replace(row.finding.evidence[0], quote=seal("[red]x[/red] [/foo] :+1:"))
    finding = dataclasses.replace(row.finding, evidence=(evidence,))
    planted = dataclasses.replace(review, findings=(dataclasses.replace(row, finding=finding),))
    text = terminal.render_review(planted, pages, redact=redact)
    for terminal_like in (False, True):
        assert "[red]x[/red] [/foo] :+1:" in printed(text, monkeypatch, terminal_like=terminal_like)


def test_what_is_printed_is_plain_when_it_is_no_terminal(
    review: Review, pages: Pages, redact: Redact, capsys: pytest.CaptureFixture[str]
) -> None:
    screen.show(terminal.render_review(review, pages, redact=redact, report=REPORT))
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out == shown(review, pages, redact).replace(f"manifest {MANIFEST}\n", "") + "\n"


@pytest.mark.parametrize("no_color", [False, True])
def test_no_color_is_respected(
    review: Review,
    pages: Pages,
    redact: Redact,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    no_color: bool,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    screen.show(terminal.render_review(review, pages, redact=redact, report=REPORT))
    assert ("\x1b[33m" in capsys.readouterr().out) is not no_color


def test_a_secret_that_slipped_through_is_masked_at_the_exit(review: Review, pages: Pages) -> None:
    def masks(text: str) -> Redacted:
        return seal(text.replace("the total is right", "⟨secret:x#00000000⟩"))

    text = terminal.render_review(review, pages, redact=masks)
    assert "the total is right" not in text.plain
    assert "⟨secret:x#00000000⟩" in text.plain
    assert {line.style for line in text.lines} == {""}


def test_unredacted_text_does_not_leave(review: Review, pages: Pages) -> None:
    with pytest.raises(Exception, match="without being redacted"):
        terminal.render_review(review, pages, redact=str)  # type: ignore[arg-type]


def test_a_week_with_nothing_says_which_nothing(week: Week, pages: Pages, redact: Redact) -> None:
    quiet = dataclasses.replace(week, changes=())
    assert (
        "Nothing came up in either week." in terminal.render_week(quiet, pages, redact=redact).plain
    )
    none = Coverage(0, 0, dict.fromkeys(SkipReason, 0))
    empty = dataclasses.replace(
        quiet, coverage_before=none, review=dataclasses.replace(week.review, coverage=none)
    )
    text = terminal.render_week(empty, pages, redact=redact).plain
    assert "No session in these two weeks, so nothing can be said." in text
    assert "Nothing came up" not in text


def test_a_full_week_is_one_screen(week: Week, pages: Pages, redact: Redact) -> None:
    full = dataclasses.replace(week, changes=week.changes * 5)
    text = terminal.render_week(full, pages, redact=redact, report=REPORT).plain
    assert len(text.split("\n")) <= 24
    assert "in the report: 6 more" in text


def test_only_the_sinks_touch_a_terminal_or_a_template() -> None:
    """One place each: whoever else prints or renders has not passed a sink."""
    package = Path(terminal.__file__).parent.parent
    users = {
        (word, path.relative_to(package).as_posix())
        for path in package.rglob("*.py")
        for word in ("Console(", "import jinja2", "from jinja2", "rich.print", "markup=True")
        if word in path.read_text(encoding="utf-8")
    }
    assert users <= {
        ("Console(", "reports/screen.py"),
        ("Console(", "cli/talk.py"),
        ("from jinja2", "reports/markdown.py"),
        ("import jinja2", "reports/template_loader.py"),
        ("from jinja2", "reports/template_loader.py"),
    }


def test_cutting_counts_columns_not_characters() -> None:
    assert screen.cut("完" * 10, 7) == "完完完…"
    assert screen.cells(screen.cut("完了しました " * 9, 20)) <= 20
    assert screen.cut("one two three", 9) == "one two…"
    assert screen.cut("short", 9) == "short"
