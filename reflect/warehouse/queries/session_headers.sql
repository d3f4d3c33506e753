-- Headers with the relation and parent that the copies of a fork have told.
SELECT session.*, link.relation, coalesce(session.parent_id, parent.native_id)
FROM session
JOIN session_link AS link ON link.session = session.key
LEFT JOIN session AS parent ON parent.key = link.parent
WHERE session.key IN (SELECT unnest(?))
