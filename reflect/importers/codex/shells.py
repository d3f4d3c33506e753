"""The user's shell mode (``!cmd``): a command of the human, with its result.

0.171 writes an item and an echo for the model, older versions only the echo.
"""

import re

from reflect.importers.codex.calls import shell_line
from reflect.importers.codex.decoding import any_value
from reflect.importers.codex.records import Item
from reflect.importers.codex.results import size_in_bytes
from reflect.importers.codex.state import PendingCall, Reading
from reflect.model.session import Message, Part
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ExitSource,
    MessageKind,
    PartKind,
    PartOrigin,
    Tool,
)

USER_SHELL = "user_shell"
"""``source`` of such a ``CommandExecution``."""

_ECHO = re.compile(
    r"\s*<command>\n?(.*?)\n?</command>\s*<result>\n?(?:Exit code: (-?\d{1,10})\n)?"
    r"(?:Duration: [^\n]*\n)?(?:Output:\n)?(.*?)\n?</result>\s*\Z",
    re.DOTALL,
)


def read_shell_item(reading: Reading, item: Item, number: int, sent_at: str | None) -> None:
    """A ``CommandExecution`` of the user."""
    reading.carry.shells += 1
    command = shell_line(any_value(item.command)) or ""
    output = item.aggregated_output or ""
    _add(reading, command, output, item.exit_code, ExitSource.FIELD, number, sent_at)


def read_shell_echo(reading: Reading, text: str, number: int, sent_at: str | None) -> None:
    """``<user_shell_command>``; after an item it says nothing new."""
    if reading.carry.shells:
        reading.carry.shells -= 1
        return
    found = _ECHO.match(text)
    if found is None:
        return
    code = int(found[2]) if found[2] else None
    _add(reading, found[1], found[3], code, ExitSource.PARSED, number, sent_at)


def _add(
    reading: Reading,
    command: str,
    output: str,
    code: int | None,
    source: ExitSource,
    number: int,
    sent_at: str | None,
) -> None:
    carry = reading.carry
    carry.content = True
    event = reading.event(number)
    reading.add(
        Message(
            event,
            number,
            str(number),
            MessageKind.SHELL,
            Author.HUMAN,
            USER_SHELL,
            sent_at,
            (Part(0, PartKind.TEXT, PartOrigin.USER, command),),
        )
    )
    status = CallStatus.UNKNOWN
    if code is not None:
        status = CallStatus.ERROR if code else CallStatus.OK
    call = PendingCall(
        call=f"{event}.shell",
        event=f"{event}.shell",
        number=number,
        name="!",
        tool=Tool.SHELL,
        started_at=sent_at,
        status=status,
        exit_code=code,
        exit_source=ExitSource.ABSENT if code is None else source,
        result_number=number,
        by_human=True,
        command=command,
        output=output,
        output_bytes=size_in_bytes(output),
        ended_at=sent_at,
    )
    reading.touch(call)
