"""Cuts long texts after redaction, between characters and never inside a place-holder."""

from reflect.redaction.masks import CLOSE, LONGEST_MASK, OPEN

WHOLE_BYTES = 8192
"""Outputs and arguments up to here stay whole, in UTF-8 bytes."""
HALF_BYTES = 4096
"""What is kept at each end of a longer output."""
MESSAGE_BYTES = 1 << 20
"""What is kept of one part of a message."""


def head(text: str, size: int) -> str:
    """The beginning of a text, at most ``size`` bytes."""
    if len(text) <= size and (text.isascii() or len(text.encode("utf-8")) <= size):
        return text
    cut = text[:size] if text.isascii() else _decoded(text[:size].encode("utf-8")[:size])
    opened = cut.rfind(OPEN, max(0, len(cut) - LONGEST_MASK))
    if opened >= 0 and CLOSE not in cut[opened:] and CLOSE in text[opened : opened + LONGEST_MASK]:
        return cut[:opened]
    return cut


def tail(text: str, size: int) -> str:
    """The end of a text, at most ``size`` bytes."""
    if len(text) <= size and (text.isascii() or len(text.encode("utf-8")) <= size):
        return text
    cut = text[-size:] if text.isascii() else _decoded(text[-size:].encode("utf-8")[-size:])
    closed = cut.find(CLOSE, 0, LONGEST_MASK)
    if closed >= 0 and OPEN not in cut[:closed]:
        return cut[closed + 1 :]
    return cut


def ends(text: str) -> tuple[str, str | None]:
    """An output as it is stored: whole, or its first and last 4 KB."""
    if len(text) <= WHOLE_BYTES and (text.isascii() or len(text.encode("utf-8")) <= WHOLE_BYTES):
        return text, None
    return head(text, HALF_BYTES), tail(text, HALF_BYTES)


def _decoded(data: bytes) -> str:
    """Bytes as text, the pieces of a character at either end left out."""
    return data.decode("utf-8", "ignore")
