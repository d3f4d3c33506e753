"""The lesson in a correction, as a key that is equal in every session, agent and language.

A known lesson has a name (``run-checks-before-done``); a choice between tools names both sides
(``package-manager:pnpm>npm``); everything else by its first content words. Similarity alone
would merge opposites: "use pnpm not npm" and "use npm not pnpm" are nearly the same text.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from reflect.derived import toml
from reflect.features import lesson_topics, own_words
from reflect.model.frozen import dataclass
from reflect.model.vocabulary import Polarity
from reflect.regex import compiled

LONGEST = 60
"""Words of a correction that can be one lesson; of a longer one the first sentences are read."""

HEAD, TAIL = 700, 300
"""Characters from the ends of long words in which a known lesson is looked for: it is what a
correction opens or closes with, and a specification names every topic somewhere."""

LINE = 400
"""Characters of a text that is remembered with what it teaches, as lines of instructions are."""

MOST_WORDS = 6
"""Content words kept of a lesson without a name: longer keys are not read."""

WORD = compiled(r"[^\W\d_](?:[\w'-]*\w)?")
ADDRESS = compiled(r"(?:https?://|~/|/[\w.-]+/[\w.-]+/|[a-z]:\\)\S*|\S+@\S+\.\w+")
ACCENTS = compiled(r"(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f]")
SENTENCE = compiled(r"[.!?。！？\n]+")
QUOTED_SENTENCE = compiled(r"(?<=[.!?…])\s+(?=\S)|(?<=[。！？])|\n+")
MOST_SENTENCES = 12
"""Sentences of a long message in which the telling one is looked for."""
LEADING_FORBID = compiled(
    r"\b(do not|don't|dont|never|stop|not|no|avoid|without|nicht|kein\w*|nie|ohne|pas|jamais|nunca"
    r"|nao|non|mai|niet|geen|nooit)\b|не |никогда|しない|ないで|하지\s?마|지\s?마|不要|别"
)
LEADING_REQUIRE = compiled(
    r"\b(always|must|should|need to|have to|immer|muss|toujours|doit|siempre|debe|sempre|deve"
    r"|altijd|moet|zawsze|musi)\b|всегда|должен|必ず|항상|必须|总是"
)
LEADING_PREFER = compiled(r"\b(use|instead|rather|prefer|better|lieber|plutot|mejor|melhor)\b")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a correction teaches."""

    key: str
    """Equal for equal lessons."""
    polarity: Polarity
    """Its direction."""
    named: bool
    """It is a known lesson or a choice of tools, not a set of words."""
    broken: bool = False
    """The words say, or the tool just used shows, that the agent went against it."""


@cache
def _load(name: str) -> Mapping[str, Any]:
    return toml(Path(__file__).parent / "data" / name)


@cache
def _stop_words() -> frozenset[str]:
    return frozenset(" ".join(_load("stop_words.toml").values()).split())


@cache
def _tools() -> Mapping[str, str]:
    """Tool → its group."""
    groups = _load("tool_choices.toml")["groups"]
    return {tool: group for group, tools in groups.items() for tool in tools}


@cache
def _tool_pattern() -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _tools()), key=len, reverse=True))
    return compiled(rf"(?<![a-z0-9_./-])({names})(?![a-z0-9_/-]|\.\w)")


@cache
def _refusals() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    words = _load("tool_choices.toml")["refusing"]

    def any_of(name: str) -> str:
        spelled = (rf"\b{re.escape(w)}\b" if w.isascii() else re.escape(w) for w in words[name])
        return "|".join(spelled)

    return (
        compiled(rf"(?:{any_of('before')})[^.!?\n,;]{{0,18}}$"),
        compiled(rf"^[^.!?\n,;]{{0,6}}?(?:{any_of('after')})"),
        compiled(rf"(?:{any_of('use')})[^.!?\n]{{0,12}}$"),
    )


@lru_cache(maxsize=256)
def fold(text: str) -> str:
    """Lower case without accents; Korean, Japanese and Chinese stay as they are.

    Russian й is a letter and no accented и: without its breve no list held "не запускай".
    """
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    bare = unicodedata.normalize("NFD", text)
    bare = ACCENTS.sub("", bare).replace("ı", "i").replace("ł", "l")
    return unicodedata.normalize("NFC", bare)


def names(text: str, key: str) -> bool:
    """Whether a human's text, or a line of instructions, teaches one known lesson."""
    return _line_names(text, key) if len(text) <= LINE else _names(text, key)


def _names(text: str, key: str) -> bool:
    topic = lesson_topics.named(key)
    return bool(topic.teaching.that_may_match(fold(text))) and topic.is_taught_by(
        fold(own_words.split(text).words)
    )


_line_names = lru_cache(maxsize=2048)(_names)
"""The lines of a project's instructions are asked about in each of its sessions, by two codes."""


def _topic(words: str) -> Lesson | None:
    if len(words) > HEAD + TAIL:
        words = f"{words[:HEAD]}\n{words[-TAIL:]}"
    known = lesson_topics.found_in(words)
    if known is None:
        return None
    return Lesson(known.key, known.polarity, named=True, broken=known.blames(words))


def lesson(text: str, used: Collection[str] = ()) -> Lesson | None:
    """The lesson of a human's correction; None when the human wrote no words with content.

    ``used``: names of the programs that the agent had just run; "use pnpm" alone then tells what
    it is to be used instead of.
    """
    return _lesson(str(text), frozenset(used))


def broken_lesson(text: str, used: Collection[str] = ()) -> Lesson | None:
    """The lesson of a human's words, where it has a name and the agent went against it.

    Most messages blame nobody, which is told without looking for what they teach.
    """
    return _broken(str(text), frozenset(used))


@lru_cache(maxsize=512)
def _broken(text: str, used: frozenset[str]) -> Lesson | None:
    words = _folded(text)
    blames = lesson_topics.may_blame(words)
    if not blames and used.isdisjoint(_tools()):
        return None
    found = _choice(words, used)
    if found is None and blames:
        found = _topic(words)
    return found if found is not None and found.broken else None


@lru_cache(maxsize=512)
def _lesson(text: str, used: frozenset[str]) -> Lesson | None:
    """One message is asked about by several codes, one after the other."""
    words = _folded(text)
    if not words:
        return None
    return _choice(words, used) or _topic(words) or _content_words(words)


def _folded(text: str) -> str:
    return fold(own_words.split(text).words).strip()


def telling_sentence(text: str, taught: Lesson | None) -> str:
    """The sentence of the human's own words that teaches a lesson, for a quote.

    Of a lesson without a name the first of three words or more, one with content: "No, that is it."
    and "Can you help me?" tell nothing.
    """
    own = own_words.split(text).words
    sentences = [s.strip() for s in QUOTED_SENTENCE.split(own)[:MOST_SENTENCES] if s.strip()]
    if taught is not None and taught.named:
        for sentence in sentences:
            found = lesson(sentence)
            if found is not None and found.named and found.polarity is taught.polarity:
                return sentence
    long = [s for s in sentences if len(WORD.findall(s)) >= 3]
    return next((s for s in long if _content(fold(s))), next(iter(long), own))


def _choice(words: str, used: frozenset[str]) -> Lesson | None:
    """A choice between tools of one group."""
    for tool in _tools():
        if tool in words:
            break
    else:
        return None
    refused_before, refused_after, told_to_use = _refusals()
    wanted: dict[str, list[str]] = {}
    avoided: dict[str, list[str]] = {}
    asked: set[str] = set()
    for mention in _tool_pattern().finditer(words):
        tool, group = mention.group(1), _tools()[mention.group(1)]
        head, rest = words[max(mention.start() - 30, 0) : mention.start()], words[mention.end() :]
        if refused_before.search(head) or refused_after.search(rest[:24]):
            avoided.setdefault(group, []).append(tool)
        else:
            wanted.setdefault(group, []).append(tool)
            if told_to_use.search(head) or told_to_use.search(rest[:8]):
                asked.add(tool)
    for group in {**avoided, **wanted}:
        want = [t for t in dict.fromkeys(wanted.get(group, ())) if t not in avoided.get(group, ())]
        avoid = list(dict.fromkeys(avoided.get(group, ())))
        if len(want) == 1 and not avoid:
            avoid = [t for t in sorted(used) if _tools().get(t) == group and t != want[0]][:1]
            if not avoid and want[0] not in asked:
                continue
        if len(want) == 1 and len(avoid) == 1:
            key, broken = f"{group}:{want[0]}>{avoid[0]}", avoid[0] in used
            return Lesson(key, Polarity.PREFER, named=True, broken=broken)
        if group not in _load("tool_choices.toml")["alone"]:
            continue
        if len(want) == 1 and not avoid and want[0] in asked and want[0] not in used:
            return Lesson(f"{group}:{want[0]}", Polarity.REQUIRE, named=True)
        if len(avoid) == 1 and not want and avoid[0] in used:
            return Lesson(f"{group}:>{avoid[0]}", Polarity.FORBID, named=True, broken=True)
    return None


def asks_for(text: str, tool: str) -> bool:
    """Whether words, of a human or of instructions, tell to use a tool; a question does not."""
    words = _folded(text)
    refused_before, refused_after, told_to_use = _refusals()
    for mention in re.finditer(
        rf"(?<![a-z0-9_./-]){re.escape(fold(tool))}(?![a-z0-9_/-]|\.\w)", words
    ):
        head, rest = words[max(mention.start() - 30, 0) : mention.start()], words[mention.end() :]
        ending = SENTENCE.search(rest)
        if ending and ending.group()[0] in "?？":
            continue
        if refused_before.search(head) or refused_after.search(rest[:24]):
            continue
        if told_to_use.search(head) or told_to_use.search(rest[:8]):
            return True
    return False


def _content_words(words: str) -> Lesson | None:
    """The lesson as its first content words, with its leading direction; None without any."""
    sentences = [s for s in SENTENCE.split(words) if WORD.search(s)] or [words]
    kept = words if len(WORD.findall(words)) <= LONGEST else " ".join(sentences[:2])
    content = _content(kept)
    if not content:
        return None
    polarity = _polarity(sentences[0])
    chosen = list(dict.fromkeys(content))[:MOST_WORDS]
    direction = "not " if polarity is Polarity.FORBID else ""
    return Lesson(f"words:{direction}{' '.join(chosen)}", polarity, named=False)


def content_words(text: str) -> list[str]:
    """Words of any text that tell what it is about, folded, in order."""
    return _content(fold(text))


def _content(words: str) -> list[str]:
    """Words that carry the lesson, in order: no small words, addresses, numbers."""
    spoken = WORD.findall(ADDRESS.sub(" ", words))
    stop_words = _stop_words()
    return [
        word
        for word in spoken
        if len(word) > 1
        and word not in stop_words
        and (word.isalpha() or not any(c.isdigit() for c in word))
    ]


def _polarity(sentence: str) -> Polarity:
    found = {
        polarity: match.start()
        for polarity, pattern in (
            (Polarity.FORBID, LEADING_FORBID),
            (Polarity.REQUIRE, LEADING_REQUIRE),
            (Polarity.PREFER, LEADING_PREFER),
        )
        if (match := pattern.search(sentence))
    }
    return min(found, key=lambda p: found[p]) if found else Polarity.NONE
