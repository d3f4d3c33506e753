"""Stores into the warehouse and nothing else: what analyses and reports is not imported."""

from dataclasses import replace

from reflect import paths
from reflect.model.rows import StoreCount
from reflect.pipeline import finding_stores, importing
from reflect.pipeline.finding_stores import StoreRequest
from reflect.pipeline.importing import Progress
from reflect.redaction.key import load_or_create_key
from reflect.warehouse import StoreRow, open_warehouse


def import_only(request: StoreRequest, progress: Progress) -> tuple[StoreCount, ...]:
    """Import without analysing. Raises ``ReflectError``."""
    key = load_or_create_key(paths.key_file())
    stores = finding_stores.find(request)
    with open_warehouse(paths.warehouse_file(), write=True) as warehouse:
        counts = importing.import_stores(warehouse, stores, key, progress)
        held = {(row.agent, row.path): row for row in warehouse.store_rows()}
    return tuple(_with_unchanged(count, held.get((count.agent, count.path))) for count in counts)


def _with_unchanged(count: StoreCount, held: StoreRow | None) -> StoreCount:
    """The sessions of units that were not read are unchanged too."""
    if held is None:
        return count
    same = held.sessions - held.missing - count.new - count.changed
    return replace(count, same=max(count.same, same))
