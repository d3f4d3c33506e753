"""Texts of sessions through the redaction of a batch, without sessions around them."""

from collections.abc import Sequence
from itertools import accumulate, chain, pairwise

from reflect.redaction.batch import redacted_columns
from reflect.redaction.redactor import Redactor
from reflect.redaction.session_texts import TextColumn


def redacted_groups(
    redactor: Redactor, groups: Sequence[Sequence[str]], *, bulk: bool
) -> list[list[str]]:
    """Each group's texts redacted, in order; a group stands for a session."""
    bounds = list(accumulate(map(len, groups), initial=0))
    texts = list(chain.from_iterable(groups))
    column = TextColumn(texts, bounds, lambda number: (0, number, 0, 0))
    (found,) = redacted_columns(redactor, [column], bulk=bulk)
    passed = [text for text in found if text is not None]
    assert len(passed) == len(texts)
    return [passed[start:end] for start, end in pairwise(bounds)]
