"""Where a value leaves its JSON Schema: the few words of it that the forms of replies use."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from reflect.model.frozen import dataclass

TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
"""Name of a type → whether a value has it; ``true`` is no number."""

BOUNDS: Mapping[str, Callable[[Any, Any], bool]] = {
    "enum": lambda value, allowed: any(type(value) is type(a) and value == a for a in allowed),
    "const": lambda value, wanted: type(value) is type(wanted) and value == wanted,
    "minLength": lambda value, least: len(value) >= least,
    "maxLength": lambda value, most: len(value) <= most,
    "minItems": lambda value, least: len(value) >= least,
    "maxItems": lambda value, most: len(value) <= most,
    "uniqueItems": lambda value, unique: not unique or len({repr(v) for v in value}) == len(value),
    "minimum": lambda value, least: value >= least,
    "maximum": lambda value, most: value <= most,
}
"""Keyword → whether a value of the right type keeps to it."""

STRUCTURE = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "title", "description"}
)
"""Keywords that are read by :func:`violations` itself, or say nothing about the value."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One place where a value leaves its form."""

    path: tuple[str, ...]
    """Names of the fields that lead to it; items of a list have no name."""
    keyword: str
    """The word of the schema that is broken."""


def violations(
    value: Any, schema: Mapping[str, Any], path: tuple[str, ...] = ()
) -> Iterator[Violation]:
    """Every place where ``value`` leaves ``schema``, from the outside inwards.

    Raises ``ValueError`` for a keyword that is not known here: a bound that nobody checks is none.
    """
    unknown = schema.keys() - BOUNDS.keys() - STRUCTURE
    if unknown:
        raise ValueError(f"keywords of a schema that nothing checks: {sorted(unknown)}")
    kinds = schema.get("type", ())
    names = (kinds,) if isinstance(kinds, str) else kinds
    if names and not any(TYPES[name](value) for name in names):
        yield Violation(path, "type")
        return
    for keyword, holds in BOUNDS.items():
        if keyword in schema and not holds(value, schema[keyword]):
            yield Violation(path, keyword)
    if isinstance(value, dict):
        yield from _of_object(value, schema, path)
    elif isinstance(value, list) and "items" in schema:
        for item in value:
            yield from violations(item, schema["items"], path)


def _of_object(
    value: Mapping[str, Any], schema: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[Violation]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield Violation((*path, name), "required")
    if schema.get("additionalProperties") is False and value.keys() - known.keys():
        yield Violation(path, "additionalProperties")
    for name, form in known.items():
        if name in value:
            yield from violations(value[name], form, (*path, name))
