"""The pages on the agents' formats, from the docstrings of their importers.

The docstring of ``reflect/importers/<agent>/__init__.py`` begins with ``Name: one sentence`` and
has the four ``HEADINGS``. A module of the folder that reads another kind of store may have some
of them too: its docstring becomes a section of the same page, under its first sentence.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from inspect import cleandoc
from pkgutil import iter_modules
from types import ModuleType

from reflect.importers import Importer, built_in
from reflect.model.source import Capabilities

HEADINGS = ("Where", "Records", "Quirks", "Verified")
"""Sections of a page, in this order; an importer's own docstring has them all."""

HEADING = re.compile(r"^## (.+)$", re.M)

EXIT_CODES = {
    "field": "a field of the record",
    "parsed": "read out of the result's text",
    "absent": "not recorded",
}

INCREMENTAL = {
    "append": "from the last full line of a file that grew",
    "session": "changed sessions, read whole",
}


@dataclass(frozen=True, slots=True)
class Described:
    """What one docstring says."""

    name: str
    """What stands before the colon of its first sentence; empty without one."""
    claim: str
    """The first sentence, behind the name."""
    introduction: str
    """What follows up to the first heading."""
    sections: Mapping[str, str]
    """Heading → text."""


def pages() -> dict[str, str]:
    """A page an agent, and an index that puts their capabilities side by side."""
    written: dict[str, str] = {}
    rows: list[str] = []
    for importer in built_in():
        own, others = described_importer(importer)
        file = f"{importer.agent}.md"
        written[f"formats/{file}"] = page(own, others, importer.capabilities)
        cells = capability_words(importer.capabilities).values()
        rows.append(f"| [{own.name}]({file}) | " + " | ".join(cells) + " |\n")
    names = list(capability_words(importer.capabilities))
    head = f"| agent | {' | '.join(names)} |\n|{'---|' * (len(names) + 1)}\n"
    written["formats/index.md"] = INDEX + head + "".join(rows) + AFTER_INDEX
    return written


INDEX = """# Formats

What reflect reads of each agent, and what a store cannot tell.
A figure that a store does not carry is shown as unknown, never as zero.

"""

AFTER_INDEX = """
How to write one for another agent: [CONTRIBUTING](../../CONTRIBUTING.md#an-importer).
"""


def page(own: Described, others: list[Described], capabilities: Capabilities) -> str:
    """One agent's page."""
    parts = [f"# {own.name}\n\n{_sentence(own.claim)}\n"]
    if own.introduction:
        parts.append(f"\n{own.introduction}\n")
    parts.append("\n| capability | of this agent's stores |\n|---|---|\n")
    parts += [f"| {name} | {words} |\n" for name, words in capability_words(capabilities).items()]
    parts += [f"\n## {heading}\n\n{own.sections[heading]}\n" for heading in HEADINGS]
    for other in others:
        parts.append(f"\n## {other.claim.rstrip('.')}\n")
        if other.introduction:
            parts.append(f"\n{other.introduction}\n")
        parts += [
            f"\n### {heading}\n\n{other.sections[heading]}\n"
            for heading in HEADINGS
            if heading in other.sections
        ]
    return "".join(parts)


def capability_words(capabilities: Capabilities) -> dict[str, str]:
    """Capability → what it means, in the order of the table."""
    return {
        "exit codes": EXIT_CODES[capabilities.exit_codes],
        "tokens": "of each answer" if capabilities.tokens else "not recorded",
        "cost": "recorded by the client" if capabilities.cost else "not recorded",
        "sub-agents": "linked to their parent" if capabilities.subagents else "not told apart",
        "read again": INCREMENTAL[capabilities.incremental],
    }


def described_importer(importer: Importer) -> tuple[Described, list[Described]]:
    """What an importer's package says, and what modules of it say that have headings.

    Raises ``ValueError`` when a heading is missing or unknown.
    """
    package = import_module(type(importer).__module__)
    own = described(package)
    missing = [heading for heading in HEADINGS if heading not in own.sections]
    if missing or not own.name:
        what = f"## {missing[0]}" if missing else "a first sentence “Name: …”"
        raise ValueError(f"the docstring of {package.__name__} lacks {what}")
    return own, [told for module in _modules(package) if (told := described(module)).sections]


def described(module: ModuleType) -> Described:
    """Take a docstring apart. Raises ``ValueError`` for an unknown heading."""
    first, *rest = HEADING.split(_markdown(module.__doc__ or ""))
    claim, _, introduction = first.partition("\n\n")
    name, colon, behind = " ".join(claim.split()).partition(": ")
    sections = {
        heading.strip(): body.strip() for heading, body in zip(rest[::2], rest[1::2], strict=True)
    }
    unknown = sections.keys() - set(HEADINGS)
    if unknown:
        raise ValueError(
            f"the docstring of {module.__name__} has ## {min(unknown)}, an unknown one"
        )
    if not colon:
        name, behind = "", name
    return Described(name, behind, introduction.strip(), sections)


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in sorted(iter_modules(getattr(package, "__path__", [])), key=lambda m: m.name):
        yield import_module(f"{package.__name__}.{found.name}")


def _markdown(docstring: str) -> str:
    """Docstrings write code with two backticks, Markdown with one."""
    return cleandoc(docstring).replace("``", "`")


def _sentence(claim: str) -> str:
    return claim[:1].upper() + claim[1:]
