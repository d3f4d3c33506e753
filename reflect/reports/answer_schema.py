"""JSON Schemas of the command line's answers, with the project's word lists.

Written to ``schemas/<command>.schema.json`` by ``scripts/make_schemas.py``; a test compares them.
Objects are closed; a new field is a change of the contract.
"""

from reflect.model.run_vocabulary import Action, Outcome
from reflect.model.vocabulary import (
    Act,
    Author,
    Family,
    MessageKind,
    Method,
    Origin,
    Owner,
    Relation,
    RemedyKind,
    SkipReason,
    Stability,
)
from reflect.reports import evaluation_schema, model_rows
from reflect.reports.audit import Code
from reflect.reports.closed_schema import Schema
from reflect.reports.schema_parts import (
    COUNT,
    COUNT_OR_NULL,
    COUNTS_BY_NAME,
    FLAG,
    SECONDS,
    SECONDS_OR_NULL,
    SHARE,
    TEXT,
    TEXT_OR_NULL,
)
from reflect.reports.schema_parts import list_of as _list
from reflect.reports.schema_parts import object_of as _object
from reflect.reports.schema_parts import or_null as _or_null
from reflect.reports.schema_parts import words as _words

DIALECT = "https://json-schema.org/draft/2020-12/schema"

RECORD: Schema = {
    "type": ["integer", "string"],
    "description": "1-based line, 0-based message index or row id; a text where the id is one",
}

FINDING_REF: Schema = {"type": "string", "pattern": "^F-[0-9]+$"}


def schemas() -> dict[str, Schema]:
    """File stem → schema."""
    return {
        "review": _answer("review", "demo", **_review()),
        "week": _answer(
            "week",
            **_review(),
            starts_at=TEXT,
            ends_at=TEXT,
            coverage_before=_coverage(),
            changes=_list(_change()),
        ),
        "sessions": _answer("sessions", sessions=_list(_session())),
        "turns": _answer("turns", turns=_list(_turn())),
        "import": _answer("import", stores=_list(_store_count())),
        "stores": _answer("stores", stores=_list(_store())),
        "show": _answer(
            "show",
            finding=_or_null(_finding()),
            pattern=_or_null(_pattern()),
            session=_or_null(_session()),
            findings=_list(_finding()),
            events=_list(_event()),
        ),
        "eval": _answer("eval", **evaluation_schema.properties()),
        "sql": _answer("sql", rows=_list({"type": "array"}), columns=_list(TEXT)),
        "audit-list": _answer("audit list", runs=_list(_run())),
        "audit-verify": _answer("audit verify", checks=_list(_check()), ok=FLAG),
    }


def _answer(*commands: str, **properties: Schema) -> Schema:
    return {
        "$schema": DIALECT,
        "title": f"reflect {commands[0]} --format json",
        **_object(schema={"const": "reflect/1"}, command={"enum": list(commands)}, **properties),
    }


def _review() -> dict[str, Schema]:
    return {
        "coverage": _coverage(),
        "findings": _list(_finding()),
        "patterns": _list(_pattern()),
        "looked_for": _list(
            _object(
                code=TEXT,
                family=_words(Family),
                stability=_words(Stability),
                judged=COUNT,
                applicable=COUNT,
                sessions=COUNT,
            )
        ),
        "first_change": TEXT,
        "model": _or_null(model_rows.schema(_finding())),
        "report": TEXT_OR_NULL,
        "manifest": TEXT_OR_NULL,
    }


def _coverage() -> Schema:
    skipped = _object(**{reason.value: COUNT for reason in SkipReason})
    return _object(found=COUNT, analysed=COUNT, skipped=skipped)


def _finding() -> Schema:
    evidence = _object(event=TEXT, path=TEXT_OR_NULL, record=RECORD, part=COUNT, quote=TEXT)
    return _object(
        id=TEXT,
        ref=FINDING_REF,
        code=TEXT,
        family=_words(Family),
        owner=_words(Owner),
        severity={"enum": [1, 2, 3]},
        confidence=SHARE,
        method=_words(Method),
        stability=_words(Stability),
        session=_object(agent=TEXT, id=TEXT),
        evidence={**_list(evidence), "minItems": 1},
        key=TEXT,
        hits={"type": "integer", "minimum": 1},
        applicable=COUNT,
        seconds=SECONDS_OR_NULL,
        tokens=COUNT_OR_NULL,
        also=_list(_object(id=TEXT, ref=FINDING_REF, code=TEXT)),
    )


def _pattern() -> Schema:
    return _object(
        id=TEXT,
        ref={"type": "string", "pattern": "^P-[0-9]+$"},
        code=TEXT,
        key=TEXT,
        sessions=COUNT,
        applicable=COUNT,
        agents=_list(TEXT),
        first_seen=TEXT,
        last_seen=TEXT,
        seconds=SECONDS_OR_NULL,
        tokens=COUNT_OR_NULL,
        also=_list(TEXT),
        remedy=_or_null(_object(kind=_words(RemedyKind), line=TEXT, why=TEXT)),
    )


def _change() -> Schema:
    return _object(
        code=TEXT,
        key=TEXT,
        ref=TEXT_OR_NULL,
        word={"enum": ["new", "growing", "same", "shrinking", "gone"]},
        sessions=COUNT,
        applicable=COUNT,
        sessions_before=COUNT,
        applicable_before=COUNT,
        remedy=TEXT_OR_NULL,
    )


def _session() -> Schema:
    return _object(
        agent=TEXT,
        id=TEXT,
        parent=TEXT_OR_NULL,
        relation=_words(Relation),
        origin=_words(Origin),
        title=TEXT_OR_NULL,
        directory=TEXT_OR_NULL,
        started_at=TEXT_OR_NULL,
        ended_at=TEXT_OR_NULL,
        human_turns=COUNT,
        refusals=COUNT,
        interrupts=COUNT,
        tool_calls=COUNT,
        failed_calls=COUNT,
        denied_calls=COUNT,
        compactions=COUNT,
        usage=_object(input_uncached=COUNT, cache_read=COUNT, cache_write=COUNT, output=COUNT),
        path=TEXT,
        missing=FLAG,
    )


def _turn() -> Schema:
    return _object(
        agent=TEXT,
        session=TEXT,
        path=TEXT_OR_NULL,
        record=RECORD,
        part=COUNT,
        kind=_words(MessageKind),
        author=_words(Author),
        act=_words(Act),
        confidence=SHARE,
        signals=_list(TEXT),
    )


def _store_count() -> Schema:
    return _object(
        agent=TEXT,
        path=TEXT,
        files=_object(seen=COUNT, read=COUNT, unchanged=COUNT, unreadable=COUNT),
        sessions=_object(new=COUNT, changed=COUNT, unchanged=COUNT, missing=COUNT),
        bad_records=COUNTS_BY_NAME,
        unknown_records=COUNTS_BY_NAME,
        bytes=COUNT,
        seconds=SECONDS,
        error=TEXT_OR_NULL,
    )


def _store() -> Schema:
    return _object(
        agent=TEXT,
        path=TEXT,
        units=COUNT,
        sessions=COUNT,
        missing=COUNT,
        duplicates=COUNT,
        first_started_at=TEXT_OR_NULL,
        last_ended_at=TEXT_OR_NULL,
        bytes=COUNT,
        bad_records=COUNTS_BY_NAME,
        unknown_records=COUNTS_BY_NAME,
        imported_at=TEXT_OR_NULL,
    )


def _event() -> Schema:
    return _object(
        agent=TEXT,
        session=TEXT,
        event=TEXT,
        path=TEXT,
        record=RECORD,
        part=COUNT,
        kind=TEXT,
        author=TEXT,
        sent_at=TEXT_OR_NULL,
        text=TEXT,
        cited=FLAG,
    )


def _run() -> Schema:
    return _object(
        run=TEXT,
        file=TEXT,
        started_at=TEXT,
        action=_words(Action),
        outcome=_words(Outcome),
        sessions=COUNT,
        findings=COUNT,
        mac=TEXT,
    )


def _check() -> Schema:
    return _object(code=_words(Code), file=TEXT, failure=FLAG)
