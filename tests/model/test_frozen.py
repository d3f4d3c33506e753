"""A frozen class is what ``dataclasses`` would have made of it, in all that anybody can see."""

import copy
import dataclasses
import importlib
import inspect
import pickle
import pkgutil
from dataclasses import field
from typing import Any, ClassVar, Generic, TypeVar

import pytest

import reflect
from reflect.model import frozen

TextT = TypeVar("TextT", bound=str)


class Plain:
    """All kinds of fields."""

    name: str
    """A name."""
    count: int
    """A number."""
    words: tuple[str, ...] = ()
    """Words."""
    secret: str = field(default="", repr=False)
    """Not shown."""
    beside: int = field(default=0, compare=False)
    """Not compared."""
    counts: dict[str, int] = field(default_factory=dict)
    """A new one each time."""

    @property
    def first(self) -> str:
        """The first word."""
        return self.words[0]


class Nothing:
    """No field."""


class One:
    """One field."""

    value: object
    """Any."""


class Typed(Generic[TextT]):
    """A generic one."""

    text: TextT
    """Its text."""
    more: "tuple[TextT, ...]" = ()
    """Named by a text: made by dataclasses."""


class Box(Generic[TextT]):
    """A generic one."""

    text: TextT
    """Its text."""


class Shared:
    """A constant of the class."""

    LIMIT: ClassVar[int] = 3
    value: int = 0
    """A number."""


class Quoted:
    """Types in quotes."""

    text: "str"
    """A text."""
    next: "Quoted | None" = None
    """Another one."""


class QuotedShared:
    """A constant of the class whose type stands in quotes."""

    LIMIT: "ClassVar[int]" = 3
    value: "int" = 0
    """A number."""


class Checked:
    """Asks for more than fields."""

    value: int
    """A number."""

    def __post_init__(self) -> None:
        if self.value < 0:
            raise ValueError(self.value)


def pair(cls: type[Any]) -> tuple[type[Any], type[Any]]:
    """The class made by dataclasses, and made here."""
    both = []
    for make in (
        dataclasses.dataclass(frozen=True, slots=True),
        frozen.dataclass(frozen=True, slots=True),
    ):
        body = {k: v for k, v in cls.__dict__.items() if k not in ("__dict__", "__weakref__")}
        body = {k: copy.copy(v) if isinstance(v, dataclasses.Field) else v for k, v in body.items()}
        metaclass: Any = type(cls)
        both.append(make(metaclass(cls.__name__, cls.__bases__, body)))
    return both[0], both[1]


CASES: list[tuple[type[Any], list[tuple[Any, ...]]]] = [
    (Plain, [("a", 1), ("a", 2), ("a", 1, ("w",)), ("a", 1, (), "s"), ("a", 1, (), "", 5),
             ("a", 1, (), "", 0, {"k": 1})]),
    (Nothing, [()]),
    (One, [(1,), (None,), (1.0,)]),
    (Typed, [("t",), ("t", ("u",))]),
    (Box, [("t",), ("u",)]),
    (Shared, [(), (4,)]),
    (Quoted, [("t",), ("t", None), ("u", 1)]),
    (QuotedShared, [(), (4,)]),
    (Checked, [(1,), (2,)]),
]  # fmt: skip
EACH = pytest.mark.parametrize(("cls", "rows"), CASES, ids=lambda v: getattr(v, "__name__", ""))


@EACH
def test_values_show_compare_and_hash_alike(cls: type[Any], rows: list[tuple[Any, ...]]) -> None:
    theirs, ours = pair(cls)
    for row in rows:
        assert repr(ours(*row)) == repr(theirs(*row))
        assert ours(*row).__eq__(theirs(*row)) is NotImplemented
        for other in rows:
            assert (ours(*row) == ours(*other)) == (theirs(*row) == theirs(*other))
        if cls is not Plain:
            assert hash(ours(*row)) == hash(theirs(*row))
    if cls is Plain:
        with pytest.raises(TypeError, match="unhashable"):
            hash(ours("a", 1))


@EACH
def test_what_dataclasses_says_of_a_class_is_the_same(
    cls: type[Any], rows: list[tuple[Any, ...]]
) -> None:
    theirs, ours = pair(cls)
    assert dataclasses.is_dataclass(ours)
    told = [[(f.name, f.type, f.default, f.default_factory, f.repr, f.compare, f.init, f.kw_only)
             for f in dataclasses.fields(one)] for one in (theirs, ours)]  # fmt: skip
    assert told[0] == told[1]
    for name in ("__slots__", "__match_args__", "__doc__", "__qualname__", "__module__"):
        assert getattr(ours, name) == getattr(theirs, name)
    params = [repr(vars(one)["__dataclass_params__"]) for one in (theirs, ours)]
    assert params[0] == params[1]
    parameters = [list(inspect.signature(one).parameters.values()) for one in (theirs, ours)]
    assert [(p.name, p.kind) for p in parameters[0]] == [(p.name, p.kind) for p in parameters[1]]
    for row in rows:
        assert dataclasses.astuple(ours(*row)) == dataclasses.astuple(theirs(*row))
        assert not hasattr(ours(*row), "__dict__")


@EACH
def test_values_are_copied_replaced_and_pickled(
    cls: type[Any], rows: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ours = pair(cls)
    monkeypatch.setattr(f"{__name__}.{cls.__name__}", ours)
    for row in rows:
        value = ours(*row)
        assert copy.deepcopy(value) == value
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - our own
        assert dataclasses.replace(value) == value
        for one in dataclasses.fields(value):
            with pytest.raises(dataclasses.FrozenInstanceError, match=one.name):
                setattr(value, one.name, 1)
            with pytest.raises(dataclasses.FrozenInstanceError, match=one.name):
                delattr(value, one.name)
        # A class of dataclasses says TypeError here (Python 3.11).
        with pytest.raises((dataclasses.FrozenInstanceError, TypeError)):
            value.other = 1


@EACH
def test_a_value_has_its_class_and_a_class_below_keeps_its_own(
    cls: type[Any], rows: list[tuple[Any, ...]]
) -> None:
    _, ours = pair(cls)
    metaclass: Any = type(ours)
    below = metaclass("Below", (ours,), {})
    for row in rows:
        assert type(ours(*row)) is ours
        assert type(below(*row)) is below
        assert dataclasses.astuple(below(*row)) == dataclasses.astuple(ours(*row))


def test_a_wrong_call_is_a_type_error() -> None:
    _, ours = pair(Plain)
    for words, named in (((), {}), (("a",), {}), (("a", 1), {"nmae": 2}), (("a", 1), {"name": 2})):
        with pytest.raises(TypeError):
            ours(*words, **named)
    assert ours(count=1, name="a").counts is not ours("a", 1).counts


def test_what_is_done_after_filling_is_still_done() -> None:
    _, ours = pair(Checked)
    with pytest.raises(ValueError, match="-1"):
        ours(-1)


def test_a_value_that_can_change_is_made_by_dataclasses() -> None:
    @frozen.dataclass(slots=True)
    class Tally:
        """Counts."""

        read: int = 0
        """Records."""

    tally = Tally()
    tally.read += 1
    assert tally == Tally(1)


def test_a_mutable_default_is_refused() -> None:
    class Wrong:
        """Shares a list."""

        words: list[str] = []  # noqa: RUF012 - what is refused

    with pytest.raises(ValueError, match="mutable default"):
        frozen.dataclass(frozen=True, slots=True)(Wrong)


def test_every_class_of_the_program_can_be_made_again_from_its_fields() -> None:
    for module in pkgutil.walk_packages(reflect.__path__, "reflect."):
        if module.name.endswith("__main__"):
            continue
        for cls in vars(importlib.import_module(module.name)).values():
            if not (isinstance(cls, type) and dataclasses.is_dataclass(cls)):
                continue
            names = [one.name for one in dataclasses.fields(cls) if one.init]
            assert names == list(getattr(cls, "__match_args__", ()))


def test_a_maker_makes_what_the_class_makes() -> None:
    _, here = pair(Plain)
    make = frozen.maker(here)
    one, two = make("a", 1, words=("b",), beside=3), make(name="d", count=2)
    assert [one, two] == [here("a", 1, words=("b",), beside=3), here("d", 2)]
    assert type(one) is here
    assert two.counts == {}
    assert two.counts is not make("d", 2).counts
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.name = "e"
    with pytest.raises(TypeError, match="count"):
        make("a")


def test_a_maker_of_a_generic_class_makes_its_values() -> None:
    _, box = pair(Box)
    of_text: type[Any] = getattr(box, "__class_getitem__")(str)  # noqa: B009 - mypy knows none
    assert type(frozen.maker(of_text)("a")) is box


def test_a_class_that_dataclasses_made_is_its_own_maker() -> None:
    _, checked = pair(Checked)
    assert frozen.maker(checked) is checked
