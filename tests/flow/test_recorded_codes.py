"""What a careful reader found in the recorded sessions of OpenCode is found, and nothing else.

``codes-1.18.33.json`` was written by reading every message: ``clear`` must be found, ``not`` is a
trap, ``arguable`` may go either way.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from reflect.config import Config
from reflect.model.finding import Finding
from reflect.model.review import Selection
from reflect.model.run_vocabulary import Action, SelectionMode
from reflect.patterns.incidents import members
from reflect.pipeline.finding_stores import StoreRequest
from reflect.pipeline.run import RunRequest, run

DATA = Path(__file__).parents[1] / "data" / "opencode"
READ: Mapping[str, Any] = json.loads((DATA / "codes-1.18.33.json").read_text("utf-8"))

OURS = {
    "claim without a check": "claim_without_verification",
    "claim contradicted by the record": "report_contradicts_check",
    "correction after a completion claim": "correction_after_claim",
    "edit before read": "edit_before_read",
    "hidden failure": "masked_verification",
    "interrupted turn": "stopped_by_user",
    "missed sibling": "missed_sibling",
    "missing program": "missing_environment",
    "polling by sleep": "polling_by_sleep",
    "refusal with the user's reason": "stopped_by_user",
    "repeated identical failure": "repeated_failure",
}
"""The reader's words → our code. The other words name problems that nothing detects yet."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Finding]]:
    """Native id of a session → its findings, those that another one tells included."""
    place = tmp_path_factory.mktemp("recorded")
    database = place / "opencode.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript((DATA / "store-1.18.33.sql").read_text("utf-8"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFLECT_HOME", str(place / "reflect"))
        patch.setenv("HOME", str(place))
        request = RunRequest(
            Action.REVIEW,
            Selection(SelectionMode.ALL, include_automated=True),
            StoreRequest(extra=(f"opencode={database}",), discover=False),
            datetime(2026, 11, 30, 9, 0, tzinfo=UTC),
        )
        review = run(request, Config(), lambda *_: None).review
    sessions: defaultdict[str, list[Finding]] = defaultdict(list)
    for row in members(review.findings):
        sessions[row.finding.session.partition(":")[2]].append(row.finding)
    return sessions


def cites(finding: Finding, events: list[str]) -> bool:
    return any(e.event in events or e.record in events for e in finding.evidence)


def of(strength: str) -> list[Any]:
    return [
        pytest.param(case["session"], OURS[entry["code"]], entry, id=f"{name}: {entry['code']}")
        for name, case in READ.items()
        for entry in case["findings"]
        if entry["strength"] == strength and entry["code"] in OURS
    ]


@pytest.mark.parametrize(("session", "code", "entry"), of("clear"))
def test_what_a_reader_reports_is_found(
    session: str, code: str, entry: Mapping[str, Any], found: Mapping[str, list[Finding]]
) -> None:
    assert any(f.code == code and cites(f, entry["evidence"]) for f in found[session])


@pytest.mark.parametrize(("session", "code", "entry"), of("not"))
def test_a_trap_is_not_found(
    session: str, code: str, entry: Mapping[str, Any], found: Mapping[str, list[Finding]]
) -> None:
    assert not any(f.code == code and cites(f, entry["evidence"]) for f in found[session])


def test_nothing_else_is_found(found: Mapping[str, list[Finding]]) -> None:
    known = {case["session"]: case["findings"] for case in READ.values()}
    surplus = [
        (session, finding.code, [str(e.quote) for e in finding.evidence])
        for session, findings in found.items()
        for finding in findings
        if not any(
            OURS.get(entry["code"]) == finding.code and cites(finding, entry["evidence"])
            for entry in known.get(session, ())
        )
    ]
    assert surplus == []
