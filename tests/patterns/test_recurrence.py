"""Patterns: sessions are counted, not hits; two days are needed; directions never merge."""

from reflect.model.finding import Evidence, Finding
from reflect.model.pattern import Occurrence
from reflect.model.redacted import seal
from reflect.model.vocabulary import Family, Method, Owner, Polarity, Stability
from reflect.patterns.recurrence import find, fingerprint, iso_week


def occurrence(
    session: str,
    day: str,
    *,
    key: str = "package-manager:pnpm>npm",
    polarity: Polarity = Polarity.PREFER,
    agent: str = "opencode",
    project: str = "~/shop",
    hits: int = 1,
    code: str = "correction_after_claim",
) -> Occurrence:
    finding = Finding(
        code=code,
        code_version=1,
        session=session,
        severity=2,
        confidence=0.9,
        method=Method.RULE,
        owner=Owner.AGENT,
        evidence=(Evidence("e1", session, "3", 0, seal("use pnpm")),),
        key=key,
        polarity=polarity,
        hits=hits,
        seconds=10.0,
        tokens=100,
    )
    started_at = f"{day}T10:00:00.000Z"
    return Occurrence(
        f"{session}-{key}", finding, Family.COMMUNICATION_GAPS, agent, project, started_at
    )


def test_two_sessions_on_two_days_are_a_pattern() -> None:
    found = find(
        [
            occurrence("a:1", "2026-11-02", agent="claude-code", hits=5),
            occurrence("o:1", "2026-11-10"),
        ],
        applicable={("correction_after_claim", "~/shop"): 7},
        stability={},
    )
    assert len(found) == 1
    pattern = found[0]
    assert pattern.sessions == ("a:1", "o:1")
    assert pattern.agents == ("claude-code", "opencode")
    assert pattern.applicable == 7
    assert pattern.weekly == {"2026-W45": 1, "2026-W46": 1}
    assert pattern.seconds == 20.0
    assert pattern.stability is Stability.UNMEASURED


def test_five_hits_in_one_session_are_no_pattern() -> None:
    assert not find([occurrence("a:1", "2026-11-02", hits=5)], applicable={}, stability={})


def test_two_sessions_on_one_day_are_no_pattern() -> None:
    pair = [occurrence("a:1", "2026-11-02"), occurrence("a:2", "2026-11-02")]
    assert not find(pair, applicable={}, stability={})


def test_opposite_directions_never_merge() -> None:
    pair = [
        occurrence("a:1", "2026-11-02", polarity=Polarity.REQUIRE),
        occurrence("a:2", "2026-11-03", polarity=Polarity.FORBID),
    ]
    assert not find(pair, applicable={}, stability={})


def test_the_denominator_is_never_below_the_count() -> None:
    pair = [occurrence("a:1", "2026-11-02"), occurrence("a:2", "2026-11-03")]
    assert find(pair, applicable={}, stability={})[0].applicable == 2


def test_the_order_of_the_input_does_not_matter() -> None:
    rows = [occurrence("a:1", "2026-11-02"), occurrence("a:2", "2026-11-03")]
    forward = find(rows, applicable={}, stability={})
    assert find(rows[::-1], applicable={}, stability={}) == forward


def test_a_fingerprint_is_the_same_everywhere() -> None:
    assert fingerprint("c", "require", "k") == fingerprint("c", "require", "k")
    assert fingerprint("c", "require", "k") != fingerprint("c", "forbid", "k")


def test_the_year_of_a_week_is_the_iso_year() -> None:
    assert iso_week("2027-01-01T00:00:00.000Z") == "2026-W53"


def test_an_instruction_given_again_is_no_second_pattern_of_the_same_lesson() -> None:
    corrected = [occurrence(f"o:{n}", f"2026-11-0{n}") for n in (1, 2, 3)]
    again = [occurrence(f"o:{n}", f"2026-11-0{n}", code="repeated_instruction") for n in (2, 3)]
    assert [p.code for p in find([*corrected, *again], applicable={}, stability={})] == [
        "correction_after_claim"
    ]
    elsewhere = occurrence("o:9", "2026-11-09", code="repeated_instruction")
    found = find([*corrected, *again, elsewhere], applicable={}, stability={})
    assert [p.code for p in found] == ["correction_after_claim", "repeated_instruction"]
    weak = {"correction_after_claim": Stability.EXPERIMENTAL}
    assert len(find([*corrected, *again], applicable={}, stability=weak)) == 2
