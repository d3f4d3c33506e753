"""Takes secrets out of one text. The short way: Python's `re` alone, for small texts and exits.

A text that cannot be searched never passes: it becomes ``⟨unredactable⟩`` as a whole. What counts
is its size and the number of rounds, not the clock, so the same text gives the same bytes
everywhere.
"""

from collections.abc import Collection, Iterable, Sequence

from reflect.model.redacted import Redacted, seal
from reflect.redaction.homes import home_gates, home_shortener
from reflect.redaction.learned import learnable, learned_spans
from reflect.redaction.masks import UNREDACTABLE, mask
from reflect.redaction.opened import Opened
from reflect.redaction.scan import spans_in
from reflect.redaction.spans import Span, merged

BULK_CHARACTERS = 60_000
"""Above this, loading polars' engine (35 ms) costs less than searching with Python's `re`, which
takes 1 ms for 1,000 characters."""
LARGEST_TEXT = 32_000_000
"""Characters. Every rule takes time in proportion to the text, so this is a matter of memory."""
MOST_ROUNDS = 8
"""A place-holder can leave two pieces of text that match together; random input needed three."""


class Redactor:
    """Redacts texts with one key and the spellings of one home folder."""

    def __init__(self, key: bytes, homes: tuple[str, ...]) -> None:
        self._key = key
        self._shorten = home_shortener(homes)
        self._gates = home_gates(homes)

    def text(self, raw: str) -> Redacted:
        """The text without secrets, the home folder as ``~``. Redacting twice changes nothing."""
        text = self.prepared(raw)
        opened = None
        if len(text) > BULK_CHARACTERS:
            opened = _opened(text)
            if opened is None:
                return seal(text)
        spans = self.spans(text, opened)
        if spans is None:
            return seal(UNREDACTABLE)
        return seal(self.masked(text, learnable(spans), spans) if spans else text)

    def prepared(self, raw: str) -> str:
        """The text in a form that can be written, the home folder as ``~``."""
        return self._shorten(raw if raw.isascii() else writable(raw))

    def shortened(self, raw: Collection[str]) -> dict[str, str]:
        """Texts → what :meth:`prepared` gives of each, if it holds no lone surrogate."""
        prepared = dict(zip(raw, raw, strict=True))
        for gate in self._gates:
            # A call for each text took twice as long, and few hold the name.
            holding = [text for text in raw if gate in text]
            prepared.update(zip(holding, map(self._shorten, holding), strict=True))
        return prepared

    def spans(
        self,
        text: str,
        opened: Sequence[Opened] | None = None,
        *,
        masks: Sequence[tuple[int, int]] | None = None,
    ) -> list[Span] | None:
        """Secrets of a prepared text, or None when it cannot be searched.

        ``opened`` and ``masks`` as in :func:`reflect.redaction.scan.spans_in`.
        """
        if len(text) > LARGEST_TEXT:
            return None
        try:
            return spans_in(text, opened, masks=masks)
        except Exception:
            return None

    def masked(self, text: str, learned: Sequence[str], spans: Iterable[Span]) -> str:
        """A prepared text with place-holders.

        For these spans, for learned values, and for what either brings to light.
        """
        found: Iterable[Span] | None = spans
        for _ in range(MOST_ROUNDS):
            if found is None:
                break
            after = self.replaced(text, learned, found)
            if after is None:
                return text
            text, masks = after
            found = self.spans(text, masks=masks)
        return UNREDACTABLE

    def replaced(
        self, text: str, learned: Sequence[str], found: Iterable[Span]
    ) -> tuple[str, list[tuple[int, int]]] | None:
        """The text with place-holders for these spans and for learned values, one round of them.

        And where they stand in it; None when there is nothing to mask.
        """
        spans = merged([*found, *learned_spans(text, learned)])
        if not spans:
            return None
        pieces: list[str] = []
        masks: list[tuple[int, int]] = []
        last = 0
        size = 0
        for span in spans:
            before = text[last : span.start]
            holder = mask(self._key, span.kind, span.name, span.value)
            pieces += (before, holder)
            size += len(before) + len(holder)
            masks.append((size - len(holder), size))
            last = span.end
        pieces.append(text[last:])
        return "".join(pieces), masks


def _opened(text: str) -> list[Opened] | None:
    """What to look for in each window of a long text; None when it holds no secret."""
    from reflect.redaction.bulk import suspects

    return suspects([text]).get(0)


def writable(text: str) -> str:
    """The text with lone surrogates replaced: they can be written nowhere."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
