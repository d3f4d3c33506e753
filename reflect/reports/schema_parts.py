"""Parts that the schemas of the answers are put together from."""

from enum import StrEnum

from reflect.reports.closed_schema import Schema

TEXT: Schema = {"type": "string"}
TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
COUNT: Schema = {"type": "integer", "minimum": 0}
COUNT_OR_NULL: Schema = {"type": ["integer", "null"], "minimum": 0}
SECONDS: Schema = {"type": "number", "minimum": 0}
SECONDS_OR_NULL: Schema = {"type": ["number", "null"], "minimum": 0}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
SHARE_OR_NULL: Schema = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
FLAG: Schema = {"type": "boolean"}
COUNTS_BY_NAME: Schema = {"type": "object", "additionalProperties": COUNT}


def object_of(**properties: Schema) -> Schema:
    """A closed object; every field is there."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


def list_of(items: Schema) -> Schema:
    """A list of one kind of things."""
    return {"type": "array", "items": items}


def or_null(schema: Schema) -> Schema:
    """The thing, or nothing."""
    return {"anyOf": [schema, {"type": "null"}]}


def words(vocabulary: type[StrEnum]) -> Schema:
    """One word of a closed list."""
    return {"enum": [word.value for word in vocabulary]}
