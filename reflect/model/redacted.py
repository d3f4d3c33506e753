"""Text that has passed the redactor: the only text a boundary accepts.

``Redacted`` is a ``str``, so it can be read everywhere a text can be read, but a plain ``str``
is not a ``Redacted``: forgetting to redact is a type error in mypy and an ``InternalError`` at
run time. Only ``reflect.redaction`` calls :func:`seal`; an import contract and a test hold that.
``RedactedTexts`` is the same for many texts at once, which it holds as they are: making a
``Redacted`` of a text copies it.
"""

from collections.abc import Iterable
from typing import TypeVar

from reflect.errors import InternalError


class Redacted(str):
    """A text without secrets."""

    __slots__ = ()


TextT = TypeVar("TextT", bound=str, covariant=True)
"""Text of a record: ``str`` as an importer reads it, ``Redacted`` behind the door."""


def seal(text: str) -> Redacted:
    """Mark a text as redacted. For ``reflect.redaction``, and for words reflect itself wrote."""
    return Redacted(text)


def require(text: str) -> Redacted:
    """Return the text if it is sealed, else raise: the run-time half of the promise."""
    if type(text) is not Redacted:
        raise InternalError("a text reached a boundary without being redacted")
    return text


class RedactedTexts(tuple[str | None, ...]):
    """Texts without secrets in an order; None where there is none."""

    __slots__ = ()


def seal_all(texts: Iterable[str | None]) -> RedactedTexts:
    """Mark texts as redacted. For ``reflect.redaction``."""
    return RedactedTexts(texts)
