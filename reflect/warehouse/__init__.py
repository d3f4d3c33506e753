"""The archive: the only folder that speaks DuckDB. Sessions in, typed rows out."""
