"""The page on the JSON answers: fields from the schemas, their sentences from json_fields.toml."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

Schema = Mapping[str, Any]

SENTENCES = Path(__file__).with_name("json_fields.toml")

SHARED: Mapping[str, tuple[str, ...]] = {
    "coverage": ("review", "coverage"),
    "finding": ("review", "findings"),
    "pattern": ("review", "patterns"),
    "model": ("review", "model"),
    "session": ("sessions", "sessions"),
    "turn": ("turns", "turns"),
    "event": ("show", "events"),
    "measure": ("eval", "acts", "pushback"),
    "share": ("eval", "acts", "pushback", "precision"),
    "contribution": ("eval", "acts", "signals"),
    "difference": ("eval", "acts", "misses"),
    "sides": ("eval", "model", "total"),
    "hits": ("eval", "model", "total", "rules"),
}
"""Objects that stand in several places, each with the answer and the fields that lead to it."""

WORDS = {"string": "text", "boolean": "true or false"}
"""Types of JSON Schema that have a plainer word."""

HEAD = "| field | type | holds |\n|---|---|---|\n"

TOP = """# JSON answers

`--format json` is a contract: `"schema": "reflect/1"` changes when a field is renamed, removed or
gets another meaning.
Objects are closed: a field that does not stand here does not occur.
Every text was redacted; everything beyond ASCII is escaped.
Times are UTC; what is not known is `null`, never 0.

The JSON Schemas lie in `reflect/reports/schemas/`.
"""


def page() -> str:
    """The whole page. Raises ``ValueError`` for a field without a sentence, or the reverse."""
    schemas = read_schemas()
    answers = {str(one["properties"]["command"]["enum"][0]): one for one in schemas.values()}
    shared = {name: found(answers[path[0]], path[1:]) for name, path in SHARED.items()}
    sentences = tomllib.loads(SENTENCES.read_text(encoding="utf-8"))
    unused = {(table, key) for table, keys in sentences.items() for key in keys}
    parts = [TOP]
    for command in sorted(answers, key=list(sentences).index):
        properties = answers[command]["properties"]
        words = " or ".join(f"`reflect {word}`" for word in properties["command"]["enum"])
        parts.append(f"\n## {command}\n\nThe answer of {words}.\n\n")
        everywhere = {"schema": "answer", "command": "answer"}
        parts += [HEAD, *fields(command, properties, shared, sentences, unused, everywhere)]
    parts.append("\n## Objects\n\nThey stand in several answers.\n")
    for name, schema in shared.items():
        parts += [f"\n### The object {name}\n\n", HEAD]
        parts += fields(name, schema["properties"], shared, sentences, unused, {})
    if unused:
        raise ValueError(f"json_fields.toml: no such field: {sorted(unused)}")
    return "".join(parts)


def read_schemas() -> dict[str, Schema]:
    """The schemas of the answers, by file name; the manifest's is no answer."""
    folder = files("reflect.reports").joinpath("schemas")
    return {
        file.name: json.loads(file.read_text(encoding="utf-8"))
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".schema.json") and file.name != "manifest.schema.json"
    }


def fields(
    table: str,
    properties: Schema,
    shared: Mapping[str, Schema],
    sentences: Mapping[str, Mapping[str, str]],
    unused: set[tuple[str, str]],
    elsewhere: Mapping[str, str],
) -> Iterator[str]:
    """A row per field; fields of an inner object follow it when they have sentences."""
    for name, schema in properties.items():
        home = elsewhere.get(name, table)
        inner = core(schema).get("properties", {})
        expanded = any(key.startswith(f"{name}.") for key in sentences.get(home, ()))
        kind = _type(schema, shared, table)
        yield _row(name, kind.partition(":")[0] if expanded else kind, home, sentences)
        unused.discard((home, name))
        if expanded:
            for below, its_schema in inner.items():
                key = f"{name}.{below}"
                yield _row(key, _type(its_schema, shared, table), home, sentences)
                unused.discard((home, key))


def core(schema: Schema) -> Schema:
    """What a list holds, or what stands beside null."""
    if "items" in schema:
        return core(schema["items"])
    if "anyOf" in schema:
        return core(next(one for one in schema["anyOf"] if one.get("type") != "null"))
    return schema


def found(schema: Schema, path: tuple[str, ...]) -> Schema:
    """The object at the end of some fields, each inside the one before."""
    for name in path:
        schema = core(schema["properties"][name])
    return schema


def _row(key: str, kind: str, table: str, sentences: Mapping[str, Mapping[str, str]]) -> str:
    if key not in sentences.get(table, {}):
        raise ValueError(f"json_fields.toml: [{table}] {key} has no sentence")
    return f"| `{key}` | {kind} | {sentences[table][key]} |\n"


def _type(schema: Schema, shared: Mapping[str, Schema], table: str) -> str:
    """The type in words; an object that has a section of its own is linked."""
    named = next((name for name, one in shared.items() if one == schema and name != table), None)
    if named:
        return f"[{named}](#the-object-{named})"
    if "anyOf" in schema:
        return _type(core(schema), shared, table) + " or null"
    if schema.get("type") == "array":
        items = schema.get("items")
        what = _type(items, shared, table) if items else "values"
        return "list of " + what.replace("object:", "objects:")
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if schema.get("type") == "object":
        names = ", ".join(f"`{name}`" for name in schema.get("properties", ()))
        return f"object: {names}" if names else "object: name → number"
    kinds = schema["type"]
    words = [kinds] if isinstance(kinds, str) else list(kinds)
    return " or ".join(WORDS.get(word, word) for word in words)
