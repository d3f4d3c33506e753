"""Pages of codes, kept since the last start: reading them imports every code and its features."""

import json
from collections.abc import Callable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from reflect.derived import kept
from reflect.model import finding, vocabulary
from reflect.model.finding import CodePage
from reflect.model.vocabulary import Family, Owner

SHAPES = tuple(Path(str(module.__file__)) for module in (finding, vocabulary))
"""Files that say what a page is made of."""


def kept_pages(sources: str, read: Callable[[], tuple[CodePage, ...]]) -> tuple[CodePage, ...]:
    """What ``read`` gives, or gave when the hash ``sources`` was the same."""
    found = kept("code-pages", SHAPES, lambda: _written(read()), salt=sources)
    return tuple(_page(row) for row in json.loads(found))


def _written(pages: tuple[CodePage, ...]) -> bytes:
    return json.dumps([asdict(page) for page in pages]).encode()


def _page(row: dict[str, Any]) -> CodePage:
    words: dict[str, Any] = {"family": Family, "owner": Owner}
    return CodePage(
        **{
            one.name: words[one.name](row[one.name]) if one.name in words else row[one.name]
            for one in fields(CodePage)
        }
    )
