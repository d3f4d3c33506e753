-- Messages of a session that come again, with the answer that counts their tokens.
SELECT event, copy_key,
    CASE WHEN output IS NOT NULL THEN coalesce(answer_id, session || '/' || event) END AS answer,
    kind
FROM message
WHERE session = ?
