"""Fewer searches for reference cycles while a hundred thousand values are made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

NEW_VALUES = 100_000
"""Values made, less those freed, between two searches; by default 700."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Search seldom, and never among what was there before.

    Sessions hold no cycles: they are freed as soon as a batch is stored. Searching them for cycles
    took 4 % of an import's time, and 9 % of one of small files.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(NEW_VALUES, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
