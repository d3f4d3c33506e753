"""Lessons that people teach their agents again and again, each with a name.

The patterns lie in ``data/lesson_topics.toml``. Of some 300 in all languages a message matches
none or one, so each is tried only where its words stand in the message.
"""

from functools import cache
from pathlib import Path

from reflect.derived import toml
from reflect.features.pattern_hints import Hinted, kept_hinted
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Polarity

DATA = Path(__file__).parent / "data" / "lesson_topics.toml"


@dataclass(frozen=True, slots=True)
class Topic:
    """One known lesson."""

    key: str
    """Its recurrence key."""
    polarity: Polarity
    """Its direction."""
    teaching: Hinted
    """What teaches it."""
    blaming: Hinted
    """What says besides that it was not done."""

    def is_taught_by(self, words: str) -> bool:
        """Whether folded words teach it, whatever else they teach."""
        return self.teaching.first_that_matches(words) is not None

    def blames(self, words: str) -> bool:
        """Whether folded words say that it was not done."""
        return self.blaming.first_that_matches(words) is not None


@dataclass(frozen=True, slots=True)
class _Topics:
    """All topics, laid out for searching."""

    topics: tuple[Topic, ...]
    """By rank: the first with a matching pattern names the lesson."""
    patterns: Hinted
    """The teaching patterns of all."""
    owners: tuple[int, ...]
    """Of each pattern its topic."""
    blaming: Hinted
    """The blaming patterns of all."""


@cache
def _topics() -> _Topics:
    rows = toml(DATA)["topic"]

    def patterns() -> list[list[str]]:
        teaching = [row["patterns"] for row in rows]
        blaming = [row.get("blaming", []) for row in rows]
        every = [[one for patterns in each for one in patterns] for each in (teaching, blaming)]
        return [*every, *teaching, *blaming]

    sources = [DATA, Path(__file__)]
    teaching, blaming, *each = kept_hinted("lesson-topic-hints", sources, patterns)
    return _Topics(
        topics=tuple(
            Topic(row["key"], Polarity(row["polarity"]), *both)
            for row, *both in zip(rows, each[: len(rows)], each[len(rows) :], strict=True)
        ),
        patterns=teaching,
        owners=tuple(place for place, row in enumerate(rows) for _ in row["patterns"]),
        blaming=blaming,
    )


def found_in(words: str) -> Topic | None:
    """The first topic that folded words teach."""
    known = _topics()
    place = known.patterns.first_that_matches(words)
    return None if place is None else known.topics[known.owners[place]]


def may_blame(words: str) -> bool:
    """Whether folded words hold what it needs to say that something was not done."""
    return bool(_topics().blaming.that_may_match(words))


@cache
def named(key: str) -> Topic:
    """The topic with this key."""
    return next(one for one in _topics().topics if one.key == key)
