"""From the tuples of the tables back to the values of the model.

What the warehouse holds has passed the door when it was loaded, so its texts are ``Redacted``.
"""

from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from reflect.model.frozen import maker
from reflect.model.redacted import Redacted
from reflect.model.session import (
    ContextItem,
    Message,
    Part,
    RedactedSession,
    Session,
    ToolCall,
    Usage,
)
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    DeniedBy,
    ExitSource,
    MessageKind,
    Origin,
    PartKind,
    PartOrigin,
    Relation,
    Tool,
)
from reflect.warehouse.connection import Row

WordT = TypeVar("WordT", bound=StrEnum)


def words(kind: type[WordT]) -> dict[str, WordT]:
    """Word → its value: a dict look-up is eight times faster than calling the enum."""
    return {word.value: word for word in kind}


KINDS = words(MessageKind)
AUTHORS = words(Author)
PART_KINDS = words(PartKind)
PART_ORIGINS = words(PartOrigin)
TOOLS = words(Tool)
STATUSES = words(CallStatus)
EXIT_SOURCES = words(ExitSource)
DENIED_BY = words(DeniedBy)
"""A million rows need them."""


def iso(read: datetime | str | None) -> str | None:
    """A time in the one form in which the warehouse gives it: UTC with milliseconds.

    Where a query has written it in that form, it stays.
    """
    if read is None or isinstance(read, str):
        return read
    return f"{read.isoformat(timespec='milliseconds')}Z"


def text(read: str | None) -> Redacted | None:
    """A text that may be missing."""
    return None if read is None else Redacted(read)


_usage = maker(Usage)


def usage(columns: Row) -> Usage | None:
    """Tokens from the six columns; without an output counter there is no usage."""
    return None if columns[3] is None else _usage(*columns)


def session_header(row: Row) -> RedactedSession:
    """A session without its messages, calls and context from a row of ``session``."""
    return Session(
        agent=row[1],
        native_id=row[2],
        relation=Relation(row[3]),
        origin=Origin(row[4]),
        origin_reason=row[5],
        title=text(row[6]),
        directory=text(row[7]),
        git_root=text(row[8]),
        branch=text(row[9]),
        client_version=row[10],
        created_at=iso(row[11]),
        path=Redacted(row[12]),
        parent=row[13],
        parent_call=row[14],
        archived=row[15],
        warm_up=row[16],
        ledger_usage=usage(row[17:23]),
    )


_message = maker(Message[Redacted])
_part = maker(Part[Redacted])
_call = maker(ToolCall[Redacted])
"""A review of many sessions makes tens of thousands of each."""


def message_value(row: Row, parts: tuple[Part[Redacted], ...]) -> Message[Redacted]:
    """A message from a row of ``message``."""
    return _message(
        event=row[2],
        position=row[3],
        record=row[4],
        kind=KINDS[row[5]],
        author=AUTHORS[row[6]],
        reason=row[7],
        sent_at=iso(row[8]),
        parts=parts,
        answer_id=row[9],
        model=row[10],
        usage=usage(row[11:17]),
        command=row[17],
        replies_to=row[18],
        copy_key=row[19],
        error=row[20],
        reverted=row[21],
        automated=row[22],
    )


def part_value(row: Row) -> Part[Redacted]:
    """A part from a row of ``part``."""
    return _part(
        index=row[2],
        kind=PART_KINDS[row[3]],
        origin=PART_ORIGINS[row[4]],
        text=Redacted(row[5]),
        native_id=row[6],
        media_type=row[7],
        size=row[8],
    )


def call_value(row: Row) -> ToolCall[Redacted]:
    """A call from a row of ``tool_call``."""
    return _call(
        call=row[2],
        position=row[3],
        record=row[4],
        part=row[5],
        name=row[6],
        tool=TOOLS[row[7]],
        status=STATUSES[row[8]],
        by_human=row[9],
        batch=row[10],
        result_record=row[11],
        command=None if row[12] is None else Redacted(row[12]),
        path=None if row[13] is None else Redacted(row[13]),
        arguments=None if row[14] is None else Redacted(row[14]),
        exit_code=row[15],
        exit_source=EXIT_SOURCES[row[16]],
        denied_by=None if row[17] is None else DENIED_BY[row[17]],
        output=None if row[18] is None else Redacted(row[18]),
        output_tail=None if row[19] is None else Redacted(row[19]),
        output_bytes=row[20],
        output_digest=row[21],
        started_at=iso(row[22]),
        ended_at=iso(row[23]),
        child=row[24],
        copy_key=row[25],
        reverted=row[26],
        added_lines=row[27],
        removed_lines=row[28],
    )


def context_value(
    row: Row, lines: tuple[Redacted, ...], digests: tuple[str, ...]
) -> ContextItem[Redacted]:
    """A context item from a row of ``context_item`` and the lines of its version."""
    return ContextItem(
        kind=ContextKind(row[2]),
        name=Redacted(row[3]),
        record=row[4],
        seen_at=iso(row[5]),
        lines=lines,
        digests=digests,
        size_before=row[7],
        size_after=row[8],
        detail=row[9],
    )
