"""What sub-agents reported, beside what they did."""

import re
from collections.abc import Iterator

from reflect.features.answer_ends import asks
from reflect.features.edits import base_name
from reflect.features.session_features import SessionFeatures, Step
from reflect.features.statements import says_untested
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.session import Message, RedactedSession
from reflect.model.vocabulary import Author, MessageKind, Tool
from reflect.regex import compiled

FILE = compiled(r"(?<![\w./:-])(?:[\w@.-]+/)*[\w-]+\.[A-Za-z]\w{0,4}\b(?![\w/(])")
SHORT = 400
"""Characters up to which a task can hold no content of a file."""

UNABLE = compiled(
    r"\b(?:can(?:not|'t)|could(?: not|n't)|unable|no access|not found|no such)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Report:
    """A report of a sub-agent on a file that its task had named."""

    step: Step
    """The call that started it."""
    child: RedactedSession
    """The sub-agent's session."""
    answer: Message[Redacted]
    """What it reported."""
    file: str
    """Name of the file, without folders."""

    @property
    def opened_nothing(self) -> bool:
        """The sub-agent made no call at all."""
        return not self.child.calls


def reports(session: SessionFeatures) -> Iterator[Report]:
    """Reports on a file that the task named and did not quote, those that say "could not" left out.

    Only sub-agents whose session the records hold are known.
    """
    children = {child.native_id: child for child in session.children}
    for step in session.steps:
        child = children.get(step.call.child or "")
        task = step.call.arguments or ""
        if step.call.tool is not Tool.TASK or not step.succeeded or child is None:
            continue
        answer = _answer(child)
        if answer is None or len(task) > SHORT or "```" in task or UNABLE.search(answer.text):
            continue
        named = (base_name(found.group()) for found in FILE.finditer(task))
        file = next((name for name in named if name in answer.text), "")
        if file and not asks(answer.text) and not says_untested(answer.text):
            yield Report(step, child, answer, file)


def _answer(child: RedactedSession) -> Message[Redacted] | None:
    """The last words of a sub-agent; None when an error ended it."""
    if any(m.error for m in child.messages):
        return None
    said = [
        m
        for m in child.messages
        if m.kind is MessageKind.ANSWER and m.author is Author.AGENT and m.text.strip()
    ]
    return said[-1] if said else None
