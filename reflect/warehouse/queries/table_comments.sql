SELECT table_name, column_name, comment FROM (
SELECT table_name, '' AS column_name, comment, -1 AS place
FROM duckdb_tables() WHERE NOT internal AND NOT temporary
UNION ALL
SELECT view_name, '', comment, -1 FROM duckdb_views() WHERE NOT internal AND NOT temporary
UNION ALL
SELECT table_name, column_name, comment, column_index
FROM duckdb_columns() WHERE NOT internal AND database_name = current_database()
)
ORDER BY table_name, place
