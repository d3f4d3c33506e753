"""How an agent's answer takes what the human said, and what it wants from the human.

The first is told by how it begins, the second by how it ends.
"""

from collections.abc import Sequence
from functools import lru_cache

from reflect.features.prose import QUESTION, prose, sentences
from reflect.features.words.answered import answered
from reflect.features.words.clues import clues, may_hold_in, words_in
from reflect.features.words.search import Hit
from reflect.features.words.spoken import possible
from reflect.model.frozen import dataclass

OPENING = 280
"""Characters in which a concession must begin: agents concede first, then explain. Further down
"sorry" and "you're right" belong to the text that is written, not to the human."""

TAKEN = ("concede", "repair", "agree")
"""Lists that tell how an answer takes what the human said."""

OFFERING = ("ask",)
"""Lists that tell of a sentence without a question mark that it wants something of the human."""

OPEN = ("open_question",)
"""Lists that tell of a question that it wants more than a yes."""

CLOSING = 400
"""Characters from the end in which a question to the human must stand."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How an answer takes what the human said."""

    concedes: bool
    """It concedes a mistake or a point."""
    repairs: bool
    """It names a fault and sets out to mend or undo it."""
    agrees: bool
    """It welcomes an idea or an order: what the human said was no complaint."""


@dataclass(frozen=True, slots=True)
class Closing:
    """What an answer wants from the human."""

    asks: bool
    """It ends with a question or an offer."""
    asks_openly: bool
    """The question wants more than a yes: it has a question word or an alternative."""


def opening(text: str) -> Opening:
    """Read how an answer begins; "you're not right" concedes nothing."""
    read = prose(text[: OPENING * 2]).strip()[:OPENING]
    letters = possible(read)
    told = clues(words_in(read), "agent", TAKEN, letters)
    meant: set[str] = set()
    for _, sentence in sentences(read) if told != () else ():
        if may_hold_in(sentence, told, "agent", TAKEN, letters):
            _, hits = answered(sentence)
            meant.update(hit.category for hit in hits if not _negated(hit, hits))
    concedes = "concede" in meant
    return Opening(concedes, "repair" in meant, "agree" in meant and not concedes)


@lru_cache(maxsize=256)
def closing(text: str) -> Closing:
    """Read how an answer ends: its last paragraph, at most 400 characters of it."""
    read = prose(text[-CLOSING * 2 :]).rstrip()[-CLOSING:].rsplit("\n\n", 1)[-1]
    letters = possible(read)
    words = words_in(read)
    offering = clues(words, "agent", OFFERING, letters)
    questions = QUESTION.search(read) is not None
    if offering == () and not questions:
        return Closing(asks=False, asks_openly=False)
    opening_up = clues(words, "agent", OPEN, letters) if questions else ()
    asks = False
    openly = False
    for _, sentence in sentences(read):
        if QUESTION.search(sentence[-4:]):
            asks = True
            openly = openly or _says(sentence, opening_up, OPEN, letters)
        else:
            asks = asks or _says(sentence, offering, OFFERING, letters)
    return Closing(asks, openly)


def _says(
    sentence: str, told: tuple[str, ...] | None, lists: tuple[str, ...], letters: frozenset[str]
) -> bool:
    """Whether a sentence holds a phrase of some lists; ``told``: the clues of the whole text."""
    may = told != () and may_hold_in(sentence, told, "agent", lists, letters)
    return may and any(hit.category in lists for hit in answered(sentence)[1])


def _negated(hit: Hit, hits: Sequence[Hit]) -> bool:
    """Whether a negation follows: "you're not right"."""
    return any(
        other.category == "negation"
        and other.clause == hit.clause
        and 0 <= other.place - hit.place - hit.size <= 1
        for other in hits
    )


def asks(text: str) -> bool:
    """Whether an answer ends with a question or an offer to the human."""
    return closing(text).asks


def concedes(text: str) -> bool:
    """Whether an answer opens by conceding a mistake or a point to the human."""
    return opening(text).concedes
