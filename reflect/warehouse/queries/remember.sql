-- Before rows are replaced: the copy keys and answers they have, because other sessions that
-- share them may have to be counted anew. $1: the sessions.
INSERT INTO pending_copy_key
SELECT agent, copy_key FROM message
WHERE session IN (SELECT unnest($1)) AND copy_key IS NOT NULL
UNION
SELECT agent, copy_key FROM tool_call
WHERE session IN (SELECT unnest($1)) AND copy_key IS NOT NULL
