"""The archive: the only folder that speaks DuckDB. Sessions in, typed rows out.

Importing this package does not import duckdb; opening a warehouse does. What it offers is loaded
when it is asked for first: the file is opened on another core (``opening_ahead``) while a command
loads the 40 modules of the rest, which takes as long.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reflect.warehouse.session_columns import SessionColumns
    from reflect.warehouse.statements import schema_version
    from reflect.warehouse.stored_trees import StoredTree, tree_value
    from reflect.warehouse.transcripts import transcript_of
    from reflect.warehouse.values import (
        Analysis,
        CheckRun,
        DuplicateUnit,
        LoadCounts,
        LoadedUnit,
        PatternOccurrence,
        Run,
        StoredFinding,
        StoreRow,
        TurnRow,
    )
    from reflect.warehouse.warehouse import Warehouse, open_warehouse

__all__ = [
    "Analysis",
    "CheckRun",
    "DuplicateUnit",
    "LoadCounts",
    "LoadedUnit",
    "PatternOccurrence",
    "Run",
    "SessionColumns",
    "StoreRow",
    "StoredFinding",
    "StoredTree",
    "TurnRow",
    "Warehouse",
    "open_warehouse",
    "schema_version",
    "transcript_of",
    "tree_value",
]

ELSEWHERE = {
    "SessionColumns": "session_columns",
    "StoredTree": "stored_trees",
    "Warehouse": "warehouse",
    "open_warehouse": "warehouse",
    "schema_version": "statements",
    "transcript_of": "transcripts",
    "tree_value": "stored_trees",
}
"""Name → the module that holds it; the others are in ``values``."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load what is asked for."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{ELSEWHERE.get(name, 'values')}"), name)
        globals()[name] = found
        return found
