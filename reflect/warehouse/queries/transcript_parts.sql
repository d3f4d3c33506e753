-- Words of some sessions in the order of their messages; rows a fork copied are left out.
SELECT message.session, message.event, part.text
FROM part
JOIN message ON message.session = part.session AND message.event = part.event
WHERE part.rowid IN (SELECT rowid FROM part WHERE session IN (SELECT unnest($1)))
  AND message.rowid IN (SELECT rowid FROM message WHERE session IN (SELECT unnest($1)))
  AND message.copy_of IS NULL
ORDER BY message.session, message.position, message.event, part.part_index
