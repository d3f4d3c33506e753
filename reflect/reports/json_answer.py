"""The answers of the command line as JSON: a contract, see ``schemas/*.schema.json``.

Every answer is an object with ``schema`` and ``command`` and its rows. The functions give plain
values; :func:`text` makes the text that may be printed, each string redacted once more, everything
beyond ASCII escaped, so that no terminal obeys it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reflect.model.redacted import Redacted, require, seal
from reflect.model.review import FindingRow, PatternRow, Review, SessionRow, Week
from reflect.model.rows import EventRow, StoreCount
from reflect.model.turn import Turn
from reflect.reports import json_rows, model_rows
from reflect.reports.headlines import counted_patterns
from reflect.reports.json_rows import Answer
from reflect.reports.screen import Redact

if TYPE_CHECKING:
    from reflect.reports.audit import Check, Entry
    from reflect.warehouse.values import StoreRow

SCHEMA = "reflect/1"


OUR_FILES = ("report", "manifest")
"""Files reflect wrote: a program that reads the answer opens them, so home is not ``~`` here."""


def text(answer: Answer, redact: Redact) -> Redacted:
    """The answer as printed: one object, two spaces of indent, in the order of the contract.

    All strings pass the redactor in one call; only when it had to act does each pass alone, so
    that ten thousand rows cost one call and not a hundred thousand.
    """
    ours = {name: answer[name] for name in OUR_FILES if name in answer}
    joined = "\n".join(_strings({k: v for k, v in answer.items() if k not in ours}))
    if require(redact(joined)) != joined:
        answer = _masked(answer, redact) | ours
    return seal(json.dumps(answer, indent=2, ensure_ascii=True) + "\n")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _masked(value: Any, redact: Redact) -> Any:
    if isinstance(value, str):
        return str(require(redact(value)))
    if isinstance(value, dict):
        return {_masked(name, redact): _masked(inner, redact) for name, inner in value.items()}
    if isinstance(value, list):
        return [_masked(inner, redact) for inner in value]
    return value


def review(
    shown: Review, report: Path | None, manifest: Path | None, command: str = "review"
) -> Answer:
    """``reflect review``, and ``reflect demo`` with its own ``command``."""
    return {
        "schema": SCHEMA,
        "command": command,
        "coverage": json_rows.coverage(shown.coverage),
        "findings": [json_rows.finding(row) for row in shown.findings],
        "patterns": [json_rows.pattern(row) for row in counted_patterns(shown)],
        "looked_for": [json_rows.looked_for(count) for count in shown.looked_for],
        "first_change": shown.first_change,
        "model": None if shown.model is None else model_rows.model_run(shown.model),
        "report": None if report is None else str(report),
        "manifest": None if manifest is None else str(manifest),
    }


def week(shown: Week, report: Path | None, manifest: Path | None) -> Answer:
    """``reflect week``: the review of this week, and each change beside the week before."""
    return {
        **review(shown.review, report, manifest, "week"),
        "starts_at": shown.starts_at,
        "ends_at": shown.ends_at,
        "coverage_before": json_rows.coverage(shown.coverage_before),
        "changes": [json_rows.change(change) for change in shown.changes],
    }


def sessions(rows: Sequence[SessionRow]) -> Answer:
    """``reflect sessions``."""
    return _answer("sessions", sessions=[json_rows.session(row) for row in rows])


def turns(rows: Sequence[Turn], paths: Mapping[str, str]) -> Answer:
    """``reflect turns``; ``paths`` maps a session key to its source file."""
    return _answer("turns", turns=[json_rows.turn(row, paths) for row in rows])


def imported(rows: Sequence[StoreCount]) -> Answer:
    """``reflect import``: per store what was seen, read, new and passed over."""
    return _answer("import", stores=[json_rows.store_count(row) for row in rows])


def stores(rows: Sequence["StoreRow"]) -> Answer:
    """``reflect stores``."""
    return _answer("stores", stores=[json_rows.store(row) for row in rows])


def show_finding(row: FindingRow, events: Sequence[EventRow]) -> Answer:
    """``reflect show F-12``."""
    return _show(finding=json_rows.finding(row), events=[json_rows.event(one) for one in events])


def show_pattern(row: PatternRow, findings: Sequence[FindingRow]) -> Answer:
    """``reflect show P-3``."""
    listed = [json_rows.finding(one) for one in findings]
    return _show(pattern=json_rows.pattern(row), findings=listed)


def show_session(row: SessionRow, events: Sequence[EventRow]) -> Answer:
    """``reflect show SESSION``."""
    return _show(session=json_rows.session(row), events=[json_rows.event(one) for one in events])


def sql(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Answer:
    """``reflect sql``: names of columns, and rows in their order."""
    listed = [[json_rows.plain(value) for value in row] for row in rows]
    return {**_answer("sql", rows=listed), "columns": list(columns)}


def audit_list(entries: Sequence["Entry"]) -> Answer:
    """``reflect audit list``."""
    return _answer("audit list", runs=[json_rows.run(entry) for entry in entries])


def audit_verify(checks: Sequence["Check"]) -> Answer:
    """``reflect audit verify``."""
    rows = [json_rows.check(one) for one in checks]
    return _answer("audit verify", checks=rows, ok=not any(one.failure for one in checks))


def _answer(command: str, **rows: Sequence[object] | bool) -> Answer:
    return {"schema": SCHEMA, "command": command, **rows}


def _show(
    finding: Answer | None = None,
    pattern: Answer | None = None,
    session: Answer | None = None,
    findings: Sequence[Answer] = (),
    events: Sequence[Answer] = (),
) -> Answer:
    return {
        "schema": SCHEMA,
        "command": "show",
        "finding": finding,
        "pattern": pattern,
        "session": session,
        "findings": list(findings),
        "events": list(events),
    }
