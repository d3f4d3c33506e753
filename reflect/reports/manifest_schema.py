"""The closed JSON Schema of the audit manifest, made from the project's word lists.

Written to ``schemas/manifest.schema.json`` by ``scripts/make_schemas.py``; a test compares them.
After a release any change of it, a word list that grew among them, raises ``VERSION``, and the old
schema stays beside the new one: manifests that were written must verify for ever.
"""

from enum import StrEnum

from reflect.model.run_vocabulary import (
    Action,
    Consent,
    Destination,
    ErrorCode,
    OperatingSystem,
    Outcome,
    PromptPurpose,
    SelectionMode,
)
from reflect.model.vocabulary import Agent, Family, RedactionKind, SkipReason, Stability
from reflect.reports.closed_schema import LARGEST_INTEGER, Schema

TYPE = "reflect.audit"
VERSION = 1

RUN_ID = "^run_[0-9a-hjkmnp-tv-z]{26}$"
MOMENT = "^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z$"
OPAQUE_SESSION_ID = (
    "^(ses_[0-9A-Za-z]{20,36}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$"
)
"""Ids that say nothing; any other (a path, a title) is left out."""

OTHER = "other"
"""Stands for an agent without a built-in importer."""

COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": LARGEST_INTEGER}
FLAG: Schema = {"type": "boolean"}


def _text(pattern: str, longest: int) -> Schema:
    return {"type": "string", "pattern": pattern, "maxLength": longest}


KEYED_HASH = _text("^h1:[0-9a-f]{32}$", 35)
MAC = _text("^m1:[0-9a-f]{64}$", 67)


def _words(vocabulary: type[StrEnum], *more: str) -> Schema:
    return {"enum": [*(word.value for word in vocabulary), *more]}


def _object(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


def _count_of(vocabulary: type[StrEnum]) -> Schema:
    return _object(**{word.value: COUNT for word in vocabulary})


def _list(items: Schema, longest: int) -> Schema:
    return {"type": "array", "items": items, "maxItems": longest}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def schema() -> Schema:
    """The schema; ``null`` means not known, which is what an interrupted run leaves."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:reflect:audit-manifest:{VERSION}",
        "title": f"reflect audit manifest, version {VERSION}",
        **_object(
            type={"const": TYPE},
            version={"const": VERSION},
            run=_run(),
            key=_object(id=_text("^k1:[0-9a-f]{16}$", 19), alg={"const": "hmac-sha256"}),
            selection=_object(
                mode=_words(SelectionMode),
                limit=_or_null(COUNT),
                include_automated=FLAG,
            ),
            coverage=_or_null(
                _object(found=COUNT, analysed=COUNT, skipped=_count_of(SkipReason)),
            ),
            sessions=_list(_session(), 100_000),
            prompts=_list(_prompt(), 100_000),
            findings=_or_null(_object(**{f.value: _count_of(Stability) for f in Family})),
            redactions=_or_null(_count_of(RedactionKind)),
            reports=_list(_report(), 1_000),
            errors=_list(_object(code=_words(ErrorCode), count=COUNT), 200),
            chain=_object(seq=COUNT, prev=_or_null(MAC)),
            mac=MAC,
        ),
    }


def _run() -> Schema:
    return _object(
        id=_text(RUN_ID, 30),
        started_at=_text(MOMENT, 20),
        finished_at=_or_null(_text(MOMENT, 20)),
        action=_words(Action),
        outcome=_words(Outcome),
        reflect_version=_text(r"^[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}$", 14),
        warehouse_schema=COUNT,
        os=_words(OperatingSystem),
        codes_version=KEYED_HASH,
        redaction_version=KEYED_HASH,
    )


def _session() -> Schema:
    return _object(
        ref=KEYED_HASH,
        id=_or_null(_text(OPAQUE_SESSION_ID, 40)),
        agent=_words(Agent, OTHER),
        directory=_or_null(KEYED_HASH),
        ended_at=_or_null(_text(MOMENT, 20)),
        transcript=_or_null(KEYED_HASH),
        counts=_object(
            messages=COUNT,
            human_turns=COUNT,
            refusals=COUNT,
            interrupts=COUNT,
            tool_calls=COUNT,
            failed_calls=COUNT,
            denied_calls=COUNT,
            compactions=COUNT,
        ),
    )


def _prompt() -> Schema:
    return _object(
        purpose=_words(PromptPurpose),
        hash=KEYED_HASH,
        chars=COUNT,
        model=KEYED_HASH,
        destination=_words(Destination),
        consent=_words(Consent),
        redacted={"const": True},
    )


def _report() -> Schema:
    return _object(
        path=_text(r"^reports/[0-9]{4}/[0-9A-Za-z_-]{1,64}\.(md|json)$", 84),
        hash=KEYED_HASH,
        bytes=COUNT,
        mode={"const": "0600"},
    )
