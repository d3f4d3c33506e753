"""The user's home folder becomes ``~`` in every text and path."""

import re
from collections.abc import Callable
from functools import cache
from urllib.parse import quote


def home_spellings_in_text(homes: tuple[str, ...]) -> tuple[str, ...]:
    """How the home folder may be written: as it is, with escaped slashes, percent-encoded."""
    spellings: dict[str, None] = {}
    for home in homes:
        plain = home.rstrip("/\\")
        if len(plain) < 2:
            continue
        for spelling in (
            plain,
            plain.replace("/", "\\/"),
            plain.replace("\\", "\\\\"),
            quote(plain, safe=""),
        ):
            spellings[spelling] = None
    return tuple(sorted(spellings, key=lambda s: (-len(s), s)))


def home_gates(homes: tuple[str, ...]) -> tuple[str, ...]:
    """Names one of which stands in each spelling: a text without them holds no home folder."""
    spellings = home_spellings_in_text(homes)
    return tuple(sorted({re.split(r"[/\\\\]|%2F", spelling)[-1] for spelling in spellings}))


def home_shortener(homes: tuple[str, ...]) -> Callable[[str], str]:
    """A function that puts ``~`` for ``/home/alice``, and leaves ``/home/alicex`` alone."""
    spellings = home_spellings_in_text(homes)
    if not spellings:
        return str
    gates = home_gates(homes)

    def shorten(text: str) -> str:
        for gate in gates:
            if gate in text:
                break
        else:
            return text
        there = [spelling for spelling in spellings if spelling in text]
        if not there:
            return text
        # One literal is found ten times as fast as one of several.
        return _alone(tuple(there) if len(there) == 1 else spellings).sub("~", text)

    return shorten


@cache
def _alone(spellings: tuple[str, ...]) -> re.Pattern[str]:
    """Where one of them ends and no longer name goes on; compiled when a text first holds one."""
    one = "|".join(map(re.escape, spellings))
    return re.compile(f"(?:{one})(?![A-Za-z0-9_-]|\\.[A-Za-z0-9])")
