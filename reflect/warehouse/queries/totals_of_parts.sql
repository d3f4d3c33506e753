-- Digest of the parts of each affected session.
-- Rows are chosen twice, as in totals_of_messages.sql.
SELECT session,
    bit_xor(hash(event, part_index, kind, origin, text, native_id, media_type, size))
FROM part
WHERE session IN (SELECT session FROM affected)
  AND rowid IN (SELECT rowid FROM part WHERE session IN (SELECT session FROM affected))
GROUP BY session
