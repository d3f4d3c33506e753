"""One incident is told once, by the code that is known best, and in any order of the input."""

from dataclasses import replace
from itertools import permutations

import pytest

from reflect.model.finding import Evidence, Finding
from reflect.model.pattern import Occurrence, Pattern
from reflect.model.redacted import seal
from reflect.model.review import FindingRow, PatternRow
from reflect.model.vocabulary import Family, Method, Owner, Polarity, Stability
from reflect.patterns.incidents import members, patterns_of, tell_once
from reflect.patterns.recurrence import find

FACTS = ("claim_without_verification", "stopped_by_user")
STABLE = {"correction_after_claim": Stability.STABLE, "stopped_by_user": Stability.STABLE}


def finding(
    code: str,
    *events: str,
    session: str = "o:1",
    key: str = "run-checks-before-done",
    polarity: Polarity = Polarity.REQUIRE,
    seconds: float | None = None,
) -> Finding:
    return Finding(
        code=code,
        code_version=1,
        session=session,
        severity=2,
        confidence=0.9,
        method=Method.RULE,
        owner=Owner.AGENT,
        evidence=tuple(Evidence(e, session, e, 0, seal(f"words of {e}")) for e in events),
        key=key,
        polarity=polarity,
        hits=1,
        seconds=seconds,
        tokens=None,
    )


def row(found: Finding, stability: Stability | None = None) -> FindingRow:
    name = f"{found.session} {found.code} {found.key} {found.polarity.value}"
    return FindingRow(
        id=name,
        ref="F-1",
        finding=found,
        family=Family.COMMUNICATION_GAPS,
        stability=stability or STABLE.get(found.code, Stability.UNMEASURED),
        agent="opencode",
        native_id=found.session,
        title=None,
        directory=None,
        started_at=None,
        paths={},
        applicable=1,
    )


CLAIM = finding("claim_without_verification", "claim", "edit")
CORRECTION = finding("correction_after_claim", "human", "claim", seconds=40.0)
AGAIN = finding("repeated_instruction", "human")


def codes(rows: list[FindingRow]) -> list[tuple[str, ...]]:
    return sorted((one.finding.code, *(other.finding.code for other in one.also)) for one in rows)


@pytest.mark.parametrize("order", list(permutations((CLAIM, CORRECTION, AGAIN))))
def test_the_measured_code_tells_whatever_the_order(order: tuple[Finding, ...]) -> None:
    told = tell_once([row(one) for one in order], FACTS)
    assert codes(told) == [
        ("correction_after_claim", "claim_without_verification", "repeated_instruction")
    ]
    assert [e.event for e in told[0].finding.evidence] == ["human", "claim", "edit"]
    assert told[0].finding.seconds == 40.0
    assert len(members(told)) == 3


def test_of_codes_known_equally_well_the_more_specific_tells() -> None:
    slip = finding("discuss_implement_slip", "human", "question", "edit")
    stop = finding("stopped_by_user", "human", "edit", seconds=9.0)
    for measured in (Stability.STABLE, Stability.UNMEASURED):
        rows = [row(one, measured) for one in (stop, slip)]
        facts = () if measured is Stability.UNMEASURED else ("discuss_implement_slip", *FACTS)
        (told,) = tell_once(rows, facts)
        assert told.finding.code == "discuss_implement_slip"
        assert told.finding.seconds == 9.0
    (told,) = tell_once([row(slip, Stability.UNMEASURED), row(stop, Stability.UNMEASURED)], FACTS)
    assert told.finding.code == "stopped_by_user", "it may lead the first screen"


@pytest.mark.parametrize(
    "other",
    [
        finding("missed_sibling", "human", key="all-places"),
        finding("missed_sibling", "human", polarity=Polarity.FORBID),
        finding("missed_sibling", "human", session="o:2"),
        finding("missed_sibling", "later", "edit"),
    ],
    ids=["another lesson", "opposite direction", "another session", "another place"],
)
def test_another_lesson_session_or_place_is_another_incident(other: Finding) -> None:
    correction = finding("correction_after_claim", "human", "claim")
    rows = [row(correction), row(other)]
    assert tell_once(rows, FACTS) == rows


def test_a_code_that_does_not_count_neither_tells_nor_is_told() -> None:
    rows = [row(CLAIM), row(CORRECTION, Stability.EXPERIMENTAL), row(AGAIN)]
    assert codes(tell_once(rows, FACTS)) == [
        ("claim_without_verification",),
        ("correction_after_claim",),
        ("repeated_instruction",),
    ]


def test_a_finding_belongs_to_the_pattern_of_its_own_code_first() -> None:
    rows = tell_once([row(CLAIM), row(CORRECTION)], FACTS)
    claimed, corrected = (
        PatternRow(code, "P-1", replace(one, findings=(rows[0].id, "x")))
        for code in ("claim_without_verification", "correction_after_claim")
        for one in patterns(occurrences(code, "12", "claim"))
    )
    assert patterns_of(rows, [claimed, corrected]) == {rows[0].id: corrected}
    assert patterns_of(rows, [claimed]) == {rows[0].id: claimed}


def occurrences(code: str, days: str, *events: str) -> list[Occurrence]:
    return [
        Occurrence(
            f"{day} {code}",
            finding(code, *events, session=f"o:{day}"),
            Family.COMMUNICATION_GAPS,
            "opencode",
            "~/shop",
            f"2026-11-0{day}T10:00:00Z",
        )
        for day in days
    ]


def patterns(*some: list[Occurrence], stability: dict[str, Stability] = STABLE) -> list[Pattern]:
    every = [one for group in some for one in group]
    applicable = {(one.finding.code, "~/shop"): 7 for one in every}
    applicable["correction_after_claim", "~/shop"] = 9
    found = find(every, applicable=applicable, stability=stability, facts=FACTS)
    again = find(every[::-1], applicable=applicable, stability=stability, facts=FACTS)
    assert found == again
    return found


def test_patterns_of_the_same_incidents_are_one_with_the_count_of_its_code() -> None:
    (one,) = patterns(
        occurrences("claim_without_verification", "123", "claim", "edit"),
        occurrences("correction_after_claim", "123", "human", "claim"),
        occurrences("repeated_instruction", "23", "human"),
    )
    assert (one.code, len(one.sessions), one.applicable) == ("correction_after_claim", 3, 9)
    assert one.also == ("claim_without_verification", "repeated_instruction")


def test_the_pattern_with_more_sessions_tells_those_within_it() -> None:
    (one,) = patterns(
        occurrences("stopped_by_user", "123", "human", "edit"),
        occurrences("discuss_implement_slip", "1234", "human", "question"),
        occurrences("correction_after_claim", "45", "human", "claim")[:1],
    )
    assert (one.code, len(one.sessions), one.also) == (
        "discuss_implement_slip",
        4,
        ("stopped_by_user",),
    )


def test_patterns_that_share_only_some_incidents_both_stay() -> None:
    found = patterns(
        occurrences("claim_without_verification", "123", "claim", "edit"),
        occurrences("correction_after_claim", "234", "human", "claim"),
    )
    assert [(one.code, one.also) for one in found] == [
        ("claim_without_verification", ()),
        ("correction_after_claim", ()),
    ]


def test_a_pattern_of_other_places_of_the_same_sessions_stays() -> None:
    found = patterns(
        occurrences("claim_without_verification", "123", "first", "edit"),
        occurrences("correction_after_claim", "123", "human", "second"),
    )
    assert len(found) == 2


def test_a_pattern_that_does_not_count_tells_no_other() -> None:
    weak = {"correction_after_claim": Stability.EXPERIMENTAL}
    found = patterns(
        occurrences("claim_without_verification", "12", "claim", "edit"),
        occurrences("correction_after_claim", "123", "human", "claim"),
        stability=weak,
    )
    assert {one.code: one.also for one in found} == {
        "claim_without_verification": (),
        "correction_after_claim": (),
    }
