-- Whether a call that has no end starts reflect.
SELECT 1
FROM tool_call
WHERE status = 'running' AND regexp_matches(command, '(^|[\s;&|/(])reflect(\s|$)')
LIMIT 1
