"""What a machine lacked, by what it said: programs, modules, variables, services."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from reflect.derived import toml
from reflect.features.pattern_hints import Hinted, compiled, kept_hinted
from reflect.model.frozen import dataclass

LONGEST_LINE = 400


@dataclass(frozen=True, slots=True)
class Missing:
    """One thing that was missing."""

    kind: str
    """``program``, ``module``, ``variable`` or ``service``."""
    name: str
    """Its name; of a service the usual one."""
    line: str
    """The line of the output that says so."""


DATA = Path(__file__).parent / "data" / "missing.toml"


@cache
def _kinds() -> tuple[str, ...]:
    """Of each pattern what kind of thing it tells of."""
    return tuple(row["kind"] for row in _data()["missing"] for _ in row["patterns"])


@cache
def _hinted() -> Hinted:
    """All patterns: a plain search for a word of one is 20 times faster."""

    def patterns() -> list[list[str]]:
        return [[one for row in _data()["missing"] for one in row["patterns"]]]

    return kept_hinted("missing-hints", [DATA, Path(__file__)], patterns)[0]


@cache
def _searched() -> Mapping[str, frozenset[int]]:
    """Word that is looked for → places of the patterns that need it, or one that holds it."""
    known = _hinted()
    return {
        short: frozenset(at for word in words for at in known.by_word[word])
        for short, words in known.searched.items()
    }


@cache
def _services() -> Mapping[str, str]:
    services: Mapping[str, str] = _data()["services"]
    return services


@cache
def _data() -> Mapping[str, Any]:
    return toml(DATA)


def missing(output: str) -> Iterator[Missing]:
    """What an output says is missing, in order; one line says one thing."""
    known = _hinted()
    for line, places in _hinted_lines(output):
        if len(line) > LONGEST_LINE:
            continue
        told = line.strip()
        for place in places:
            if not known.may_match(place, told):
                continue
            found = compiled(known.patterns[place]).search(told)
            if found:
                name = found.group("name")
                yield Missing(_kinds()[place], _services().get(name, name), told)
                break


def _hinted_lines(output: str) -> Iterator[tuple[str, list[int]]]:
    """Lines with a telling word of some patterns, in order, and the places of these patterns.

    Each word is looked for once in the whole output.
    """
    lines: dict[int, tuple[int, frozenset[int]]] = {}
    for word, places in _searched().items():
        at = output.find(word)
        while at >= 0:
            start = output.rfind("\n", 0, at) + 1
            end = output.find("\n", at)
            end = len(output) if end < 0 else end
            lines[start] = (end, lines[start][1] | places if start in lines else places)
            at = output.find(word, end)
    for start, (end, found) in sorted(lines.items()):
        for line in output[start:end].splitlines():
            yield line, sorted(found)
