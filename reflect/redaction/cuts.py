"""Cuts long texts: before the search to what can be kept, after it to what is.

Never inside a character or a place-holder.
"""

from reflect.redaction.kube import may_hold_kube_secret
from reflect.redaction.masks import CLOSE, LONGEST_MASK, OPEN
from reflect.redaction.private_keys import may_hold_private_key

WHOLE_BYTES = 8192
"""Outputs and arguments up to here stay whole, in UTF-8 bytes."""
HALF_BYTES = 4096
"""What is kept at each end of a longer output."""
MESSAGE_BYTES = 1 << 20
"""What is kept of one part of a message."""
SEARCHED = HALF_BYTES + 3072
"""Characters at each end of a longer output that are searched: what is kept, what the search reads
around it, and what it loses to place-holders. Half of the text of large sessions lies between."""
EDGE = 1024
"""Characters beside such a cut that are never kept: a secret may be cut off there."""


def searched(output: str) -> tuple[str, str | None]:
    """What must be searched of an output: all of it, or its two ends.

    Private keys and Kubernetes secrets are told by a mark far away; an output with one stays whole.
    """
    size = len(output)
    if size <= 2 * SEARCHED or may_hold_private_key(output) or may_hold_kube_secret(output):
        return output, None
    start = size - SEARCHED
    line = output.find("\n", start - EDGE, start)
    return output[:SEARCHED], output[line + 1 if line >= 0 else start :]


def kept_ends(first: str, last: str) -> tuple[str, str]:
    """The two ends of an output as they are stored, from what :func:`searched` gave, redacted."""
    return head(first, _kept_bytes(first)), tail(last, _kept_bytes(last))


def _kept_bytes(end: str) -> int:
    """What may be kept of one end: place-holders can make it shorter than its edge."""
    if len(end) >= HALF_BYTES + EDGE:
        return HALF_BYTES
    return max(0, min(HALF_BYTES, _bytes(end) - EDGE))


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8"))


def head(text: str, size: int) -> str:
    """The beginning of a text, at most ``size`` bytes."""
    if _fits(text, size):
        return text
    cut = text[:size] if text.isascii() else _decoded(text[:size].encode("utf-8")[:size])
    opened = cut.rfind(OPEN, max(0, len(cut) - LONGEST_MASK))
    if opened >= 0 and CLOSE not in cut[opened:] and CLOSE in text[opened : opened + LONGEST_MASK]:
        return cut[:opened]
    return cut


def tail(text: str, size: int) -> str:
    """The end of a text, at most ``size`` bytes."""
    if _fits(text, size):
        return text
    if size == 0:
        return ""  # the slice from -0 on is all of it
    cut = text[-size:] if text.isascii() else _decoded(text[-size:].encode("utf-8")[-size:])
    closed = cut.find(CLOSE, 0, LONGEST_MASK)
    if closed >= 0 and OPEN not in cut[:closed]:
        return cut[closed + 1 :]
    return cut


def ends(text: str) -> tuple[str, str | None]:
    """An output as it is stored: whole, or its first and last 4 KB."""
    if _fits(text, WHOLE_BYTES):
        return text, None
    return head(text, HALF_BYTES), tail(text, HALF_BYTES)


def _fits(text: str, size: int) -> bool:
    """Whether a text has at most so many bytes; encoded only where its length leaves that open."""
    length = len(text)
    if length > size:
        return False
    return length * 4 <= size or text.isascii() or len(text.encode("utf-8")) <= size


def _decoded(data: bytes) -> str:
    """Bytes as text, the pieces of a character at either end left out."""
    return data.decode("utf-8", "ignore")
