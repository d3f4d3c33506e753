"""What a machine lacked, by what it said: programs, modules, variables, services."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from reflect.derived import toml
from reflect.model.frozen import dataclass

HINTS = (
    "not found",
    "No module named",
    "Cannot find",
    "not recognized",
    "Unknown command",
    "not set",
    "nset",
    "unbound",
    "not been set",
    "KeyError",
    "equired",
    "issing",
    "not defined",
    "efused",
    "REFUSED",
    "annot connect",
    "ould not connect",
    "failed: Connection",
    "No such file",
    "cannot load such file",
    "Can't locate",
    "no package called",
    "nicht gefunden",
    "introuvable",
    "no encontr",
    "se encontr",
    "não encontrado",
    "non trovato",
    "niet gevonden",
    "nie znaleziono",
    "не найдена",
    "komut yok",
    "見つかりません",
    "未找到命令",
    "找不到命令",
    "찾을 수 없음",
)
"""One of these stands in every line that a pattern matches: plain search is 20 times faster."""

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


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    rows = _data()["missing"]
    return tuple((row["kind"], re.compile(p)) for row in rows for p in row["patterns"])


@cache
def _services() -> Mapping[str, str]:
    services: Mapping[str, str] = _data()["services"]
    return services


@cache
def _data() -> Mapping[str, Any]:
    return toml(Path(__file__).parent / "data" / "missing.toml")


def missing(output: str) -> Iterator[Missing]:
    """What an output says is missing, in order; one line says one thing."""
    for line in _hinted_lines(output):
        if len(line) > LONGEST_LINE:
            continue
        for kind, pattern in _patterns():
            found = pattern.search(line.strip())
            if found:
                name = found.group("name")
                yield Missing(kind, _services().get(name, name), line.strip())
                break


def _hinted_lines(output: str) -> Iterator[str]:
    """Lines with a hint, in order; each hint is looked for once in the whole output."""
    lines: dict[int, int] = {}
    for hint in HINTS:
        at = output.find(hint)
        while at >= 0:
            end = output.find("\n", at)
            end = len(output) if end < 0 else end
            lines[output.rfind("\n", 0, at) + 1] = end
            at = output.find(hint, end)
    for start, end in sorted(lines.items()):
        for line in output[start:end].splitlines():
            if any(hint in line for hint in HINTS):
                yield line
