"""The cheap questions of the bulk way: can this text hold a secret at all, and of which family?

Expressions for Rust's regex, built from the same rules. They hit too often and never too seldom:
whatever :mod:`reflect.redaction.scan` finds in a text, or in a decoded reading of it, an expression
of the same family finds in the text as it stands. A property test holds that.

Rust's regex reads 2 to 8 GB/s where an expression begins with at most some fifty rare literals, 400
MB/s where it must follow each character through an automaton, and 10 MB/s where wide classes are
counted or many loops are open at once. So there are several expressions, and none counts a wide
class; what has no rare literals is asked as one.
"""

from collections.abc import Iterator
from functools import lru_cache

from reflect.redaction.encoded import GROUPS
from reflect.redaction.named_questions import QUOTE, SIGN, name_questions
from reflect.redaction.opened import EVERYTHING, NOTHING, Family, Opened
from reflect.redaction.question import Question
from reflect.redaction.rules import shape_rules
from reflect.redaction.token_questions import beginnings, common_beginnings, rare_beginnings

MOST_EXPRESSIONS = 32
"""polars keeps so many compiled ones in each thread. With one more, every search compiled all of
them anew, which took longer than reading a megabyte."""

_SHAPELESS = "|".join(
    chr(point)
    for point in (
        0x180E,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x206A),
        0xFEFF,
    )
)
"""Characters without a shape, as literals; but for the two below."""
_TERMINAL = "[\x1b\xad]"
"""Two more. With these short ones among them the others cost ten times as much."""
_ESCAPES = (
    r"\\u00[2-7]|%(?:25)?(?:[2-7][0-9A-Fa-f]|0[9aAdD])"
    r"|&(?:amp|lt|gt|quot|apos|equals|colon|commat|nbsp|#)"
)
"""Escapes other than a backslash before a quote or a line break."""

_IN_LANE = {
    1: (rf"(?i-u:cookie){QUOTE}{SIGN}", Family.COOKIES),
    4: (
        rf"PRIVATE KEY|[kK]ind{QUOTE}:{QUOTE}Secret|--cookie[ =+\\]",
        Family.COOKIES | Family.DOCUMENTS,
    ),
    6: (r"-b[ =+\\]", Family.COOKIES),
}
"""What is asked with the shape rules of a lane, and what it opens."""


@lru_cache(maxsize=1)
def questions() -> tuple[Question, ...]:
    """What is asked of every block of text."""
    tokens = Opened(Family.TOKENS)
    return (
        Question(f"{_ESCAPES}|{_SHAPELESS}", EVERYTHING),
        Question(_TERMINAL, EVERYTHING),
        _any_of(
            Question(GROUPS, Opened(Family.ENCODED)),
            Question(common_beginnings(), tokens),
        ),
        *(Question(expression, tokens) for expression in rare_beginnings()),
        *name_questions(),
        *_shape_questions(),
    )


def questions_in_one_pass() -> list[Question]:
    """The same, as many short expressions, none of which has finer ones."""
    tokens = Opened(Family.TOKENS)
    return [
        Question(f"{_ESCAPES}|{_SHAPELESS}|{_TERMINAL}", EVERYTHING),
        Question(GROUPS, Opened(Family.ENCODED)),
        *(Question(expression, tokens) for expression in beginnings()),
        *(one for question in name_questions() for one in question.finer or (question,)),
        *(
            Question(expression, opens)
            for expressions, opens in _shapes()
            for expression in expressions
        ),
    ]


def _any_of(*asked: Question) -> Question:
    """All of them as one expression, each alone where that hits."""
    return Question("|".join(one.expression for one in asked), NOTHING, asked)


def _shape_questions() -> Iterator[Question]:
    """One question for the shape rules of a lane, and one for each find of the others."""
    for expressions, opens in _shapes():
        yield Question("|".join(expressions), opens)


def _shapes() -> Iterator[tuple[list[str], Opened]]:
    """Expressions that are asked as one, and what they open."""
    lanes: dict[int, list[int]] = {lane: [] for lane in _IN_LANE}
    for place, rule in enumerate(shape_rules()):
        if rule.lane is not None:
            lanes.setdefault(rule.lane, []).append(place)
            continue
        for find in rule.finds:
            yield [find], Opened(Family(0), frozenset((place,)))
    for lane, places in lanes.items():
        beside, families = _IN_LANE.get(lane, ("", Family(0)))
        finds = [find for place in places for find in shape_rules()[place].finds]
        yield [beside, *finds] if beside else finds, Opened(families, frozenset(places))
