"""Saving what was found, and the numbers by which people name it."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from reflect.errors import InternalError
from reflect.model.finding import Finding
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.values import Analysis
from reflect.warehouse.values_to_rows import amount, count, required, words

FINDING = "F"
PATTERN = "P"


def fingerprint_of(finding: Finding) -> str:
    """Identity of a finding: 16 hex digits, the same after re-import and re-detection."""
    parts = (
        "finding",
        finding.code,
        finding.session,
        finding.key,
        finding.polarity.value,
        finding.evidence[0].event,
    )
    return hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest()[:16]


def save(connection: Connection, rows: Sequence[Analysis]) -> None:
    """Replace what was found in these roots, in one transaction."""
    if not connection.write:
        raise InternalError("results are saved in a warehouse open for writing")
    roots = [row.root for row in rows]
    # Two findings with one fingerprint say the same: the first holds.
    found = {fingerprint_of(f): f for row in reversed(rows) for f in reversed(row.findings)}
    with connection.transaction(of_results=True):
        _delete(connection, roots)
        connection.append("analysis", [_analysis_row(row) for row in rows])
        connection.append("turn", [turn for row in rows for turn in _turn_rows(row)])
        connection.append(
            "opportunity",
            [
                (row.root, code, times)
                for row in rows
                for code, times in sorted(row.applicable.items())
                if times > 0
            ],
        )
        connection.append(
            "check_run",
            [
                (r.root, required(r.template), r.passed, r.failed)
                for row in rows
                for r in row.check_runs
            ],
        )
        connection.append(
            "given_lesson",
            [
                (row.root, required(one.key), one.polarity.value, one.day)
                for row in rows
                for one in row.lessons
            ],
        )
        write_findings(connection, found)


def write_findings(connection: Connection, found: Mapping[str, Finding]) -> None:
    """Add findings by their fingerprint, and number those that have no number yet."""
    connection.append("finding", [_finding_row(i, f) for i, f in found.items()])
    connection.append("evidence", [e for i, f in found.items() for e in _evidence_rows(i, f)])
    # A session that grew has mostly findings that it had: their numbers are asked for first, which
    # takes a third of the time of putting those without one in order.
    known = connection.named("findings_with_number", [FINDING, list(found)]) if found else []
    if len(known) < len(found):
        unnumbered = connection.named("findings_without_number", [FINDING])
        _number(connection, FINDING, [identity for (identity,) in unnumbered])


def _delete(connection: Connection, roots: list[str]) -> None:
    # All that is saved of a root comes and goes with its row here: of a new one there is nothing.
    # One, as of a session that grew, is planned in half of the time of several.
    among = "= ?" if len(roots) == 1 else "IN (SELECT unnest(?))"
    given: list[object] = list(roots) if len(roots) == 1 else [roots]
    if not connection.rows(f"SELECT root FROM analysis WHERE root {among}", given):  # noqa: S608
        return
    # What a model alone found stays until a model is asked again.
    found = f"finding WHERE session {among} AND method <> 'model'"
    for rows in (
        f"evidence WHERE finding IN (SELECT id FROM {found})",  # noqa: S608 - constants
        found,
        *(
            f"{table} WHERE root {among}"
            for table in ("turn", "opportunity", "check_run", "given_lesson", "analysis")
        ),
    ):
        connection.rows(f"DELETE FROM {rows}", given)  # noqa: S608 - constants


def pattern_refs(connection: Connection, fingerprints: Sequence[str]) -> dict[str, int]:
    """Numbers of patterns; unknown ones get the next in this order."""
    known = _numbers(connection, PATTERN)
    fresh = [each for each in dict.fromkeys(fingerprints) if each not in known]
    if fresh and connection.write:
        with connection.transaction(of_results=True):
            _number(connection, PATTERN, fresh)
        known = _numbers(connection, PATTERN)
    return {each: known[each] for each in fingerprints if each in known}


def fingerprint(connection: Connection, kind: str, number: int) -> str | None:
    """The fingerprint behind a number."""
    found = connection.rows(
        "SELECT fingerprint FROM reference WHERE kind = ? AND number = ?", [kind, number]
    )
    return found[0][0] if found else None


def _numbers(connection: Connection, kind: str) -> dict[str, int]:
    return dict(connection.rows("SELECT fingerprint, number FROM reference WHERE kind = ?", [kind]))


def _number(connection: Connection, kind: str, fingerprints: Sequence[str]) -> None:
    """Give the next numbers; a number is never given twice, also when its finding is gone."""
    highest = connection.rows(
        "SELECT coalesce(max(number), 0) FROM reference WHERE kind = ?", [kind]
    )[0][0]
    connection.append(
        "reference",
        [(kind, each, highest + place) for place, each in enumerate(fingerprints, start=1)],
    )


def _analysis_row(row: Analysis) -> Row:
    return row.root, row.content_digest, row.code_digest, row.baseline_digest


def _turn_rows(row: Analysis) -> Iterable[Row]:
    for turn in row.turns:
        yield (
            row.root,
            turn.session,
            required(turn.event),
            turn.position,
            required(turn.record),
            turn.part,
            turn.kind.value,
            turn.author.value,
            turn.act.value,
            turn.confidence,
            list(turn.signals),
        )


def _finding_row(identity: str, finding: Finding) -> Row:
    return (
        identity,
        finding.session,
        finding.code,
        finding.code_version,
        finding.severity,
        finding.confidence,
        finding.method.value,
        finding.owner.value,
        required(finding.key),
        finding.polarity.value,
        finding.hits,
        amount(finding.seconds),
        count(finding.tokens),
    )


def _evidence_rows(identity: str, finding: Finding) -> Iterable[Row]:
    for place, evidence in enumerate(finding.evidence):
        yield (
            identity,
            place,
            evidence.session,
            required(evidence.event),
            required(evidence.record),
            evidence.part,
            words(evidence.quote),
        )
