"""The subset of JSON Schema in which nothing can be written that was not foreseen.

A closed schema has no free string, no float, no unknown field and no endless list. ``lint`` proves
that a schema is closed; ``conforms`` checks a value against one without any dependency. It is
stricter than a general validator: ``1.0`` and ``true`` are no integers, and a pattern must match
the whole text, a trailing newline included.
"""

from typing import Any

from reflect.regex import compiled

LONGEST_STRING = 128
LARGEST_INTEGER = 2**53 - 1
"""What every JSON reader keeps exactly."""

OPEN_PATTERN = compiled(r"(?<!\\)\.|\[\^|\\[SWDs]")
"""Pieces of a pattern that let through what nobody listed."""

KEYWORDS = {
    "object": {"type", "additionalProperties", "required", "properties"},
    "array": {"type", "items", "maxItems"},
    "string": {"type", "pattern", "maxLength"},
    "integer": {"type", "minimum", "maximum"},
    "boolean": {"type"},
    "null": {"type"},
}

Schema = dict[str, Any]


def lint(schema: Schema, place: str = "$") -> list[str]:
    """What keeps the schema from being closed, as ``place: reason``; empty when it is closed."""
    schema = {k: v for k, v in schema.items() if k not in ("$schema", "$id", "title")}
    if set(schema) in ({"const"}, {"enum"}):
        return []
    if set(schema) == {"anyOf"}:
        return [fault for one in schema["anyOf"] for fault in lint(one, place)]
    kind = schema.get("type")
    if not isinstance(kind, str) or kind not in KEYWORDS:
        return [f"{place}: type {kind} is not in a closed schema"]
    if set(schema) != KEYWORDS[kind]:
        wrong = ", ".join(sorted(set(schema) ^ KEYWORDS[kind]))
        return [f"{place}: missing or unknown keyword {wrong}"]
    if kind == "object":
        return _lint_object(schema, place)
    if kind == "array":
        return lint(schema["items"], f"{place}[]")
    if kind == "string":
        return _lint_string(schema, place)
    if kind == "integer" and not -1 < schema["minimum"] <= schema["maximum"] <= LARGEST_INTEGER:
        return [f"{place}: integer without bounds"]
    return []


def _lint_object(schema: Schema, place: str) -> list[str]:
    faults = []
    if schema["additionalProperties"] is not False:
        faults.append(f"{place}: unknown fields are let through")
    if sorted(schema["required"]) != sorted(schema["properties"]):
        faults.append(f"{place}: a field may be left out")
    for name, inner in schema["properties"].items():
        faults += lint(inner, f"{place}.{name}")
    return faults


def _lint_string(schema: Schema, place: str) -> list[str]:
    faults = []
    if not 0 < schema["maxLength"] <= LONGEST_STRING:
        faults.append(f"{place}: string longer than {LONGEST_STRING}")
    pattern = schema["pattern"]
    if not (pattern.startswith("^") and pattern.endswith("$")):
        faults.append(f"{place}: pattern is not anchored")
    if OPEN_PATTERN.search(pattern):
        faults.append(f"{place}: pattern lets through what nobody listed")
    return faults


def conforms(value: object, schema: Schema) -> bool:
    """Whether the value is one that the closed schema describes."""
    if "const" in schema:
        return type(value) is type(schema["const"]) and value == schema["const"]
    if "enum" in schema:
        return isinstance(value, str) and value in schema["enum"]
    if "anyOf" in schema:
        return any(conforms(value, one) for one in schema["anyOf"])
    match schema["type"]:
        case "object":
            return _conforms_object(value, schema)
        case "array":
            return (
                isinstance(value, list)
                and len(value) <= schema["maxItems"]
                and all(conforms(one, schema["items"]) for one in value)
            )
        case "string":
            return (
                isinstance(value, str)
                and len(value) <= schema["maxLength"]
                and compiled(schema["pattern"][1:-1]).fullmatch(value) is not None
            )
        case "integer":
            return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
        case "boolean":
            return isinstance(value, bool)
        case _:
            return value is None


def _conforms_object(value: object, schema: Schema) -> bool:
    if not isinstance(value, dict) or set(value) != set(schema["properties"]):
        return False
    return all(conforms(value[name], inner) for name, inner in schema["properties"].items())
