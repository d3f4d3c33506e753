"""One review put together: findings of the chosen sessions, patterns they belong to, coverage."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from reflect import paths
from reflect.instructions import lines as instruction_lines
from reflect.model.finding import CodePage, StabilityRecord
from reflect.model.frozen import dataclass
from reflect.model.pattern import Occurrence
from reflect.model.review import CodeCount, FindingRow, PatternRow, Review, Selection, SessionRow
from reflect.model.rows import StoreCount
from reflect.model.vocabulary import Origin, Relation, Stability
from reflect.patterns.incidents import members, patterns_of, tell_once
from reflect.patterns.recurrence import find, fingerprint
from reflect.pipeline.aside import Aside
from reflect.pipeline.codes import pages
from reflect.pipeline.measured import own_verdicts, stability_of
from reflect.pipeline.selecting import Chosen
from reflect.pipeline.session_readings import Reading, SessionReadings
from reflect.recommendations.first_change import first_change
from reflect.recommendations.gates import recommend
from reflect.warehouse import StoredFinding, Warehouse


@dataclass(frozen=True, slots=True)
class Material:
    """What a review is put together from."""

    selection: Selection
    """What was asked for."""
    rows: Sequence[SessionRow]
    """Every session known within project and agent."""
    chosen: Chosen
    """The sessions to look at."""
    stores: tuple[StoreCount, ...]
    """What the import gave."""
    generated_at: str
    """UTC."""
    readings: SessionReadings | None = None
    """What is told of the words of sessions; None where nobody asks for it."""
    reviewing: frozenset[str] = frozenset()
    """Keys of the sessions this command runs in."""


def assemble(warehouse: Warehouse, material: Material) -> Review:
    """The review of the chosen sessions. Their analysis must be up to date."""
    chosen = material.chosen.sessions
    keys = [row.key for row in chosen]
    codes = {page.name: page for page in pages()}
    own = own_verdicts()
    measured = {name: stability_of(page, own.get(name)) for name, page in codes.items()}
    facts = {page.name for page in codes.values() if page.order_of_facts}
    roots = _roots(material)
    projects = sorted({row.project for row in chosen if row.project})
    with (
        Aside(warehouse, lambda reader: reader.applicable(list(roots), keys)) as could_be,
        Aside(warehouse, lambda reader: reader.written_lines(projects)) as written,
    ):
        # Asked once for both: of the findings of a project those of the chosen sessions are some.
        stored = warehouse.findings(list({**roots, **dict.fromkeys(keys)}))
        could, lines = could_be.answer(), written.answer()
    applicable = could.by_code
    found = _findings(stored, material, codes, measured, applicable)
    hit = {(row.finding.code, row.finding.session) for row in found}
    findings = tell_once(found, facts)
    patterns = _patterns(
        warehouse,
        material,
        _occurrences(stored, roots, codes),
        could.by_project,
        {name: record.stability for name, record in measured.items()},
        facts,
        lines,
    )
    patterns = _telling(patterns, findings)
    return Review(
        generated_at=material.generated_at,
        selection=material.selection,
        coverage=material.chosen.coverage,
        stores=material.stores,
        sessions=tuple(chosen),
        findings=_best_first(findings, patterns, facts),
        patterns=patterns,
        looked_for=tuple(
            CodeCount(
                code=page.name,
                family=page.family,
                claim=page.claim,
                stability=measured[page.name],
                applicable=applicable.get(page.name, 0),
                sessions=sum(1 for code, _ in hit if code == page.name),
            )
            for page in codes.values()
        ),
        first_change=first_change(patterns, facts),
        redactions=_masks(material.readings.of(keys).values() if material.readings else ()),
    )


def _masks(readings: Iterable[Reading]) -> dict[str, int]:
    """Kind → place-holders in these sessions and their sub-agents."""
    counts: Counter[str] = Counter()
    for reading in readings:
        counts.update(reading.masks)
    return dict(sorted(counts.items()))


def _roots(material: Material) -> dict[str, SessionRow]:
    """Sessions that count: all history of these projects."""
    return {
        row.key: row
        for row in material.rows
        if row.relation is not Relation.SUBAGENT
        and (row.origin is not Origin.AUTOMATED or material.selection.include_automated)
    }


def _patterns(
    warehouse: Warehouse,
    material: Material,
    occurrences: Sequence[Occurrence],
    applicable: Mapping[tuple[str, str], int],
    stability: Mapping[str, Stability],
    facts: Collection[str],
    given: Mapping[str, Sequence[str]],
) -> tuple[PatternRow, ...]:
    """Patterns over all history of these projects that the chosen sessions belong to.

    ``given`` are the lines that sessions of the projects of the chosen ones had been given.
    """
    patterns = find(occurrences, applicable=applicable, stability=stability, facts=facts)
    prints = [fingerprint(p.code, p.polarity.value, p.key) for p in patterns]
    in_order = sorted(
        range(len(patterns)), key=lambda i: (patterns[i].first_seen, patterns[i].key, prints[i])
    )
    numbers = warehouse.pattern_refs([prints[i] for i in in_order])
    chosen = {row.key for row in material.chosen.sessions}
    shown = [
        (identity, pattern)
        for identity, pattern in zip(prints, patterns, strict=True)
        if chosen & set(pattern.sessions)
    ]
    projects = sorted({project for _, pattern in shown for project in pattern.projects})
    others = [project for project in projects if project not in given]
    instructions = _written_down(
        {**given, **(warehouse.written_lines(others) if others else {})}, projects
    )
    return tuple(
        PatternRow(
            identity,
            f"P-{numbers[identity]}",
            replace(pattern, remedy=recommend(pattern, instructions)),
        )
        for identity, pattern in shown
    )


def _telling(patterns: Sequence[PatternRow], rows: Sequence[FindingRow]) -> tuple[PatternRow, ...]:
    """The patterns with the findings that tell their incidents, whatever code these are of."""
    told = {one.id: row.id for row in rows for one in members([row])}
    return tuple(
        replace(
            row,
            pattern=replace(
                row.pattern,
                findings=tuple(dict.fromkeys(told.get(one, one) for one in row.pattern.findings)),
            ),
        )
        for row in patterns
    )


def _written_down(
    given: Mapping[str, Sequence[str]], projects: Sequence[str]
) -> dict[str, list[str]]:
    """Project → lines that sessions had been given, and those that lie in it now.

    They are compared with, never shown or stored. OpenCode records no instruction file.
    """
    lines: dict[str, list[str]] = {}
    for project in projects:
        place = f"{paths.home()}{project[1:]}" if project.startswith("~/") else project
        # Records name the folder: anything but a whole path would be looked for where we stand.
        now = instruction_lines(Path(place)) if place.startswith("/") else []
        lines[project] = [*given[project], *now]
    return lines


def _occurrences(
    stored: Iterable[StoredFinding],
    roots: Mapping[str, SessionRow],
    codes: Mapping[str, CodePage],
) -> list[Occurrence]:
    return [
        Occurrence(
            id=one.id,
            finding=one.finding,
            family=codes[one.finding.code].family,
            agent=row.agent,
            project=row.project or "",
            started_at=row.started_at,
        )
        for one in stored
        if one.finding.code in codes
        and (row := roots.get(one.finding.session)) is not None
        and row.started_at is not None
    ]


def _findings(
    stored_ones: Iterable[StoredFinding],
    material: Material,
    codes: Mapping[str, CodePage],
    measured: Mapping[str, StabilityRecord],
    applicable: Mapping[str, int],
) -> list[FindingRow]:
    chosen = {row.key: row for row in material.chosen.sessions}
    paths = {row.key: row.path for row in material.rows}
    rows: list[FindingRow] = []
    for stored in stored_ones:
        finding = stored.finding
        if finding.session not in chosen or finding.code not in codes:
            continue
        record = measured[finding.code]
        if record.stability is Stability.OFF:
            continue
        session = chosen[finding.session]
        rows.append(
            FindingRow(
                id=stored.id,
                ref=f"F-{stored.number}",
                finding=finding,
                family=codes[finding.code].family,
                stability=record.stability,
                agent=session.agent,
                native_id=session.id,
                title=session.title,
                directory=session.directory,
                started_at=session.started_at,
                paths={e.session: paths[e.session] for e in finding.evidence if e.session in paths},
                applicable=applicable.get(finding.code, 0),
            )
        )
    return rows


def _best_first(
    rows: Sequence[FindingRow], patterns: Sequence[PatternRow], facts: Collection[str]
) -> tuple[FindingRow, ...]:
    """Findings that may lead, then severe, then recurring ones; one of each lesson first."""
    recurring = patterns_of(rows, patterns)

    def rank(row: FindingRow) -> tuple[object, ...]:
        finding, pattern = row.finding, recurring.get(row.id)
        leads = row.stability is Stability.STABLE or finding.code in facts
        return (
            not leads,
            row.stability is not Stability.STABLE,
            -finding.severity,
            -len(pattern.pattern.sessions) if pattern else 0,
            -finding.confidence,
            -(finding.seconds or 0.0),
            int(row.ref[2:]),
        )

    seen: Counter[tuple[str, ...]] = Counter()
    ordered: list[tuple[int, int, FindingRow]] = []
    for place, row in enumerate(sorted(rows, key=rank)):
        finding, pattern = row.finding, recurring.get(row.id)
        own = (finding.code, finding.polarity.value, finding.key)
        lesson = (pattern.id,) if pattern else own
        ordered.append((seen[lesson], place, row))
        seen[lesson] += 1
    return tuple(row for _, _, row in sorted(ordered, key=lambda item: item[:2]))
