-- Texts of some sessions in which something was masked; rows a fork copied are left out. Rows are
-- chosen by rowid: of the others only the session column is read.
SELECT part.text
FROM part
JOIN message ON message.session = part.session AND message.event = part.event
WHERE part.rowid IN (SELECT rowid FROM part WHERE session IN (SELECT unnest($1)))
  AND message.rowid IN (SELECT rowid FROM message WHERE session IN (SELECT unnest($1)))
  AND message.copy_of IS NULL
  AND contains(part.text, '⟨')
UNION ALL
SELECT text FROM (
    SELECT unnest([arguments, output, output_tail]) AS text
    FROM tool_call
    WHERE rowid IN (SELECT rowid FROM tool_call WHERE session IN (SELECT unnest($1)))
      AND copy_of IS NULL
)
WHERE contains(text, '⟨')
