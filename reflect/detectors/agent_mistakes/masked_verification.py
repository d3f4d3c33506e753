"""A check failed, and its exit code was hidden.

## Why it matters

`pytest | tail` ends as `tail` does, and `|| true` always ends well. Client, hooks and agent take
the step for a success, and the failure stands in the middle of a text that nobody reads.

## How it decides

A test, build, linter or type check stood in front of a pipe, a `;` or `|| true`; the call ended
with 0, and what it printed says that the check failed. It was the last of its kind in the turn,
nothing changed after it, and the answer claims that the work is done or checked. A check whose own
program does not exist, behind a mask, needs no claim when it stood in a loop, or when no other
check followed in the turn; nor does a probe (`nc`, `curl`) that a loop waits for in vain. The
evidence lists the claim, the line that says no, and what was run.

## False positives

Not counted: a masked check that passed or whose result cannot be told; one that was run again
without the mask; one after which files changed; an answer that admits the failure; `pipefail`;
asking whether a program exists; a probe of a port or an address outside a loop (`curl … || true`),
which checks no work, even where the project runs it often.

## What to do

Run checks with `set -o pipefail`, or without the pipe: quiet flags shorten as well.
"""

import re
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import check_results, costs, failures, quotes, verification
from reflect.features.check_results import Check, Outcome
from reflect.features.commands import Command
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.features.statements import telling
from reflect.model.finding import Evidence, Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import CallStatus, Owner, Polarity
from reflect.regex import compiled

VERSION = 2
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]
MASKS = {"|": "pipe", "|&": "pipe", ";": "next command", "\n": "next command", "||": "or true"}
ASKED = compiled(r"\b(command -v|which|type -p|hash) ")


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Checks, and probes in loops, whose exit code something else decided."""
    return sum(1 for s in session.steps if s.call.status is CallStatus.OK and _masked(s, baseline))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding for each kind of mask."""
    return findings(CODE, VERSION, session.key, OWNER, _hits(session, baseline))


def _checks(step: Step, baseline: Baseline) -> list[Check]:
    """Checks of the work; a probe is none, even where the project's sessions taught it as one."""
    ran = check_results.checks(step, baseline.verification)
    return [check for check in ran if check.command.kind is not CommandKind.PROBE]


def _masked(step: Step, baseline: Baseline) -> list[Check]:
    """Checks of a step, and probes that a loop waits for, whose exit code is lost."""
    if not step.commands or not step.ran or step.call.by_human:
        return []
    probes = (c for c in step.commands if c.kind is CommandKind.PROBE and c.loop)
    found = (*_checks(step, baseline), *(Check(c, frozenset()) for c in probes))
    return [check for check in found if check.command.masks_exit]


def _hits(session: SessionFeatures, baseline: Baseline) -> Iterator[Hit]:
    for turn in session.turns:
        for step in turn.steps:
            if step.call.status is not CallStatus.OK:
                continue
            missing = _missing(step, baseline)
            if missing is not None and (
                missing[0].command.loop or not _again(turn, step, baseline)
            ):
                check, line = missing
                yield _hit(session, step, check.command, line, None)
        failed = _last_failed(turn, baseline)
        answer = turn.final_answer
        if failed is None or answer is None or turn.stated.untested:
            continue
        said = (*turn.stated.verification, *turn.stated.completion)
        if said and not check_results.admits(answer.text, [s.quote for s in said]):
            step, check = failed
            line = check_results.failing_line(failures.text_of(step.call))
            claim = quotes.of_message(session.key, answer, telling(answer.text, said))
            yield _hit(session, step, check.command, line, claim)


def _again(turn: TurnFeatures, step: Step, baseline: Baseline) -> bool:
    """Whether something else was checked later in the turn."""
    later = (s for s in turn.steps if s.number > step.number and s.ran)
    return any(verification.checks(s, baseline.verification) for s in later)


def _missing(step: Step, baseline: Baseline) -> tuple[Check, str] | None:
    """A masked check whose own program does not exist, and the line that says so."""
    if ASKED.search(step.call.command or ""):
        return None
    for check in _masked(step, baseline):
        program = re.escape(check.command.program)
        absent = re.compile(
            rf"^.*\b{program}: (?:command )?not found$|^.*not found: {program}$", re.M
        )
        found = absent.search(failures.text_of(step.call))
        if found:
            return check, found.group().strip()
    return None


def _last_failed(turn: TurnFeatures, baseline: Baseline) -> tuple[Step, Check] | None:
    """The last check of a turn, if it was masked and failed, and nothing changed after it."""
    for step in reversed(turn.steps):
        ran = _checks(step, baseline)
        if ran:
            if step.call.status is not CallStatus.OK or _missing(step, baseline) or len(ran) > 1:
                return None
            hidden = ran[0].command.masks_exit
            failed = check_results.outcome(step, ran[0]) is Outcome.FAILED
            return (step, ran[0]) if hidden and failed else None
        if step.changes:
            return None
    return None


def _hit(
    session: SessionFeatures, step: Step, command: Command, line: str, claim: Evidence | None
) -> Hit:
    position = step.call.position
    return Hit(
        key=f"{MASKS.get(command.after, 'next command')}:{command.head}",
        polarity=Polarity.FORBID,
        severity=3 if claim else SEVERITY,
        confidence=0.85,
        evidence=(
            claim,
            quotes.of_call(step.session, step.call, line),
            quotes.of_call(step.session, step.call, command.argv[0]),
        ),
        cost=costs.between(session.session(step.session), position, position),
    )
