"""No check ran after the last edit, yet the work was called done.

## Why it matters

Nothing shows that the code as it now stands works. Whether that costs you rework differs from
project to project; this states only the order in which things happened.

## How it decides

In one turn the agent changed source code and its last answer says that it is done, fixed or works.
After the last change nothing ran that could show it: no test, build, linter, type check or program,
no request to a running service, and no command that checked in earlier sessions of this project.
The work of sub-agents counts. A new file with fewer than `least_new_lines` (3) lines of code does
not. It weighs more when the answer says that tests passed and none ran. The evidence lists what the
claim says, the last change, which nothing verified, and the check before it, which did not see it.

A sub-agent's report is a claim as well: one that speaks of a file named in its task, when the
sub-agent opened nothing at all.

## False positives

Not counted: changes of documents, configuration, scratch files or comments only; an answer that
says "not tested" or hands you the command to run; a session in which you forbade running checks; a
check still running in the background; checking hooks of the client or of a commit; a change that
was printed afterwards; a report on what the task itself had quoted. After a tool or program that
reflect does not know, nothing is said.

## What to do

One line in the instructions that names the command. Is it there already: a stop hook that runs it.
"""

import json
import re
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import (
    check_results,
    edits,
    failures,
    lesson_keys,
    quotes,
    subagents,
    verification,
)
from reflect.features import commands as shell
from reflect.features.costs import Cost
from reflect.features.edits import FileKind
from reflect.features.programs import CommandKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.features.statements import Statements, says_untested, telling
from reflect.model.finding import Finding
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline
from reflect.model.session import Message
from reflect.model.vocabulary import ContextKind, Owner, Polarity, Tool
from reflect.regex import compiled

VERSION = 3
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = True
THRESHOLDS: Mapping[str, float] = {"least_new_lines": 3}

CODE = __name__.rpartition(".")[2]
KEY = "run-checks-before-done"
UNREAD = "read-before-reporting"
FORBIDDEN = "no-checks-unless-asked"
WRITERS = ("sed", "perl", "cat", "tee", "echo", "printf", "apply_patch", "patch", "python", ":")
CHECKING_HOOKS = ("posttooluse", "stop", "subagentstop")
CHECKING_WORDS = compiled(
    r"test|lint|check|build|format|fmt|tsc|typecheck|types|eslint|prettier|biome|ruff|mypy|verify"
    r"|validate|compile|spec|\bci\b",
    re.I,
)
SHELL_BLOCK = compiled(r"```(?:bash|sh|shell|zsh|console)?[ \t]*\n(.*?)```", re.S)
HOOK_OUTPUT = compiled(
    r"husky|lint-staged|pre-commit|lefthook|\bPassed\b|tests? passed|eslint|✔|✓|typecheck", re.I
)


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Turns that changed source code and ended with a claim, and reports of sub-agents."""
    claimed = (turn for turn in session.turns if _claim(turn))
    edited = sum(1 for turn in claimed if any(map(_changes_source, turn.steps)))
    return edited + sum(1 for _ in subagents.reports(session))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding for all turns, and one for the reports of sub-agents."""
    yield from findings(CODE, VERSION, session.key, OWNER, _unread(session))
    if _hooks_check(session):
        return
    least = int(thresholds["least_new_lines"])
    hits = [
        hit for turn in session.turns if (hit := _hit(session, turn, baseline.verification, least))
    ]
    if not (hits and _forbidden(session)):
        yield from findings(CODE, VERSION, session.key, OWNER, hits)


def _unread(session: SessionFeatures) -> Iterator[Hit]:
    """Reports on a file by sub-agents that opened nothing."""
    for one in subagents.reports(session):
        if not one.opened_nothing:
            continue
        said = next((s for s in check_results.sentences(one.answer.text) if one.file in s), "")
        yield Hit(
            key=UNREAD,
            polarity=Polarity.REQUIRE,
            severity=SEVERITY,
            confidence=0.8,
            evidence=(
                quotes.of_message(one.child.key, one.answer, said),
                quotes.of_call(one.step.session, one.step.call),
            ),
            cost=Cost(None, None),
        )


def _edits(turn: TurnFeatures) -> list[Step]:
    """Steps of a turn that changed source code."""
    return [step for step in turn.steps if _changes_source(step)]


def _changes_source(step: Step) -> bool:
    if not step.succeeded or step.call.by_human:
        return False
    if not any(change.kind is FileKind.SOURCE for change in step.changes):
        return False
    if step.call.tool in (Tool.EDIT, Tool.WRITE):
        return not edits.comments_only(step.call)
    return any(c.program in WRITERS and (c.writes or c.argv[1:]) for c in step.commands)


def _claim(turn: TurnFeatures) -> tuple[Message[Redacted], Statements] | None:
    """The final answer of a turn and what it states, if it claims and does not say "not run"."""
    answer = turn.final_answer
    if answer is None:
        return None
    said = turn.stated
    claims = said.completion or said.verification
    return (answer, said) if claims and not said.untested else None


def _hit(
    session: SessionFeatures, turn: TurnFeatures, learned: frozenset[str], least: int
) -> Hit | None:
    claim = _claim(turn)
    changed = _edits(turn) if claim else []
    if claim is None or not changed or _tiny(changed, least):
        return None
    answer, said = claim
    last = changed[-1]
    after = [step for step in turn.steps if step.number >= last.number]
    if any(verification.may_check(s, learned) or _hooked(s) for s in after) or _shown(last, after):
        return None
    if _handed_over(answer.text) or any(says_untested(a.text) for a in turn.exchange.answers[:-1]):
        return None
    earlier = reversed(session.steps[: last.number])
    checked = next((s for s in earlier if verification.checks(s, learned)), None)
    # Of the steps before the last change the turn's own are the last ones.
    checked_now = checked is not None and checked.number >= turn.steps[0].number
    untrue = bool(said.verification) and not checked_now
    claims = said.verification if untrue or not said.completion else said.completion
    return Hit(
        key=KEY,
        polarity=Polarity.REQUIRE,
        severity=3 if untrue else SEVERITY,
        confidence=0.8,
        evidence=(
            quotes.of_message(session.key, answer, telling(answer.text, claims)),
            quotes.of_call(last.session, last.call),
            quotes.of_call(checked.session, checked.call) if checked else None,
        ),
        cost=Cost(None, None),
    )


def _handed_over(answer: str) -> bool:
    """Whether an answer hands the human a check to run: it says by that who is to check."""
    return any(
        command.kind in (CommandKind.VERIFY, CommandKind.RUN)
        for block in SHELL_BLOCK.findall(answer)
        for command in shell.parse(block)
    )


def _tiny(changed: list[Step], least: int) -> bool:
    """Whether all that was done is a new file with next to nothing in it."""
    return all(s.call.tool is Tool.WRITE and _code_lines(s) < least for s in changed)


def _code_lines(step: Step) -> int:
    if step.call.added_lines is not None:
        return step.call.added_lines
    try:
        arguments = json.loads(step.call.arguments or "")
    except ValueError:
        return 1_000_000
    content = arguments.get("content") if isinstance(arguments, dict) else None
    return len(edits.code_lines(content)) if isinstance(content, str) else 1_000_000


def _hooked(step: Step) -> bool:
    """Whether a commit or push ran checks of its own."""
    commits = any(c.head in ("git commit", "git push") for c in step.commands)
    return commits and bool(HOOK_OUTPUT.search(failures.text_of(step.call)))


def _shown(last: Step, after: list[Step]) -> bool:
    """Whether a change made by a shell line was printed afterwards."""
    if not last.commands:
        return False
    names = {edits.base_name(change.path) for change in last.changes}
    reading = (c for s in after for c in s.commands if c.kind is CommandKind.READ and not c.writes)
    return any(names & {edits.base_name(w) for w in c.argv[1:]} for c in reading)


def _hooks_check(session: SessionFeatures) -> bool:
    """Whether the client ran a hook after edits or at the end whose name says that it checks.

    Most hooks do something else: of 80 recorded runs of such hooks, all logged or notified.
    """
    return any(
        item.kind is ContextKind.HOOK
        and (item.detail or "").lower().startswith(CHECKING_HOOKS)
        and CHECKING_WORDS.search(item.name)
        for item in session.root.context
    )


def _forbidden(session: SessionFeatures) -> bool:
    """Whether the human, or an instruction file, forbade running checks."""
    told = [t.exchange.message.text for t in session.turns if t.exchange.message is not None]
    return any(lesson_keys.names(text, FORBIDDEN) for text in (*told, *session.instructions))
