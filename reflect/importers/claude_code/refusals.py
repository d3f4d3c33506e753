"""A human No, or an Esc during a run: the client writes the same text for both.

What follows tells them apart (2.1.197, 2.1.332, and sessions of 2.0–2.1.40):

- words of the user inside the refusal, or ``toolDenialBeforeRun``: a No;
- a marker with ``interruptedMessageId``, or a refusal in a ``-p`` run, where nobody can be asked:
  an interrupt;
- any other marker only ends the turn that a No has ended: it belongs to that refusal.

One act may fill several records: the refused call, siblings stopped along with it, the marker.
Each is a message of its own, because each is a record a human caused; all of one act have the same
kind and the same ``replies_to``, so that an act is counted once.
"""

from reflect.importers.claude_code.identity import copy_key
from reflect.importers.claude_code.records import Line
from reflect.importers.claude_code.results import ABORTED
from reflect.importers.claude_code.state import PendingCall, Reading, Refusal
from reflect.importers.claude_code.words import is_automated, said_with_refusal
from reflect.model.session import Message, Part
from reflect.model.vocabulary import Author, MessageKind, PartKind, PartOrigin


def refused(reading: Reading, line: Line, number: int, part: int, text: str, call_id: str) -> None:
    """Add the message of a call that was turned down."""
    said = said_with_refusal(text)
    entry = Refusal(
        reading.event(line, number, part),
        number,
        part,
        call_id,
        reading.time(line.timestamp),
        copy_key(line, part),
        bool(line.tool_denial_before_run),
    )
    if said:
        parts = (Part(part, PartKind.TEXT, PartOrigin.USER, said),)
        reading.add(_act(entry, MessageKind.REFUSAL, call_id, "refusal with words", parts))
        return
    group = reading.carry.refusals
    group.append(entry)
    if is_automated(line):
        stop(reading, reading.open.get(call_id))
        reading.add(_act(entry, MessageKind.INTERRUPT, group[0].call, "refusal in a -p run"))
    else:
        reading.add(_act(entry, MessageKind.REFUSAL, group[0].call, "refusal"))


def marked(reading: Reading, line: Line, number: int) -> None:
    """Add the message of an interrupt marker, and settle the refusals before it."""
    group = reading.carry.refusals
    reading.carry.refusals = []
    marker = Refusal(
        reading.event(line, number, 1),
        number,
        0,
        group[0].call if group else "",
        reading.time(line.timestamp),
        copy_key(line),
        False,
    )
    if reading.subagent:
        reading.add(
            _act(marker, MessageKind.INTERRUPT, None, "interrupt marker", author=Author.HARNESS)
        )
        return
    if not group:
        reading.add(_act(marker, MessageKind.INTERRUPT, None, "interrupt marker"))
        return
    before_run = any(entry.before_run for entry in group)
    if not before_run and (line.interrupted_message_id or is_automated(line)):
        for entry in group:
            stop(reading, reading.open.pop(entry.call, None))
            reason = "refusal before an interrupt marker"
            reading.add(_act(entry, MessageKind.INTERRUPT, marker.call, reason))
        reading.add(_act(marker, MessageKind.INTERRUPT, marker.call, "interrupt marker"))
        return
    for entry in group:
        reading.open.pop(entry.call, None)
    reading.add(_act(marker, MessageKind.REFUSAL, marker.call, "marker behind a refusal"))


def settle(reading: Reading) -> None:
    """Something else follows: wordless refusals were a No."""
    for entry in reading.carry.refusals:
        reading.open.pop(entry.call, None)
    reading.carry.refusals = []


def stop(reading: Reading, call: PendingCall | None) -> None:
    """A call was stopped by an interrupt."""
    if call is not None:
        call.status, call.denied_by = ABORTED.status, None
        reading.touch(call)


def _act(
    entry: Refusal,
    kind: MessageKind,
    replies_to: str | None,
    reason: str,
    parts: tuple[Part[str], ...] = (),
    author: Author = Author.HUMAN,
) -> Message[str]:
    return Message(
        entry.event,
        entry.number,
        str(entry.number),
        kind,
        author,
        reason,
        entry.sent_at,
        parts,
        replies_to=replies_to,
        copy_key=entry.copy_key,
    )
