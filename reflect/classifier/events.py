"""What a model is shown of a session: one event a message or call, each cut to a few lines.

Shown are what the human wrote, the agent's answers, its calls with their results, and that a
summary took the place of what was before. Left out are reasoning, what was taken back, and every
text that the client gave to the agent: instruction files, reminders, skill bodies and system
prompts are never sent. Sub-agents' events stand behind the call that started them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from reflect.classifier.cutting import RESULT, shortened
from reflect.classifier.identities import without_names
from reflect.features.exchanges import is_turn
from reflect.model.finding import Evidence
from reflect.model.frozen import dataclass
from reflect.model.model_request import EventKind
from reflect.model.redacted import Redacted, require, seal
from reflect.model.review import SessionTree
from reflect.model.session import Message, RedactedSession, ToolCall
from reflect.model.vocabulary import Author, CallStatus, MessageKind, PartKind, Tool

HUMAN = 1_500
"""Characters shown of what the human wrote."""
AGENT = 600
"""Of an answer of the agent, and of what a sub-agent reports."""
INPUT = 180
"""Of what a call was given."""
RESULT_OK = 120
"""Of the result of a call that went well."""
RESULT_FAILED = 450
"""Of any other result: errors need more room."""
NOTE = 120
"""Of a notification of the client."""
NAME = 60
"""Of the name of a tool or command."""

SAID_BY_STATUS = (Tool.READ, Tool.EDIT, Tool.WRITE, Tool.TODO)
"""Tools whose result, where it went well, is the file or "done": shown only where it is quoted."""

PADDING = re.compile(r"[ \t]{2,}(?=\n)")
"""What a terminal fills its lines with; pastes are full of it."""

WORDS = (PartKind.TEXT, PartKind.REASONING)
"""Parts that are words; any other is named as an attachment."""


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """One event of a session, before it has a number in a request."""

    session: str
    """Key of the session that holds it."""
    event: str
    """Event id of the message or call."""
    record: str
    """Record of the event in its source."""
    part: int
    """Part inside the record."""
    position: int
    """Order in its session."""
    kind: EventKind
    """Whose it is."""
    marks: Mapping[str, str | int]
    """Recorded facts told beside the text: tool, status, exit code …"""
    text: Redacted
    """Its words, shortened."""

    @property
    def opens_turn(self) -> bool:
        """An act of the human begins here."""
        return self.kind is EventKind.HUMAN


def of_tree(tree: SessionTree, cited: Iterable[Evidence] = ()) -> tuple[SessionEvent, ...]:
    """All events of a root session and its sub-agents, in order.

    Quotes of ``cited`` are shown in their events even where these are cut.
    """
    quotes: dict[tuple[str, str], list[str]] = {}
    for one in cited:
        quotes.setdefault((one.session, one.event), []).append(_clean(one.quote))
    children = _started(tree)
    told = list(_told(tree.root, children, quotes))
    placed = {event.session for event in told}
    for child in tree.children:
        if child.key not in placed:
            told += _told(child, {}, quotes, 1)
    return tuple(told)


def of_root(tree: SessionTree) -> tuple[SessionEvent, ...]:
    """The root session's events; of a sub-agent only the call that started it and its result."""
    return tuple(_told(tree.root, {}, {}))


_Children = Mapping[tuple[str, str], Sequence[RedactedSession]]
_Quotes = Mapping[tuple[str, str], Sequence[str]]
_Marks = dict[str, str | int]


def _started(tree: SessionTree) -> _Children:
    """Sub-agents by (key of the session, call) that started them."""
    family = {session.native_id: session for session in (tree.root, *tree.children)}
    starts = {c.child: (s.key, c.call) for s in family.values() for c in s.calls if c.child}
    found: dict[tuple[str, str], list[RedactedSession]] = {}
    for child in tree.children:
        place = starts.get(child.native_id)
        if place is None and child.parent_call and child.parent in family:
            place = (family[child.parent].key, child.parent_call)
        if place is not None and place[0] != child.key:
            found.setdefault(place, []).append(child)
    return found


def _told(
    session: RedactedSession, children: _Children, quotes: _Quotes, depth: int = 0
) -> Iterator[SessionEvent]:
    rows: list[tuple[int, int, Message[Redacted] | ToolCall[Redacted]]] = [
        *((m.position, -1, m) for m in session.messages if not m.reverted),
        *((c.position, c.part, c) for c in session.calls if not c.reverted),
    ]
    for _, _, row in sorted(rows, key=lambda r: (r[0], r[1])):
        marks: _Marks = {"in": "sub-agent"} if depth else {}
        if isinstance(row, ToolCall):
            yield _of_call(session, row, marks, quotes.get((session.key, row.call), ()))
            for child in children.get((session.key, row.call), ()) if depth < 8 else ():
                yield from _told(child, children, quotes, depth + 1)
        else:
            seen = quotes.get((session.key, row.event), ())
            event = _of_message(session.key, row, marks, seen)
            if event is not None:
                yield event


def _of_message(
    session: str, message: Message[Redacted], marks: _Marks, seen: Sequence[str]
) -> SessionEvent | None:
    text = _clean(seal(message.text))
    if is_turn(message):
        kind, most = EventKind.HUMAN, HUMAN
        marks["act"] = message.kind.value
        if message.command:
            marks["command"] = message.command[:NAME]
        attached = sorted({p.kind.value for p in message.parts if p.kind not in WORDS})
        if attached:
            marks["attached"] = ", ".join(attached)
    elif message.kind is MessageKind.ANSWER and message.author is Author.AGENT:
        kind, most = EventKind.AGENT, AGENT
        if message.error:
            marks["error"] = message.error[:NAME]
        elif not text.strip():
            return None
    elif message.author is Author.PARENT_AGENT and text.strip():
        kind, most = EventKind.AGENT, AGENT
        marks["by"] = "the agent that started this sub-agent"
    elif message.kind is MessageKind.NOTIFICATION and text.strip():
        kind, most = EventKind.HARNESS, NOTE
        marks["act"] = message.kind.value
    elif message.kind is MessageKind.COMPACTION:
        kind, most, text = EventKind.HARNESS, NOTE, seal("")
        marks["act"] = message.kind.value
    else:
        return None
    part = next((p.index for p in message.parts if p.kind is PartKind.TEXT and p.text.strip()), 0)
    return SessionEvent(
        session=session,
        event=message.event,
        record=message.record,
        part=part,
        position=message.position,
        kind=kind,
        marks=marks,
        text=shortened(text, most, seen),
    )


def _of_call(
    session: RedactedSession, call: ToolCall[Redacted], marks: _Marks, seen: Sequence[str]
) -> SessionEvent:
    marks["tool"] = call.name[:NAME]
    if call.status is not CallStatus.OK:
        marks["status"] = call.status.value
    if call.exit_code:
        marks["exit"] = call.exit_code
    if call.denied_by is not None:
        marks["refused_by"] = call.denied_by.value
    if call.by_human:
        marks["by"] = "human"
    if call.added_lines or call.removed_lines:
        marks["added"], marks["removed"] = call.added_lines or 0, call.removed_lines or 0
    pieces = [shortened(text, INPUT, seen) for text in _inputs(session, call, seen)]
    result = _result(call, seen)
    if result:
        pieces += [seal(RESULT), result]
    return SessionEvent(
        session=session.key,
        event=call.call,
        record=call.record,
        part=call.part,
        position=call.position,
        kind=EventKind.CALL,
        marks=marks,
        text=seal("\n".join(pieces)),
    )


def _inputs(
    session: RedactedSession, call: ToolCall[Redacted], seen: Sequence[str]
) -> list[Redacted]:
    """What the call was given: the command, or the file and what is done to it.

    Another field of it too where a finding quotes that one.
    """
    given = (call.command, call.path, call.arguments)
    command, whole, arguments = (None if text is None else _clean(text) for text in given)
    path = _inside(session, whole)
    told: list[Redacted | None]
    if call.tool is Tool.READ and path:
        told = [path]
    elif call.tool in (Tool.EDIT, Tool.WRITE) and path:
        told = [path, _behind(arguments, whole)]
    else:
        told = [command or arguments or path]
    shown = [text for text in told if text and text.strip()]
    told_whole = [*shown, whole] if path in shown else shown
    quoted = (q for q in seen if q and not any(text and q in text for text in told_whole))
    fields = (command, whole, arguments)
    more = (next((text for text in fields if text and q in text), None) for q in quoted)
    return [*shown, *dict.fromkeys(text for text in more if text)]


def _inside(session: RedactedSession, path: Redacted | None) -> Redacted | None:
    """The path from the session's folder on, where it lies there."""
    for folder in (session.directory, session.git_root):
        start = f"{_clean(folder)}/" if folder else ""
        if path and start and path.startswith(start):
            return seal(require(path)[len(start) :])
    return path


def _behind(arguments: Redacted | None, path: Redacted | None) -> Redacted | None:
    """Of arguments that name the file told already, what comes after its name."""
    at = arguments.find(path) if arguments and path else -1
    if arguments is None or path is None or at < 0:
        return arguments
    return seal(require(arguments)[at + len(path) :].lstrip('",} '))


def _result(call: ToolCall[Redacted], seen: Sequence[str]) -> Redacted:
    output = _clean(call.output or seal(""))
    tail = _clean(call.output_tail) if call.output_tail else None
    well = call.status in (CallStatus.OK, CallStatus.RUNNING, CallStatus.UNKNOWN)
    most = RESULT_OK if well else RESULT_FAILED
    if well and call.tool is Tool.TASK:
        most = AGENT
    if well and call.tool in SAID_BY_STATUS:
        texts = (output, tail or "")
        if not any(q in text for q in seen if q for text in texts):
            return seal("")
    kept = sum(len(text.encode()) for text in (call.output, call.output_tail) if text)
    hidden = max((call.output_bytes or 0) - kept, 0) if tail else 0
    return shortened(output, most, seen, tail=tail, hidden=hidden)


def _clean(text: Redacted) -> Redacted:
    """The words as they may leave this machine, without the padding of a terminal."""
    return without_names(seal(PADDING.sub("", require(text))))
