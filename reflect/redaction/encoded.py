"""Finds base64 of readable text, so that its content can be searched too.

Base64 of ASCII has a form of its own: in each group of four characters the first three can take
only half of their values. Five groups in a row are such text with near certainty, so neither paths
nor hashes are decoded. One level deep, readable content only.
"""

from collections.abc import Iterator

from reflect.model.frozen import dataclass
from reflect.redaction.values import decoded_base64
from reflect.regex import compiled

_GROUP = r"[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][A-Za-z0-9+/_-]"
GROUPS = rf"(?:{_GROUP}){{5}}"
"""Five groups that are base64 of ASCII; runs in Rust's regex and in Python's `re` alike."""

_HIT = compiled(GROUPS)
_ONE = compiled(_GROUP)
_RUN = compiled(
    rf"(?:(?:{_GROUP}){{15,19}}\r?\n)*(?:{_GROUP})*(?:[A-Za-z0-9+/_-]{{2,3}}(?:={{1,2}}|(?:%3[Dd]){{1,2}})?(?![A-Za-z0-9+/_-]))?"
)
_MOST_GROUPS_BACK = 100


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
        start = hit.start()
        while (
            start - 4 >= done
            and hit.start() - start < 4 * _MOST_GROUPS_BACK
            and _ONE.match(text, start - 4)
        ):
            start -= 4
        run = _RUN.match(text, start)
        if run is None:
            continue
        done = max(hit.end(), run.end())
        inner = decoded_base64(run[0].replace("%3D", "=").replace("%3d", "="))
        if inner is not None:
            yield Encoded(start, run.end(), inner)
