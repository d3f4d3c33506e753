"""The closed subset: the lint finds each hole, the checker is never laxer than a real validator."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from reflect.reports import manifest_schema
from reflect.reports.closed_schema import conforms, lint

WORD = {"type": "string", "pattern": "^[a-z]{1,8}$", "maxLength": 8}
COUNT = {"type": "integer", "minimum": 0, "maximum": 9}


def closed(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


EXAMPLE = closed(
    word={"anyOf": [WORD, {"type": "null"}]},
    kind={"enum": ["a", "b"]},
    fixed={"const": True},
    counts={"type": "array", "items": COUNT, "maxItems": 2},
    flag={"type": "boolean"},
)


def test_the_manifest_is_closed() -> None:
    assert lint(manifest_schema.schema()) == []


@pytest.mark.parametrize(
    "hole",
    [
        {"type": "string"},
        {"type": "string", "maxLength": 10},
        {"type": "string", "pattern": "^[a-z]+$", "maxLength": 129},
        {"type": "string", "pattern": "[a-z]", "maxLength": 9},
        {"type": "string", "pattern": "^.*$", "maxLength": 9},
        {"type": "string", "pattern": "^[^/]*$", "maxLength": 9},
        {"type": "number"},
        {"type": "integer"},
        {"type": "integer", "minimum": 0, "maximum": 2**60},
        {"type": ["string", "null"]},
        {"type": "array", "items": COUNT},
        {"type": "object"},
        {},
        {**closed(a=COUNT), "additionalProperties": True},
        {**closed(a=COUNT), "required": []},
        {"anyOf": [COUNT, {"type": "string"}]},
        {"$ref": "#/x"},
    ],
)
def test_each_hole_is_found(hole: dict[str, Any]) -> None:
    assert lint(closed(inner=closed(hole=hole)))


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.floats(0, 3)
    | st.text("ab\nZ", max_size=9)
    | st.sampled_from(["a", "b", "abc", "a\n"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*EXAMPLE["properties"], "other"]), inner)
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(values)
def test_what_conforms_is_valid(value: object) -> None:
    if conforms(value, EXAMPLE):
        Draft202012Validator(EXAMPLE).validate(value)


@settings(deadline=None)
@given(
    st.fixed_dictionaries(
        {
            "word": st.none() | st.from_regex("[a-z]{1,8}", fullmatch=True),
            "kind": st.sampled_from(["a", "b"]),
            "fixed": st.just(True),
            "counts": st.lists(st.integers(0, 9), max_size=2),
            "flag": st.booleans(),
        }
    )
)
def test_what_is_foreseen_conforms(value: dict[str, Any]) -> None:
    assert conforms(value, EXAMPLE)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("word", "a\n"),
        ("counts", [1.0]),
        ("counts", [True]),
        ("fixed", 1),
        ("kind", ["a"]),
        ("flag", 0),
        ("counts", [1, 2, 3]),
    ],
)
def test_lookalikes_do_not_conform(field: str, value: object) -> None:
    fine = {"word": "a", "kind": "a", "fixed": True, "counts": [1], "flag": False}
    assert conforms(fine, EXAMPLE)
    assert not conforms({**fine, field: value}, EXAMPLE)
