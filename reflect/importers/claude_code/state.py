"""What is remembered while a transcript is read, and what of it survives until the next import.

:class:`Carry` is kept in the ledger as JSON, so that reading can go on behind the last full line:
ids, record numbers, times, counters and names of enums and tools; never a word of the session.
What cannot be rebuilt from it (title, directory, a call's command and arguments) is None in a
continuing session, which means: keep what is stored.
"""

from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct

from reflect.importers.claude_code.calls import CallInput, given_lines
from reflect.importers.claude_code.identity import event_id
from reflect.importers.claude_code.records import Line
from reflect.importers.claude_code.usage import UsageReader
from reflect.model.frozen import maker
from reflect.model.session import ContextItem, Message, ToolCall
from reflect.model.vocabulary import BadRecord, CallStatus, ContextKind, DeniedBy, ExitSource, Tool
from reflect.stores.times import utc

CARRY_VERSION = 1
"""Grows with the meaning of the carry; another version means: read the file whole."""

_EVENTS = (ContextKind.PERMISSION, ContextKind.COMPACTION)


class OpenCall(Struct):
    """A tool call whose end is not known yet."""

    call: str
    """Its id."""
    number: int
    """Line of the call."""
    part: int
    """Block of the call."""
    name: str
    """The client's name of the tool."""
    tool: Tool
    """The canonical tool."""
    batch: str | None = None
    """Id of the answer."""
    started_at: str | None = None
    """Time of the call."""
    copy_key: str | None = None
    """Equal in forks."""
    by_human: bool = False
    """Run by the user with ``!``."""
    status: CallStatus = CallStatus.RUNNING
    """As known so far."""
    result_number: int | None = None
    """Line of the result: of a background command, or of a refusal still open."""
    given_lines: tuple[int, int] | None = None
    """Lines that the input of an edit adds and removes, until its result is known."""


class Refusal(Struct):
    """A call turned down without words: a No or an Esc, until the next record tells."""

    event: str
    """Event id of its message."""
    number: int
    """Its line."""
    part: int
    """Block of the result."""
    call: str
    """The call."""
    sent_at: str | None
    """When."""
    copy_key: str | None
    """Equal in forks."""
    before_run: bool
    """The call had not started: a No."""


class Queued(Struct):
    """A prompt typed while the agent worked, until it is delivered."""

    number: int
    """Line of its ``enqueue``."""
    sent_at: str | None
    """When."""
    human: bool
    """A prompt, not a notification."""
    absorbed: bool = False
    """Its attachment was seen: it reached the agent during the turn."""


class Carry(Struct):
    """State of one transcript at a line end."""

    version: int = CARRY_VERSION
    """Version of this state."""
    native_id: str | None = None
    """Id of the session."""
    subagent: bool = False
    """A sub-agent's transcript."""
    parent: str | None = None
    """Id of the parent session."""
    forked: bool = False
    """Records name the session they were copied from."""
    client_version: str | None = None
    """Last version seen."""
    human: str | None = None
    """Signal of a person."""
    automated: str | None = None
    """Signal of a program."""
    entrypoint: str | None = None
    """First entry point."""
    first_type: str | None = None
    """Type of the first record with words."""
    warm_up: bool = False
    """A start-up agent."""
    created_at: str | None = None
    """When the session was made, as far as known."""
    first_block: bool = True
    """Still in the first uninterrupted run of messages (see ``header``)."""
    block_prompts: int = 0
    """Prompts in that run."""
    title_rank: int = 0
    """Rank of the title that is stored."""
    directory_known: bool = False
    """A working directory was seen."""
    branch_known: bool = False
    """A branch was seen."""
    ledger: tuple[int, int, int, int, int, float | None] | None = None
    """Last running total of the client."""
    summary_due: bool = False
    """A compaction's boundary was seen, its summary not yet."""
    open_calls: list[OpenCall] = []
    """Calls without an end."""
    refusals: list[Refusal] = []
    """Wordless refusals whose next record was not seen."""
    queue: list[Queued] = []
    """Prompts not delivered yet."""


make_call = maker(ToolCall[str])


class PendingCall(OpenCall):
    """A call with what its input and its result say; turned into a value at the end."""

    command: str | None = None
    """Of shell tools."""
    path: str | None = None
    """File."""
    arguments: str | None = None
    """The whole input as JSON text."""
    exit_code: int | None = None
    """Of a command."""
    exit_source: ExitSource = ExitSource.ABSENT
    """Where it comes from."""
    denied_by: DeniedBy | None = None
    """Who refused it."""
    output: str | None = None
    """The whole output."""
    output_bytes: int | None = None
    """Its size, of an output in a file of its own; else the door measures it."""
    ended_at: str | None = None
    """Time of the result."""
    child: str | None = None
    """Sub-agent it started."""
    added_lines: int | None = None
    """Of an edit."""
    removed_lines: int | None = None
    """Of an edit."""
    edit: CallInput | None = None
    """Input of an edit, of which lines are counted when no patch tells them."""

    def count_given(self) -> tuple[int, int] | None:
        """Lines that the input of an edit adds and removes; None where that is not known."""
        if self.edit is not None:
            self.given_lines, self.edit = given_lines(self.edit, self.tool), None
        return self.given_lines

    def value(self) -> ToolCall[str]:
        """The call as the model holds it."""
        result = None if self.result_number is None else str(self.result_number)
        return make_call(
            self.call, self.number, str(self.number), self.part, self.name, self.tool,
            self.status, self.by_human, self.batch, result, self.command, self.path,
            self.arguments, self.exit_code, self.exit_source, self.denied_by, self.output,
            None, self.output_bytes, None, self.started_at, self.ended_at, self.child,
            self.copy_key, False, self.added_lines, self.removed_lines,
        )  # fmt: skip


class Reading:
    """Everything gathered while one file is read."""

    def __init__(self, carry: Carry, latest: str, side_file: Callable[[str], str | None]) -> None:
        self.carry = carry
        self.subagent = carry.subagent
        self.latest = latest
        self.side_file = side_file
        self.messages: list[Message[str]] = []
        self.calls: dict[str, PendingCall] = {}
        self.open: dict[str, PendingCall] = {
            call.call: PendingCall(**_fields(call)) for call in carry.open_calls
        }
        self.context: list[ContextItem[str]] = []
        self.unknown: Counter[str] = Counter()
        self.bad: Counter[BadRecord] = Counter()
        self.uuids: set[str] = set()
        self.title: str | None = None
        self.summaries: dict[str, str] = {}
        self.directory: str | None = None
        self.branch: str | None = None
        self.usage = UsageReader()
        self.settled = False
        self._asked: str | None = None
        self._time: str | None = None
        self._places: dict[str, int] = {}
        self._dropped: set[str] = set()
        self._given: set[tuple[object, ...]] = set()

    def add(self, message: Message[str]) -> None:
        """Keep a message; of two with one event id the last wins, at the place of the first."""
        event, messages = message.event, self.messages
        if self._dropped:
            self._dropped.discard(event)
        place = self._places.setdefault(event, len(messages))
        if place == len(messages):
            messages.append(message)
        else:
            messages[place] = message

    def drop(self, event: str) -> bool:
        """Take a message back; False when an earlier import has yielded it."""
        self._dropped.add(event)
        return event in self._places

    def kept(self) -> tuple[Message[str], ...]:
        """The messages in the order of the file."""
        dropped, messages = self._dropped, self.messages
        if dropped:
            messages = [message for message in messages if message.event not in dropped]
        return tuple(sorted(messages, key=attrgetter("position")))

    def event(self, line: Line, number: int, part: int = 0) -> str:
        """A free event id for a message of this record: its uuid, or with the part behind it."""
        event = event_id(line, number)
        place = self._places.get(event)
        if place is not None and self.messages[place].position == number:
            return f"{event}.{part}"
        return event

    def touch(self, call: PendingCall) -> None:
        """A call has changed: it is part of what this read yields."""
        self.calls.setdefault(call.call, call)

    def give(self, items: list[ContextItem[str]]) -> None:
        """Keep context, once: listings come again after each compaction, events do not."""
        for item in items:
            event = item.record if item.kind in _EVENTS else None
            key = (item.kind, item.name, item.detail, item.lines, event)
            if key not in self._given:
                self._given.add(key)
                self.context.append(item)

    def count(self, problem: BadRecord | None) -> None:
        """Count what was wrong with a record."""
        if problem is not None:
            self.bad[problem] += 1

    def time(self, timestamp: str | None) -> str | None:
        """A record's time in UTC, or None when it cannot be one."""
        if timestamp is not self._asked:
            # A record asks for its time two or three times.
            self._asked, self._time = timestamp, utc(timestamp, self.latest)
        return self._time

    def carried(self) -> str:
        """The state as JSON."""
        for call in self.open.values():
            call.count_given()
        self.carry.open_calls = [
            OpenCall(**{name: getattr(call, name) for name in OpenCall.__struct_fields__})
            for call in self.open.values()
        ]
        return msgspec.json.encode(self.carry).decode()


def carry_from(text: str) -> Carry | None:
    """The state an earlier import left, or None when it cannot be used."""
    try:
        carry = msgspec.json.decode(text, type=Carry)
    except msgspec.MsgspecError:
        return None
    return carry if carry.version == CARRY_VERSION else None


def _fields(call: OpenCall) -> dict[str, Any]:
    return msgspec.structs.asdict(call)
