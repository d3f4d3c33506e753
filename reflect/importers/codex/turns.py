"""Turns as the client counts them: their start, end, interrupt, error, and reviews in them.

0.47 and 0.93 write only interrupts; starts and ends came with 0.124. A turn that began and never
ended (the process died) is left open: its calls stay without a result, and nothing says it went
well.
"""

from collections.abc import Mapping
from dataclasses import replace

from msgspec import Raw

from reflect.importers.codex.decoding import any_value, word
from reflect.importers.codex.outcomes import end_open_calls
from reflect.importers.codex.records import Payload
from reflect.importers.codex.state import Reading
from reflect.model.session import ContextItem, Message, Part
from reflect.model.vocabulary import (
    Author,
    CallStatus,
    ContextKind,
    MessageKind,
    PartKind,
    PartOrigin,
)

WINDOW = "context_window_exceeded"
"""Error of a context that overflowed, in the client's word (0.171)."""


def begin_turn(reading: Reading, payload: Payload) -> None:
    """``task_started`` (0.124 on)."""
    carry = reading.carry
    carry.turn_open, carry.turn_prompts = True, 0
    carry.turn_worked = carry.turn_told = False
    attribution = payload.turn_attribution
    trigger = attribution.turn_trigger if attribution else None
    carry.turn_trigger = trigger if trigger in ("user", "exec") else None


def complete_turn(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    """``task_complete``: with an error (0.171), or without a word although asked (0.124)."""
    carry = reading.carry
    carry.turn_open = False
    overflowed, carry.overflowed = carry.overflowed, False
    error = any_value(payload.error)
    if isinstance(error, Mapping):
        failed(
            reading,
            _name(error.get("codex_error_info")),
            word(error.get("message")),
            number,
            sent_at,
        )
    elif (
        carry.turn_prompts
        and not carry.turn_worked
        and payload.last_agent_message is None
        and carry.subagent is None
    ):
        failed(reading, WINDOW if overflowed else "no_answer", None, number, sent_at)


def abort_turn(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    """``turn_aborted``; only an interrupt is an act of the human."""
    if payload.reason in (None, "interrupted"):
        interrupted(reading, number, sent_at, "turn_aborted")
    reading.carry.turn_open = False


def interrupted(reading: Reading, number: int, sent_at: str | None, reason: str) -> None:
    """An Esc or SIGINT: noted twice by the client, once here."""
    carry = reading.carry
    if carry.turn_told:
        return
    carry.turn_told = carry.content = True
    end_open_calls(reading, CallStatus.ABORTED)
    reading.add(
        Message(
            reading.event(number),
            number,
            str(number),
            MessageKind.INTERRUPT,
            Author.HUMAN if carry.subagent is None else Author.HARNESS,
            reason,
            sent_at,
            (),
        )
    )


def overflow(reading: Reading, number: int, sent_at: str | None) -> None:
    """The context overflowed: told at the end of the turn, where the client writes one."""
    if reading.carry.turn_open:
        reading.carry.overflowed = True
    else:
        failed(reading, WINDOW, None, number, sent_at)


def error_event(reading: Reading, payload: Payload, number: int, sent_at: str | None) -> None:
    """``event_msg.error``."""
    failed(reading, _name(any_value(payload.codex_error_info)), payload.message, number, sent_at)


def failed(
    reading: Reading, name: str | None, message: str | None, number: int, sent_at: str | None
) -> None:
    """An error of the provider or the client ended the turn; told once."""
    carry = reading.carry
    if carry.turn_told:
        return
    carry.turn_told = True
    parts = (Part(0, PartKind.TEXT, PartOrigin.UNKNOWN, message),) if message else ()
    reading.add(
        Message(
            reading.event(number),
            number,
            str(number),
            MessageKind.SYSTEM,
            Author.HARNESS,
            "error of the turn",
            sent_at,
            parts,
            error=name or "error",
        )
    )


def rolled_back(reading: Reading, turns: int) -> None:
    """``thread_rolled_back``: the user took back the last prompts and all that followed."""
    if turns <= 0:
        return
    if turns > len(reading.prompts):
        # What is taken back was read by an earlier import: the rollout is read whole.
        reading.must_restart = not reading.whole
        first = 0
    else:
        first = reading.prompts[-turns]
    del reading.prompts[-turns:]
    for event, message in reading.messages.items():
        if message.position >= first:
            reading.messages[event] = replace(message, reverted=True)
    for call in reading.calls.values():
        call.reverted = call.reverted or call.number >= first


def compacted(reading: Reading, number: int, sent_at: str | None) -> None:
    """``compacted``: the summary and the copies of old messages in it are not read."""
    reading.carry.content = True
    record = str(number)
    reading.give(
        ContextItem(
            ContextKind.COMPACTION, "unknown", record, sent_at, size_before=reading.carry.spent
        )
    )
    reading.add(
        Message(
            reading.event(number), number, record, MessageKind.COMPACTION, Author.HARNESS,
            "compacted", sent_at, (),
        )
    )  # fmt: skip


def enter_review(reading: Reading, target: Raw, number: int, sent_at: str | None) -> None:
    """A review begins: by a command without words, or with the human's own instructions."""
    carry = reading.carry
    carry.reviewing = carry.content = True
    asked = any_value(target)
    words = ""
    if isinstance(asked, Mapping) and asked.get("type") == "custom":
        words = (word(asked.get("instructions")) or "").strip()
    human = bool(words) and carry.subagent is None
    reading.add(
        Message(
            reading.event(number),
            number,
            str(number),
            MessageKind.COMMAND if human else MessageKind.SYSTEM,
            Author.HUMAN if human else Author.HARNESS,
            "review with instructions" if human else "command without arguments",
            sent_at,
            (Part(0, PartKind.TEXT, PartOrigin.USER, words),) if human else (),
            command="review",
            automated=human and carry.originator == "codex_exec",
        )
    )


def _name(info: object) -> str | None:
    """``usage_limit_exceeded``, or the key of ``{"response_too_many_failed_attempts": …}``."""
    if isinstance(info, Mapping):
        info = next(iter(info), None)
    return word(info)
