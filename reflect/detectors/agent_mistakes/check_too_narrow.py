"""The report claims more than the checks since the last change showed.

## Why it matters

"All tests pass" is taken for the whole suite. What the change broke elsewhere is found by the next
one who runs it.

## How it decides

The last answer of a turn says that all tests, or the whole suite, pass. Since the last change of
source code every run of tests named files, folders or a pattern, and tests outside of this choice
exist: a wider run stands earlier in the session or was learned from earlier ones, or the session
shows files of other tests. Or the answer says that tests pass, and since the last change only
checks of another class ran, such as a linter, while the tests had run before it. The evidence lists
the claim, what was verified, and what was not.

## False positives

Not counted: a claim that names the choice or its number of tests; a choice that you asked for; a
wide run after the last change, also of another turn; scripts and programs whose scope cannot be
told, also after the last change; a last change of comments only; a check that failed
(`report_contradicts_check`); no check at all (`claim_without_verification`).

## What to do

Name the command for the whole suite in the instructions, and when it is to be run.
"""

from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import check_results, costs, edits, failures, quotes
from reflect.features.check_results import Check, CheckClass, Outcome
from reflect.features.edits import FileKind
from reflect.features.lesson_keys import fold
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.features.statements import Statement, telling
from reflect.features.test_selection import Selection, selection, tests_named
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import Owner, Polarity, Tool
from reflect.regex import compiled

VERSION = 1
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = False
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]
EARLY = "tests:before the last change"
FIGURE = compiled(r"\d+")


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Turns that end with a claim about all tests, or ran tests and claim something about them."""
    return sum(1 for turn in session.turns if turn.final_answer and turn.stated.verification)


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding for each program that ran the chosen tests, one for tests that ran too early."""
    hits = (
        hit
        for turn in session.turns
        if (hit := _hit(session, turn) or _early(session, turn)) is not None
    )
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _claim(turn: TurnFeatures) -> Statement | None:
    """A claim about all tests that names neither a number nor a choice."""
    for one in turn.stated.verification:
        folded = fold(one.quote)
        about = check_results.claimed_classes(one.quote)
        if (
            CheckClass.TESTS in about
            and check_results.says_all(one.quote)
            and not FIGURE.search(folded)
        ):
            return one
    return None


def _hit(session: SessionFeatures, turn: TurnFeatures) -> Hit | None:
    answer, claim = turn.final_answer, _claim(turn)
    if answer is None or claim is None or check_results.admits(answer.text, [claim.quote]):
        return None
    runs = _runs(session, turn)
    chosen = [(step, found) for step, found in runs if found is not None]
    if not chosen or len(chosen) < len(runs):
        return None
    step, found = chosen[-1]
    if _asked_for(turn, found) or any(name in claim.quote for name in found.names if name):
        return None
    if any(FIGURE.search(w) for w in claim.quote.split() if w in failures.text_of(step.call)):
        return None
    left_out = _left_out(session, step, chosen)
    if left_out is None:
        return None
    return Hit(
        key=found.head,
        polarity=Polarity.REQUIRE,
        severity=SEVERITY,
        confidence=0.75,
        evidence=(
            quotes.of_message(session.key, answer, telling(answer.text, [claim])),
            quotes.of_call(step.session, step.call),
            quotes.of_call(left_out[0].session, left_out[0].call, left_out[1]),
        ),
        cost=costs.between(session.root, step.place, answer.position),
    )


def _early(session: SessionFeatures, turn: TurnFeatures) -> Hit | None:
    """Tests are said to pass; after the last change only other classes of checks ran."""
    answer = turn.final_answer
    about = (
        one
        for one in turn.stated.verification
        if CheckClass.TESTS in check_results.claimed_classes(one.quote)
    )
    claim = next(about, None)
    if answer is None or claim is None or check_results.admits(answer.text, [claim.quote]):
        return None
    changed = [s for s in turn.steps if _changes_code(s)]
    after = [s for s in turn.steps if changed and s.number >= changed[-1].number and s.commands]
    if not changed or not after or any(_may_test(s, changed[-1]) for s in after):
        return None
    checked = [s for s in after if check_results.checks(s, frozenset())]
    earlier = reversed(session.steps[: changed[-1].number]) if checked else ()
    ran = next((s for s in earlier if _runs_tests(s)), None)
    if ran is None or ran.failed:
        return None
    return Hit(
        key=EARLY,
        polarity=Polarity.REQUIRE,
        severity=SEVERITY,
        confidence=0.75,
        evidence=(
            quotes.of_message(session.key, answer, telling(answer.text, [claim])),
            quotes.of_call(checked[-1].session, checked[-1].call),
            quotes.of_call(changed[-1].session, changed[-1].call),
            quotes.of_call(ran.session, ran.call),
        ),
        cost=costs.between(session.root, changed[-1].place, answer.position),
    )


def _changes_code(step: Step) -> bool:
    source = any(change.kind is FileKind.SOURCE for change in step.changes)
    return source and step.succeeded and not step.call.by_human and not _comments(step)


def _comments(step: Step) -> bool:
    return step.call.tool is Tool.EDIT and edits.comments_only(step.call)


def _runs_tests(step: Step) -> bool:
    ran = check_results.checks(step, frozenset())
    return any(CheckClass.TESTS in check.classes for check in ran)


def _may_test(step: Step, changed: Step) -> bool:
    """Whether a step could have run tests: it did, or nobody knows what it ran."""
    if step is changed and not step.commands:
        return False
    known = (CommandKind.STATUS, CommandKind.READ, CommandKind.SHELL, CommandKind.MUTATE)
    checks = {check.command: check for check in check_results.checks(step, frozenset())}
    for command in step.commands:
        if command in checks:
            classes = checks[command].classes
            if not classes or CheckClass.TESTS in classes:
                return True
        elif command.kind not in known or command.head in ("git commit", "git push"):
            return True
    return False


def _runs(session: SessionFeatures, turn: TurnFeatures) -> list[tuple[Step, Selection | None]]:
    """Runs of tests since the last change of source code, up to the end of a turn."""
    backwards: list[tuple[Step, Selection | None]] = []
    last = turn.steps[-1].number if turn.steps else -1
    for number in range(last, -1, -1):
        step = session.steps[number]
        backwards += [(step, selection(check.command)) for check in reversed(_tests(step))]
        if step.succeeded and any(change.kind is FileKind.SOURCE for change in step.changes):
            break
    return backwards[::-1]


def _tests(step: Step) -> list[Check]:
    return [
        check
        for check in check_results.checks(step, frozenset())
        if CheckClass.TESTS in check.classes or not check.classes
        if check_results.outcome(step, check) is not Outcome.FAILED
    ]


def _asked_for(turn: TurnFeatures, found: Selection) -> bool:
    """Whether the human named what was chosen."""
    message = turn.exchange.message
    return message is not None and any(name in message.text for name in found.names if name)


def _left_out(
    session: SessionFeatures, run: Step, chosen: list[tuple[Step, Selection]]
) -> tuple[Step, str] | None:
    """A step that shows tests outside of the choice, and the words that show them."""
    names = {name for _, found in chosen for name in found.names}
    for step in session.steps[: run.number]:
        for check in _tests(step):
            wide = selection(check.command) is None and step.succeeded
            if wide and CheckClass.TESTS in check.classes:
                return step, check.command.argv[0]
        for path in (change.path for change in step.changes):
            if tests_named(path) and not any(name in path for name in names):
                return step, edits.base_name(path)
    return None
