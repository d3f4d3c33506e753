"""Columns as Arrow's values, which DuckDB reads where they stand.

Importing this file loads the whole of ``duckdb``, 70 ms of a processor beyond its engine: only that
teaches the engine to read what is Arrow's (DuckDB 2.0.1).
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import duckdb  # noqa: F401 - see above
import nanoarrow
from nanoarrow.c_array import CArray
from nanoarrow.c_array_stream import CArrayStream

from reflect.warehouse.columns import NOTHING, Column, Columns

WIDTH = 8
"""Bytes of a number, a time, or the place where a text ends."""

TYPES: Mapping[str, nanoarrow.Schema] = MappingProxyType(
    {
        NOTHING: nanoarrow.null(),
        "text": nanoarrow.large_string(),
        "int": nanoarrow.int64(),
        "float": nanoarrow.float64(),
        "bool": nanoarrow.bool_(),
        "timestamp": nanoarrow.timestamp("us"),
    }
)
"""What ``Column.kind`` names."""


def arrow(pieces: Sequence[Columns]) -> nanoarrow.Array:
    """Rows of one table, in some pieces, as one; its columns are named by their numbers, from 0."""
    kinds = [
        next((one.kind for one in same if one.kind != NOTHING), NOTHING)
        for same in zip(*(piece.columns for piece in pieces), strict=True)
    ]
    schema = nanoarrow.struct({str(number): TYPES[kind] for number, kind in enumerate(kinds)})
    arrays = [_array(schema, kinds, piece) for piece in pieces]
    stream = CArrayStream.from_c_arrays(arrays, nanoarrow.c_schema(schema), move=True)
    return nanoarrow.Array(stream)


def _array(schema: nanoarrow.Schema, kinds: Sequence[str], piece: Columns) -> CArray:
    size = piece.length
    children = [
        nanoarrow.c_array_from_buffers(TYPES[kind], size, _buffers(kind, one, size))
        for kind, one in zip(kinds, piece.columns, strict=True)
    ]
    return nanoarrow.c_array_from_buffers(schema, size, (None,), children=children, move=True)


def _buffers(kind: str, column: Column, size: int) -> tuple[bytes | None, ...]:
    """The buffers of a column, of another kind where it holds nothing and others hold that."""
    if column.kind == kind:
        return column.buffers
    nothing = bytes((size + 7) // 8)
    if kind == "bool":
        return nothing, nothing
    values = bytes((size + 1) * WIDTH)
    return (nothing, values, b"") if kind == "text" else (nothing, values[WIDTH:])
