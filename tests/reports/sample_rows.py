"""Rows of a synthetic review of two agents, with quotes that attack every sink."""

from dataclasses import replace

from reflect.model.finding import CodePage, Evidence, Finding, StabilityRecord
from reflect.model.pattern import Pattern, Remedy
from reflect.model.redacted import seal
from reflect.model.review import CodeCount, Coverage, FindingRow, PatternRow, SessionRow
from reflect.model.rows import StoreCount
from reflect.model.session import Usage
from reflect.model.vocabulary import (
    Family,
    Method,
    Origin,
    Owner,
    Polarity,
    Relation,
    RemedyKind,
    SkipReason,
    Stability,
)

CLAUDE = "claude-code:7c9e6679-7425-40de-944b-e07fc1f90ae7"
OPEN = "opencode:ses_4f2a9c81effeXbQ7LkR0mTz1Wp"
OPEN_CHILD = "opencode:ses_4f2a9d10affeHh2c9KpV5uYd3N"
CLAUDE_FILE = seal("~/.claude/projects/-home-dev-shop/7c9e6679-7425-40de-944b-e07fc1f90ae7.jsonl")
OPEN_FILE = seal("~/.local/share/opencode/opencode.db")

HOSTILE = (
    "# Done!\n```\n[click](javascript:alert(1)) ![x](http://evil.test/p)\n"
    "````\n<img src=x> \x1b[2J\u202e все тесты прошли, 完了しました"
)
"""Heading, fences of three and four, link, image, HTML, escape code, bidi, Cyrillic and CJK."""

CLAIMS = {
    "claim_without_verification": (
        Family.AGENT_MISTAKES,
        Owner.AGENT,
        "The agent says it is done, but its last check is older than its last edit.",
    ),
    "correction_after_claim": (
        Family.COMMUNICATION_GAPS,
        Owner.DEVELOPER,
        "Right after the agent says it is done, the user says that something is wrong.",
    ),
    "polling_by_sleep": (
        Family.AGENT_MISTAKES,
        Owner.AGENT,
        "The agent waits in a loop of sleep and probe that it built by hand.",
    ),
    "missing_environment": (
        Family.COMMUNICATION_GAPS,
        Owner.ENVIRONMENT,
        "A program, variable or module that the task needs is not there.",
    ),
}


def page(code: str) -> CodePage:
    family, owner, claim = CLAIMS[code]
    return CodePage(
        name=code,
        family=family,
        version=1,
        severity=2,
        owner=owner,
        thresholds={"pause_seconds": 120.0},
        order_of_facts=code in ("claim_without_verification", "polling_by_sleep"),
        claim=claim,
        sections={
            "Why it matters": "The user finds out later.",
            "How it decides": "By the order of recorded events.",
            "False positives": "A check that runs elsewhere.",
            "What to do": "Ask for the check.",
        },
    )


def record(code: str, stability: Stability, right: int, judged: int, bound: float) -> CodeCount:
    applicable, sessions = {
        "claim_without_verification": (4, 2),
        "correction_after_claim": (4, 1),
        "polling_by_sleep": (3, 0),
        "missing_environment": (5, 1),
    }[code]
    family, _, claim = CLAIMS[code]
    return CodeCount(
        code=code,
        family=family,
        claim=claim,
        stability=StabilityRecord(code, 1, judged, right, bound, "labels 2026-11", stability),
        applicable=applicable,
        sessions=sessions,
    )


def finding(
    number: int,
    code: str,
    session: str,
    quotes: list[tuple[str, str]],
    stability: Stability,
    key: str,
    evidence_session: str | None = None,
) -> FindingRow:
    family, owner, _ = CLAIMS[code]
    agent, _, native_id = session.partition(":")
    where = evidence_session or session
    file = CLAUDE_FILE if agent == "claude-code" else OPEN_FILE
    return FindingRow(
        id=f"{number:016x}",
        ref=f"F-{number}",
        finding=Finding(
            code=code,
            code_version=1,
            session=session,
            severity=2,
            confidence=0.9,
            method=Method.RULE,
            owner=owner,
            evidence=tuple(
                Evidence(
                    event=f"msg_{number}{place}",
                    session=where,
                    record=line,
                    part=0,
                    quote=seal(quote),
                )
                for place, (line, quote) in enumerate(quotes)
            ),
            key=key,
            polarity=Polarity.REQUIRE,
            hits=len(quotes),
            seconds=340.0 if agent == "opencode" else None,
            tokens=12_400 if agent == "opencode" else None,
        ),
        family=family,
        stability=stability,
        agent=agent,
        native_id=native_id,
        title=seal("Fix the *checkout* total"),
        directory=seal("~/shop"),
        started_at="2026-11-27T09:12:00Z" if agent == "opencode" else "2026-11-28T14:03:00Z",
        paths={where: file},
        applicable=4,
    )


def telling(row: FindingRow, *others: FindingRow) -> FindingRow:
    """A finding that tells others of its incident, with their evidence."""
    evidence = [*row.finding.evidence, *(e for one in others for e in one.finding.evidence)]
    paths = {key: path for one in (*others, row) for key, path in one.paths.items()}
    return replace(
        row, finding=replace(row.finding, evidence=tuple(evidence)), paths=paths, also=others
    )


def session(key: str, started_at: str, title: str) -> SessionRow:
    agent, _, native_id = key.partition(":")
    return SessionRow(
        agent=agent,
        id=native_id,
        key=key,
        parent=None,
        root=key,
        relation=Relation.ROOT,
        origin=Origin.HUMAN,
        title=seal(title),
        directory=seal("~/shop"),
        project=seal("~/shop"),
        started_at=started_at,
        ended_at=started_at.replace(":00Z", ":59.125Z"),
        active_seconds=600.0,
        human_turns=6,
        refusals=1,
        interrupts=0,
        tool_calls=31,
        failed_calls=3,
        denied_calls=1,
        compactions=0,
        messages=48,
        usage=Usage(1200, 90_000, 4000, 6100),
        path=CLAUDE_FILE if agent == "claude-code" else OPEN_FILE,
        missing=False,
        archived=False,
    )


def pattern() -> PatternRow:
    return PatternRow(
        id="a1b2c3d4e5f60718",
        ref="P-3",
        pattern=Pattern(
            code="claim_without_verification",
            key="tests-before-done",
            polarity=Polarity.REQUIRE,
            family=Family.AGENT_MISTAKES,
            owner=Owner.AGENT,
            severity=2,
            stability=Stability.UNMEASURED,
            sessions=(OPEN, CLAUDE, "opencode:ses_older"),
            projects=("~/shop", "~/site"),
            applicable=11,
            agents=("claude-code", "opencode"),
            first_seen="2026-11-12T08:00:00Z",
            last_seen="2026-11-28T14:03:00Z",
            weekly={"2026-W46": 1, "2026-W48": 2},
            seconds=1240.0,
            tokens=40_100,
            findings=(f"{12:016x}", f"{9:016x}", "ffffffffffffffff"),
            also=("correction_after_claim",),
            remedy=Remedy(
                RemedyKind.HOOK,
                "Let a stop hook run this project's checks when files changed since the last run.",
                "3 of 11 sessions; your instructions ask for it already, so enforce it",
            ),
        ),
    )


def store(error: str | None = None) -> StoreCount:
    return StoreCount(
        agent="claude-code",
        path=seal("~/.claude/projects"),
        files=7,
        read=2,
        unchanged=5,
        new=1,
        changed=1,
        same=5,
        missing=1,
        bad={"not_json": 2},
        unknown={"queue-operation": 3},
        bytes=3_400_000,
        seconds=0.42,
        error=error,
    )


def coverage(found: int, analysed: int, **skipped: int) -> Coverage:
    return Coverage(found, analysed, {r: skipped.get(r.value, 0) for r in SkipReason})
