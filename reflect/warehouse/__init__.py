"""The archive: the only folder that speaks DuckDB. Sessions in, typed rows out.

Importing this package does not import duckdb; opening a warehouse does.
"""

from reflect.warehouse.values import (
    Analysis,
    BaselineCall,
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
    "BaselineCall",
    "DuplicateUnit",
    "InstructionLine",
    "LoadCounts",
    "LoadedUnit",
    "PatternOccurrence",
    "Run",
    "StoreRow",
    "StoredFinding",
    "TurnRow",
    "Warehouse",
    "open_warehouse",
]
