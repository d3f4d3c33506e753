"""The readers of a first import are started before its warehouse is made and its stores are listed.

They take 0.15 s to start, on another core. Only a run that has no warehouse yet must read all that
its stores hold, so only there their size tells that readers will be wanted.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from reflect import paths
from reflect.pipeline.finding_stores import Store

if TYPE_CHECKING:
    from reflect.pipeline.processes import Processes

_begun: "list[Processes]" = []


@contextmanager
def readers_ahead(stores: Sequence[Store], key: bytes) -> Iterator[None]:
    """Start them, if they will be wanted; those that nobody took end with the block."""
    if not paths.warehouse_file().exists():
        _begin(stores, key)
    try:
        yield
    finally:
        while _begun:
            _begun.pop().close()


def taken() -> "Processes | None":
    """The readers that were started, for who closes them; None where none were."""
    return _begun.pop() if _begun else None


def _begin(stores: Sequence[Store], key: bytes) -> None:
    from reflect.pipeline.readers import WORTH_BYTES, reader_count, started

    sources = [source for _, source in stores if source.server is None]
    if reader_count() > 1 and _hold([source.path for source in sources], WORTH_BYTES):
        _begun.append(started((key, paths.home_spellings())))


def _hold(places: Sequence[Path], least: int) -> bool:
    """Whether there are files of so many bytes in these places."""
    size = 0
    for place in places:
        for file in _files(place):
            with suppress(OSError):
                size += file.stat().st_size
                if size >= least:
                    return True
    return False


def _files(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
        return
    for folder, _, names in os.walk(place):
        for name in names:
            yield Path(folder, name)
