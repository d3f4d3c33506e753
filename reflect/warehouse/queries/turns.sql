SELECT session.agent, session.native_id, session.path, turn.* EXCLUDE (root)
FROM turn
JOIN session ON session.key = turn.session
JOIN session_total AS total ON total.session = turn.session
WHERE ?::BOOLEAN OR turn.session IN (SELECT unnest(?::VARCHAR[]))
ORDER BY total.started_at NULLS LAST, turn.session, turn.position, turn.event
