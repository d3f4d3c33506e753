"""Ids pass the door as they are when they look like ids; anything else becomes a hash of it."""

from collections.abc import Iterable, Sequence
from itertools import filterfalse

from reflect.redaction.key import keyed_digest
from reflect.redaction.redactor import BULK_CHARACTERS
from reflect.redaction.tokens import beginnings, token_spans
from reflect.redaction.views import View
from reflect.regex import compiled

MOST = 50_000
"""Ids that are remembered at once: those of records, answers and calls come again and again."""

_ID = compiled(r"[A-Za-z0-9_.:-]{1,128}")
"""What an id looks like."""
_HARMLESS = compiled(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9_.:-]{1,19}"
)
"""Ids that hold no secret for certain: too short for a token, or a UUID. Most ids are such."""


class Ids(dict[str, str]):
    """What passes in place of an id, with one key; equal ids stay equal.

    Asked like a dictionary, which makes an entry of what it is first asked: six in ten were asked
    before.
    """

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self._key = key

    def learn(self, values: Iterable[str | None]) -> None:
        """Search those of many that are new together, if that takes less time than one by one."""
        # ``set.difference`` would pass over all that is known, as this is no plain dictionary.
        unknown = filterfalse(self.__contains__, filter(None, set(values)))
        new = list(filter(_ID.fullmatch, unknown))
        if sum(map(len, new)) <= BULK_CHARACTERS:
            return
        if len(self) + len(new) > MOST:
            self.clear()
        doubtful = _doubtful(new)
        self.update(zip(new, new, strict=True))
        for value in doubtful:
            del self[value]

    def __missing__(self, value: str) -> str:
        if len(self) >= MOST:
            self.clear()
        self[value] = value if _is_id(value) else "x" + keyed_digest(self._key, "id", value)
        return self[value]


def _is_id(value: str) -> bool:
    """Whether a text is an id and no secret that stands where an id should."""
    if _HARMLESS.fullmatch(value) is not None:
        return True
    if _ID.fullmatch(value) is None:
        return False
    return beginnings().search(value) is None or not any(token_spans(View(value)))


def _doubtful(ids: Sequence[str]) -> list[str]:
    """Those among many ids in which something of a secret may stand: hardly one in a batch."""
    from reflect.redaction.bulk import suspects

    return [ids[place] for place in suspects(ids)]
