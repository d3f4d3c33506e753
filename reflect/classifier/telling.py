"""Whether a quote tells anything: not a greeting, a place-holder or a row of dashes."""

import re
from functools import cache
from pathlib import Path

from reflect.classifier.quotes import folded
from reflect.derived import toml

SHORTEST, LONGEST = 8, 160
"""Characters of a quote, white space as one."""

LEAST_LETTERS = 4
"""Letters and digits that are left when place-holders are taken out: a word."""

HOLDER = re.compile(r"⟨[^⟨⟩]{0,80}⟩|\[…[^\]]{0,40}…\]|…")
"""What reflect wrote in place of words."""

CLAUSE = re.compile(r"[.!?;:,。！？；：、，…\n()\[\]\"“”«»|/]+")


def tells(quote: str) -> bool:
    """Whether a quote has the length of one and at least one clause that is no stop phrase."""
    if not SHORTEST <= len(" ".join(quote.split())) <= LONGEST:
        return False
    words = HOLDER.sub(" ", quote)
    if sum(c.isalnum() for c in words) < LEAST_LETTERS:
        return False
    clauses = (folded(clause.strip(" -–—*#>`'~_=")).text for clause in CLAUSE.split(words))
    return any(c not in _stop_phrases() for c in clauses if any(x.isalnum() for x in c))


@cache
def _stop_phrases() -> frozenset[str]:
    phrases = toml(Path(__file__).parent / "data" / "stop_phrases.toml")["phrases"]
    bare = {folded(phrase).text for spelled in phrases.values() for phrase in spelled}
    return frozenset(bare)
