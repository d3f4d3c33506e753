-- Outputs of calls in which something was masked; rows a fork copied are left out.
SELECT session, text FROM (
    SELECT session, unnest([output, output_tail]) AS text
    FROM tool_call
    WHERE rowid IN (SELECT rowid FROM tool_call WHERE session IN (SELECT unnest($1)))
      AND copy_of IS NULL
)
WHERE contains(text, '⟨')
