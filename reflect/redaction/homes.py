"""The user's home folder becomes ``~`` in every text and path."""

import re
from collections.abc import Callable
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


def home_shortener(homes: tuple[str, ...]) -> Callable[[str], str]:
    """A function that puts ``~`` for ``/home/alice``, and leaves ``/home/alicex`` alone."""
    spellings = home_spellings_in_text(homes)
    if not spellings:
        return str
    pattern = re.compile(
        f"(?:{'|'.join(map(re.escape, spellings))})(?![A-Za-z0-9_-]|\\.[A-Za-z0-9])"
    )

    gates = sorted({re.split(r"[/\\\\]|%2F", spelling)[-1] for spelling in spellings})

    def shorten(text: str) -> str:
        for gate in gates:
            if gate in text:
                return pattern.sub("~", text)
        return text

    return shorten
