"""Every detector finds what its cases say, nothing else, and comes with page, cases and guards."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import notation
import pytest
import yaml

from reflect.detectors import registry
from reflect.detectors.registry import Detector
from reflect.model.finding import Evidence, Finding
from reflect.model.redacted import Redacted
from reflect.model.session import RedactedSession

HERE = Path(__file__).parent
CHECKED = ("key", "severity", "hits", "polarity", "owner")


def cases_of(detector: Detector) -> list[Mapping[str, Any]]:
    file = HERE / detector.family / f"{detector.name}.yaml"
    return list(yaml.safe_load_all(file.read_text("utf-8"))) if file.exists() else []


def all_cases() -> Iterator[Any]:
    for detector in registry.all_detectors():
        for case in cases_of(detector):
            title = case.get("found") or case.get("not found")
            yield pytest.param(detector, case, id=f"{detector.name}: {title}")


def texts_of(session: RedactedSession, evidence: Evidence) -> Iterator[str]:
    for message in session.messages:
        if message.event == evidence.event:
            yield from (part.text for part in message.parts)
    for call in session.calls:
        if call.call == evidence.event:
            stored = (call.command, call.path, call.arguments, call.output, call.output_tail)
            yield from (text for text in stored if text)


def assert_quotes_stand(case: Mapping[str, Any], finding: Finding) -> None:
    tree, _ = notation.read_tree(case["session"], case.get("agent", "opencode"))
    sessions = {s.key: s for s in (tree.root, *tree.children)}
    assert 1 <= len(finding.evidence) <= 4
    for evidence in finding.evidence:
        assert type(evidence.quote) is Redacted
        assert 0 < len(evidence.quote) <= 300
        assert any(
            evidence.quote in text for text in texts_of(sessions[evidence.session], evidence)
        )


@pytest.mark.parametrize(("detector", "case"), list(all_cases()))
def test_case(detector: Detector, case: Mapping[str, Any]) -> None:
    baseline = notation.read_baseline(case.get("baseline"))
    session = notation.read(case["session"], baseline, case.get("agent", "opencode"))
    findings = list(detector.detect(session, baseline, detector.thresholds))
    wanted = case.get("findings", [])
    assert [f.key for f in findings] == [w["key"] for w in wanted]
    for finding, want in zip(findings, wanted, strict=True):
        for name in CHECKED:
            if name in want:
                assert getattr(finding, name) == want[name], name
        for event in want.get("events", ()):
            assert event in {e.event for e in finding.evidence}
        if "quote" in want:
            assert want["quote"] in [str(e.quote) for e in finding.evidence]
        assert finding.code == detector.name
        assert finding.session == session.key
        assert_quotes_stand(case, finding)
    assert detector.applicable(session, baseline) >= max((f.hits for f in findings), default=0)


@pytest.mark.parametrize("detector", registry.all_detectors(), ids=lambda d: d.name)
def test_every_detector_has_a_page_and_cases(detector: Detector) -> None:
    page = registry.page(detector)
    assert page.claim.endswith(".")
    assert len(page.claim) <= 72
    assert tuple(page.sections) == registry.HEADINGS
    assert all(page.sections.values())
    cases = cases_of(detector)
    found = [c for c in cases if "found" in c]
    not_found = [c for c in cases if "not found" in c]
    assert found
    assert all(c.get("findings") for c in found)
    assert len(not_found) >= 3
    assert all(c.get("guard") and "findings" not in c for c in not_found)
    assert 1 <= detector.severity <= 3


def test_every_detector_counts_its_opportunities() -> None:
    for detector in registry.all_detectors():
        empty = notation.read("user  hello\nagent  Hello.")
        never = notation.read_baseline(None)
        counted = detector.applicable(empty, never)
        assert counted == 0 or detector.name == "stopped_by_user"


def test_the_codes_stand_in_their_families() -> None:
    assert [(d.family, d.name) for d in registry.all_detectors()] == [
        ("communication_gaps", "correction_after_claim"),
        ("communication_gaps", "discuss_implement_slip"),
        ("communication_gaps", "missing_environment"),
        ("communication_gaps", "repeated_instruction"),
        ("communication_gaps", "scope_growth"),
        ("communication_gaps", "second_task_in_session"),
        ("communication_gaps", "stopped_by_user"),
        ("agent_mistakes", "call_loop"),
        ("agent_mistakes", "check_too_narrow"),
        ("agent_mistakes", "claim_without_verification"),
        ("agent_mistakes", "crowded_context"),
        ("agent_mistakes", "edit_before_read"),
        ("agent_mistakes", "failed_edit"),
        ("agent_mistakes", "masked_verification"),
        ("agent_mistakes", "missed_sibling"),
        ("agent_mistakes", "needless_question"),
        ("agent_mistakes", "repeated_failure"),
        ("agent_mistakes", "report_contradicts_check"),
        ("agent_mistakes", "silent_no_op_edit"),
        ("agent_mistakes", "stops_early"),
        ("agent_mistakes", "unapproved_outward_act"),
        ("agent_mistakes", "write_tried_harmlessly"),
        ("opportunities", "polling_by_sleep"),
    ]


def test_no_case_file_stands_alone() -> None:
    names = {f"{d.family}/{d.name}.yaml" for d in registry.all_detectors()}
    assert {f"{f.parent.name}/{f.name}" for f in HERE.glob("*/*.yaml")} == names
