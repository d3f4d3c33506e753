"""The archive: the only folder that speaks DuckDB. Sessions in, typed rows out.

Importing this package does not import duckdb; opening a warehouse does.
"""

from reflect.warehouse.session_columns import SessionColumns, session_columns
from reflect.warehouse.statements import schema_version
from reflect.warehouse.stored_trees import StoredTree, tree_value
from reflect.warehouse.transcripts import transcript_of
from reflect.warehouse.values import (
    Analysis,
    CheckRun,
    DuplicateUnit,
    InstructionLine,
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
    "InstructionLine",
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
    "session_columns",
    "transcript_of",
    "tree_value",
]
