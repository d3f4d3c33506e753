"""Reading fields of records that another program wrote: the right type, or nothing.

A field of the wrong type is as good as a missing one; the record is kept.
"""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache

Json = Mapping[str, object]
"""An object of a record."""

_TYPE_WORD = re.compile(r"[a-z][a-zA-Z_-]{0,39}")
_LAST_MILLISECOND = 253_402_300_799_999
_LARGEST_WHOLE = (1 << 63) - 1
_NOTHING: Json = {}
_SECONDS = tuple([f":{second:02d}." for second in range(60)])
_MILLION = 1_000_000


def words(value: object) -> str | None:
    """A text, else None."""
    return value if isinstance(value, str) else None


def table(value: object) -> Json:
    """An object, else an empty one."""
    return value if isinstance(value, dict) else _NOTHING


def rows(value: object) -> list[object]:
    """A list, else an empty one."""
    return value if isinstance(value, list) else []


def tables(value: object) -> list[Json]:
    """The objects of a list."""
    return [item for item in rows(value) if isinstance(item, dict)]


def type_word(value: object) -> str:
    """The type of a record where it is a short word, else ``other``: it may be shown."""
    return value if isinstance(value, str) and _TYPE_WORD.fullmatch(value) else "other"


def whole(value: object) -> int | None:
    """A whole number that fits 64 bits, else None. ``true`` is no number."""
    if type(value) is int:
        return value if -_LARGEST_WHOLE <= value <= _LARGEST_WHOLE else None
    if isinstance(value, float) and value.is_integer():
        return whole(int(value))
    return None


def amount(value: object) -> float | None:
    """A finite number that is not negative, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def milliseconds(value: object) -> int | None:
    """A moment as milliseconds since 1970, else None."""
    moment = whole(value)
    return moment if moment is not None and 0 < moment <= _LAST_MILLISECOND else None


def utc(value: object) -> str | None:
    """A moment given in milliseconds since 1970, as ISO-8601 in UTC; else None."""
    moment = value if type(value) is int and 0 < value <= _LAST_MILLISECOND else milliseconds(value)
    if moment is None:
        return None
    minutes, rest = divmod(moment, 60_000)
    # The digits are taken as they are: to format a number takes as long as all else here.
    return f"{_minute(minutes)}{_SECONDS[rest // 1000]}{str(moment + _MILLION)[-3:]}Z"


@lru_cache(maxsize=1024)
def _minute(minutes: int) -> str:
    """Date and time of a minute: many messages and parts share one, fewer share a second."""
    # isoformat is ten times faster than strftime; it ends in "+00:00".
    return datetime.fromtimestamp(minutes * 60, UTC).isoformat()[:16]
