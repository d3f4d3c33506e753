"""Whose words they are: the human's, or something that only stands in the human's place."""

import re
from collections import Counter
from collections.abc import Collection, Iterator

from reflect.importers.conformance.rules import Rule
from reflect.importers.conformance.trial import Reading, Trial
from reflect.model.session import Message, RawSession
from reflect.model.vocabulary import TURN_KINDS, Author, PartKind, PartOrigin, Relation

NOT_TYPED = re.compile(
    r"\s*(?:<(?:system-reminder|environment_context|user_instructions|command-name|command-message"
    r"|local-command-stdout|task-notification|turn_aborted|subagent_notification|INSTRUCTIONS)\b"
    r"|# AGENTS\.md instructions for |Caveat: The messages below were generated"
    r"|This session is being continued from a previous conversation"
    r"|\[Request interrupted by user)"
)
"""Beginnings of texts that harnesses write into records of the user (Claude Code 2.x, Codex 0.47
to 0.171). A prompt may quote one of them; none begins with one in the recorded stores."""


def misattributed(session: RawSession) -> Iterator[str]:
    """What is wrong with the authors of a session's messages, in words."""
    outputs = {call.output for call in session.calls if call.output and not call.by_human}
    for message in session.messages:
        if message.author is Author.HUMAN:
            for what in _human(session, message, outputs):
                yield f"{message.event}: {what}"
            continue
        of_user = any(part.origin is PartOrigin.USER for part in message.parts)
        if of_user and message.author is not Author.UNKNOWN:
            yield f"{message.event}: words of the user in a message of the {message.author}"


def _human(session: RawSession, message: Message[str], outputs: Collection[str]) -> Iterator[str]:
    if session.relation is Relation.SUBAGENT:
        yield "a sub-agent's session has no human; its first prompt is the parent's"
    if message.kind not in TURN_KINDS:
        yield f"{message.kind} is no act of a human"
    if message.model is not None or message.usage is not None:
        yield "a human has no model and no tokens"
    texts = [part for part in message.parts if part.kind is PartKind.TEXT]
    if any(part.origin is not PartOrigin.USER for part in texts):
        yield "typed words whose origin is not the user"
    if NOT_TYPED.match(message.text):
        yield "text of the harness, not typed by a human"
    if len(message.text) > 1 and message.text in outputs:
        yield "the output of a tool, not typed by a human"


def typed_words(trial: Trial, reading: Reading, typed: Collection[str]) -> None:
    """Hold the human texts of a whole store against what is known to have been typed."""
    owners: dict[str, str] = {}
    found: Counter[str] = Counter()
    for name, session in reading.sessions():
        for message in session.messages:
            if message.author is not Author.HUMAN or not message.text.strip():
                continue
            if message.copy_key is not None and owners.setdefault(message.copy_key, name) != name:
                continue
            found[message.text.strip()] += 1
    wanted = Counter(text.strip() for text in typed)
    for text in found - wanted:
        trial.broke(Rule.HUMAN_WORDS, "", f"nobody typed {text[:60]!r}")
    for text in wanted - found:
        trial.broke(Rule.HUMAN_WORDS, "", f"{text[:60]!r} was typed and is not there")
