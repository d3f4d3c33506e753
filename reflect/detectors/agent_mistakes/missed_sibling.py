"""One place was changed; the others that needed it were found by you.

## Why it matters

The fault lives on elsewhere, or nothing fits together any more, and the report says that it is
fixed.

## How it decides

A turn changed source code and called it done without searching for what it changed. In one of your
next `turns_back` (2) messages you object, and then the agent makes the same change in another
place: the same names go and the same names come. Or you say yourself that other places were missed,
or still show the old, and the agent then changes another file. Or, after a rename, the last check
of the turn fails because the old name is still used, and the answer claims that the work is done.

## False positives

Not counted: a turn in which the agent searched for the name; a wish for more places that you call
no fault; the same place changed again; import lines; changes of documents only; changes of which
nothing was claimed.

## What to do

One line in the instructions: before "fixed", search the repository for every other place.
"""

import re
from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import check_results, costs, edits, failures, lesson_keys, quotes
from reflect.features.check_results import Outcome
from reflect.features.edit_signatures import Signature, signatures
from reflect.features.edits import FileKind
from reflect.features.session_features import SessionFeatures, Step, TurnFeatures
from reflect.features.statements import telling
from reflect.model.finding import Evidence, Finding
from reflect.model.redacted import Redacted
from reflect.model.review import Baseline
from reflect.model.session import Message
from reflect.model.vocabulary import PUSHBACK, Owner, Polarity, Tool
from reflect.regex import compiled

VERSION = 2
SEVERITY = 2
OWNER = Owner.AGENT
ORDER_OF_FACTS = False
THRESHOLDS: Mapping[str, float] = {"turns_back": 2}

CODE = __name__.rpartition(".")[2]
KEY = "all-places"
STILL_USED = (
    r"cannot import name '{0}'|name '{0}' is not defined|has no attribute '{0}'|undefined: {0}\b"
    r"|Cannot find name '{0}'|no exported member '{0}'|\b{0} is not (?:defined|a function)"
    r"|cannot find (?:function|value|symbol) [`']?{0}\b|undefined (?:local variable or )?method"
    r" [`']{0}'"
)
STILL = compiled(
    r"\b(still|noch|encore|toujours|sigue\w*|todavia|ainda|continuam?|ancora|nog|nadal|wciaz|hala)\b"
    r"|(до сих пор|все еще|по-прежнему)|(まだ)|(아직|여전히)|(还在|还是|仍)"
)
"""Says of places that are to be looked at that the old is there yet: "it is still using X"."""


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Turns that changed source code and called it done."""
    return sum(1 for turn in session.turns if _claimed(turn) and any(map(_changes, turn.steps)))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding a session, with one hit for each turn that missed places."""
    ahead = int(thresholds["turns_back"])
    hits = (hit for turn in session.turns for hit in _hits(session, turn, ahead, baseline))
    return findings(CODE, VERSION, session.key, OWNER, hits)


def _claimed(turn: TurnFeatures) -> bool:
    return turn.final_answer is not None and bool(
        turn.stated.completion or turn.stated.verification
    )


def _changing(turn: TurnFeatures) -> list[Step]:
    """Steps of the agent that changed source code."""
    return list(filter(_changes, turn.steps))


def _changes(step: Step) -> bool:
    if not step.changes or step.call.by_human or not (step.succeeded or step.commands):
        return False
    return any(change.kind is FileKind.SOURCE for change in step.changes)


def _hits(
    session: SessionFeatures, turn: TurnFeatures, ahead: int, baseline: Baseline
) -> Iterator[Hit]:
    changed = _changing(turn) if _claimed(turn) else []
    if not changed:
        return
    broken = _still_used(session, turn, baseline)
    told = None if broken else _told(session, turn, changed, ahead)
    answer = turn.final_answer
    if not (broken or told) or answer is None:
        return
    said = (*turn.stated.completion, *turn.stated.verification)
    claim = quotes.of_message(session.key, answer, telling(answer.text, said))
    evidence = (*(broken or told or ()), claim)
    yield Hit(
        key=KEY,
        polarity=Polarity.REQUIRE,
        severity=SEVERITY,
        confidence=0.75,
        evidence=evidence,
        cost=costs.between(session.root, changed[0].place, answer.position),
    )


def _searched(turn: TurnFeatures, names: frozenset[str]) -> bool:
    """Whether a step of the turn looked for one of some names."""
    for step in turn.steps:
        if step.call.tool is Tool.SEARCH:
            text = step.call.arguments or ""
        elif any(c.program in ("grep", "rg", "git", "ag", "ack") for c in step.commands):
            text = step.call.command or ""
        elif step.call.tool is Tool.TASK:
            return True
        else:
            continue
        if not names or any(name in text for name in names):
            return True
    return False


def _told(
    session: SessionFeatures, turn: TurnFeatures, changed: list[Step], ahead: int
) -> tuple[Evidence | None, ...] | None:
    """The human's words, the change made then, and the change made before; None without them."""
    files = {edits.base_name(c.path) for step in changed for c in step.changes}
    for later in session.turns[turn.index + 1 : turn.index + 1 + ahead]:
        message = later.exchange.message
        if message is None:
            return None
        changing = _changing(later)
        blamed = later.act in PUSHBACK or (bool(changing) and _blames(message.text))
        if not blamed:
            if later.steps:
                return None
            continue
        return _again(session, turn, changed, changing, files, message) if changing else None
    return None


def _again(
    session: SessionFeatures,
    turn: TurnFeatures,
    changed: list[Step],
    changing: list[Step],
    files: set[str],
    message: Message[Redacted],
) -> tuple[Evidence | None, ...] | None:
    """The change that the human's words led to, if it is one that was missed before."""
    named = lesson_keys.names(message.text, KEY)
    made = [(step, one) for step in changed for one in signatures(step)]
    for step in changing:
        elsewhere = any(edits.base_name(c.path) not in files for c in step.changes)
        before = _made_before(step, made, elsewhere)
        if before is None and not (named and elsewhere):
            continue
        first = before or (changed[0], None)
        names = first[1].removed if first[1] else frozenset[str]()
        if before is not None and not named and _searched(turn, names):
            continue
        return (
            quotes.of_message(session.key, message, own=_sentence(message.text)),
            quotes.of_call(step.session, step.call),
            quotes.of_call(first[0].session, first[0].call),
        )
    return None


def _blames(text: str) -> bool:
    """Whether words say that places were missed, whatever their act looks like."""
    taught = lesson_keys.broken_lesson(text)
    if taught is not None:
        return taught.key == KEY
    return lesson_keys.names(text, KEY) and STILL.search(lesson_keys.fold(text)) is not None


def _sentence(text: str) -> str:
    """The sentence that speaks of other places, else the one that teaches most."""
    naming = (s for s in check_results.sentences(text) if lesson_keys.names(s, KEY))
    return next(naming, None) or lesson_keys.telling_sentence(text, lesson_keys.lesson(text))


def _made_before(
    step: Step, made: list[tuple[Step, Signature]], elsewhere: bool
) -> tuple[Step, Signature] | None:
    """The earlier step whose change a step makes again in another place."""
    for one in signatures(step):
        if not one.added and len(one.removed) < 2:
            continue
        for before, signature in made:
            if one == signature and elsewhere and step.call.arguments != before.call.arguments:
                return before, signature
    return None


def _still_used(
    session: SessionFeatures, turn: TurnFeatures, baseline: Baseline
) -> tuple[Evidence | None, ...] | None:
    """The last check of a turn says that a name is missing which the session had renamed."""
    step = next(
        (
            s
            for s in reversed(turn.steps)
            if s.changes or check_results.checks(s, baseline.verification)
        ),
        None,
    )
    if step is None:
        return None
    ran = check_results.checks(step, baseline.verification)
    if not ran or all(check_results.outcome(step, one) is not Outcome.FAILED for one in ran):
        return None
    output = failures.text_of(step.call)
    for earlier in session.steps[: step.number + 1]:
        for signature in signatures(earlier):
            if signature.renamed is None:
                continue
            old = re.escape(signature.renamed[0])
            found = re.search(STILL_USED.replace("{0}", old), output)
            if found:
                return (
                    quotes.of_call(step.session, step.call, found.group()),
                    quotes.of_call(earlier.session, earlier.call),
                )
    return None
