"""Words of the command line → the command they call and the values of its parameters.

Read here: argparse takes 8 ms to be imported, and reads what follows ``--``, or a value that begins
with ``-``, in another way with each version of Python.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from reflect import __version__
from reflect.cli import help_page
from reflect.cli.commands import Command
from reflect.cli.parameters import Argument, Option, Parameter
from reflect.errors import ExitCode, UsageError

HELP = ("-h", "--help")


def called(command: Command, words: Sequence[str]) -> Callable[[], None]:
    """What these words ask for, ready to be run; a group finds its command by the first word.

    Raises:
        UsageError: a word, flag or value that is not taken, or one that is missing.
    """
    if not command.commands:
        return _call(command, words)
    if not words:
        return lambda: _say_help(command)
    first, rest = words[0], words[1:]
    if first in HELP:
        return lambda: _print_help(command)
    if first == "--version" and " " not in command.name:
        return lambda: print(f"reflect {__version__}")
    for one in command.commands:
        if one.word == first:
            return called(one, rest)
    what = "option" if first.startswith("-") else "command"
    known = [one.word for one in command.commands]
    raise _unknown(command, f"{what} {first}", _nearest(first, known))


def _call(command: Command, words: Sequence[str]) -> Callable[[], None]:
    run = command.run
    values = values_of(command, command.parameters, words)
    return (lambda: _print_help(command)) if values is None else (lambda: run(**values))


def values_of(
    command: Command, taken: Sequence[Parameter], words: Sequence[str]
) -> dict[str, Any] | None:
    """Name of each parameter → its value; None when help is asked for. Raises ``UsageError``."""
    by_flag = {flag: one for one in taken for flag in _flags(one)}
    options, rest = _split(command, words, by_flag)
    if any(flag in HELP for flag, _ in options):
        return None
    values: dict[str, Any] = {}
    for flag, word in options:
        one = by_flag[flag]
        if one.kind is bool:
            values[one.name] = flag == one.both_ends[0]
            continue
        value = _value(one, flag, word)
        if one.several:
            values.setdefault(one.name, []).append(value)
        else:
            values[one.name] = value
    values |= _arguments(command, taken, rest)
    for one in taken:
        if one.name in values:
            continue
        if one.required:
            shown = one.asked.metavar or one.name
            raise UsageError(f"{command.name}: {shown} is missing", hint=f"{command.name} --help")
        values[one.name] = one.default
    return values


def _flags(one: Parameter) -> tuple[str, ...]:
    if not isinstance(one.asked, Option):
        return ()
    if one.kind is bool:
        return tuple(flag for flag in one.both_ends if flag)
    return one.asked.flags


def _split(
    command: Command, words: Sequence[str], by_flag: Mapping[str, Parameter]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Flags with their words, and the words without a flag."""
    options: list[tuple[str, str]] = []
    rest: list[str] = []
    left = iter(words)
    for word in left:
        if word == "--":
            rest += left
        elif word.startswith("--"):
            flag, equals, value = word.partition("=")
            options.append((flag, _of(command, flag, value if equals else None, left, by_flag)))
        elif word.startswith("-") and word != "-":
            flag, value = word[:2], word[2:]
            options.append((flag, _of(command, flag, value or None, left, by_flag)))
        else:
            rest.append(word)
    return options, rest


def _of(
    command: Command,
    flag: str,
    value: str | None,
    left: Iterator[str],
    by_flag: Mapping[str, Parameter],
) -> str:
    """The value of a flag, from its own word or the next; empty for a switch."""
    if flag not in by_flag and flag not in HELP:
        raise _unknown(command, f"option {flag}", _nearest(flag, list(by_flag)))
    if flag in HELP or by_flag[flag].kind is bool:
        if value is not None:
            raise UsageError(f"{command.name}: {flag} takes no value", hint=flag)
        return ""
    value = next(left, None) if value is None else value
    if value is None:
        raise UsageError(f"{command.name}: {flag} needs a value", hint=f"{command.name} --help")
    return value


def _arguments(command: Command, taken: Sequence[Parameter], rest: Sequence[str]) -> dict[str, Any]:
    """Values of the words without a flag, in their order."""
    values: dict[str, Any] = {}
    left = list(rest)
    for one in taken:
        if not isinstance(one.asked, Argument) or not left:
            continue
        if one.several:
            values[one.name] = [_value(one, one.asked.metavar, word) for word in left]
            left = []
        else:
            values[one.name] = _value(one, one.asked.metavar, left.pop(0))
    if left:
        raise _unknown(command, f"argument {left[0]}", None)
    return values


def _value(one: Parameter, name: str, word: str) -> Any:
    if one.kind is int:
        return _number(one.option, name, word)
    if one.choices:
        if word not in one.choices:
            raise UsageError(
                f"{name} {word}: not one of {', '.join(one.choices)}",
                hint=f"did you mean {_nearest(word, one.choices, cutoff=0.0)}?",
            )
        return one.kind(word)
    return Path(word) if one.kind is Path else word


def _number(asked: Option, name: str, word: str) -> int:
    try:
        number = int(word)
    except ValueError:
        raise UsageError(f"{name} {word}: not a whole number", hint=f"{name} 5") from None
    if asked.least is not None and number < asked.least:
        raise UsageError(f"{name} {word}: at least {asked.least}", hint=f"{name} {asked.least}")
    if asked.most is not None and number > asked.most:
        raise UsageError(f"{name} {word}: at most {asked.most}", hint=f"{name} {asked.most}")
    return number


def _unknown(command: Command, what: str, nearest: str | None) -> UsageError:
    hint = f"did you mean {nearest}?" if nearest else f"{command.name} --help"
    return UsageError(f"{command.name} has no {what}", hint=hint)


def _nearest(word: str, known: Sequence[str], cutoff: float = 0.6) -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, known, n=1, cutoff=cutoff)), None)


def _print_help(command: Command) -> None:
    print(help_page.page(command, help_page.width_of_screen()), end="")


def _say_help(command: Command) -> None:
    """The page on standard error: nothing was asked, so there is no result."""
    print(help_page.page(command, help_page.width_of_screen()), end="", file=sys.stderr)
    raise SystemExit(int(ExitCode.USAGE))
