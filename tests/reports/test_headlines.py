"""What may lead a report."""

import dataclasses

from reflect.model.finding import UNSPECIFIED, CodePage
from reflect.model.review import FindingRow, Review
from reflect.model.vocabulary import Stability
from reflect.reports.headlines import headlines


def test_a_correction_without_words_does_not_lead(
    review: Review, pages: dict[str, CodePage]
) -> None:
    (first, *_) = headlines(review, pages)

    def wordless(row: FindingRow) -> FindingRow:
        if row.finding.key != first.row.finding.key:
            return row
        return dataclasses.replace(row, finding=dataclasses.replace(row.finding, key=UNSPECIFIED))

    changed = dataclasses.replace(review, findings=tuple(map(wordless, review.findings)))
    assert all(one.row.finding.key != UNSPECIFIED for one in headlines(changed, pages))
    assert first.row.finding.key not in {one.row.finding.key for one in headlines(changed, pages)}


def test_a_lesson_that_two_codes_tell_leads_once_with_the_count_of_its_own_code(
    review: Review, pages: dict[str, CodePage]
) -> None:
    """The pattern has the name of a code that both findings tell, and counts other sessions."""
    rows = [row for row in review.findings if row.ref in ("F-7", "F-12")]
    stable = [dataclasses.replace(row, stability=Stability.STABLE) for row in rows]
    (pattern,) = review.patterns
    told = dataclasses.replace(
        pattern.pattern, code="polling_by_sleep", findings=tuple(row.id for row in stable)
    )
    changed = dataclasses.replace(
        review,
        findings=tuple(stable),
        patterns=(dataclasses.replace(pattern, pattern=told),),
    )
    (one,) = headlines(changed, pages)
    assert one.row.ref == "F-12"
    assert one.pattern is not None
    assert not one.all_known
    # F-7 tells a finding of the code too, in another session and about another lesson.
    assert (one.sessions, one.applicable) == (1, 4)
