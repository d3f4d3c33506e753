-- As shared_rows.sql, of the copy keys $2, each of the agent beside it in $1.
SELECT agent, copy_key, session, copy_of IS NOT NULL
FROM (
    SELECT agent, copy_key, session, copy_of FROM message
    UNION ALL
    SELECT agent, copy_key, session, copy_of FROM tool_call
)
SEMI JOIN (SELECT unnest($1) AS agent, unnest($2) AS copy_key) USING (agent, copy_key)
