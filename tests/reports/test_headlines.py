"""What may lead a report."""

import dataclasses

from reflect.model.finding import UNSPECIFIED, CodePage
from reflect.model.review import FindingRow, Review
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
