"""You gave an instruction that you had given before.

## Why it matters

What you say twice you will say a third time. A session forgets; a line in the instructions stays.

## How it decides

A correction, a refusal with a reason, or a message that names a known lesson the agent had just
gone against, teaches something: a known lesson, a choice between tools, or the same words. The same
had been taught in an earlier session of the project, on an earlier day, or earlier in this session,
with work of the agent in between; or, with a known lesson or a choice of tools, your own words say
that it is not new ("I told you", "AGENTS.md says"). Opposite directions ("use pnpm", "use npm") are
never the same. Where an instruction file of the session says it already, or you say that it does,
the agent is the one who can change it, else you are: it is not written down.

## False positives

Not counted: orders of the moment ("run the tests", "commit this"); approvals and questions; the
same day's earlier session, where a bad day is no pattern; a message that was sent again, or
recorded twice; two lessons that only sound alike; a wish to have something written into the
instructions. A change of mind and back is found.

## What to do

One sentence in the instructions. It stands there already: enforce it with a hook or a permission.
"""

from collections.abc import Iterator, Mapping

from reflect.detectors.hits import Hit, findings
from reflect.features import costs, given_lessons, lesson_keys, quotes
from reflect.features.given_lessons import Instruction
from reflect.features.said_before import NOT_SAID, SaidBefore, said_before
from reflect.features.session_features import SessionFeatures
from reflect.model.finding import Finding
from reflect.model.review import Baseline
from reflect.model.vocabulary import MessageKind, Owner, Polarity

VERSION = 2
SEVERITY = 2
OWNER = Owner.DEVELOPER
ORDER_OF_FACTS = False
THRESHOLDS: Mapping[str, float] = {}

CODE = __name__.rpartition(".")[2]


def applicable(session: SessionFeatures, baseline: Baseline) -> int:
    """Instructions given."""
    return len(given_lessons.instructions(session))


def detect(
    session: SessionFeatures, baseline: Baseline, thresholds: Mapping[str, float]
) -> Iterator[Finding]:
    """One finding for each lesson."""
    written: dict[Owner, list[Hit]] = {Owner.DEVELOPER: [], Owner.AGENT: []}
    for one, earlier in _repeated(session, baseline):
        known = _said_before(one).written or _written(session, one)
        owner = Owner.AGENT if known else Owner.DEVELOPER
        written[owner].append(_hit(session, one, earlier))
    for owner, hits in written.items():
        yield from findings(CODE, VERSION, session.key, owner, hits)


def _repeated(
    session: SessionFeatures, baseline: Baseline
) -> Iterator[tuple[Instruction, Instruction | None]]:
    """Instructions given before, with the earlier one if this session holds it."""
    known = {(lesson.key, lesson.polarity): lesson.day for lesson in baseline.lessons}
    given: dict[tuple[str, Polarity], Instruction] = {}
    for one in given_lessons.instructions(session):
        name = (one.lesson.key, one.lesson.polarity)
        earlier = given.get(name)
        if earlier is not None:
            if _worked_between(session, earlier, one):
                yield one, earlier
        else:
            day = given_lessons.day_of(session, one.message)
            said = _said_before(one)
            if (name in known and day and known[name] < day) or said.written or said.told:
                yield one, None
        given[name] = one


def _said_before(one: Instruction) -> SaidBefore:
    """What the words say of an instruction with a name; "again, this is wrong" teaches nothing."""
    return said_before(one.message.text) if one.lesson.named else NOT_SAID


def _worked_between(session: SessionFeatures, earlier: Instruction, one: Instruction) -> bool:
    """Whether the agent had the chance to follow: it worked, and the message is not sent again."""
    turns = session.turns[earlier.turn.index : one.turn.index]
    if not any(step.ran for turn in turns for step in turn.steps):
        return False
    stopped = any(
        turn.exchange.message is not None and turn.exchange.message.kind is MessageKind.INTERRUPT
        for turn in turns
    )
    return not (stopped and earlier.message.text == one.message.text)


def _written(session: SessionFeatures, one: Instruction) -> bool:
    """Whether an instruction file of the session teaches it already."""
    for line in session.instructions:
        taught = lesson_keys.lesson(line)
        if taught is None or not taught.named or not one.lesson.named:
            continue
        wanted, key = one.lesson.key.partition(">")[0], taught.key.partition(">")[0]
        if wanted == key and taught.polarity in (one.lesson.polarity, Polarity.REQUIRE):
            return True
    return False


def _hit(session: SessionFeatures, one: Instruction, earlier: Instruction | None) -> Hit:
    words = lesson_keys.telling_sentence(one.message.text, one.lesson)
    before = None
    if earlier is not None:
        said = lesson_keys.telling_sentence(earlier.message.text, earlier.lesson)
        before = quotes.of_message(session.key, earlier.message, own=said)
    last = max(
        [c.position for c in one.turn.exchange.calls]
        + [a.position for a in one.turn.exchange.answers],
        default=one.message.position,
    )
    return Hit(
        key=one.lesson.key,
        polarity=one.lesson.polarity,
        severity=SEVERITY,
        confidence=0.8 if one.lesson.named else 0.6,
        evidence=(quotes.of_message(session.key, one.message, own=words), before),
        cost=costs.between(session.root, one.message.position, last),
    )
