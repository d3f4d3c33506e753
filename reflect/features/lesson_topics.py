"""Lessons that people teach their agents again and again, each with a name.

The patterns lie in ``data/lesson_topics.toml``. Of some 300 in all languages a message matches
none or one, so each is tried only where its words stand in the message.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from reflect.derived import kept, toml
from reflect.features import pattern_hints
from reflect.features.pattern_hints import Hinted
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
    needed = _needed()
    topics = tuple(
        Topic(
            key=row["key"],
            polarity=Polarity(row["polarity"]),
            teaching=_hinted(row["patterns"], needed),
            blaming=_hinted(row.get("blaming", []), needed),
        )
        for row in rows
    )
    every = [(place, one) for place, row in enumerate(rows) for one in row["patterns"]]
    return _Topics(
        topics=topics,
        patterns=_hinted([one for _, one in every], needed),
        owners=tuple(place for place, _ in every),
        blaming=_hinted([one for row in rows for one in row.get("blaming", [])], needed),
    )


def _hinted(spelled: list[str], needed: Mapping[str, pattern_hints.Hints]) -> Hinted:
    return pattern_hints.hinted(tuple(spelled), tuple(needed[one] for one in spelled))


def _needed() -> dict[str, pattern_hints.Hints]:
    """Pattern → its hints; reading them from 300 patterns takes 20 ms and is kept."""

    def make() -> bytes:
        rows = toml(DATA)["topic"]
        spelled = {one for row in rows for one in (*row["patterns"], *row.get("blaming", []))}
        return json.dumps({one: pattern_hints.hints(one) for one in sorted(spelled)}).encode()

    read = json.loads(kept("lesson-topic-hints", [DATA, Path(pattern_hints.__file__)], make))
    return {one: tuple(map(tuple, groups)) for one, groups in read.items()}


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
