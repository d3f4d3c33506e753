"""The name of a pattern as a model puts it: one line, of the human's own words."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from reflect.classifier.plain_lines import is_plain
from reflect.classifier.quarantine import steered
from reflect.classifier.reply import Said, parsed
from reflect.derived import toml
from reflect.features.lesson_keys import LEADING_FORBID, fold, lesson
from reflect.model.judgement import DropReason
from reflect.model.model_request import ModelRequest
from reflect.model.redacted import Redacted, require

LONGEST = 120
"""Characters of a name."""

WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
ENDINGS = ("ing", "es", "ed", "s", "d")
"""English endings that turn no sentence round; in Turkish "-ma" is a "not"."""

SHORTEST_STEM = 3
"""Characters that are left of a word without its ending."""

BLAME = re.compile(r"\b(?:did|have|has|had|was|were)(?: not|n't)\b")
"""Negations that say what was left out: "you did not run them" asks to run them."""
UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3々]")
"""Characters of languages that glue words or endings together: searched two by two."""


def named(
    request: ModelRequest, text: str, quotes: Sequence[Redacted], redact: Callable[[str], Redacted]
) -> Redacted | DropReason:
    """The name that a reply gives to a pattern, or why it does not count.

    Args:
        request: What was asked.
        text: The reply as the model wrote it.
        quotes: What the name is to be made of: words of it that stand in none of them, and are
            no small words, are the model's own.
        redact: Takes secrets out of a text.
    """
    said = parsed(request, text)
    if not isinstance(said, Said):
        return said
    if not said.items:
        return next(iter(said.dropped))
    line = " ".join(str(said.items[0].get("line", "")).split(" "))
    if steered(request):
        return DropReason.ADDRESSED
    reason = _against(line, [str(require(quote)) for quote in quotes])
    return redact(line.strip()) if reason is None else reason


def _against(line: str, quotes: Sequence[str]) -> DropReason | None:
    if len(line) > LONGEST or not is_plain(line):
        return DropReason.FORM
    spoken = fold("\n".join(quotes))
    told = fold(line)
    if not set(NUMBER.findall(told)) <= set(NUMBER.findall(spoken)):
        return DropReason.NUMBER
    if not _stands(told, spoken):
        return DropReason.QUOTE
    return None if _same_direction(line, quotes) else DropReason.PRECONDITION


def _stands(told: str, spoken: str) -> bool:
    """Each word with content stands in a quote, and there is one."""
    known = {stem for word in WORD.findall(spoken) for stem in _stems(word)}
    content = [word for word in WORD.findall(told) if word not in _small_words()]
    return bool(content) and all(_stems(w) & known or _glued(w, spoken) for w in content)


def _stems(word: str) -> set[str]:
    """A word, and what is left of it without any English ending that it may have."""
    stems = (word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending))
    return {word, *(stem for stem in stems if len(stem) >= SHORTEST_STEM)}


def _glued(word: str, spoken: str) -> bool:
    """A word of a language without spaces: each two characters of it stand together in a quote."""
    if not all(UNSPACED.match(c) for c in word):
        return False
    pairs = [word[i : i + 2] for i in range(len(word) - 1)] or [word]
    return all(pair in spoken for pair in pairs)


def _same_direction(line: str, quotes: Sequence[str]) -> bool:
    """The line asks for what a quote asks for, and forbids what a quote forbids.

    The words of "use pnpm, not npm" also make "use npm, not pnpm", and those of "never commit
    yourself" make "commit yourself".
    """
    chosen, choices = _choices([line]), _choices(quotes)
    if choices and not chosen <= choices:
        return False
    return _forbids(line) in {_forbids(quote) for quote in quotes}


def _choices(texts: Sequence[str]) -> frozenset[str]:
    """Choices between tools that texts teach."""
    taught = (lesson(text) for text in texts)
    return frozenset(one.key for one in taught if one and one.named and ">" in one.key)


def _forbids(text: str) -> bool:
    return LEADING_FORBID.search(BLAME.sub(" ", fold(text))) is not None


@cache
def _small_words() -> frozenset[str]:
    words = toml(Path(__file__).parent / "data" / "function_words.toml")["words"]
    return frozenset(fold(word) for spelled in words.values() for word in spelled.split())
