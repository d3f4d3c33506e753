"""Facts about a whole session that a single message does not tell."""

from collections.abc import Mapping

from reflect.importers.opencode.commands import client_names_texts, typed_texts
from reflect.importers.opencode.fields import Json, milliseconds, table, tables, words
from reflect.importers.opencode.records import ABORTED, StoredMessage, StoredSession
from reflect.model.frozen import dataclass

_DENIED_BY_RUN = {"question", "plan_enter", "plan_exit"}
"""What ``opencode run`` denies in the session it makes (1.2 to 1.18): nobody could answer."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """What is known before the first message is read."""

    is_child: bool
    """Another session started it."""
    run: bool
    """``opencode run`` drives it, or the session above it."""
    names_texts: bool
    """Its client makes the ids of typed texts, so that an id of the server tells something."""
    shells: Mapping[str, StoredMessage]
    """User message → the message that holds the command the user ran (``!cmd``)."""
    started_by_user: frozenset[str]
    """Messages that hold no answer of a model, but a call the user's command started."""
    replays: frozenset[str]
    """User messages that the client wrote again after a compaction."""
    steers: frozenset[str]
    """User messages sent while an answer was being written."""
    stopped_before: frozenset[str]
    """Rows that say once more that a turn was stopped, after an answer that says so (2.x)."""
    reverted_from: int | None
    """Index of the first message the user took back."""
    reverted_part: str | None
    """Within that message: the first part taken back; None for all of it."""


def surveyed(session: StoredSession) -> Conversation:
    """Look over a session once."""
    users = {m.id: m for m in session.messages if m.info.get("role") == "user"}
    shells: dict[str, StoredMessage] = {}
    started: set[str] = set()
    for message in session.messages:
        asked = users.get(words(message.info.get("parentID")) or "")
        if asked is None or not _without_model(message):
            continue
        if _is_subtask(asked):
            started.add(message.id)
        elif not typed_texts(asked) and asked.id not in shells:
            started.add(message.id)
            shells[asked.id] = message
    first, part = _reverted(session)
    return Conversation(
        is_child=words(session.info.get("parentID")) is not None,
        run=is_run(session.info.get("permission")) or session.run_by_parent,
        names_texts=client_names_texts(session),
        shells=shells,
        started_by_user=frozenset(started),
        replays=_replays(session),
        steers=_steers(session),
        stopped_before=_stopped_before(session),
        reverted_from=first,
        reverted_part=part,
    )


def is_run(permission: object) -> bool:
    """Whether the permissions of a session are those that ``opencode run`` gives it."""
    rules = tables(permission)
    denied = {words(r.get("permission")) for r in rules if r.get("action") == "deny"}
    return denied >= _DENIED_BY_RUN


def _without_model(message: StoredMessage) -> bool:
    """A message with tool parts but no step: no model was asked."""
    if message.info.get("role") != "assistant" or message.info.get("engine") is not None:
        return False
    called = False
    for part in message.parts:
        kind = part.get("type")
        if kind == "step-start":
            return False
        called = called or kind == "tool"
    return called


def _is_subtask(message: StoredMessage) -> bool:
    return any(part.get("type") == "subtask" for part in message.parts)


def _replays(session: StoredSession) -> frozenset[str]:
    """A compaction that overflowed writes the last prompt again, as if it had been typed."""
    found: set[str] = set()
    last: str | None = None
    compacted: Json | None = None
    for message in session.messages:
        if message.info.get("role") != "user":
            continue
        request = next((p for p in message.parts if p.get("type") == "compaction"), None)
        if request is not None:
            compacted = request
            continue
        text = "\n".join(text for _, _, text in typed_texts(message))
        if compacted is not None and compacted.get("overflow") is True and text and text == last:
            found.add(message.id)
        if text:
            last, compacted = text, None
    return frozenset(found)


def _steers(session: StoredSession) -> frozenset[str]:
    """Prompts that came before the answer above them was complete.

    An answer that the user stopped is completed a little after the next prompt was sent.
    """
    found: set[str] = set()
    answer: Json | None = None
    for message in session.messages:
        role = message.info.get("role")
        if role == "assistant":
            answer = message.info
        elif role == "user" and answer is not None and answer.get("error") is None:
            busy_until = milliseconds(table(answer.get("time")).get("completed"))
            created = milliseconds(table(message.info.get("time")).get("created"))
            if busy_until is not None and created is not None and created < busy_until:
                found.add(message.id)
    return frozenset(found)


def _stopped_before(session: StoredSession) -> frozenset[str]:
    found: set[str] = set()
    stopped = False
    for message in session.messages:
        role, error = message.info.get("role"), message.info.get("error")
        aborted = error is not None and table(error).get("name") == ABORTED
        if role == "event" and aborted and stopped:
            found.add(message.id)
        stopped = role != "user" and (stopped or aborted)
    return frozenset(found)


def _reverted(session: StoredSession) -> tuple[int | None, str | None]:
    revert = table(session.info.get("revert"))
    first = words(revert.get("messageID"))
    if first is None:
        return None, None
    for index, message in enumerate(session.messages):
        if message.id >= first:
            part = words(revert.get("partID")) if message.id == first else None
            return index, part
    return None, None
