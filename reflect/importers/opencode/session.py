"""A stored session becomes a session of the model. The same for every way in."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from reflect.importers.opencode import wordings
from reflect.importers.opencode.answers import human_acts, read_answer, read_calls
from reflect.importers.opencode.commands import typed_in_client, unquoted
from reflect.importers.opencode.context import calls_context, compaction, permissions
from reflect.importers.opencode.conversation import Conversation, surveyed
from reflect.importers.opencode.fields import (
    amount,
    milliseconds,
    table,
    type_word,
    utc,
    whole,
    words,
)
from reflect.importers.opencode.human import read_user
from reflect.importers.opencode.parts import KNOWN
from reflect.importers.opencode.records import StoredMessage, StoredSession
from reflect.model.session import ContextItem, Message, RawSession, Session, ToolCall, Usage
from reflect.model.vocabulary import (
    Agent,
    Author,
    CallStatus,
    MessageKind,
    Origin,
    Relation,
    Tool,
)


@dataclass(slots=True)
class _Read:
    """What has been read so far."""

    messages: list[Message[str]] = field(default_factory=list)
    calls: list[ToolCall[str]] = field(default_factory=list)
    context: list[ContextItem[str]] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    position: int = 0


def understood(stored: StoredSession, path: str) -> tuple[RawSession, Mapping[str, int]]:
    """The session, and the types of records in it that are unknown, with their number.

    Args:
        stored: All records of the session.
        path: The file they come from.
    """
    known = surveyed(stored)
    read = _Read(context=permissions(stored.info.get("permission")))
    for index, message in enumerate(stored.messages):
        first_message, first_call = len(read.messages), len(read.calls)
        types = [part.get("type") for part in message.parts]
        _read_message(message, types, known, read)
        if known.reverted_from is not None and index >= known.reverted_from:
            _mark_reverted(read, first_message, first_call, index, known)
        if "compaction" in types:
            read.context.append(compaction(stored.messages, index))
    origin, reason = _origin(stored, known)
    info, time = stored.info, table(stored.info.get("time"))
    session = Session(
        agent=Agent.OPENCODE.value,
        native_id=stored.id,
        relation=_relation(stored),
        origin=origin,
        origin_reason=reason,
        title=_title(info, known),
        directory=words(info.get("directory")) or _from_answers(stored, "cwd"),
        git_root=stored.worktree,
        branch=None,
        client_version=words(info.get("version")),
        created_at=utc(time.get("created")),
        path=path,
        parent=words(info.get("parentID")) or _forked_from(info),
        archived=milliseconds(time.get("archived")) is not None,
        messages=tuple(read.messages),
        calls=tuple(read.calls),
        context=tuple(read.context),
        ledger_usage=_ledger(info),
    )
    return session, read.unknown


def git_root(stored: StoredSession) -> str | None:
    """The repository where only the answers name it; ``/`` stands for none."""
    if stored.info.get("projectID") == "global":
        return None
    root = _from_answers(stored, "root")
    return None if root == "/" else root


def _read_message(
    message: StoredMessage, types: list[object], known: Conversation, read: _Read
) -> None:
    role = message.info.get("role")
    if not _all_known(types):
        for kind, part in zip(types, message.parts, strict=True):
            if not (isinstance(kind, str) and kind in KNOWN) and part:
                read.unknown[f"part {type_word(kind)}"] += 1
    position = read.position
    if role == "assistant":
        found = [read_answer(message, known, position)]
    elif role == "user":
        found = read_user(message, known, position)
    elif role in ("system", "event"):
        found = [_silent(message, str(role), position)]
    else:
        read.unknown[f"role {type_word(role)}"] += 1
        return
    read.messages.extend(found)
    read.position = found[-1].position + 1
    answered = message.info.get("error") is not None
    calls = read_calls(message, types, known, position) if "tool" in types else []
    for part, call in calls:
        read.calls.append(call)
        read.context.extend(calls_context(part, call))
        answered = answered or call.tool is Tool.ASK or call.status is CallStatus.DENIED
    if not answered:
        return
    for act in human_acts(message, calls, known):
        read.messages.append(replace(act, position=read.position))
        read.position += 1


def _all_known(types: list[object]) -> bool:
    try:
        return KNOWN.issuperset(types)
    except TypeError:
        # A list or an object stands in the place of a type.
        return False


def _silent(message: StoredMessage, role: str, position: int) -> Message[str]:
    """A system row or an event: that it was there, not what it said."""
    return Message(
        event=message.id,
        position=position,
        record=message.record,
        kind=MessageKind.SYSTEM if role == "system" else MessageKind.NOTIFICATION,
        author=Author.HARNESS,
        reason=role,
        sent_at=utc(table(message.info.get("time")).get("created")),
        parts=(),
    )


def _mark_reverted(
    read: _Read, first_message: int, first_call: int, index: int, known: Conversation
) -> None:
    """Mark what one message added; of the first one only from the named part on, if one is."""
    from_part = 0
    if index == known.reverted_from and known.reverted_part is not None:
        # The message itself stays: the user took back its later parts only.
        named = [c.part for c in read.calls[first_call:] if c.call >= known.reverted_part]
        from_part = min(named, default=1 << 30)
    else:
        read.messages[first_message:] = [
            replace(message, reverted=True) for message in read.messages[first_message:]
        ]
    read.calls[first_call:] = [
        replace(call, reverted=call.part >= from_part) for call in read.calls[first_call:]
    ]


def _title(info: Mapping[str, object], known: Conversation) -> str | None:
    """The title without what the harness added to the first prompt, from which it is made."""
    title = words(info.get("title"))
    if title is None:
        return None
    shown = title.partition(wordings.REMINDER[0])[0].strip()
    return unquoted(shown) if known.run else shown


def _relation(stored: StoredSession) -> Relation:
    if words(stored.info.get("parentID")) is not None:
        return Relation.SUBAGENT
    if _forked_from(stored.info) is not None:
        return Relation.FORK
    made = _created(stored.info)
    sent = _created(stored.messages[0].info) if stored.messages else None
    if made is not None and sent is not None and sent < made:
        # A fork of 1.x is linked to nothing, but what it copied is older than itself.
        return Relation.FORK
    return Relation.ROOT


def _forked_from(info: Mapping[str, object]) -> str | None:
    """The session a fork comes from, which 2.x names."""
    return words(table(info.get("fork")).get("sessionID"))


def _created(info: Mapping[str, object]) -> int | None:
    return milliseconds(table(info.get("time")).get("created"))


def _origin(stored: StoredSession, known: Conversation) -> tuple[Origin, str]:
    if known.is_child:
        return Origin.AUTOMATED, "parent_session"
    if known.run:
        return Origin.AUTOMATED, "run_permissions"
    if any(typed_in_client(m) for m in stored.messages if m.info.get("role") == "user"):
        return Origin.HUMAN, "client_made_id"
    if _relation(stored) is Relation.FORK:
        # A fork is asked for in the client; the tools of an agent make children only.
        return Origin.HUMAN, "forked"
    return Origin.UNKNOWN, "no_signal"


def _from_answers(stored: StoredSession, field_name: str) -> str | None:
    """A folder named by the first answer that names one: ``cwd`` or ``root``."""
    for message in stored.messages:
        found = words(table(message.info.get("path")).get(field_name))
        if found:
            return found
    return None


def _ledger(info: Mapping[str, object]) -> Usage | None:
    """The running total of the session; the second engine leaves it at 0 (1.18)."""
    tokens = table(info.get("tokens"))
    cache = table(tokens.get("cache"))
    given, output = whole(tokens.get("input")), whole(tokens.get("output"))
    if not given and not output:
        return None
    reasoning = whole(tokens.get("reasoning")) or 0
    return Usage(
        given or 0,
        whole(cache.get("read")) or 0,
        whole(cache.get("write")) or 0,
        (output or 0) + reasoning,
        reasoning,
        amount(info.get("cost")) or None,
    )
