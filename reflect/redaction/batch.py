"""Redacts the texts of many sessions at once, by the way that is faster for their size."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from reflect.redaction.learned import learnable
from reflect.redaction.masking import Unmasked, masked_together
from reflect.redaction.masks import UNREDACTABLE
from reflect.redaction.opened import Family, Opened
from reflect.redaction.redactor import BULK_CHARACTERS, Redactor
from reflect.redaction.session_texts import Place, TextColumn
from reflect.redaction.spans import Span

Wanted = Mapping[str, Sequence[Opened] | None]
"""Texts that must be searched, with what to look for in each window; None: for everything."""
Found = Mapping[str, Sequence[Span] | None]
"""Texts with secrets; None: it cannot be searched."""
Texts = list[str | None]
"""The texts of one column."""


def redacted_columns(
    redactor: Redactor, columns: Sequence[TextColumn], *, bulk: bool | None = None
) -> list[Texts]:
    """The texts of each column redacted; those of one session share the values it taught.

    Args:
        redactor: The rules with their key.
        columns: Texts of the same sessions.
        bulk: Whether polars looks first; by size when None. Both ways give the same result.
    """
    texts = dict.fromkeys(filter(None, chain.from_iterable([one.texts for one in columns])))
    if bulk is None:
        bulk = sum(map(len, texts)) > BULK_CHARACTERS
    prepared, wanted = _suspected(redactor, texts) if bulk else _all(redactor, texts)
    searched = {text: redactor.spans(text, opened) for text, opened in wanted.items()}
    found = {text: spans for text, spans in searched.items() if spans is None or spans}
    known: dict[str | None, str | None] = {None: None, "": ""}
    known.update(prepared.items())
    ready = [list(map(known.__getitem__, one.texts)) for one in columns]
    if not found:
        return ready
    with_secrets = _with_secrets(columns, ready, found)
    unmasked = {
        session: list(_unmasked(own, partial(_of_session, columns, ready, session), found, wanted))
        for session, own in with_secrets.items()
    }
    every = list(chain.from_iterable(unmasked.values()))
    if bulk:
        masked = iter(masked_together(redactor, every))
    else:
        masked = iter([redactor.masked(one.text, one.learned, one.spans) for one in every])
    for session, own in with_secrets.items():
        masks: dict[str | None, str] = {one.text: next(masked) for one in unmasked[session]}
        masks |= {text: UNREDACTABLE for text in own if found[text] is None}
        for one, texts_ready in zip(columns, ready, strict=True):
            span = slice(one.bounds[session], one.bounds[session + 1])
            if not masks.keys().isdisjoint(texts_ready[span]):
                texts_ready[span] = [masks.get(text, text) for text in texts_ready[span]]
    return ready


def _with_secrets(
    columns: Sequence[TextColumn], ready: Sequence[Texts], found: Found
) -> dict[int, list[str]]:
    """Numbers of sessions → their texts with secrets, each once, in the order of the records."""
    hits: defaultdict[int, list[tuple[Place, str]]] = defaultdict(list)
    for column, texts in zip(columns, ready, strict=True):
        if found.keys().isdisjoint(texts):
            continue
        for number, text in enumerate(texts):
            if text is not None and text in found:
                session = bisect_right(column.bounds, number) - 1
                hits[session].append((column.place(number), text))
    return {
        session: list(dict.fromkeys([text for _, text in sorted(own)]))
        for session, own in hits.items()
    }


def _of_session(
    columns: Sequence[TextColumn], ready: Sequence[Texts], session: int
) -> dict[str, None]:
    """All texts of one session, each once."""
    pieces = [
        texts[one.bounds[session] : one.bounds[session + 1]]
        for one, texts in zip(columns, ready, strict=True)
    ]
    return dict.fromkeys(filter(None, chain.from_iterable(pieces)))


def _all(redactor: Redactor, texts: Iterable[str]) -> tuple[dict[str, str], Wanted]:
    """The texts as prepared, each to be searched for everything."""
    prepared = {text: redactor.prepared(text) for text in texts}
    return prepared, dict.fromkeys(prepared.values())


def _suspected(redactor: Redactor, texts: Collection[str]) -> tuple[dict[str, str], Wanted]:
    """The texts as prepared, and those that polars would have searched."""
    from reflect.redaction.bulk import suspects

    prepared = redactor.shortened(texts)
    distinct = list(dict.fromkeys(prepared.values()))
    try:
        opened = suspects(distinct)
    except UnicodeEncodeError:
        # A lone surrogate: polars takes none. Hardly a batch holds one, and looking for one in
        # every text took as long as the search for the home folder.
        prepared = {text: redactor.prepared(text) for text in texts}
        distinct = list(dict.fromkeys(prepared.values()))
        opened = suspects(distinct)
    return prepared, {distinct[place]: windows for place, windows in opened.items()}


def _unmasked(
    with_secrets: Sequence[str], texts: Callable[[], Iterable[str]], found: Found, wanted: Wanted
) -> Iterator[Unmasked]:
    """The texts of one session in which something must be masked, each once."""
    values: list[str] = []
    for text in with_secrets:
        values = learnable(found[text] or (), values)
    learned = tuple(values)
    for text in with_secrets:
        if spans := found[text]:
            yield Unmasked(text, learned, tuple(spans), _is_encoded(text, wanted))
    if learned:
        others = [text for text in texts() if text not in found]
        holding = [text for value in learned for text in others if value in text]
        for text in dict.fromkeys(holding):
            yield Unmasked(text, learned, (), _is_encoded(text, wanted))


def _is_encoded(text: str, wanted: Wanted) -> bool:
    """Whether readable base64 may stand in it; what polars opens nothing in holds none."""
    windows = wanted.get(text, ())
    return windows is None or any(Family.ENCODED in one.families for one in windows)
