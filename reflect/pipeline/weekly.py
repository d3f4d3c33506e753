"""Seven days beside the seven before: what is new, growing, the same, shrinking, gone."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from reflect.model.review import Review, Week, WeekChange
from reflect.model.run_vocabulary import SelectionMode
from reflect.model.vocabulary import COUNTED
from reflect.patterns.incidents import patterns_of
from reflect.pipeline.moments import iso
from reflect.pipeline.reviewing import Material, assemble
from reflect.pipeline.selecting import choose
from reflect.warehouse import Warehouse

WORDS = ("new", "growing", "same", "shrinking", "gone")

Lesson = tuple[str, str, str]
"""Code, polarity, key."""


def put_together(warehouse: Warehouse, material: Material, now: datetime) -> Week:
    """The week that ends now. Of ``material`` the choice is not used, the rest is."""
    middle, start = iso(now - timedelta(days=7)), iso(now - timedelta(days=14))
    this = _window(warehouse, material, middle, iso(now))
    before = _window(warehouse, material, start, middle)
    return Week(
        generated_at=material.generated_at,
        starts_at=middle,
        ends_at=iso(now),
        review=this,
        coverage_before=before.coverage,
        changes=changes(this, before),
    )


def _window(warehouse: Warehouse, material: Material, since: str, until: str) -> Review:
    selection = replace(material.selection, mode=SelectionMode.SINCE, since=since, until=until)
    chosen = choose(material.rows, selection, reviewing=lambda row: row.key in material.reviewing)
    return assemble(warehouse, replace(material, selection=selection, chosen=chosen))


def changes(this: Review, before: Review) -> tuple[WeekChange, ...]:
    """One line per lesson seen in either week, in the order of ``WORDS``.

    Growing means more sessions and a larger share, shrinking the opposite: one of four after one
    of five is the same, and so is three of ten after two of four.
    """
    now, then = _sessions(this), _sessions(before)
    refs = {
        _lesson(row.pattern.code, row.pattern.polarity, row.pattern.key): row
        for review in (before, this)
        for row in review.patterns
    }
    could_now = {count.code: count.applicable for count in this.looked_for}
    could_then = {count.code: count.applicable for count in before.looked_for}
    rows: list[WeekChange] = []
    for lesson in now.keys() | then.keys():
        code = lesson[0]
        pattern = refs.get(lesson)
        row = WeekChange(
            code=code,
            key=lesson[2],
            ref=pattern.ref if pattern else None,
            word="",
            sessions=len(now.get(lesson, ())),
            applicable=could_now.get(code, 0),
            sessions_before=len(then.get(lesson, ())),
            applicable_before=could_then.get(code, 0),
            remedy=pattern.pattern.remedy.line if pattern and pattern.pattern.remedy else None,
        )
        rows.append(replace(row, word=word_of(row)))
    rows.sort(key=lambda r: (WORDS.index(r.word), -r.sessions, -r.sessions_before, r.code, r.key))
    return tuple(rows)


def _lesson(code: str, polarity: str, key: str) -> Lesson:
    return (code, str(polarity), key)


def _sessions(review: Review) -> Mapping[Lesson, set[str]]:
    """The sessions of each lesson; what belongs to a pattern stands under the pattern's code."""
    patterns = patterns_of(review.findings, review.patterns)
    found: defaultdict[Lesson, set[str]] = defaultdict(set)
    for row in review.findings:
        if row.stability in COUNTED:
            finding, pattern = row.finding, patterns.get(row.id)
            code = pattern.pattern.code if pattern else finding.code
            found[_lesson(code, finding.polarity, finding.key)].add(finding.session)
    return found


def word_of(row: WeekChange) -> str:
    """The word for a change of one lesson."""
    if not row.sessions_before:
        return "new"
    if not row.sessions:
        return "gone"
    share = row.sessions / max(row.applicable, row.sessions)
    earlier = row.sessions_before / max(row.applicable_before, row.sessions_before)
    if row.sessions > row.sessions_before and share > earlier:
        return "growing"
    if row.sessions < row.sessions_before and share < earlier:
        return "shrinking"
    return "same"
