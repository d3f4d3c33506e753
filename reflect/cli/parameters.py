"""What a command takes, as the annotations of its function say it.

``last: Annotated[int | None, Option("--last", "-n", help="…")] = None``: the type says what a word
is turned into, a default makes it optional, ``list[…]`` takes several, ``bool`` is a switch.
Read without `inspect` and dataclasses, which take 20 ms before the first word is read.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

Function = Callable[..., None]
"""Does what a command promises; its parameters are the command's."""


class Option(NamedTuple):
    """A flag, with a value unless its parameter is a ``bool``."""

    flags: tuple[str, ...]
    """As typed; ``--a/--no-a`` names both ends of a switch."""
    help: str
    """One sentence."""
    metavar: str | None
    """Stands for the value; None where the type says enough."""
    least: int | None
    """Smallest number."""
    most: int | None
    """Largest number."""
    default: str | None
    """Told instead of the default; None where that says enough."""


class Argument(NamedTuple):
    """A word without a flag."""

    metavar: str
    """Stands for it."""
    help: str
    """One sentence."""


class Parameter(NamedTuple):
    """One parameter of a command's function."""

    name: str
    """Its name there."""
    asked: Option | Argument
    """How it is typed."""
    kind: Any
    """``str``, ``int``, ``bool``, ``Path`` or an enum."""
    several: bool
    """It takes a list of them."""
    required: bool
    """It has no default."""
    default: Any
    """What the function gets where nothing is typed."""

    @property
    def both_ends(self) -> tuple[str, str]:
        """Of a switch what turns it on and what turns it off; the second may be empty."""
        on, _, off = self.option.flags[0].partition("/")
        return on, off

    @property
    def option(self) -> Option:
        """How it is typed, where it is an option."""
        assert isinstance(self.asked, Option)  # noqa: S101 - asked of options only
        return self.asked

    @property
    def choices(self) -> tuple[str, ...]:
        """The words it takes, where only some are taken."""
        if isinstance(self.kind, type) and issubclass(self.kind, StrEnum):
            return tuple(word.value for word in self.kind)
        return ()


def option(
    *flags: str,
    help: str,  # noqa: A002 - the field's name
    metavar: str | None = None,
    least: int | None = None,
    most: int | None = None,
    default: str | None = None,
) -> Option:
    """An option in the annotation of a parameter."""
    return Option(flags, help, metavar, least, most, default)


def parameters(function: Function) -> tuple[Parameter, ...]:
    """The parameters of a command's function, in its order."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    defaults: Sequence[Any] = function.__defaults__ or ()
    first = len(names) - len(defaults)
    return tuple(
        _parameter(
            name,
            function.__annotations__[name],
            required=place < first,
            default=None if place < first else defaults[place - first],
        )
        for place, name in enumerate(names)
    )


def _parameter(name: str, annotation: Any, *, required: bool, default: Any) -> Parameter:
    kind, (asked,) = annotation.__origin__, annotation.__metadata__
    if not hasattr(kind, "__origin__") and hasattr(kind, "__args__"):
        kind = next(each for each in kind.__args__ if each is not type(None))
    several = getattr(kind, "__origin__", None) is list
    if several:
        (kind,) = kind.__args__
    return Parameter(name, asked, kind, several, required, default)
