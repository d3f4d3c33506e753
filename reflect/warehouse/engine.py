"""DuckDB's engine without the query builder around it; importing this file loads it.

``import duckdb`` takes 170 ms of a processor, of which 130 build relations, expressions and sources
of data frames that no command needs. The engine itself is the module ``_duckdb`` of the same
package, and the names below are the same objects in both (DuckDB 2.0.1). A release that keeps
them elsewhere is met by the public module.
"""

try:
    from _duckdb import (
        BinderException,
        CatalogException,
        DataError,
        DuckDBPyConnection,
        Error,
        InterruptException,
        ParserException,
        PermissionException,
        ProgrammingError,
        StatementType,
        __version__,
        connect,
    )
except ImportError:
    from duckdb import (
        BinderException,
        CatalogException,
        DataError,
        DuckDBPyConnection,
        Error,
        InterruptException,
        ParserException,
        PermissionException,
        ProgrammingError,
        StatementType,
        __version__,
        connect,
    )

__all__ = [
    "BinderException",
    "CatalogException",
    "DataError",
    "DuckDBPyConnection",
    "Error",
    "InterruptException",
    "ParserException",
    "PermissionException",
    "ProgrammingError",
    "StatementType",
    "__version__",
    "connect",
]
