"""Stores into the warehouse and nothing else: what analyses and reports is not imported."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from reflect import paths
from reflect.model.rows import StoreCount
from reflect.pipeline import finding_stores
from reflect.pipeline.finding_stores import StoreRequest
from reflect.pipeline.listing import Listing
from reflect.pipeline.readers_ahead import readers_ahead
from reflect.redaction.key import load_or_create_key
from reflect.warehouse import open_warehouse

if TYPE_CHECKING:
    from reflect.pipeline.importing import Progress

AnswerT = TypeVar("AnswerT")


def import_only(
    request: StoreRequest,
    progress: "Progress",
    put: Callable[[tuple[StoreCount, ...]], AnswerT],
) -> tuple[tuple[StoreCount, ...], AnswerT]:
    """Import without analysing; ``put`` makes the answer while what was imported is written down.

    Raises ``ReflectError``.
    """
    key = load_or_create_key(paths.key_file())
    stores = finding_stores.find(request)
    with (
        readers_ahead(stores, key),
        nullcontext(Listing(stores)) as listing,
        open_warehouse(paths.warehouse_file(), write=True) as warehouse,
    ):
        # Loaded while the readers of a first import start, which takes them longer.
        from reflect.pipeline import importing
        from reflect.pipeline.aside import Aside
        from reflect.warehouse.beside import Beside

        counts = importing.import_stores(warehouse, stores, key, progress, listing=listing)
        with Aside(warehouse, Beside.write_down):
            held = warehouse.held_sessions()
            if any(count.error for count in counts):
                # Of a store that could not be read it was not asked which sessions are missing.
                missing = {(row.agent, row.path): row.missing for row in warehouse.store_rows()}
            else:
                missing = {(count.agent, count.path): count.missing for count in counts}
            counts = tuple(
                _with_unchanged(count, held.get(place, 0) - missing.get(place, 0))
                for count in counts
                for place in [(count.agent, count.path)]
            )
            return counts, put(counts)


def _with_unchanged(count: StoreCount, present: int) -> StoreCount:
    """The sessions of units that were not read are unchanged too."""
    return replace(count, same=max(count.same, present - count.new - count.changed))
