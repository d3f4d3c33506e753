"""The words of a quote as they are stored in the event it was shown from."""

from collections.abc import Iterator

from reflect.classifier.identities import ADDRESS, FOLDER, with_places
from reflect.classifier.quotes import occurrences
from reflect.features.quotes import LONGEST
from reflect.model.finding import Evidence
from reflect.model.frozen import dataclass
from reflect.model.model_request import ShownEvent
from reflect.model.redacted import Redacted, require, seal
from reflect.model.review import SessionTree
from reflect.model.session import Message, RedactedSession, ToolCall
from reflect.model.vocabulary import PartKind


@dataclass(frozen=True, slots=True)
class Place:
    """One stored text of an event."""

    record: str
    """Record that holds it."""
    part: int
    """Part inside the record."""
    text: Redacted
    """The text."""


def session_of(tree: SessionTree, key: str) -> RedactedSession | None:
    """The session of a tree with this key."""
    return next((s for s in (tree.root, *tree.children) if s.key == key), None)


def event_of(tree: SessionTree, shown: ShownEvent) -> Message[Redacted] | ToolCall[Redacted] | None:
    """The message or call that was shown; None when the tree has none."""
    session = session_of(tree, shown.session)
    if session is None:
        return None
    message = next((m for m in session.messages if m.event == shown.event), None)
    return message or next((c for c in session.calls if c.call == shown.event), None)


def evidence_of(tree: SessionTree, shown: ShownEvent, words: str) -> Evidence | None:
    """Evidence for words that stand in an event, in their stored spelling, at most 300 characters.

    None when they stand in no single stored text of it: words that were put together for showing
    are nobody's.
    """
    event = event_of(tree, shown)
    for place in _places(event) if event is not None else ():
        for start, end in _found(words, place.text):
            if 0 < end - start <= LONGEST:
                quote = seal(require(place.text)[start:end])
                return Evidence(shown.event, shown.session, place.record, place.part, quote)
    return None


def _found(words: str, text: Redacted) -> Iterator[tuple[int, int]]:
    """Where words stand in a stored text; names that were masked for showing are no obstacle."""
    if ADDRESS not in words and FOLDER not in words:
        yield from occurrences(words, text)
        return
    masked, places = with_places(text)
    for start, end in occurrences(words, masked):
        yield places[start], places[end]


def _places(event: Message[Redacted] | ToolCall[Redacted]) -> Iterator[Place]:
    if isinstance(event, ToolCall):
        for given in (event.command, event.path, event.arguments):
            if given:
                yield Place(event.record, event.part, given)
        record = event.result_record or event.record
        for output in (event.output, event.output_tail):
            if output:
                yield Place(record, event.part if record == event.record else 0, output)
        return
    for part in event.parts:
        if part.kind is PartKind.TEXT and part.text:
            yield Place(event.record, part.index, part.text)
