"""What a model alone found, as rows that reports, `reflect show` and `reflect label` take."""

from collections.abc import Mapping, Sequence

from reflect.classifier.definitions import definition_pages
from reflect.model.finding import CodePage
from reflect.model.review import FindingRow, SessionRow
from reflect.pipeline.measured import own_verdicts, stability_of
from reflect.warehouse import StoredFinding, Warehouse


def rows(warehouse: Warehouse, sessions: Sequence[SessionRow]) -> list[FindingRow]:
    """The suggestions of these root sessions whose code is still defined, by number."""
    by_key = {row.key: row for row in sessions}
    known = {page.name: page for page in definition_pages()}
    return [
        _row(stored, by_key, known[stored.finding.code])
        for stored in warehouse.suggestions(list(by_key))
        if stored.finding.code in known
    ]


def _row(stored: StoredFinding, sessions: Mapping[str, SessionRow], page: CodePage) -> FindingRow:
    found = stored.finding
    session = sessions[found.session]
    return FindingRow(
        id=stored.id,
        ref=f"F-{stored.number}",
        finding=found,
        family=page.family,
        stability=stability_of(page, own_verdicts().get(page.name)).stability,
        agent=session.agent,
        native_id=session.id,
        title=session.title,
        directory=session.directory,
        started_at=session.started_at,
        paths={
            e.session: sessions[e.session].path for e in found.evidence if e.session in sessions
        },
        applicable=0,
    )
