-- Calls of a session that come again.
SELECT call, copy_key, rowid
FROM tool_call
WHERE session = ?
