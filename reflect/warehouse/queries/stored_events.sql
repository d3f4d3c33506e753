-- Messages and calls of stored sessions, $1, that come whole again.
SELECT session, event FROM message WHERE session IN (SELECT unnest($1::VARCHAR[]))
UNION ALL
SELECT session, call FROM tool_call WHERE session IN (SELECT unnest($1::VARCHAR[]))
