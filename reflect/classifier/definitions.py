"""What a code means, as a model is told: pages of detectors, and files of ``prompts/codes``."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from reflect import resources
from reflect.errors import BadData
from reflect.model.finding import CodePage
from reflect.model.frozen import dataclass
from reflect.model.model_request import OfferedCode
from reflect.model.redacted import Redacted, seal
from reflect.model.vocabulary import Family, Owner

FOLDER = "prompts"
TOLD = ("How it decides", "False positives", "Counts", "Does not count", "Examples")
"""Sections that a model is told; what a code matters for and what to do about it is for people."""

HEADINGS = ("Counts", "Does not count", "Examples")
"""Sections of a file of ``prompts/codes``, in this order."""

FRONT = re.compile(r"---\n(?P<keys>(?:\w+: *[^\n]*\n)+)---\n(?P<body>.*)", re.S)
BODY = re.compile(r"\s*# (?P<name>\w+)\n\s*(?P<claim>[^\n#]+)\n\s*(?P<rest>## .*)", re.S)
HEADING = re.compile(r"^## (.+)$", re.M)
KEYS = frozenset({"name", "family", "owner", "severity"})
MORE_KEYS = frozenset({"taxonomy", "sweep"})
NUMBER = re.compile(r"`(?P<name>\w+)` \([^()]*\)")


@dataclass(frozen=True, slots=True)
class _Definition:
    """One file of ``prompts/codes``."""

    page: CodePage
    """What it says."""
    swept: bool
    """One session is enough to see it: ``sweep`` asks for it."""


def offered(pages: Sequence[CodePage]) -> Mapping[str, OfferedCode]:
    """Name → code as a request offers it, for the pages of detectors."""
    return MappingProxyType({page.name: _offered(page) for page in pages})


def swept() -> tuple[OfferedCode, ...]:
    """The codes of ``prompts/codes`` that can be seen in one session, by family, then name.

    Raises ``BadData`` naming the file that is not of the form.
    """
    return tuple(_offered(one.page) for one in _definitions() if one.swept)


def definition_pages() -> tuple[CodePage, ...]:
    """The pages of ``prompts/codes``, version 0, by family, then name. Raises ``BadData``."""
    return tuple(one.page for one in _definitions())


def _definitions() -> list[_Definition]:
    folder = resources.shipped(FOLDER) / "codes"
    files = [resources.find(FOLDER, f"codes/{file.name}") for file in folder.glob("*.md")]
    order = list(Family)
    found = [_read(file) for file in files]
    return sorted(found, key=lambda one: (order.index(one.page.family), one.page.name))


def _read(file: Path) -> _Definition:
    text = file.read_text(encoding="utf-8")
    front = FRONT.fullmatch(text)
    if front is None:
        raise BadData(f"{file}: it does not open with its keys between two lines of ---")
    keys = dict(line.split(":", 1) for line in front["keys"].splitlines())
    keys = {key: value.strip() for key, value in keys.items()}
    if not keys.keys() >= KEYS or keys.keys() - KEYS - MORE_KEYS:
        raise BadData(f"{file}: its keys are to be {', '.join(sorted(KEYS | MORE_KEYS))}")
    body = BODY.fullmatch(front["body"])
    if body is None or not keys["name"] == body["name"] == file.stem:
        raise BadData(f"{file}: under its keys stand its name and one sentence")
    _, *rest = HEADING.split(body["rest"])
    if tuple(rest[::2]) != HEADINGS or not all(part.strip() for part in rest[1::2]):
        raise BadData(f"{file}: its sections are to be {', '.join(HEADINGS)}, none empty")
    sections = {name: part.strip() for name, part in zip(rest[::2], rest[1::2], strict=True)}
    if keys["severity"] not in ("1", "2", "3") or keys.get("sweep", "true") != "true":
        raise BadData(f"{file}: severity is 1, 2 or 3, and sweep is true or left out")
    try:
        family, owner = Family(keys["family"]), Owner(keys["owner"])
    except ValueError as error:
        raise BadData(f"{file}: {error}") from error
    page = CodePage(
        name=keys["name"],
        family=family,
        version=0,
        severity=int(keys["severity"]),
        owner=owner,
        thresholds={},
        order_of_facts=False,
        claim=body["claim"].strip(),
        sections=sections,
    )
    return _Definition(page, "sweep" in keys)


def _offered(page: CodePage) -> OfferedCode:
    return OfferedCode(page.name, page.version, _told(page))


def _told(page: CodePage) -> Redacted:
    """Claim and sections; without thresholds, which a rule has counted over the whole session."""
    told = [f"{page.name}: {page.claim}"]
    for heading in TOLD:
        if heading in page.sections:
            body = NUMBER.sub(lambda found: _unnumbered(found, page), page.sections[heading])
            told.append(f"{heading}:\n{body}")
    return seal("\n".join(told))


def _unnumbered(found: re.Match[str], page: CodePage) -> str:
    return f"`{found['name']}`" if found["name"] in page.thresholds else found[0]
