"""What ``reflect label`` asks about: findings and turns, drawn at random, not yet judged.

Users who choose what to judge choose what looks wrong. Only a random draw within a code says how
often the code is right.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence

from reflect.classifier.definitions import definition_pages
from reflect.errors import UsageError
from reflect.evaluation.verdicts import latest
from reflect.model.finding import Finding
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.review import SessionRow
from reflect.model.rows import EventRow
from reflect.model.turn import Turn
from reflect.model.verdict import Acceptance, Judged, Verdict
from reflect.model.vocabulary import Relation
from reflect.pipeline import showing
from reflect.pipeline.codes import Codes
from reflect.pipeline.labelling import known_turns
from reflect.warehouse import StoredFinding, Warehouse

AROUND = 3
"""Events shown before and after what is judged."""


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to judge."""

    judged: Judged
    """What it is."""
    about: str
    """Fingerprint of the finding, or session key and event of the turn."""
    name: str
    """Name of the code, or the act that was found."""
    version: int
    """Version of the code; 0 for an act."""
    key: str
    """Recurrence key; empty for an act."""
    ref: str
    """``F-12``; empty for a turn."""
    signals: tuple[str, ...]
    """Signals that told the act; empty for a finding."""
    file: Redacted
    """Source file of the session."""
    record: str
    """The record in it."""
    events: tuple[EventRow, ...]
    """It and what stands around it."""
    random: bool
    """It was drawn at random."""


def findings(
    warehouse: Warehouse,
    running: Codes,
    verdicts: Sequence[Verdict],
    *,
    code: str | None,
    most: int,
    chance: random.Random,
) -> list[Question]:
    """Findings of the codes that were judged least, in turn, each drawn at random in its code."""
    done = {one.about for one in latest(verdicts) if one.judged is Judged.FINDING}
    versions = {one.name: one.version for one in running.detectors}
    versions |= {page.name: page.version for page in definition_pages()}
    asked = Counter(v.name for v in verdicts if v.version == versions.get(v.name))
    by_code: defaultdict[str, list[StoredFinding]] = defaultdict(list)
    for stored in (*warehouse.findings(), *warehouse.suggestions()):
        found = stored.finding
        current = versions.get(found.code) == found.code_version
        if current and stored.id not in done and code in (None, found.code):
            by_code[found.code].append(stored)
    for rows in by_code.values():
        chance.shuffle(rows)
    order = sorted(by_code, key=lambda name: (asked[name], name))
    chosen: list[StoredFinding] = []
    while order and len(chosen) < most:
        chosen += [by_code[name].pop() for name in order]
        order = [name for name in order if by_code[name]]
    rows_by_key = {row.key: row for row in warehouse.session_rows()}
    return [_finding(warehouse, rows_by_key, one, drawn=True) for one in chosen[:most]]


def named(warehouse: Warehouse, references: Sequence[str]) -> list[Question]:
    """Findings that the user names. Raises ``UsageError`` for a reference that is no finding."""
    rows = {row.key: row for row in warehouse.session_rows()}
    stored_ones = (*warehouse.findings(), *warehouse.suggestions())
    by_number = {f"F-{one.number}": one for one in stored_ones}
    questions = []
    for reference in references:
        stored = by_number.get(reference.upper())
        if stored is None:
            raise UsageError(
                f"{reference} is no finding", hint="reflect review lists what was found"
            )
        questions.append(_finding(warehouse, rows, stored, drawn=False))
    return questions


def turns(
    warehouse: Warehouse,
    running: Codes,
    verdicts: Sequence[Verdict],
    *,
    act: str | None,
    most: int,
    chance: random.Random,
) -> list[Question]:
    """Turns of the user's own sessions, the acts that were judged least first."""
    done = {one.about for one in latest(verdicts) if one.judged is Judged.TURN}
    asked = Counter(one.name for one in verdicts if one.judged is Judged.TURN)
    rows = [row for row in warehouse.session_rows() if row.relation is not Relation.SUBAGENT]
    by_key = {row.key: row for row in rows}
    by_act: defaultdict[str, list[Turn]] = defaultdict(list)
    for turn in known_turns(warehouse, rows, running):
        if _about(turn) not in done and act in (None, turn.act.value):
            by_act[turn.act.value].append(turn)
    for found in by_act.values():
        chance.shuffle(found)
    order = sorted(by_act, key=lambda name: (asked[name], name))
    chosen: list[Turn] = []
    while order and len(chosen) < most:
        chosen += [by_act[name].pop() for name in order]
        order = [name for name in order if by_act[name]]
    return [_turn(warehouse, by_key[one.session], one) for one in chosen[:most]]


def _finding(
    warehouse: Warehouse, rows: dict[str, SessionRow], stored: StoredFinding, *, drawn: bool
) -> Question:
    found: Finding = stored.finding
    first = found.evidence[0]
    return Question(
        judged=Judged.FINDING,
        about=stored.id,
        name=found.code,
        version=found.code_version,
        key=found.key,
        ref=f"F-{stored.number}",
        signals=(),
        file=rows[first.session].path,
        record=first.record,
        events=showing.cited(warehouse, rows, found, AROUND),
        random=drawn,
    )


def _about(turn: Turn) -> str:
    return f"{turn.session} {turn.event}"


def _turn(warehouse: Warehouse, row: SessionRow, turn: Turn) -> Question:
    return Question(
        judged=Judged.TURN,
        about=_about(turn),
        name=turn.act.value,
        version=0,
        key="",
        ref="",
        signals=turn.signals,
        file=row.path,
        record=turn.record,
        events=tuple(showing.near(list(showing.events(warehouse, row, {turn.event})), AROUND)),
        random=True,
    )


def verdict(question: Question, judgement: str, at: str) -> Verdict:
    """The verdict that answers a question."""
    return Verdict(
        at=at,
        judged=question.judged,
        about=question.about,
        name=question.name,
        version=question.version,
        key=question.key,
        file=question.file,
        record=question.record,
        judgement=Acceptance(judgement),
        random=question.random,
    )
