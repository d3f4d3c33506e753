"""What was found in root sessions: saved once per tree, read by reports, numbered for people."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from reflect.model.finding import Evidence, Finding
from reflect.model.frozen import maker
from reflect.model.redacted import Redacted
from reflect.model.turn import Turn
from reflect.model.vocabulary import Act, Author, MessageKind, Method, Owner, Polarity
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.rows_to_values import iso
from reflect.warehouse.values import Applicable, PatternOccurrence, StoredFinding, TurnRow

_evidence = maker(Evidence)
_found = maker(Finding)
_METHODS = {one.value: one for one in Method}
_OWNERS = {one.value: one for one in Owner}
_POLARITIES = {one.value: one for one in Polarity}
"""A look-up takes a fifth of the time of a call of the class: a review reads all findings."""


def content_digests(connection: Connection, root_keys: Sequence[str]) -> dict[str, str]:
    """Root → digest of its tree."""
    wanted = set(root_keys)
    return {root: digest for root, digest in _digests(connection) if root in wanted}


def stale_roots(connection: Connection, code_digest: str) -> list[str]:
    """Roots to be analysed, oldest first."""
    fresh = analysed(connection, code_digest)
    return [root for root, _ in _digests(connection) if root not in fresh]


def never_analysed(connection: Connection, code_digest: str) -> int:
    """Roots, where none was analysed by this code; 0 where one was: one row tells, in 1 ms."""
    one = "SELECT 1 FROM analysis WHERE code_digest = ? LIMIT 1"
    if connection.rows(one, [code_digest]):
        return 0
    [(count,)] = connection.rows("SELECT count(*) FROM session_link WHERE session = root")
    number: int = count
    return number


def analysed(connection: Connection, code_digest: str) -> dict[str, str]:
    """Roots whose analysis still holds → digest of their baseline."""
    current = dict(_digests(connection))
    found = connection.rows(
        "SELECT root, content_digest, baseline_digest FROM analysis WHERE code_digest = ?",
        [code_digest],
    )
    return {root: baseline for root, digest, baseline in found if current.get(root) == digest}


def _digests(connection: Connection) -> list[tuple[str, str]]:
    if connection.digests is None:
        found = [(root, digest) for root, digest in connection.named("tree_digests")]
        connection.digests = found
    return connection.digests


def findings(
    connection: Connection, root_keys: Sequence[str] | None = None, *, suggested: bool = False
) -> list[StoredFinding]:
    """Findings by number: of the rules, or those that a model alone suggested."""
    rows = connection.named("findings", [*_wanted(root_keys), suggested])
    evidence: defaultdict[str, list[Evidence]] = defaultdict(list)
    for row in connection.named("evidence", [[row[1] for row in rows]]):
        evidence[row[0]].append(
            _evidence(
                session=row[1], event=row[2], record=row[3], part=row[4], quote=Redacted(row[5])
            )
        )
    return [
        StoredFinding(number=row[0], id=row[1], finding=_finding(row, tuple(evidence[row[1]])))
        for row in rows
    ]


def _finding(row: Row, evidence: tuple[Evidence, ...]) -> Finding:
    return _found(
        session=row[2],
        code=row[3],
        code_version=row[4],
        severity=row[5],
        confidence=row[6],
        method=_METHODS[row[7]],
        owner=_OWNERS[row[8]],
        key=row[9],
        polarity=_POLARITIES[row[10]],
        hits=row[11],
        seconds=row[12],
        tokens=row[13],
        evidence=evidence,
    )


def turns(connection: Connection, session_keys: Sequence[str] | None = None) -> list[TurnRow]:
    """Acts of the human, by start and key of the session and position."""
    return [
        TurnRow(
            agent=row[0],
            native_id=row[1],
            path=Redacted(row[2]),
            turn=Turn(
                session=row[3],
                event=row[4],
                position=row[5],
                record=row[6],
                part=row[7],
                kind=MessageKind(row[8]),
                author=Author(row[9]),
                act=Act(row[10]),
                confidence=row[11],
                signals=tuple(row[12]),
            ),
        )
        for row in connection.named("turns", _wanted(session_keys))
    ]


def applicable(
    connection: Connection, root_keys: Sequence[str] | None, chosen: Sequence[str]
) -> Applicable:
    """Where codes could have happened, in these roots or in all, and in the chosen ones."""
    by_project: dict[tuple[str, str], int] = {}
    by_code: Counter[str] = Counter()
    found = connection.named("applicable", [*_wanted(root_keys), list(chosen)])
    for code, project, number, among_chosen in found:
        if number:
            by_project[code, project] = number
        if among_chosen:
            by_code[code] += among_chosen
    return Applicable(by_project, by_code)


def pattern_occurrences(connection: Connection) -> list[PatternOccurrence]:
    """Every recurrence key with its sessions."""
    return [
        PatternOccurrence(
            code=row[0],
            polarity=Polarity(row[1]),
            key=row[2],
            days=row[4],
            sessions=tuple(row[5]),
            agents=tuple(row[6]),
            projects=tuple(row[7]),
            weekly=dict(Counter(row[8] or ())),
            first_seen=iso(row[9]),
            last_seen=iso(row[10]),
            hits=row[11],
            seconds=row[12],
            tokens=row[13],
        )
        for row in connection.rows(
            "SELECT * FROM pattern_occurrences ORDER BY session_count DESC, code, polarity, key"
        )
    ]


def _wanted(keys: Sequence[str] | None) -> list[object]:
    """Parameters of a query that takes some keys, or all with None."""
    return [keys is None, [] if keys is None else list(keys)]
