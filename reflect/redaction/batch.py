"""Redacts the texts of many sessions at once, by the way that is faster for their size."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from reflect.redaction.learned import learnable
from reflect.redaction.masking import Unmasked, masked_together
from reflect.redaction.masks import UNREDACTABLE
from reflect.redaction.opened import Family, Opened
from reflect.redaction.redactor import BULK_CHARACTERS, Redactor
from reflect.redaction.spans import Span

Wanted = Mapping[str, Sequence[Opened] | None]
"""Texts that must be searched, with what to look for in each window; None: for everything."""
Found = Mapping[str, Sequence[Span] | None]
"""Texts with secrets; None: it cannot be searched."""


def redacted_groups(
    redactor: Redactor, groups: Sequence[Sequence[str]], *, bulk: bool | None = None
) -> list[list[str]]:
    """Each group's texts redacted, in order; a group shares the values it taught.

    Args:
        redactor: The rules with their key.
        groups: Texts of one session each.
        bulk: Whether polars looks first; by size when None. Both ways give the same result.
    """
    texts = dict.fromkeys(chain.from_iterable(groups))
    if bulk is None:
        bulk = sum(map(len, texts)) > BULK_CHARACTERS
    prepared, wanted = _suspected(redactor, texts) if bulk else _all(redactor, texts)
    searched = {text: redactor.spans(text, opened) for text, opened in wanted.items()}
    found = {text: spans for text, spans in searched.items() if spans is None or spans}
    ready = [[prepared[text] for text in group] for group in groups]
    if not found:
        return ready
    unmasked = [list(_unmasked(group, found, wanted)) for group in ready]
    every = list(chain.from_iterable(unmasked))
    if bulk:
        masked = iter(masked_together(redactor, every))
    else:
        masked = iter([redactor.masked(one.text, one.learned, one.spans) for one in every])
    return [
        _with_masks(group, found, {one.text: next(masked) for one in of_group})
        for group, of_group in zip(ready, unmasked, strict=True)
    ]


def _all(redactor: Redactor, texts: Iterable[str]) -> tuple[Mapping[str, str], Wanted]:
    """The texts as prepared, each to be searched for everything."""
    prepared = {text: redactor.prepared(text) for text in texts}
    return prepared, dict.fromkeys(prepared.values())


def _suspected(redactor: Redactor, texts: Iterable[str]) -> tuple[Mapping[str, str], Wanted]:
    """The texts as prepared, and those that polars would have searched."""
    from reflect.redaction.bulk import suspects

    prepared = {text: redactor.shortened(text) for text in texts}
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


def _unmasked(group: Sequence[str], found: Found, wanted: Wanted) -> Iterator[Unmasked]:
    """The texts of one group in which something must be masked, each once."""
    with_secrets = dict.fromkeys([text for text in group if text in found])
    values: list[str] = []
    for text in with_secrets:
        values = learnable(found[text] or (), values)
    learned = tuple(values)
    for text in with_secrets:
        if spans := found[text]:
            yield Unmasked(text, learned, tuple(spans), _is_encoded(text, wanted))
    if learned:
        others = [text for text in dict.fromkeys(group) if text not in found]
        holding = [text for value in learned for text in others if value in text]
        for text in dict.fromkeys(holding):
            yield Unmasked(text, learned, (), _is_encoded(text, wanted))


def _is_encoded(text: str, wanted: Wanted) -> bool:
    """Whether readable base64 may stand in it; what polars opens nothing in holds none."""
    windows = wanted.get(text, ())
    return windows is None or any(Family.ENCODED in one.families for one in windows)


def _with_masks(group: list[str], found: Found, masked: Mapping[str, str]) -> list[str]:
    """One group's texts redacted."""
    return [
        UNREDACTABLE if found.get(text, ()) is None else masked.get(text, text) for text in group
    ]
