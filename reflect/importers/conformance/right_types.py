"""Whether a value has the types its dataclass gives it; annotations alone hold nobody."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints


def wrong_types(value: object, expected: Any, place: str) -> Iterator[str]:
    """The places of a value whose type is not the expected one, each in words.

    Args:
        value: Any value of the model.
        expected: Its annotation; a type variable of the model stands for ``str``.
        place: How the value is called in the answer.
    """
    kind = str if isinstance(expected, TypeVar) else expected
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        choices = get_args(kind)
        if not any(next(wrong_types(value, one, place), None) is None for one in choices):
            yield _said(place, value)
    elif origin in (tuple, list):
        (inner, *_) = get_args(kind)
        if not isinstance(value, origin):
            yield _said(place, value)
        else:
            for index, item in enumerate(value):
                yield from wrong_types(item, inner, f"{place}[{index}]")
    elif origin in (dict, Mapping):
        if not isinstance(value, Mapping):
            yield _said(place, value)
    elif is_dataclass(origin or kind):
        if not isinstance(value, origin or kind):
            yield _said(place, value)
        else:
            yield from _fields(value, place)
    elif kind is None or kind is NoneType:
        if value is not None:
            yield _said(place, value)
    elif kind is float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            yield _said(place, value)
    elif isinstance(value, bool) != (kind is bool) or not isinstance(value, kind):
        yield _said(place, value)


def _fields(value: Any, place: str) -> Iterator[str]:
    kind: Any = type(value)
    hints = _hints(kind)
    for one in fields(value):
        yield from wrong_types(getattr(value, one.name), hints[one.name], f"{place}.{one.name}")


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _said(place: str, value: object) -> str:
    return f"{place} is of type {type(value).__name__}"
