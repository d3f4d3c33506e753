"""Events as JSON lines under a tag: data that cannot close its own fence.

The tag is made of what it encloses, so that no record can hold it, and the same input gives the
same bytes. Characters that show nothing or change the direction of a text are written as escapes.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Sequence

from reflect.classifier.events import SessionEvent
from reflect.model.frozen import dataclass
from reflect.model.model_request import ShownEvent
from reflect.model.redacted import Redacted, seal

FENCE = re.compile(r"<(record-[0-9a-f]{16})>\n(?P<lines>.*?)\n</\1>", re.S)
"""A record with its tag."""

UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
"""Categories of characters that are escaped: control, format, private, line separators."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a record."""

    shown: ShownEvent | None
    """The event it tells; None for a gap."""
    text: Redacted
    """The line: one JSON object, no line break."""


def numbered(
    events: Iterable[SessionEvent | int], pointed: Iterable[tuple[str, str]] = ()
) -> tuple[Line, ...]:
    """Events as lines, numbered ``e1`` …; a number among them says how many are left out there.

    ``pointed``: (session, event) of those that are marked as what a rule points at.
    """
    marked = frozenset(pointed)
    lines: list[Line] = []
    count = 0
    for event in events:
        if isinstance(event, int):
            lines.append(Line(None, written({"left_out": event})))
            continue
        count += 1
        shown = ShownEvent(
            id=f"e{count}",
            session=event.session,
            event=event.event,
            record=event.record,
            part=event.part,
            position=event.position,
            kind=event.kind,
            text=event.text,
        )
        told: dict[str, object] = {"id": shown.id, "kind": shown.kind.value, **event.marks}
        if (event.session, event.event) in marked:
            told["pointed_at"] = True
        if event.text:
            told["text"] = event.text
        lines.append(Line(shown, written(told)))
    return tuple(lines)


def written(told: object) -> Redacted:
    """A value of redacted texts and words of reflect as one line of JSON."""
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    if not text.isascii() or not text.isprintable():
        text = "".join(
            json.dumps(c)[1:-1] if unicodedata.category(c) in UNSEEN else c for c in text
        )
    return seal(text)


def fenced(lines: Sequence[str]) -> Redacted:
    """The lines between a tag and its end."""
    body = "\n".join(lines)
    tag = f"record-{hashlib.sha256(body.encode()).hexdigest()[:16]}"
    return seal(f"<{tag}>\n{body}\n</{tag}>")
