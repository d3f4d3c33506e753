"""Objects in the rows of a database: decoded, counted, and passed over where they are none."""

from collections import Counter

from reflect.model.vocabulary import BadRecord
from reflect.stores.documents import Undecodable, decode


class RowObjects:
    """Decodes rows; ``records``, ``bytes`` and ``bad`` count what it met."""

    def __init__(self) -> None:
        self.records = 0
        self.bytes = 0
        self.bad: Counter[BadRecord] = Counter()

    def read(self, data: object) -> dict[str, object] | None:
        """The object of a row; what is none is counted and passed over."""
        self.records += 1
        value = self.decoded(data)
        if isinstance(value, dict):
            return value
        if value is not _BAD:
            self.bad[BadRecord.NOT_AN_OBJECT] += 1
        return None

    def decoded(self, data: object) -> object:
        """The value of a column, whatever it is."""
        if not isinstance(data, bytes):
            return None
        self.bytes += len(data)
        try:
            return decode(data)
        except Undecodable as problem:
            self.bad[problem.kind] += 1
            return _BAD


_BAD = object()
"""Stands for a value that was counted as bad already."""
