-- Stored sessions that come again, with the counts that a load asks for.
SELECT total.events, total.content_digest, session.*
FROM session JOIN session_total AS total ON total.session = session.key
WHERE session.key IN (SELECT unnest(?))
