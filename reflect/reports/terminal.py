"""``reflect review`` and ``reflect week`` on one screen: at most 24 lines of 80 columns.

Nobody is graded and nothing is claimed that was not counted. What cannot be said is said to be so.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from reflect.model.finding import CodePage
from reflect.model.review import CodeCount, PatternRow, Review, Week, WeekChange
from reflect.model.vocabulary import COUNTED, RemedyKind, SkipReason
from reflect.reports import model_words, wording
from reflect.reports.headlines import Headline, counted, counted_patterns, headlines
from reflect.reports.screen import Line, Redact, Screen, cells, cut, finish, fitted, wrapped

MOST_LINES = 24
BLANK = Line("", optional=True)

MOST_CHANGES = 9
"""Lines of changes that leave room for the rest of a week on 24 lines."""

MOST_CODES = 12


def render_review(
    review: Review,
    pages: Mapping[str, CodePage],
    *,
    redact: Redact,
    report: Path | None = None,
    manifest: Path | None = None,
    width: int = 80,
) -> Screen:
    """One screen. ``report`` and ``manifest`` are the files written, None where none was."""
    lines = [*_header(review, width), *_coverage(review, width), BLANK]
    leading = headlines(review, pages)
    codes = [headline.row.finding.code for headline in leading]
    for headline in leading:
        alone = codes.count(headline.row.finding.code) == 1
        lines += _headline(headline, pages, width, alone)
    if not leading:
        lines += _nothing(review, width)
    lines += [BLANK, *_rest(review, leading, width), *_model(review, width)]
    lines += _remedy(review, leading, width)
    lines += [*_files(report, manifest), *_first_change(review, width)]
    return finish(fitted(lines, MOST_LINES), redact)


def _header(review: Review, width: int) -> list[Line]:
    rows = review.sessions
    parts = ["reflect review", wording.counted(len(rows), "session")]
    if rows:
        parts.append(wording.days([row.started_at for row in rows if row.started_at]))
        parts.append(", ".join(sorted({row.agent for row in rows})))
    return wrapped(" · ".join(parts), width, "bold", 2)


def _coverage(review: Review, width: int) -> list[Line]:
    lines = wrapped(wording.coverage(review.coverage), width, "", 2)
    broken = [store for store in review.stores if store.error is not None or store.unreadable]
    if broken:
        agents = ", ".join(sorted({store.agent for store in broken}))
        lines += wrapped(
            f"not all could be read ({agents}): the report says which files and why",
            width,
            "yellow",
            2,
        )
    return lines


def _headline(
    headline: Headline, pages: Mapping[str, CodePage], width: int, alone: bool
) -> list[Line]:
    """Four lines; the key is named where two lessons of one code would look alike."""
    row = headline.row
    margin = max(6, len(row.ref) + 2)
    inner = width - margin
    count = wording.of_sessions(headline.sessions, headline.applicable)
    lines = wrapped(
        f"{row.ref.ljust(margin)}{wording.title(row.finding.code)}: {count}", width, "bold", margin
    )
    page = pages.get(row.finding.code)
    if page is not None:
        lines.append(_indented(cut(page.claim, inner), margin))
    command = f"reflect show {row.ref}"
    quote = row.finding.evidence[0].quote
    room = inner - cells(command) - 6
    shown = f"“{cut(quote, room)}”" if quote.strip() else "(no words: see the event)"
    lines.append(_indented(f"{shown}  → {command}", margin))
    about = ", ".join(headline.agents)
    if headline.pattern is not None:
        about += f" · {headline.pattern.ref}"
    if not alone:
        about += f" · about {row.finding.key}"
    if headline.unmeasured is not None:
        about += f" · {wording.unmeasured(headline.unmeasured)}"
    if own := wording.own_verdicts(headline.own):
        about += f" · {own}"
    return [*lines, *(_indented(one.text, margin, "dim") for one in wrapped(about, inner))]


def _indented(text: str, margin: int, style: str = "") -> Line:
    return Line(" " * margin + text, style)


def _nothing(review: Review, width: int) -> list[Line]:
    if not review.coverage.analysed:
        lines = wrapped("No session was analysed, so nothing can be said.", width, "bold")
        if review.coverage.skipped.get(SkipReason.AUTOMATED, 0):
            lines += wrapped("Sessions driven by a program: add --include-automated.", width)
        elif not review.coverage.found:
            lines += wrapped("No session is known: reflect doctor says where it looked.", width)
        return lines
    if any(counted(row) for row in review.findings):
        text = "Nothing stands out; the report has the rest. Looked for:"
    elif review.findings:
        text = "Nothing found that counts. Looked for, where it could have happened:"
    else:
        text = "Nothing found. Looked for, where it could have happened:"
    could = [one for one in review.looked_for if one.applicable]
    never = [wording.title(one.code).lower() for one in review.looked_for if not one.applicable]
    lines = [*wrapped(text, width, "bold"), *(_looked_for(one) for one in could[:MOST_CODES])]
    if never:
        lines += wrapped(f"could not have happened here: {', '.join(never)}", width, "dim", 2)
    return lines


def _looked_for(count: CodeCount) -> Line:
    seen = f"{count.sessions} of {wording.counted(count.applicable, 'session')}"
    note = "" if count.stability.stability in COUNTED else ", experimental"
    return Line(f"  {cut(wording.title(count.code), 34):<34} {seen}{note}")


def _model(review: Review, width: int) -> list[Line]:
    return wrapped(model_words.line(review.model), width, "dim", 2) if review.model else []


def _rest(review: Review, leading: Sequence[Headline], width: int) -> list[Line]:
    """What the report holds beyond this screen, experimental codes left out of the count."""
    shown = {headline.row.id for headline in leading}
    more = sum(1 for row in review.findings if counted(row) and row.id not in shown)
    patterns = {headline.pattern.id for headline in leading if headline.pattern}
    others = sum(1 for row in counted_patterns(review) if row.id not in patterns)
    parts = []
    if more:
        parts.append(wording.counted(more, "more finding"))
    if others:
        parts.append(wording.counted(others, "more pattern"))
    return [Line(f"in the report: {', '.join(parts)}", "dim", optional=True)] if parts else []


def _remedy(review: Review, leading: Sequence[Headline], width: int) -> list[Line]:
    """The remedy of the first pattern that leads, unless it closes the screen anyway."""
    pattern = next((one.pattern for one in leading if one.pattern is not None), None)
    if pattern is None:
        return []
    remedy = pattern.pattern.remedy
    if remedy is None:
        return []
    if remedy.kind is RemedyKind.NOTHING:
        text = f"{_seen(pattern)}: nothing to build, {remedy.why}"
    elif remedy.line in review.first_change:
        return []
    else:
        text = f"{_seen(pattern)}: {remedy.kind.value}. {remedy.line}"
    return wrapped(text, width, "", 6)


def _seen(row: PatternRow) -> str:
    pattern = row.pattern
    when = wording.days([pattern.first_seen, pattern.last_seen])
    return f"{row.ref.ljust(4)} comes back ({len(pattern.sessions)} sessions, {when})"


def _files(report: Path | None, manifest: Path | None) -> list[Line]:
    named = [("report", report), ("manifest", manifest)]
    return [Line(f"{what:<9}{wording.place(str(path))}", "dim") for what, path in named if path]


def _first_change(review: Review, width: int) -> list[Line]:
    if review.first_change == wording.NOTHING_YET:
        return [Line(review.first_change, "bold")]
    prefix = "" if review.first_change.startswith("Change first:") else "Change first: "
    return wrapped(prefix + review.first_change, width, "bold", 2)


def render_week(
    week: Week,
    pages: Mapping[str, CodePage],
    *,
    redact: Redact,
    report: Path | None = None,
    manifest: Path | None = None,
    width: int = 80,
) -> Screen:
    """Seven days beside the seven before, each change with both denominators."""
    span = f"{wording.day(week.starts_at)} to {wording.day(week.ends_at)}"
    lines = wrapped(f"reflect week · {span}, beside the seven days before", width, "bold", 2)
    lines += wrapped(f"this week:   {wording.coverage(week.review.coverage)}", width, "", 13)
    lines += wrapped(f"week before: {wording.coverage(week.coverage_before)}", width, "", 13)
    lines.append(BLANK)
    if not week.review.coverage.analysed and not week.coverage_before.analysed:
        lines += wrapped("No session in these two weeks, so nothing can be said.", width, "bold")
    elif not week.changes:
        lines += wrapped("Nothing came up in either week.", width)
    for change in week.changes[:MOST_CHANGES]:
        lines += _change(change, pages, width)
    if (more := len(week.changes) - MOST_CHANGES) > 0:
        lines += wrapped(f"in the report: {more} more", width, "dim")
    lines += [BLANK, *_model(week.review, width), *_files(report, manifest)]
    lines += _first_change(week.review, width)
    return finish(fitted(lines, MOST_LINES), redact)


def _change(change: WeekChange, pages: Mapping[str, CodePage], width: int) -> list[Line]:
    name = wording.title(change.code) + (f" ({change.ref})" if change.ref else "")
    lines = wrapped(f"{change.word:<10} {name}: {week_counts(change)}", width, "", 11)
    page = pages.get(change.code)
    about = f"about {change.key}" + (f": {page.claim}" if page else "")
    return [*lines, Line(" " * 11 + cut(about, width - 11), "dim", optional=True)]


def week_counts(change: WeekChange) -> str:
    """Both counts with their denominators; a week without a chance says so."""
    before = _chance(change.sessions_before, change.applicable_before)
    return f"{_chance(change.sessions, change.applicable)}; the week before {before}"


def _chance(sessions: int, applicable: int) -> str:
    return f"{sessions} of {applicable}" if applicable else "it could not have happened"
