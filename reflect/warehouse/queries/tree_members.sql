-- Sessions of each tree, oldest first, and how many messages and calls each holds.
SELECT link.root, link.session, total.events
FROM session_link AS link
JOIN session_link AS root ON root.session = link.root AND root.root = root.session
JOIN session_total AS total ON total.session = link.session
WHERE link.root IN (SELECT unnest(?))
ORDER BY link.root, total.started_at NULLS LAST, link.session
