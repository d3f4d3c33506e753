"""Finds base64 of readable text, so that its content can be searched too.

Base64 of ASCII has a form of its own: in each group of four characters the first three can take only
half of their values. Six groups in a row are such text with near certainty, so neither paths nor
hashes are decoded. One level deep, printable content only.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reflect.redaction.values import decoded_base64

GROUPS = r"(?:[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][A-Za-z0-9+/_-]){5}"
"""Five groups that are base64 of ASCII; runs in Rust's regex and in Python's `re` alike."""

_HIT = re.compile(GROUPS)
_RUN = re.compile(
    r"[A-Za-z0-9+/_-]{20,}(?:(?<=[A-Za-z0-9+/_-]{60})\r?\n[A-Za-z0-9+/_-]{4,}){0,400}(?:={1,2}|%3[Dd]){0,2}"
)
_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-"
_LONGEST_RUN = 200_000


@dataclass(frozen=True, slots=True)
class Encoded:
    """One run of base64."""

    start: int
    """First character of the run."""
    end: int
    """Behind its last."""
    inner: str
    """What it says."""


def encoded_runs(text: str) -> Iterator[Encoded]:
    """Runs of base64 that decode to readable text."""
    done = 0
    for hit in _HIT.finditer(text):
        if hit.start() < done:
            continue
        before = text[max(0, hit.start() - 400) : hit.start()]
        for start in _starts(hit.start(), len(before) - len(before.rstrip(_CHARS))):
            run = _RUN.match(text, start, start + _LONGEST_RUN)
            if run is None:
                continue
            inner = decoded_base64(run[0].replace("%3D", "=").replace("%3d", "="))
            if inner is not None:
                yield Encoded(start, run.end(), inner)
                done = run.end()
                break
        else:
            done = hit.end()


def _starts(hit: int, glued: int) -> list[int]:
    """Where the run may begin: at its first character, else where the form was seen."""
    return [hit - glued, hit] if glued else [hit]
