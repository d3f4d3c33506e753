-- Rows that forks may share: those with a copy key of rows that were written or replaced.
CREATE OR REPLACE TEMP TABLE touched_copy_key AS
SELECT agent, copy_key FROM pending_copy_key
UNION
SELECT agent, copy_key FROM message SEMI JOIN rewritten USING (session)
WHERE copy_key IS NOT NULL
UNION
SELECT agent, copy_key FROM tool_call SEMI JOIN rewritten USING (session)
WHERE copy_key IS NOT NULL;

CREATE OR REPLACE TEMP VIEW keyed_row AS
SELECT false AS is_call, rowid AS row, agent, copy_key, session, copy_of
FROM message SEMI JOIN touched_copy_key USING (agent, copy_key)
UNION ALL
SELECT true, rowid, agent, copy_key, session, copy_of
FROM tool_call SEMI JOIN touched_copy_key USING (agent, copy_key)
