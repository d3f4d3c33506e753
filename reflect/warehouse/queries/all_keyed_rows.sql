-- Rows that forks may share: all that have a copy key.
CREATE OR REPLACE TEMP VIEW keyed_row AS
SELECT false AS is_call, rowid AS row, agent, copy_key, session, copy_of
FROM message WHERE copy_key IS NOT NULL
UNION ALL
SELECT true, rowid, agent, copy_key, session, copy_of
FROM tool_call WHERE copy_key IS NOT NULL
