"""Which program a simple command runs: its name, its subcommands, what wraps it.

``sudo -E timeout 5 uv run python3.11 -m pytest -q`` runs ``pytest``, and ``npm.cmd`` is ``npm``.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

from reflect.derived import toml
from reflect.model.frozen import dataclass
from reflect.regex import compiled

ASSIGNMENT = compiled(r"^[A-Za-z_][A-Za-z0-9_]*\+?=")
VERSIONED = compiled(r"^(python|pip|node|ruby|php|clang|gcc)\d[\d.]*$")
CMDLET = compiled(r"^[A-Za-z]+-[A-Z]\w+$")
WINDOWS_ENDING = compiled(r"\.(exe|cmd|bat)$", re.I)
SUBCOMMAND = compiled(r"^[A-Za-z][\w:.\-]*$")
SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ash", "fish"})
WINDOWS_SHELLS = frozenset({"cmd", "powershell", "pwsh"})
OPENING = frozenset({"/c", "/k", "-c", "-command"})
OPTIONS_OF_HEADS = frozenset(
    {"-C", "-c", "-w", "-F", "-f", "--filter", "--prefix", "--cwd", "--dir", "--workspace"}
)
"""Options with a value that may stand between a program and its subcommand."""


class CommandKind(StrEnum):
    """What a command does, as far as its words tell."""

    VERIFY = "verify"
    RUN = "run"
    STATUS = "status"
    READ = "read"
    MUTATE = "mutate"
    INSTALL = "install"
    OUTWARD = "outward"
    PROBE = "probe"
    SLEEP = "sleep"
    SHELL = "shell"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Tables:
    """The data file of commands, made ready for look-up."""

    subcommands: Mapping[str, int]
    wrappers: Mapping[str, int]
    wrapping: frozenset[str]
    wrapper_values: frozenset[str]
    runners: frozenset[str]
    verify_scripts: frozenset[str]
    outward_scripts: frozenset[str]
    kinds: Mapping[str, CommandKind]


@cache
def known_commands() -> Tables:
    """The data file, read once."""
    data = toml(Path(__file__).parent / "data" / "commands.toml")
    kinds: dict[str, CommandKind] = {}
    for kind, heads in data["kinds"].items():
        for head in heads:
            kinds.setdefault(head, CommandKind(kind))
    kinds.update(dict.fromkeys(data["kinds"]["outward"], CommandKind.OUTWARD))
    return Tables(
        subcommands=data["subcommands"],
        wrappers=data["wrappers"],
        wrapping=frozenset(name.split(" ", 1)[0] for name in data["wrappers"]),
        wrapper_values=frozenset(data["wrapper_values"]["options"]),
        runners=frozenset(data["scripts"]["runners"]),
        verify_scripts=frozenset(data["scripts"]["verify"]),
        outward_scripts=frozenset(data["scripts"]["outward"]),
        kinds=kinds,
    )


@lru_cache(maxsize=2048)
def program_name(word: str) -> str:
    """Name of a program: no folder, no version, no ``.exe``; a cmdlet in lower case."""
    name = WINDOWS_ENDING.sub("", word.rstrip("/").rsplit("/", 1)[-1])
    if name == "py":
        return "python"
    if CMDLET.match(name):
        return name.lower()
    versioned = VERSIONED.match(name)
    return versioned.group(1) if versioned else name


def unwrap(words: list[str], known: Tables) -> list[str]:
    """Take wrappers (``sudo``, ``timeout 5``, ``uv run`` …) and their options off the front."""
    for _ in range(6):
        if not words:
            return words
        first = program_name(words[0])
        if first == "python" and (module := _module(words)):
            words = module
            continue
        if first == "docker-compose":
            words = ["docker", "compose", *words[1:]]
            continue
        if first == "yarn" and words[1:2] == ["workspace"] and len(words) > 3:
            words = ["yarn", *words[3:]]
            continue
        if first == "timeout" and words[1:2] in (["/t"], ["/T"]):
            return ["sleep", *words[2:3]]
        if first not in known.wrapping:
            return words
        for size in (3, 2, 1):
            name = " ".join((first, *words[1:size]))
            if len(words) > size and name in known.wrappers:
                break
        else:
            return words
        rest, skip = words[size:], known.wrappers[name]
        while rest:
            word = rest[0]
            if word.startswith("-") and word != "--":
                rest = rest[2:] if word in known.wrapper_values else rest[1:]
            elif word == "--" or ASSIGNMENT.match(word):
                rest = rest[1:]
            elif skip:
                rest, skip = rest[1:], skip - 1
            else:
                break
        if not rest:
            return words
        words = rest
    return words


def _module(words: list[str]) -> list[str]:
    """What ``python -m`` runs; empty without it."""
    at = 1
    while at < len(words) - 1 and words[at].startswith("-"):
        if words[at] == "-m":
            return words[at + 1 :]
        at += 2 if words[at] in ("-X", "-W") else 1
    return []


def head_of(words: list[str], known: Tables) -> tuple[str, int]:
    """Program with its subcommands, and how many words they take."""
    head = program_name(words[0])
    at = 1
    while wanted := known.subcommands.get(head, 0):
        taken = 0
        while taken < wanted and at < len(words):
            word = words[at]
            if word.startswith("-"):
                at += 2 if word in OPTIONS_OF_HEADS else 1
                continue
            if not SUBCOMMAND.match(word):
                return head, at
            head += f" {word}"
            at += 1
            taken += 1
        if taken < wanted:
            break
    return head, at


def inner_script(program: str, words: list[str]) -> str:
    """What ``bash -c`` or ``cmd /c`` runs; empty when a command opens no shell."""
    if len(words) < 3:
        return ""
    if program in WINDOWS_SHELLS:
        at = next((i for i, word in enumerate(words[1:-1], 1) if word.lower() in OPENING), 0)
        return " ".join(words[at + 1 :]) if at else ""
    return words[2] if program in SHELLS and "c" in words[1].lstrip("-+") else ""
