"""The keys by which other sessions depend on the rows of a session that grew.

Copies and the tokens of answers are found over all sessions. Of one that only grew, the rows that
come, come again or go can change them, and no other row.
"""

from collections.abc import Iterator, Sequence

from reflect.model.frozen import dataclass
from reflect.warehouse.connection import Row
from reflect.warehouse.continuing import Continued
from reflect.warehouse.values_to_rows import plain, required


@dataclass(frozen=True, slots=True)
class TouchedKeys:
    """What is to be looked at again."""

    copy_keys: Sequence[Row]
    """Rows of ``pending_copy_key``."""
    answers: Sequence[Row]
    """Rows of ``pending_answer``."""


def touched_keys(grown: Sequence[Continued]) -> TouchedKeys:
    """The keys of the rows that additions write, and those that the rows they replace had."""
    copy_keys: set[Row] = set()
    answers: set[Row] = set()
    for stored in grown:
        agent = required(stored.session.agent)
        copy_keys |= {(agent, key) for key in _copy_keys(stored) if key is not None}
        answers |= {(agent, name) for name in _answers(stored) if name is not None}
    return TouchedKeys(sorted(copy_keys), sorted(answers))


def _copy_keys(stored: Continued) -> Iterator[str | None]:
    yield from (key for _, key, _ in stored.messages)
    yield from (key for _, key in stored.calls)
    yield from (plain(message.copy_key) for message in stored.session.messages)
    yield from (plain(call.copy_key) for call in stored.session.calls)


def _answers(stored: Continued) -> Iterator[str | None]:
    """The answer that counts the tokens of a line: as ``touched_answers.sql`` names it."""
    yield from (answer for _, _, answer in stored.messages)
    for message in stored.session.messages:
        if message.usage is not None:
            alone = f"{required(stored.session.key)}/{required(message.event)}"
            yield alone if message.answer_id is None else plain(message.answer_id)
