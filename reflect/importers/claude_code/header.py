"""What is known of the session itself: ids, origin, titles, place, and when it was made.

**When a session was made** decides which of two sessions with common records is the fork. A fork
(``--fork-session``) is a new file that begins with a copy of the parent's user, assistant and
attachment records, in one run, with their old times; the records between them are not copied. So:

1. A queue operation before the first message is the session's own: its time counts. Every ``-p``
   run and fork has one (2.1.197, 2.1.332).
2. Else the first run of messages counts, up to the first record without a uuid (``last-prompt``,
   ``mode``, ``file-history-snapshot`` …). With one prompt in it, the session was made with its
   first message; with several, they were copied, and the time of its last message counts.
3. Records with ``forkedFrom`` are copies for certain and do not count.
"""

from reflect.importers.claude_code.records import Line
from reflect.importers.claude_code.state import Reading
from reflect.importers.claude_code.words import is_automated, is_human
from reflect.model.session import Message
from reflect.model.vocabulary import Author, MessageKind, Origin
from reflect.regex import compiled

CUSTOM, GENERATED, SUMMARY, LAST_PROMPT, FIRST_PROMPT = 5, 4, 3, 2, 1
"""Ranks of titles; the highest wins, of equals the last."""

_VERSION = compiled(r"\d{1,4}(?:\.\d{1,6}){1,3}(?:[-+][a-z0-9.]{1,16})?")
_WORD = compiled(r"[a-z][a-z0-9_-]{0,31}")
"""What is carried to the next import is kept as it is: no words, so no secret among them."""

TITLE_LENGTH = 200
"""Characters of a title that are kept."""


def note_message(reading: Reading, line: Line) -> None:
    """What every record with a uuid tells."""
    carry = reading.carry
    version = line.version
    if version != carry.client_version and version is not None and _VERSION.fullmatch(version):
        carry.client_version = version
    if line.uuid is not None:
        reading.uuids.add(line.uuid)
    if reading.settled and line.forked_from is None:
        return
    if not carry.directory_known and line.cwd:
        carry.directory_known, reading.directory = True, line.cwd
    if not carry.branch_known and line.git_branch:
        carry.branch_known, reading.branch = True, line.git_branch
    if carry.entrypoint is None and line.entrypoint and _WORD.fullmatch(line.entrypoint):
        carry.entrypoint = line.entrypoint
    if line.forked_from is None:
        if carry.first_block and (carry.created_at is None or carry.block_prompts > 1):
            carry.created_at = reading.time(line.timestamp) or carry.created_at
    else:
        carry.forked = True
        carry.parent = carry.parent or line.forked_from.session_id
    if carry.first_type is None and line.type in ("user", "assistant"):
        carry.first_type = line.type
    # Where all of this is known, nothing below can be told by a later record.
    known = carry.directory_known and carry.branch_known and carry.first_type is not None
    reading.settled = known and carry.entrypoint is not None and not carry.first_block


def note_between(reading: Reading, line: Line) -> None:
    """A record without a uuid: it ends the first run of messages once that has begun."""
    carry = reading.carry
    if not carry.first_block:
        return
    if carry.first_type is not None:
        carry.first_block = False
    elif line.type == "queue-operation":
        carry.created_at = carry.created_at or reading.time(line.timestamp)
        carry.first_block = carry.created_at is None
        carry.automated = carry.automated or "queue-operation before the first prompt"


def note_prompt(reading: Reading, line: Line, message: Message[str]) -> None:
    """A human prompt: who drives the session, and its title."""
    carry = reading.carry
    if message.author is not Author.HUMAN:
        return
    if carry.human is None and is_human(line):
        carry.human = f"promptSource={line.prompt_source}" if line.prompt_source else "origin=human"
    if is_automated(line):
        carry.automated = f"entrypoint={line.entrypoint}" if line.entrypoint else "promptSource=sdk"
    if message.kind in (MessageKind.PROMPT, MessageKind.COMMAND):
        if carry.first_block and line.forked_from is None:
            carry.block_prompts += 1
            if carry.block_prompts > 1:
                carry.created_at = message.sent_at or carry.created_at
        if carry.title_rank == 0:
            name = f"/{message.command} " if message.command else ""
            set_title(reading, name + message.text, FIRST_PROMPT)


def set_title(reading: Reading, title: str | None, rank: int) -> None:
    """Take a title if nothing better is known."""
    if title and rank >= reading.carry.title_rank:
        # So many words are longer than a title, whatever follows them.
        line = " ".join(title.split(None, TITLE_LENGTH))
        if line:
            reading.title, reading.carry.title_rank = line[:TITLE_LENGTH], rank


def choose_summary(reading: Reading) -> None:
    """A summary is this session's title if the record it points to stands in this file."""
    for leaf, summary in reading.summaries.items():
        if leaf in reading.uuids:
            set_title(reading, summary, SUMMARY)


def origin(reading: Reading) -> tuple[Origin, str]:
    """Who drives the session, and the signal that told."""
    carry = reading.carry
    if reading.subagent:
        return Origin.AUTOMATED, "sub-agent"
    if carry.human:
        return Origin.HUMAN, carry.human
    if carry.entrypoint == "cli":
        return Origin.HUMAN, "entrypoint=cli"
    if carry.automated and (carry.entrypoint is None or carry.entrypoint.startswith("sdk")):
        return Origin.AUTOMATED, carry.automated
    if carry.entrypoint is not None and carry.entrypoint.startswith("sdk"):
        return Origin.AUTOMATED, f"entrypoint={carry.entrypoint}"
    return Origin.UNKNOWN, "no signal"
