-- Stored sessions that come again: what is counted of each, then its own row.
SELECT total.*, session.*
FROM session JOIN session_total AS total ON total.session = session.key
WHERE session.key IN (SELECT unnest(?))
