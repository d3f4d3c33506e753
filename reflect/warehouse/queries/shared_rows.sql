-- A touched key that rows of two sessions have, or that a row has which is a copy.
SELECT 1
FROM (
    SELECT agent, copy_key, session, copy_of FROM message
    UNION ALL
    SELECT agent, copy_key, session, copy_of FROM tool_call
)
SEMI JOIN pending_copy_key USING (agent, copy_key)
GROUP BY agent, copy_key
HAVING min(session) <> max(session) OR count(copy_of) > 0
LIMIT 1
