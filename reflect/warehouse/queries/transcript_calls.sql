-- Calls of some sessions in their order; rows a fork copied are left out.
SELECT session, call, arguments, output_digest
FROM tool_call
WHERE rowid IN (SELECT rowid FROM tool_call WHERE session IN (SELECT unnest($1)))
  AND copy_of IS NULL
ORDER BY session, position, part, call
