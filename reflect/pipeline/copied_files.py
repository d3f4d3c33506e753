"""Files that were read before and have only another number in their file system.

So after a home folder was restored or copied, and at every start where a file system numbers anew
(networks, containers). Read again, 10,000 of them took 52 s, where the first import had taken 9.
"""

from collections.abc import Sequence

from reflect.importers import Importer, TellsCopies
from reflect.model.redacted import Redacted
from reflect.model.source import LedgerEntry, Source, Unit
from reflect.pipeline.unit_reader import PendingUnit
from reflect.warehouse import Warehouse

SECOND = 1_000_000_000
"""Nanoseconds: many ways of copying keep no fraction of a second."""


def without_copies(
    warehouse: Warehouse,
    importer: Importer,
    source: Source,
    place: Redacted,
    pending: Sequence[PendingUnit],
) -> Sequence[PendingUnit]:
    """The units that have to be read; of the others the new number is noted."""
    if not isinstance(importer, TellsCopies):
        return pending
    copies = {
        one.name: one.unit
        for one in pending
        if one.earlier is not None
        and _is_only_renumbered(one.unit, one.earlier)
        and importer.is_copy(source, one.unit, one.earlier)
    }
    if not copies:
        return pending
    warehouse.renumber(source.agent, place, copies)
    return [one for one in pending if one.name not in copies]


def _is_only_renumbered(unit: Unit, earlier: LedgerEntry) -> bool:
    if unit.inode == earlier.inode or unit.size != earlier.size or not earlier.offset:
        return False
    if unit.mtime_ns == earlier.mtime_ns:
        return True
    return unit.mtime_ns == earlier.mtime_ns // SECOND * SECOND
