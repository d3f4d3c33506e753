"""Words into values: each form of a flag, and a sentence for each word that is not taken."""

from pathlib import Path
from typing import Annotated, Any

import pytest

from reflect.cli import REFLECT
from reflect.cli.commands import Command, every
from reflect.cli.options import Format
from reflect.cli.parameters import Argument, Parameter, option, parameters
from reflect.cli.parsing import called, values_of
from reflect.errors import UsageError

COMMAND = Command("reflect sample", "program")


def sample(
    files: Annotated[list[Path], Argument(metavar="FILE", help="Files.")],
    last: Annotated[int | None, option("--last", "-n", least=1, most=9, help="How many.")] = None,
    agent: Annotated[list[str] | None, option("--agent", help="Whose.")] = None,
    discover: Annotated[bool, option("--discover/--no-discover", help="Look.")] = True,
    strict: Annotated[bool, option("--strict", help="Fail sooner.")] = False,
    form: Annotated[Format, option("--format", help="How.")] = Format.TEXT,
) -> None:
    """Take every kind of parameter."""


TAKEN = parameters(sample)
NOTHING_SAID = {
    "files": [Path("a")],
    "last": None,
    "agent": None,
    "discover": True,
    "strict": False,
    "form": Format.TEXT,
}


def read(*words: str, taken: tuple[Parameter, ...] = TAKEN) -> dict[str, Any] | None:
    return values_of(COMMAND, taken, words)


@pytest.mark.parametrize(
    ("words", "differs"),
    [
        (["a"], {}),
        (["a", "b"], {"files": [Path("a"), Path("b")]}),
        (["--last", "3", "a"], {"last": 3}),
        (["a", "--last=3"], {"last": 3}),
        (["-n", "3", "a"], {"last": 3}),
        (["-n3", "a"], {"last": 3}),
        (["--last", "3", "a", "--last", "4"], {"last": 4}),
        (["a", "--agent", "x", "b", "--agent=y"],
         {"files": [Path("a"), Path("b")], "agent": ["x", "y"]}),
        (["--agent", "-x", "a"], {"agent": ["-x"]}),
        (["--agent=", "a"], {"agent": [""]}),
        (["--no-discover", "a"], {"discover": False}),
        (["--no-discover", "a", "--discover"], {"discover": True}),
        (["--strict", "a"], {"strict": True}),
        (["--format", "md", "a"], {"form": Format.MD}),
        (["--", "--last"], {"files": [Path("--last")]}),
        (["-", "a"], {"files": [Path("-"), Path("a")]}),
    ],
)  # fmt: skip
def test_every_form_of_a_flag_is_read(words: list[str], differs: dict[str, Any]) -> None:
    assert read(*words) == NOTHING_SAID | differs


@pytest.mark.parametrize(
    ("words", "said", "hint"),
    [
        ([], "FILE is missing", "reflect sample --help"),
        (["a", "--lst", "3"], "no option --lst", "did you mean --last?"),
        (["a", "--discov"], "no option --discov", "did you mean --discover?"),
        (["a", "--zzz"], "no option --zzz", "reflect sample --help"),
        (["a", "-x"], "no option -x", ""),
        (["a", "--last"], "--last needs a value", "reflect sample --help"),
        (["a", "--last", "many"], "--last many: not a whole number", "--last 5"),
        (["a", "-n", "0"], "-n 0: at least 1", "-n 1"),
        (["a", "-n", "10"], "-n 10: at most 9", "-n 9"),
        (["a", "--strict=yes"], "--strict takes no value", "--strict"),
        (["a", "--format", "jsn"], "not one of text, md, json", "did you mean json?"),
    ],
)
def test_what_is_not_taken_is_said_with_a_hint(words: list[str], said: str, hint: str) -> None:
    with pytest.raises(UsageError) as raised:
        read(*words)
    assert said in raised.value.message
    assert hint in raised.value.hint


def test_a_word_too_many_is_no_value() -> None:
    (one,) = parameters(single)
    with pytest.raises(UsageError, match="no argument b"):
        read("a", "b", taken=(one,))


def single(reference: Annotated[str, Argument(metavar="REF", help="One.")]) -> None:
    """Take one word."""


def test_help_wins_over_what_else_is_typed() -> None:
    assert read("--last", "3", "--help") is None
    assert read("-h", "a") is None


@pytest.mark.parametrize(
    ("words", "said", "hint"),
    [
        (["revew"], "no command revew", "did you mean review?"),
        (["--versoin"], "no option --versoin", "reflect --help"),
        (["audit", "lst"], "no command lst", "did you mean list?"),
        (["audit", "--version"], "no option --version", "reflect audit --help"),
    ],
)
def test_a_command_that_is_not_there_names_the_nearest(
    words: list[str], said: str, hint: str
) -> None:
    with pytest.raises(UsageError) as raised:
        called(REFLECT, words)
    assert said in raised.value.message
    assert hint in raised.value.hint


@pytest.mark.parametrize("command", every(REFLECT), ids=lambda command: command.name)
def test_every_parameter_of_a_command_can_be_read(command: Command) -> None:
    for one in command.parameters:
        assert isinstance(one.name, str)
        assert one.kind in (str, int, bool, Path) or one.choices
        assert one.asked.help.endswith(".")
    names = [one.name for one in command.parameters]
    assert len(names) == len(set(names))
