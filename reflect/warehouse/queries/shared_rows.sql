-- A row of a loaded session, as it is or as it was, that another session holds too or held.
WITH touched AS (
    SELECT agent, copy_key FROM pending_copy_key
    UNION ALL
    SELECT agent, copy_key FROM message WHERE session IN (FROM pending_session)
    UNION ALL
    SELECT agent, copy_key FROM tool_call WHERE session IN (FROM pending_session)
)
SELECT 1
FROM (
    SELECT agent, copy_key, session, copy_of FROM message
    UNION ALL
    SELECT agent, copy_key, session, copy_of FROM tool_call
)
SEMI JOIN touched USING (agent, copy_key)
GROUP BY agent, copy_key
HAVING min(session) <> max(session) OR count(copy_of) > 0
LIMIT 1
