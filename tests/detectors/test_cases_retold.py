"""What must not matter to a detector: names of files, what is said later, whose client wrote it."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import notation
import pytest
import yaml

from reflect.detectors import registry
from reflect.detectors.registry import Detector

HERE = Path(__file__).parent
RENAMED = {"cart": "wagon", "report": "digest_page", "orders": "parcels", "login": "signin"}
"""Names of files in the cases, and the words that take their place."""

LATER = """
user:new_request  What does the word hexagon mean?
agent  A figure with six sides.
"""
"""Turns about something else, after all others."""

READING_DIFFERS = {"edit_before_read"}
"""Claude Code refuses an edit of an unseen file itself, so that there the code stays silent."""

Case = Mapping[str, Any]


def cases() -> Iterator[Any]:
    for detector in registry.all_detectors():
        file = HERE / detector.family / f"{detector.name}.yaml"
        for case in yaml.safe_load_all(file.read_text("utf-8")):
            title = case.get("found") or case["not found"]
            yield pytest.param(detector, case, id=f"{detector.name}: {title}")


def found(
    detector: Detector, case: Case, session: str, agent: str | None = None
) -> list[tuple[str, str, int, int, tuple[str, ...]]]:
    baseline = notation.read_baseline(case.get("baseline"))
    features = notation.read(session, baseline, agent or case.get("agent", "opencode"))
    return [
        (f.key, f.polarity, f.hits, f.severity, tuple(e.event for e in f.evidence))
        for f in detector.detect(features, baseline, detector.thresholds)
    ]


def renamed(text: str) -> str:
    for old, new in RENAMED.items():
        text = re.sub(rf"(?<!failure_){old}(?!ing)", new, text)
    return text


@pytest.mark.parametrize(("detector", "case"), list(cases()))
def test_names_of_files_change_nothing(detector: Detector, case: Case) -> None:
    before = found(detector, case, case["session"])
    retold = {**case, "baseline": yaml.safe_load(renamed(yaml.safe_dump(case.get("baseline"))))}
    after = found(detector, retold, renamed(case["session"]))
    assert after == [(renamed(key), *rest) for key, *rest in before]


@pytest.mark.parametrize(("detector", "case"), list(cases()))
def test_what_is_said_later_changes_nothing(detector: Detector, case: Case) -> None:
    before = found(detector, case, case["session"])
    assert found(detector, case, case["session"] + LATER) == before


@pytest.mark.parametrize(("detector", "case"), list(cases()))
def test_the_client_changes_nothing(detector: Detector, case: Case) -> None:
    if detector.name in READING_DIFFERS:
        assert case.get("agent", "opencode") in ("opencode", "claude-code", "codex")
        return
    before = found(detector, case, case["session"])
    for agent in ("claude-code", "opencode", "codex"):
        assert found(detector, case, case["session"], agent) == before
