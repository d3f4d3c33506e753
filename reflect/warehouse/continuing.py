"""A session that grew: what the new records do not say stays as it was stored."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.session import ContextItem, Message, RedactedSession, ToolCall
from reflect.model.vocabulary import CallStatus, ContextKind, ExitSource, MessageKind, Origin
from reflect.warehouse.connection import Connection, Row
from reflect.warehouse.context_rows import version_of
from reflect.warehouse.read_ahead import ReadAhead
from reflect.warehouse.rows_to_values import call_value, session_header
from reflect.warehouse.statements import query
from reflect.warehouse.values_to_rows import plain, required, session_row, words

_EVENTS = (ContextKind.PERMISSION, ContextKind.COMPACTION)
"""Context that is something that happened: each time counts."""


@dataclass(frozen=True, slots=True)
class Continued:
    """An addition to a stored session, with what is stored of it."""

    session: RedactedSession
    """The addition, with the stored header and the stored halves of its calls."""
    messages: Sequence[Row]
    """Event, copy key and answer of the stored messages that come again, or are taken back."""
    calls: Sequence[Row]
    """Id and copy key of the stored calls that come again."""
    same_header: bool
    """Its row of ``session`` stays as it is."""
    same_place: bool
    """It is as old as it was, and its records name the same relation and parent."""


def continued(
    connection: Connection, addition: RedactedSession, header: Row, ahead: ReadAhead | None = None
) -> Continued:
    """What an addition does to the stored session, of which ``header`` is the row of ``session``.

    ``ahead`` is what was asked of it already.

    A result often stands in a later record than its call, so a call that is already stored comes
    again with what is new.
    """
    stored = session_header(header)
    unknown = addition.origin is Origin.UNKNOWN
    messages = _stored_messages(connection, addition, ahead)
    calls = _stored_calls(connection, addition, ahead)
    session = replace(
        addition,
        origin=stored.origin if unknown else addition.origin,
        origin_reason=stored.origin_reason if unknown else addition.origin_reason,
        title=addition.title if addition.title is not None else stored.title,
        directory=stored.directory if stored.directory is not None else addition.directory,
        git_root=stored.git_root if stored.git_root is not None else addition.git_root,
        branch=stored.branch if stored.branch is not None else addition.branch,
        client_version=addition.client_version or stored.client_version,
        created_at=stored.created_at or addition.created_at,
        parent=addition.parent or stored.parent,
        parent_call=addition.parent_call or stored.parent_call,
        ledger_usage=addition.ledger_usage or stored.ledger_usage,
        messages=_without_taken_back(addition, {row[0]: row[3] for row in messages}),
        calls=_merged_calls(connection, addition, calls),
        context=_new_context(connection, addition),
    )
    return Continued(
        session=session,
        messages=[row[:3] for row in messages],
        calls=[row[:2] for row in calls],
        same_header=session_row(session) == header,
        same_place=(session.relation, session.parent, session.created_at)
        == (stored.relation, stored.parent, stored.created_at),
    )


def _stored_messages(
    connection: Connection, addition: RedactedSession, ahead: ReadAhead | None
) -> list[Row]:
    """Event, copy key, answer and kind of the messages that are stored already."""
    wanted = [required(one.event) for one in addition.messages]
    if not wanted:
        return []
    if ahead is not None:
        return _those(ahead.messages[required(addition.key)], wanted)
    return connection.rows(
        f"{query('stored_messages')} AND event IN (SELECT unnest(?))", [addition.key, wanted]
    )


def _stored_calls(
    connection: Connection, addition: RedactedSession, ahead: ReadAhead | None
) -> list[Row]:
    """Id, copy key and row id of the calls that are stored already."""
    wanted = [required(call.call) for call in addition.calls]
    if not wanted:
        return []
    if ahead is not None:
        return _those(ahead.calls[required(addition.key)], wanted)
    return connection.rows(
        f"{query('stored_calls')} AND call IN (SELECT unnest(?))", [addition.key, wanted]
    )


def _those(rows: Sequence[Row], names: Sequence[str]) -> list[Row]:
    """The rows that begin with one of these names."""
    wanted = frozenset(names)
    return [row for row in rows if row[0] in wanted]


def _without_taken_back(
    addition: RedactedSession, stored: Mapping[str, str]
) -> tuple[Message[Redacted], ...]:
    """Without what was stored as an act and now comes again as nothing.

    A prompt that waits in Claude Code's queue is an act, until its words stand in a record.
    """
    gone = {
        message.event
        for message in addition.messages
        if message.kind is MessageKind.SYSTEM
        and not message.parts
        and stored.get(required(message.event), message.kind.value) != message.kind.value
    }
    return tuple(message for message in addition.messages if message.event not in gone)


def _new_context(
    connection: Connection, addition: RedactedSession
) -> tuple[ContextItem[Redacted], ...]:
    """Without what is stored: a client lists skills and agents again after each compaction."""
    if not addition.context:
        return ()
    stored = connection.rows(
        "SELECT DISTINCT kind, name, detail, version FROM context_item WHERE session = ?",
        [addition.key],
    )
    return tuple(
        item
        for item in addition.context
        if item.kind in _EVENTS
        or (
            item.kind.value,
            words(item.name),
            plain(item.detail),
            version_of(item.lines, item.digests),
        )
        not in stored
    )


def _merged_calls(
    connection: Connection, addition: RedactedSession, again: Sequence[Row]
) -> tuple[ToolCall[Redacted], ...]:
    if not again:
        # Most calls come with their results: the columns with texts are not opened for nothing.
        return addition.calls
    found = connection.rows(
        "SELECT * FROM tool_call WHERE rowid IN (SELECT unnest(?))", [[row[2] for row in again]]
    )
    stored = {call.call: call for call in map(call_value, found)}
    return tuple(
        _merged_call(stored[call.call], call) if call.call in stored else call
        for call in addition.calls
    )


def _merged_call(stored: ToolCall[Redacted], new: ToolCall[Redacted]) -> ToolCall[Redacted]:
    """The new call, with the stored value wherever it says nothing."""
    silent = {
        name: getattr(stored, name)
        for name in (
            "batch",
            "result_record",
            "command",
            "path",
            "arguments",
            "exit_code",
            "denied_by",
            "output_bytes",
            "output_digest",
            "started_at",
            "ended_at",
            "child",
            "copy_key",
            "added_lines",
            "removed_lines",
        )
        if getattr(new, name) is None
    }
    if new.output is None:
        silent |= {"output": stored.output, "output_tail": stored.output_tail}
    if new.exit_source is ExitSource.ABSENT and new.exit_code is None:
        silent |= {"exit_source": stored.exit_source}
    if new.status is CallStatus.UNKNOWN:
        silent |= {"status": stored.status}
    elif new.status is not CallStatus.DENIED:
        # What looked like a refusal turned out to be a stop.
        silent.pop("denied_by", None)
    return replace(new, **silent)
