-- Rows with a touched key, and whether they are copies.
SELECT agent, copy_key, session, copy_of IS NOT NULL
FROM (
    SELECT agent, copy_key, session, copy_of FROM message
    UNION ALL
    SELECT agent, copy_key, session, copy_of FROM tool_call
)
SEMI JOIN pending_copy_key USING (agent, copy_key)
