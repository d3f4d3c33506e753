"""The report claims success; the last command showed the opposite.

## Why it matters

You build on a report that the record disproves. It is found only later, by you.

## How it decides

The last answer of a turn claims success of tests, a build, a linter or a type check. The last such
check of the turn, or file of tests run by itself, ended badly, by its own exit code, and no file
changed after it. Or the answer says that something was installed, committed or pushed, and the last
command of the turn that does so failed. Or it says that something is up, and the last command of
the turn ended it. Each claim stands for itself: the evidence lists what it says, the check that it
contradicts, and the last check of another class that did pass.

## False positives

Not counted: an answer that admits a failure, an exception or numbers such as 9 of 10 where it
speaks of the check; a check whose exit code a pipe hides (`masked_verification`); a check that was
run again and passed; edits after the check (`claim_without_verification`); checks that were
refused, still run, or were ended by a time limit; another check of the class that passed, unless
the claim speaks of all; an act that was done by another command after all, or that the answer tells
as done earlier, still to do, or failed. A claim about an earlier run of the same check is found all
the same.

## What to do

A stop hook that runs the checks and hands the result back.
"""

from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import check_results, costs, failures, quotes, reported_acts
from reflect.features.check_results import Check, CheckClass, Outcome
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.features.statements import telling
from reflect.features.test_selection import runs_test_file
from reflect.model.finding import Evidence, Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import CallStatus, Owner, Polarity

VERSION = 2
SEVERITY = 3
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]
ENDING = ("kill", "pkill", "killall")
PROBING = ("-0", "-l", "-L")


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Turns that ran a check, failed to do an act or ended a program, and ended with an answer."""
    learned = baseline.verification
    return sum(
        1
        for turn in session.turns
        if turn.final_answer
        and (
            _ended(turn)
            or any(_checks(step, learned) for step in turn.steps)
            or next(reported_acts.not_done(turn), None) is not None
        )
    )


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding for each class of check."""
    return findings(CODE, VERSION, session.key, OWNER, _hits(session, baseline.verification))


def _hits(session: SessionFeatures, learned: frozenset[str]) -> Iterator[Hit]:
    for turn in session.turns:
        answer = turn.final_answer
        if answer is None or turn.stated.untested:
            continue
        for claim in turn.stated.verification:
            if check_results.admits(answer.text, [claim.quote]):
                continue
            found = _last(turn, check_results.claimed_classes(claim.quote), learned)
            if found is None:
                continue
            step, check = found
            if _another_passed(turn, step, check, learned) and not check_results.says_all(
                claim.quote
            ):
                continue
            line = check_results.failing_line(failures.text_of(step.call))
            yield Hit(
                key=f"claimed:{_named(check)}",
                polarity=Polarity.REQUIRE,
                severity=SEVERITY,
                confidence=0.85,
                evidence=(
                    quotes.of_message(session.key, answer, telling(answer.text, [claim])),
                    quotes.of_call(step.session, step.call, line),
                    quotes.of_call(step.session, step.call),
                    _verified(turn, check, learned),
                ),
                cost=costs.between(session.root, step.place, answer.position),
            )
        yield from _not_done(session, turn)
        yield from _runs_no_more(session, turn)


def _checks(step: Step, learned: frozenset[str]) -> tuple[Check, ...]:
    """The checks of a step, files of tests that were run by themselves among them."""
    known = check_results.checks(step, learned)
    if not step.ran or step.call.status is CallStatus.RUNNING:
        return known
    scripts = [c for c in step.commands if runs_test_file(c) and not c.background]
    others = (check for check in known if check.command not in scripts)
    return (*others, *(Check(c, frozenset((CheckClass.TESTS,))) for c in scripts))


def _another_passed(
    turn: TurnFeatures, failed: Step, check: Check, learned: frozenset[str]
) -> bool:
    """Whether another check of the class passed since the last change: the claim may mean that."""
    for step in reversed(turn.steps[: turn.steps.index(failed)]):
        for other in _checks(step, learned):
            same = other.classes & check.classes or other.command.head == check.command.head
            if same and check_results.outcome(step, other) is Outcome.PASSED:
                return True
        if step.succeeded and step.changes:
            return False
    return False


def _verified(turn: TurnFeatures, failed: Check, learned: frozenset[str]) -> Evidence | None:
    """The last check of another class that passed in the turn: what the answer may rest on."""
    for step in reversed(turn.steps):
        for check in _checks(step, learned):
            other = not check.classes & failed.classes and check.command.head != failed.command.head
            if other and check_results.outcome(step, check) is Outcome.PASSED:
                return quotes.of_call(step.session, step.call)
    return None


def _named(check: Check) -> str:
    return ",".join(sorted(check.classes)) or "check"


def _last(
    turn: TurnFeatures, classes: frozenset[CheckClass], learned: frozenset[str]
) -> tuple[Step, Check] | None:
    """The last check of a claim's class, if it failed by its own exit code and nothing followed."""
    for step in reversed(turn.steps):
        if step.succeeded and step.changes and not step.commands:
            return None
        for check in reversed(_checks(step, learned)):
            if classes and not check.classes:
                return None
            if classes and not classes & check.classes:
                continue
            failed = check_results.outcome(step, check) is Outcome.FAILED
            own = step.failed and not check.command.masks_exit
            return (step, check) if failed and own else None
        if step.succeeded and step.changes:
            return None
    return None


def _ended(turn: TurnFeatures) -> Step | None:
    """The last step of a turn, if it ends a program and starts none."""
    steps = [s for s in turn.steps if s.commands and not s.call.by_human]
    if not steps or not steps[-1].succeeded:
        return None
    commands = [c for c in steps[-1].commands if not c.nested]
    kills = commands[-1].program in ENDING and not set(PROBING) & set(commands[-1].argv)
    return steps[-1] if kills and commands[-1].loop is None else None


def _not_done(session: SessionFeatures, turn: TurnFeatures) -> Iterator[Hit]:
    """The answer reports an act that the turn's last command for it failed to do."""
    for act in reported_acts.not_done(turn):
        answer, step = turn.final_answer, act.step
        if answer is None:
            return
        line = failures.telling_line(failures.text_of(step.call))
        yield Hit(
            key=f"claimed:{act.name}",
            polarity=Polarity.NONE,
            severity=SEVERITY,
            confidence=0.8,
            evidence=(
                quotes.of_message(session.key, answer, act.sentence),
                quotes.of_call(step.session, step.call, line),
                quotes.of_call(step.session, step.call),
            ),
            cost=costs.between(session.root, step.place, answer.position),
        )


def _runs_no_more(session: SessionFeatures, turn: TurnFeatures) -> Iterator[Hit]:
    """The answer says that it is up; the turn's last command ended it."""
    step, answer = _ended(turn), turn.final_answer
    if step is None or answer is None or step is not turn.steps[-1]:
        return
    probed = any(c.kind is CommandKind.PROBE for s in turn.steps for c in s.commands)
    said = next(
        (s for s in check_results.sentences(answer.text) if check_results.says_running(s)), ""
    )
    if not probed or not said:
        return
    yield Hit(
        key="claimed:running",
        polarity=Polarity.NONE,
        severity=SEVERITY,
        confidence=0.7,
        evidence=(
            quotes.of_message(session.key, answer, said),
            quotes.of_call(step.session, step.call, "kill"),
        ),
        cost=costs.between(session.root, step.place, answer.position),
    )
