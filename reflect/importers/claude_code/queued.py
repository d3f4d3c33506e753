"""Prompts typed while the agent worked.

``queue-operation`` records say what happens to them: ``enqueue`` holds the words; ``dequeue`` means
that the same words follow as an ordinary user record (every ``-p`` prompt passes this way);
``remove`` means that they reached the agent during the turn – then they are a steer, and stand
where they were typed; ``popAll`` gives them back to the input line. From 2.1.197 on an attachment
``queued_command`` repeats a delivered prompt; forks copy the attachment, not the queue.
"""

from reflect.importers.claude_code.decoding import decode_text
from reflect.importers.claude_code.identity import copy_key, event_id
from reflect.importers.claude_code.messages import Block
from reflect.importers.claude_code.prompts import read_notice
from reflect.importers.claude_code.records import Attachment, Line
from reflect.importers.claude_code.state import Queued, Reading
from reflect.importers.claude_code.words import is_automated, without_wrappers
from reflect.model.session import Message, Part
from reflect.model.vocabulary import Author, MessageKind, PartKind, PartOrigin

_NOTIFICATIONS = ("<task-notification>", "<teammate-message", "<system-reminder>")


def read_operation(reading: Reading, line: Line, number: int) -> None:
    """Follow one operation of the queue."""
    queue = reading.carry.queue
    if line.operation == "enqueue":
        text = decode_text(line.content) if line.content else ""
        human = bool(text.strip()) and not text.lstrip().startswith(_NOTIFICATIONS)
        entry = Queued(number, reading.time(line.timestamp), human)
        queue.append(entry)
        if human and not reading.subagent:
            reading.add(_steer(entry, text, None, is_automated(line), "queue-operation"))
    elif line.operation == "dequeue":
        if queue:
            _withdraw(reading, queue.pop(0), "delivered as a prompt")
    elif line.operation == "remove":
        absorbed = next((i for i, entry in enumerate(queue) if entry.absorbed), 0)
        if queue:
            queue.pop(absorbed)
    elif line.operation == "popAll":
        for entry in queue:
            _withdraw(reading, entry, "taken back")
        queue.clear()


def read_queued_command(reading: Reading, line: Line, attachment: Attachment, number: int) -> None:
    """A delivered prompt: known from the queue, or, in a fork, only from here."""
    text = _text(attachment.prompt)
    kind = attachment.origin.kind if attachment.origin else None
    mode = attachment.command_mode or "prompt"
    if mode != "prompt" or kind not in (None, "human") or text.lstrip().startswith(_NOTIFICATIONS):
        _notification(reading, line, text, number)
        return
    if not text.strip() or reading.subagent or line.is_sidechain:
        return
    waiting = [entry for entry in reading.carry.queue if entry.human and not entry.absorbed]
    if waiting:
        entry = waiting[0]
        entry.absorbed = True
        reading.add(_steer(entry, text, copy_key(line), is_automated(line), "queue-operation"))
        return
    entry = Queued(number, reading.time(line.timestamp), True)
    message = _steer(entry, text, copy_key(line), is_automated(line), "queued_command")
    reading.add(message)


def _notification(reading: Reading, line: Line, text: str, number: int) -> None:
    for entry in reading.carry.queue:
        if not entry.human and not entry.absorbed:
            entry.absorbed = True
            break
    sent_at = reading.time(line.timestamp)
    read_notice(reading, text, sent_at)
    parts = (Part(0, PartKind.TEXT, PartOrigin.UNKNOWN, text),) if text else ()
    reading.add(
        Message(
            event_id(line, number),
            number,
            str(number),
            MessageKind.NOTIFICATION,
            Author.HARNESS,
            "queued_command",
            sent_at,
            parts,
            copy_key=copy_key(line),
        )
    )


def _steer(entry: Queued, text: str, key: str | None, automated: bool, reason: str) -> Message[str]:
    part = Part(0, PartKind.TEXT, PartOrigin.USER, without_wrappers(text))
    return Message(
        f"r{entry.number}",
        entry.number,
        str(entry.number),
        MessageKind.STEER,
        Author.HUMAN,
        reason,
        entry.sent_at,
        (part,),
        copy_key=key,
        automated=automated,
    )


def _withdraw(reading: Reading, entry: Queued, reason: str) -> None:
    """The words stand elsewhere, or were never sent: no act."""
    event = f"r{entry.number}"
    if entry.human and not reading.subagent and not reading.drop(event):
        reading.add(
            Message(
                event,
                entry.number,
                str(entry.number),
                MessageKind.SYSTEM,
                Author.HARNESS,
                reason,
                entry.sent_at,
                (),
            )
        )


def _text(prompt: str | list[Block] | None) -> str:
    if isinstance(prompt, list):
        return "\n".join(block.text for block in prompt if block.text)
    return prompt or ""
