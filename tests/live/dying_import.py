"""A process that imports, and is killed while it does: ``dying_import.py WAREHOUSE HOME``.

It says ``begins`` when the warehouse is open, and keeps what it reads in many transactions.
"""

import sys
from pathlib import Path

from interleaving import imported

from reflect.importers.codex import Codex
from reflect.pipeline import unit_loading
from reflect.warehouse import open_warehouse

if __name__ == "__main__":
    unit_loading.BATCH_BYTES = unit_loading.TRANSACTION_BYTES = 20_000
    with open_warehouse(Path(sys.argv[1]), write=True) as warehouse:
        print("begins", flush=True)  # noqa: T201 - the killer waits for it
        imported(warehouse, Codex(), Path(sys.argv[2]))
