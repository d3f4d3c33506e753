-- The session that runs this very command: its newest call has no end and starts reflect.
SELECT DISTINCT link.root
FROM tool_call AS last
JOIN session_link AS link ON link.session = last.session
WHERE last.status = 'running'
  AND regexp_matches(last.command, '(^|[\s;&|/(])reflect(\s|$)')
  AND NOT EXISTS (
      SELECT 1 FROM tool_call AS later
      WHERE later.session = last.session
        AND (later.position, later.part) > (last.position, last.part)
  )
ORDER BY link.root
