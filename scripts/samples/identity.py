"""Ids in the forms of the two clients, drawn from a hash of a name instead of chance."""

import hashlib
import string

BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_TIME_BITS = (1 << 48) - 1


def drawn(name: str, length: int, alphabet: str) -> str:
    """``length`` characters of ``alphabet``, always the same for one name."""
    number = int.from_bytes(hashlib.shake_256(name.encode()).digest(length * 2), "big")
    out = []
    for _ in range(length):
        number, rest = divmod(number, len(alphabet))
        out.append(alphabet[rest])
    return "".join(out)


def hexadecimal(name: str, length: int) -> str:
    """``length`` lower-case hex digits."""
    return drawn(name, length, "0123456789abcdef")


def uuid(name: str) -> str:
    """A version 4 UUID."""
    digits = hexadecimal(name, 32)
    variant = "89ab"[int(digits[16], 16) % 4]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"


def ascending(prefix: str, milliseconds: int, counter: int, name: str) -> str:
    """OpenCode's id of a message or part: grows with time, ``msg_227fc67210010jov5Z8nNjPBiO``."""
    moment = (milliseconds * 4096 + counter) & _TIME_BITS
    return f"{prefix}_{moment:012x}{drawn(name, 14, BASE62)}"


def descending(prefix: str, milliseconds: int, name: str) -> str:
    """OpenCode's id of a session: shrinks with time, ``ses_dd8039b72ffe3Jw21uB5OP4WdK``."""
    moment = ~(milliseconds * 4096 + 1) & _TIME_BITS
    return f"{prefix}_{moment:012x}{drawn(name, 14, BASE62)}"


def between(name: str, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``, both included."""
    digest = hashlib.sha256(name.encode()).digest()
    return low + int.from_bytes(digest[:8], "big") % (high - low + 1)
