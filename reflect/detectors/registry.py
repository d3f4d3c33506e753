"""Every detector, found by walking the packages: the folder is the family, the file the code.

A detector module holds its page (docstring), ``VERSION``, ``SEVERITY``, ``OWNER``, ``THRESHOLDS``,
``ORDER_OF_FACTS``, ``applicable(session, baseline)`` and ``detect(session, baseline, thresholds)``.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

import reflect.detectors
from reflect.features.session_features import SessionFeatures
from reflect.model.finding import CodePage, Finding
from reflect.model.frozen import dataclass
from reflect.model.review import Baseline
from reflect.model.vocabulary import Family, Owner
from reflect.regex import compiled

HEADINGS = ("Why it matters", "How it decides", "False positives", "What to do")
"""Sections that every page has, in this order."""

HEADING = compiled(r"^## (.+)$", re.M)


class Applicable(Protocol):
    """How often a code could have happened."""

    def __call__(self, session: SessionFeatures, baseline: Baseline) -> int:
        """Number of opportunities in one session."""


class Detect(Protocol):
    """What a detector does."""

    def __call__(
        self, session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
    ) -> Iterator[Finding]:
        """Findings in one session, in order of appearance."""


@dataclass(frozen=True, slots=True)
class Detector:
    """One code with its two functions and its page."""

    name: str
    """Name of the code: the file's name."""
    family: Family
    """The folder's name."""
    version: int
    """Grows whenever it can give another result."""
    severity: int
    """Default severity."""
    owner: Owner
    """Default owner."""
    thresholds: Mapping[str, float]
    """Named numbers it compares with."""
    order_of_facts: bool
    """It states an order of recorded facts, no judgement."""
    text: str
    """Its page as written."""
    applicable: Applicable
    """Counts the opportunities."""
    detect: Detect
    """Finds."""


@cache
def all_detectors() -> tuple[Detector, ...]:
    """The built-in detectors, by family in the order of ``Family``, then by name."""
    return tuple(
        _detector(family, module.name)
        for family in Family
        for module in sorted(
            iter_modules([f"{p}/{family}" for p in reflect.detectors.__path__]),
            key=lambda m: m.name,
        )
    )


def _detector(family: Family, name: str) -> Detector:
    module = import_module(f"reflect.detectors.{family}.{name}")
    return Detector(
        name=name,
        family=family,
        version=module.VERSION,
        severity=module.SEVERITY,
        owner=module.OWNER,
        thresholds=module.THRESHOLDS,
        order_of_facts=module.ORDER_OF_FACTS,
        text=module.__doc__ or "",
        applicable=module.applicable,
        detect=module.detect,
    )


def page(detector: Detector) -> CodePage:
    """What a code means, taken from its module's docstring."""
    claim, *rest = HEADING.split(detector.text)
    sections = {
        heading.strip(): body.strip() for heading, body in zip(rest[::2], rest[1::2], strict=True)
    }
    return CodePage(
        name=detector.name,
        family=detector.family,
        version=detector.version,
        severity=detector.severity,
        owner=detector.owner,
        thresholds=detector.thresholds,
        order_of_facts=detector.order_of_facts,
        claim=" ".join(claim.split("\n\n", 1)[0].split()),
        sections=sections,
    )
