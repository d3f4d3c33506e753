"""The parent of a thread whose file begins with a copy of it: looked up, and waited for.

A parent can be out of sight for a moment: between two places, or being compressed. What the fork
then keeps is not its own, so it is read again until the parent is there, or the fork is old.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from reflect.errors import ReflectError
from reflect.importers.codex.copied import WITHOUT_PARENT, History
from reflect.importers.codex.places import Rollout
from reflect.importers.codex.state import Carry, Reading
from reflect.importers.codex.thread_files import ThreadFiles
from reflect.model.source import LedgerEntry
from reflect.model.vocabulary import BadRecord

Find = Callable[[str], Rollout | None]
"""The rollout of a thread in the same store."""

WAITED_NS = 3_600 * 10**9
"""How long after its last line a fork is read again, while its parent is gone: an hour. One whose
parent was deleted would else be read by every import for ever."""


def history(reading: Reading, root: Path, find: Find) -> History | None:
    """What the parent's rollout holds; None where it is gone."""
    carry = reading.carry
    parent = find(carry.parent) if carry.parent else None
    carry.orphan = True
    if parent is not None and parent.thread != carry.native_id:
        files = ThreadFiles(parent, root)
        try:
            found = History(line for reader in files.readers() for line in reader)
        except ReflectError:
            pass
        else:
            carry.orphan = BadRecord.BROKEN_FRAME in files.bad
            return found
    reading.unknown[WITHOUT_PARENT] += 1
    return None


def is_back(carry: Carry, find: Find) -> bool:
    """Whether the parent that was gone when the thread was read can be read now."""
    return carry.orphan and carry.parent is not None and find(carry.parent) is not None


def remembered(entry: LedgerEntry, carry: Carry) -> LedgerEntry:
    """What the ledger keeps; where the parent may come back, nothing that matches the file."""
    if not carry.orphan or abs(time.time_ns() - entry.mtime_ns) > WAITED_NS:
        return entry
    return replace(entry, mtime_ns=0)
