"""Frozen dataclasses with slots, made in a tenth of the time and filled in half of it.

``dataclasses`` compiles six methods for each class: 150 classes took 80 ms of every command. Here
only ``__init__`` is compiled, with the first value, and kept; the others are the same for all
classes, but for the fields they read. What ``fields``, ``replace``, ``is_dataclass``, ``match``,
``copy`` and ``pickle`` do with a class is as ever, and type checkers see ``dataclasses.dataclass``
itself. A class that asks for more than fields with defaults gets that one at run time too.
"""

import dataclasses
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar, get_origin

from reflect.model.class_code import code

Class = type[Any]
Given = ParamSpec("Given")
Value = TypeVar("Value")


@dataclasses.dataclass
class _Sample:
    """Holds a field of the usual kind."""

    name: str
    """Any."""


NO_FIELD = ("ClassVar", "InitVar", "KW_ONLY")
"""Names of types that mark what is no field of its own."""

FIELD_TYPE = "_field_type"
USUAL = getattr(dataclasses.fields(_Sample)[0], FIELD_TYPE)
"""What ``fields`` knows a field by; anything else is a pseudo-field."""


def _made(cls: Class) -> Class:
    """The class as ``dataclasses.dataclass(frozen=True, slots=True)`` makes it."""
    fields = _fields(cls)
    if fields is None:
        whole: Class = dataclasses.dataclass(frozen=True, slots=True)(cls)
        return whole
    body = dict(cls.__dict__)
    for name in (*fields, "__dict__", "__weakref__"):
        body.pop(name, None)
    body["__slots__"] = tuple(fields)
    body["__match_args__"] = tuple(name for name, field in fields.items() if field.init)
    body["__dataclass_fields__"] = fields
    body["__dataclass_params__"] = PARAMS
    body["__setattr__"], body["__delattr__"] = _refuse_to_set, _refuse_to_delete
    body["__getstate__"], body["__setstate__"] = _state, _set_state
    compared = tuple(name for name, field in fields.items() if field.compare)
    body["__eq__"], body["__hash__"] = _comparing(compared)
    body["__repr__"] = _showing(tuple(name for name, field in fields.items() if field.repr))
    metaclass: Any = type(cls)
    made: Class = metaclass(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    made.__init__ = _Unfilled(made)
    return made


def _fields(cls: Class) -> dict[str, "dataclasses.Field[Any]"] | None:
    """The fields in their order; None when the class asks for more than is known here."""
    body = cls.__dict__
    inherited = any("__dataclass_fields__" in base.__dict__ for base in cls.__mro__[1:])
    written = ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__",
               "__post_init__", "__slots__", "__match_args__", "__getstate__")  # fmt: skip
    if inherited or not cls.__doc__ or any(name in body for name in written):
        return None
    fields: dict[str, dataclasses.Field[Any]] = {}
    with_default = False
    for name, kind in body.get("__annotations__", {}).items():
        default = body.get(name, dataclasses.MISSING)
        field = default if isinstance(default, dataclasses.Field) else dataclasses.field()
        if field is not default:
            field.default = default
        optional = field.default is not dataclasses.MISSING
        optional = optional or field.default_factory is not dataclasses.MISSING
        plain = field.init and field.hash is None and field.kw_only is dataclasses.MISSING
        unusual = isinstance(kind, dataclasses.InitVar) or kind is ClassVar
        # A type in quotes may be any; those that are no field are told by their names.
        unusual = unusual or (isinstance(kind, str) and any(name in kind for name in NO_FIELD))
        unusual = unusual or kind is dataclasses.KW_ONLY or get_origin(kind) is ClassVar
        mutable = type(field.default).__hash__ is None
        if unusual or mutable or not plain or (with_default and not optional):
            return None
        with_default = optional
        field.name, field.type, field.kw_only = name, kind, False
        setattr(field, FIELD_TYPE, USUAL)
        fields[name] = field
    return fields


class _Unfilled:
    """Stands for ``__init__`` until the first value is made; making one takes 40 µs."""

    __slots__ = ("_made",)

    def __init__(self, made: Class) -> None:
        self._made = made

    def __get__(self, value: object, owner: Class) -> Callable[..., None]:
        filling = self._made.__init__ = _filling(self._made)
        bound: Callable[..., None] = filling if value is None else filling.__get__(value, owner)
        return bound


def maker(made: Callable[Given, Value]) -> Callable[Given, Value]:
    """A function that makes a value of a class as calling the class does, in half of the time.

    For who makes ten thousands of them: ``make_part = maker(Part[str])``.
    """
    kind: Any = get_origin(made) or made
    if kind.__dict__.get("__setattr__") is not _refuse_to_set:
        return made
    making: Callable[Given, Value] = _compiled(
        kind, "make", "", " self = _open()\n", " self.__class__ = _made\n return self\n"
    )
    making.__doc__ = kind.__doc__
    return making


def _filling(made: Class) -> Any:
    """``__init__``: sets each slot while the value has a class that does not refuse it.

    A slot set through its descriptor takes 50 ns, one of an open class 7, and changing the class
    50, twice.
    """
    fields = tuple(made.__dataclass_fields__)
    before = (
        f" if self.__class__ is not _made: return _fill(self, [{', '.join(fields)}])\n"
        " _become(self, _open)\n"
    )
    return _compiled(made, "__init__", "self, ", before, " self.__class__ = _made\n")


def _compiled(made: Class, name: str, first: str, before: str, behind: str) -> Any:
    """A function that takes the fields and sets them all, between what else it does."""
    fields: dict[str, dataclasses.Field[Any]] = made.__dataclass_fields__
    names: dict[str, Any] = {"_made": made, "_open": _opened(made), "_become": _become}
    names["_fill"] = partial(_fill, tuple(fields))
    words, made_here, lines = [], [], []
    for field in fields.values():
        word = field.name
        if field.default is not dataclasses.MISSING:
            names[f"_default_{word}"] = field.default
            word = f"{word}=_default_{word}"
        elif field.default_factory is not dataclasses.MISSING:
            names[f"_default_{word}"] = field.default_factory
            made_here.append(f" if {word} is _default_{word}: {word} = _default_{word}()\n")
            word = f"{word}=_default_{word}"
        words.append(word)
        lines.append(f" self.{field.name} = {field.name}\n")
    body = f"{''.join(made_here)}{before}{''.join(lines)}{behind}"
    source = f"def {name}({first}{', '.join(words)}):\n{body}"
    exec(code(source), names)  # noqa: S102 - names of fields, as in dataclasses
    function = names.pop(name)
    function.__qualname__ = f"{made.__qualname__}.{name}"
    function.__module__ = made.__module__
    return function


def _opened(made: Class) -> Class:
    """A class with the same slots in which they can be set."""
    body = {"__slots__": made.__slots__, "__module__": made.__module__}
    if "__orig_bases__" in made.__dict__:
        body["__orig_bases__"] = made.__dict__["__orig_bases__"]
    metaclass: Any = type(made)
    opened: Class = metaclass(made.__name__, made.__bases__, body)
    return opened


_become: Callable[[object, Class], None] = object.__dict__["__class__"].__set__


def _fill(names: tuple[str, ...], self: object, values: list[Any]) -> None:
    """The same for a value of a class below: slower, and as ``dataclasses`` does it."""
    for name, value in zip(names, values, strict=True):
        object.__setattr__(self, name, value)


def _comparing(names: tuple[str, ...]) -> tuple[Callable[..., Any], Callable[..., int]]:
    """``__eq__`` and ``__hash__`` over these fields."""
    if len(names) > 1:
        values: Callable[[Any], Any] = attrgetter(*names)
    else:

        def values(self: Any) -> Any:
            return tuple(getattr(self, name) for name in names)

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(values(self))

    return __eq__, __hash__


def _showing(names: tuple[str, ...]) -> Callable[[Any], str]:
    """``__repr__`` with these fields."""

    def __repr__(self: Any) -> str:  # noqa: N807
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({shown})"

    return __repr__


def _refuse_to_set(self: object, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__slots__]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__slots__, state, strict=True):
        object.__setattr__(self, name, value)


PARAMS: Any = getattr(dataclasses.dataclass(frozen=True)(_Sample), "__dataclass_params__", None)


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool = False, slots: bool = False) -> Callable[[Class], Class]:
        """``dataclasses.dataclass(frozen=True, slots=True)``; other kinds are made there."""
        return _made if frozen and slots else dataclasses.dataclass(frozen=frozen, slots=slots)
