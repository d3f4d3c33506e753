"""What is remembered while a rollout is read, and what of it survives until the next import.

:class:`Carry` is kept in the ledger as JSON, so that reading can go on behind the last full line:
ids, record numbers, times, counters and names of enums and tools; never a word of the session.
What cannot be rebuilt from it (title, directory, a call's command and arguments) is None in a
continuing session, which means: keep what is stored.

Events are named after their line (``r12``), also where the client writes ids: ``codex
migrate-rollouts`` rewrites a file in place with other ids (``item-1``), and an event that was
known by its own id would be taken for one that the user took back.
"""

import re
from collections import Counter
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from reflect.model.session import ContextItem, Message, Part, ToolCall
from reflect.model.vocabulary import BadRecord, CallStatus, ContextKind, DeniedBy, ExitSource, Tool
from reflect.redaction.tokens import beginnings
from reflect.stores.times import utc

CARRY_VERSION = 2
"""Grows with the meaning of the carry; another version means: read the file whole."""

MOST_OPEN = 200
"""Calls without an end that are carried; a process that nobody waits for stays open for ever."""

_ID = re.compile(r"[A-Za-z0-9_.:-]{0,128}")
"""Ids and names that are kept as they are, unless a token begins in them."""

Counters = tuple[int, int, int, int]
"""Input, cached, output, reasoning: the parts of a running total."""


class OpenCall(Struct):
    """A tool call whose end is not known yet."""

    call: str
    """Its id, as its output names it."""
    event: str
    """Its id among the session's calls."""
    number: int
    """Line of the call."""
    name: str
    """The client's name of the tool."""
    tool: Tool
    """The canonical tool."""
    batch: str | None = None
    """Calls of one response share it."""
    started_at: str | None = None
    """Time of the call."""
    status: CallStatus = CallStatus.RUNNING
    """As known so far."""
    exit_code: int | None = None
    """As an item told it, before the output came."""
    result_number: int | None = None
    """Line of the result, of a process that goes on in the background."""
    lines: tuple[int, int] | None = None
    """Lines that a patch adds and removes, if it applies."""
    process: str | None = None
    """Number of that process; of ``write_stdin``: the one it is written to."""


class Candidate(Struct):
    """A message with the role of the user that no event has confirmed yet."""

    number: int
    """Its line."""
    sent_at: str | None
    """When."""
    start: int
    """Byte where its line begins: its words are read there again when its event comes later."""
    sure: bool = False
    """The client says that a user wrote it (0.171)."""


class Carry(Struct):
    """State of one rollout at a line end."""

    version: int = CARRY_VERSION
    """Version of this state."""
    native_id: str | None = None
    """Id of the thread."""
    meta_seen: bool = False
    """The thread's own ``session_meta`` was read."""
    parent: str | None = None
    """Thread it was started or forked from."""
    forked: bool = False
    """It is a fork."""
    subagent: str | None = None
    """What kind of sub-agent: ``review``, ``thread_spawn`` …; None for a thread of the user."""
    copied: bool = False
    """Lines are copies of the parent's history: passed over until its own begin."""
    orphan: bool = False
    """It begins with a copy of a parent that could not be read, and keeps it."""
    originator: str | None = None
    """Client that made the thread."""
    source: str | None = None
    """``exec``, ``cli``, ``vscode``, ``mcp``."""
    human: bool = False
    """A turn was started by a person (0.171)."""
    client_version: str | None = None
    """Version of the client."""
    created_at: str | None = None
    """When the thread was made."""
    directory_known: bool = False
    """A working directory was seen."""
    branch_known: bool = False
    """A branch was seen."""
    titled: bool = False
    """The first prompt was seen."""
    content: bool = False
    """Something was said or done."""
    model: str | None = None
    """Model of the turn."""
    sandboxed: bool = False
    """Commands of the turn run in a sandbox."""
    turn_open: bool = False
    """A turn has begun and not ended."""
    turn_prompts: int = 0
    """Prompts of the turn."""
    turn_worked: bool = False
    """The agent said or did something in it."""
    turn_told: bool = False
    """Its interrupt or its error is recorded already."""
    overflowed: bool = False
    """The context overflowed in it."""
    turn_trigger: str | None = None
    """Who started it: ``user`` or ``exec`` (0.171)."""
    reviewing: bool = False
    """Between the start and the end of a review: its prompts are the client's."""
    shells: int = 0
    """Commands of the user's shell mode whose echo is still to come."""
    events: bool = False
    """The client confirms prompts with events."""
    early: list[int] = []
    """Bytes where the events begin of prompts whose message is still to come."""
    candidates: list[Candidate] = []
    """Messages that no event has confirmed yet."""
    batch: int = 0
    """Line of the first call of the response that is being read; 0: the next call begins one."""
    open_calls: list[OpenCall] = []
    """Calls without an end."""
    total: Counters | None = None
    """Last running total."""
    by_record: bool = False
    """``token_usage_record`` tells the usage; running totals do not count."""
    spent: int | None = None
    """Tokens that the last request read and wrote: size of the context."""


class PendingCall(OpenCall):
    """A call with what its input and its result say; turned into a value at the end."""

    by_human: bool = False
    """Run by the user with ``!``."""
    command: str | None = None
    """Of shell tools."""
    path: str | None = None
    """File."""
    arguments: str | None = None
    """The whole input as JSON text."""
    exit_source: ExitSource = ExitSource.ABSENT
    """Where the exit code comes from."""
    denied_by: DeniedBy | None = None
    """Who refused it."""
    output: str | None = None
    """The whole output."""
    output_bytes: int | None = None
    """Its size."""
    ended_at: str | None = None
    """Time of the result."""
    child: str | None = None
    """Sub-agent it started."""
    added_lines: int | None = None
    """Of an edit."""
    removed_lines: int | None = None
    """Of an edit."""
    reverted: bool = False
    """The user took it back."""

    def value(self) -> ToolCall[str]:
        """The call as the model holds it."""
        result = None if self.result_number is None else str(self.result_number)
        return ToolCall(
            self.event, self.number, str(self.number), 0, self.name, self.tool, self.status,
            self.by_human, self.batch, result, self.command, self.path, self.arguments,
            self.exit_code, self.exit_source, self.denied_by, self.output, None,
            self.output_bytes, None, self.started_at, self.ended_at, self.child, None,
            self.reverted,
            self.added_lines, self.removed_lines,
        )  # fmt: skip


class Reading:
    """Everything gathered while one rollout is read."""

    def __init__(self, carry: Carry, latest: str, whole: bool) -> None:
        self.carry = carry
        self.whole = whole
        self.must_restart = False
        self.latest = latest
        self.messages: dict[str, Message[str]] = {}
        self.calls: dict[str, PendingCall] = {}
        self.open: dict[str, PendingCall] = {
            call.call: PendingCall(**_fields(call)) for call in carry.open_calls
        }
        self.context: list[ContextItem[str]] = []
        self.unknown: Counter[str] = Counter()
        self.bad: Counter[BadRecord] = Counter()
        self.model = carry.model
        self.title: str | None = None
        self.directory: str | None = None
        self.branch: str | None = None
        self.words: dict[int, tuple[Part[str], ...]] = {}
        self.early: dict[int, str] = {}
        self.file: BinaryIO | None = None
        self.start = 0
        self.prompts: list[int] = []
        self._timestamp: str | None = None
        self._moment: str | None = None
        self._given: set[tuple[object, ...]] = set()

    def add(self, message: Message[str]) -> None:
        """Keep a message; of two with one event id the last wins."""
        self.messages[message.event] = message

    def event(self, number: int) -> str:
        """A free event id for a message of this line."""
        event, part = f"r{number}", 0
        while event in self.messages or event in self.calls:
            part += 1
            event = f"r{number}.{part}"
        return event

    def touch(self, call: PendingCall) -> None:
        """A call has changed: it is part of what this read yields."""
        self.calls.setdefault(call.event, call)

    def give(self, item: ContextItem[str]) -> None:
        """Keep context, once: instructions are written again at each resume (0.93)."""
        record = item.record if item.kind is ContextKind.COMPACTION else None
        key = (item.kind, item.name, item.lines, record)
        if key not in self._given:
            self._given.add(key)
            self.context.append(item)

    def count(self, problem: BadRecord | None) -> None:
        """Count what was wrong with a record."""
        if problem is not None:
            self.bad[problem] += 1

    def time(self, timestamp: str | None) -> str | None:
        """A record's time in UTC, or None when it cannot be one; neighbours often share it."""
        if timestamp != self._timestamp:
            self._timestamp, self._moment = timestamp, utc(timestamp, self.latest)
        return self._moment

    def carried(self) -> str:
        """The state as JSON; empty where it could hold a secret: then the file is read whole."""
        calls = list(self.open.values())[-MOST_OPEN:]
        self.carry.open_calls = [
            OpenCall(**{name: getattr(call, name) for name in OpenCall.__struct_fields__})
            for call in calls
        ]
        text = msgspec.json.encode(self.carry).decode()
        names = [self.carry.native_id, self.carry.parent]
        names += [name for call in calls for name in (call.call, call.name, call.process)]
        harmless = all(name is None or _ID.fullmatch(name) for name in names)
        return text if harmless and beginnings().search(text) is None else ""


def carry_from(text: str) -> Carry | None:
    """The state an earlier import left, or None when it cannot be used."""
    try:
        carry = msgspec.json.decode(text, type=Carry)
    except msgspec.MsgspecError:
        return None
    return carry if carry.version == CARRY_VERSION else None


def _fields(call: OpenCall) -> dict[str, Any]:
    return msgspec.structs.asdict(call)
