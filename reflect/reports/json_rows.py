"""Rows of the model as the JSON answers write them: the field names of the contract."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reflect.model.pattern import Remedy
from reflect.model.review import CodeCount, Coverage, FindingRow, PatternRow, SessionRow, WeekChange
from reflect.model.rows import EventRow, StoreCount
from reflect.model.turn import Turn
from reflect.model.vocabulary import SkipReason

if TYPE_CHECKING:
    from reflect.reports.audit import Check, Entry
    from reflect.warehouse.values import StoreRow

Answer = dict[str, Any]


def record(record: str) -> int | str:
    """A record as a number where it is one: lines, indexes and row ids are."""
    return int(record) if record.isascii() and record.isdecimal() else record


def coverage(seen: Coverage) -> Answer:
    """Found, analysed, and each reason in its order, zeros included."""
    return {
        "found": seen.found,
        "analysed": seen.analysed,
        "skipped": {reason.value: seen.skipped.get(reason, 0) for reason in SkipReason},
    }


def finding(row: FindingRow) -> Answer:
    """A finding under the names of the contract."""
    found = row.finding
    return {
        "id": row.id,
        "ref": row.ref,
        "code": found.code,
        "family": row.family.value,
        "owner": found.owner.value,
        "severity": found.severity,
        "confidence": found.confidence,
        "method": found.method.value,
        "stability": row.stability.value,
        "session": {"agent": row.agent, "id": row.native_id},
        "evidence": [
            {
                "event": one.event,
                "path": row.paths.get(one.session),
                "record": record(one.record),
                "part": one.part,
                "quote": str(one.quote),
            }
            for one in found.evidence
        ],
        "key": found.key,
        "hits": found.hits,
        "applicable": row.applicable,
        "seconds": found.seconds,
        "tokens": found.tokens,
        "also": [{"id": one.id, "ref": one.ref, "code": one.finding.code} for one in row.also],
    }


def pattern(row: PatternRow) -> Answer:
    """A pattern; ``sessions`` of ``applicable`` is the count with its denominator."""
    seen = row.pattern
    return {
        "id": row.id,
        "ref": row.ref,
        "code": seen.code,
        "key": seen.key,
        "sessions": len(seen.sessions),
        "applicable": seen.applicable,
        "agents": list(seen.agents),
        "first_seen": seen.first_seen,
        "last_seen": seen.last_seen,
        "seconds": seen.seconds,
        "tokens": seen.tokens,
        "also": list(seen.also),
        "remedy": _remedy(seen.remedy),
    }


def _remedy(remedy: Remedy | None) -> Answer | None:
    if remedy is None:
        return None
    return {"kind": remedy.kind.value, "line": remedy.line, "why": remedy.why}


def looked_for(count: CodeCount) -> Answer:
    """One code that ran."""
    return {
        "code": count.code,
        "family": count.family.value,
        "stability": count.stability.stability.value,
        "judged": count.stability.judged,
        "applicable": count.applicable,
        "sessions": count.sessions,
    }


def session(row: SessionRow) -> Answer:
    """A session with its counts."""
    usage = row.usage
    return {
        "agent": row.agent,
        "id": row.id,
        "parent": row.parent,
        "relation": row.relation.value,
        "origin": row.origin.value,
        "title": row.title,
        "directory": row.directory,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
        "human_turns": row.human_turns,
        "refusals": row.refusals,
        "interrupts": row.interrupts,
        "tool_calls": row.tool_calls,
        "failed_calls": row.failed_calls,
        "denied_calls": row.denied_calls,
        "compactions": row.compactions,
        "usage": {
            "input_uncached": usage.input_uncached,
            "cache_read": usage.cache_read,
            "cache_write": usage.cache_write,
            "output": usage.output,
        },
        "path": row.path,
        "missing": row.missing,
    }


def turn(row: Turn, paths: Mapping[str, str]) -> Answer:
    """One act of the human."""
    agent, _, native_id = row.session.partition(":")
    return {
        "agent": agent,
        "session": native_id,
        "path": paths.get(row.session),
        "record": record(row.record),
        "part": row.part,
        "kind": row.kind.value,
        "author": row.author.value,
        "act": row.act.value,
        "confidence": row.confidence,
        "signals": list(row.signals),
    }


def store_count(row: StoreCount) -> Answer:
    """What one store gave in an import."""
    return {
        "agent": row.agent,
        "path": row.path,
        "files": {
            "seen": row.files,
            "read": row.read,
            "unchanged": row.unchanged,
            "unreadable": row.unreadable,
        },
        "sessions": {
            "new": row.new,
            "changed": row.changed,
            "unchanged": row.same,
            "missing": row.missing,
        },
        "bad_records": dict(sorted(row.bad.items())),
        "unknown_records": dict(sorted(row.unknown.items())),
        "bytes": row.bytes,
        "seconds": row.seconds,
        "error": row.error,
    }


def event(row: EventRow) -> Answer:
    """One message or call that ``show`` prints."""
    agent, _, native_id = row.session.partition(":")
    return {
        "agent": agent,
        "session": native_id,
        "event": row.event,
        "path": row.path,
        "record": record(row.record),
        "part": row.part,
        "kind": row.kind,
        "author": row.author,
        "sent_at": row.sent_at,
        "text": str(row.text),
        "cited": row.cited,
    }


def store(row: "StoreRow") -> Answer:
    """One store that was imported."""
    return {
        "agent": row.agent,
        "path": str(row.path),
        "units": row.units,
        "sessions": row.sessions,
        "missing": row.missing,
        "duplicates": row.duplicates,
        "first_started_at": row.first_started_at,
        "last_ended_at": row.last_ended_at,
        "bytes": row.bytes,
        "bad_records": dict(sorted(row.bad.items())),
        "unknown_records": dict(sorted(row.unknown.items())),
        "imported_at": row.imported_at,
    }


def change(row: WeekChange) -> Answer:
    """One lesson, this week beside the week before."""
    return {
        "code": row.code,
        "key": row.key,
        "ref": row.ref,
        "word": row.word,
        "sessions": row.sessions,
        "applicable": row.applicable,
        "sessions_before": row.sessions_before,
        "applicable_before": row.applicable_before,
        "remedy": row.remedy,
    }


def run(entry: "Entry") -> Answer:
    """One run of the audit chain."""
    return {
        "run": entry.run,
        "file": entry.file,
        "started_at": entry.started_at,
        "action": entry.action,
        "outcome": entry.outcome,
        "sessions": entry.sessions,
        "findings": entry.findings,
        "mac": entry.mac,
    }


def check(one: "Check") -> Answer:
    """One thing the verification found."""
    return {"code": one.code.value, "file": one.file, "failure": one.failure}


def plain(value: object) -> object:
    """A value of a database as JSON can hold it: times and decimals as text."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if isinstance(value, dict):
        return {str(name): plain(inner) for name, inner in value.items()}
    return str(value)
