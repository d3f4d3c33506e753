-- Of the calls of each affected session: how many there are; of its own, those of the model, and how
-- many failed or were denied; digests of all and of its own.
-- Rows are chosen twice, as in totals_of_messages.sql.
SELECT session,
    count(*),
    count(*) FILTER (by_model),
    count(*) FILTER (by_model AND status IN ('error', 'invalid')),
    count(*) FILTER (by_model AND status = 'denied'),
    bit_xor(digest),
    bit_xor(digest) FILTER (copy_of IS NULL)
FROM (
    SELECT session, status, copy_of,
        copy_of IS NULL AND NOT by_human AS by_model,
        hash(call, position, record, part, name, tool, status, by_human, batch, result_record,
            command, path, arguments, exit_code, exit_source, denied_by, output, output_tail,
            output_bytes, output_digest, started_at, ended_at, child, copy_key, reverted,
            added_lines, removed_lines) AS digest
    FROM tool_call
    WHERE session IN (SELECT session FROM affected)
      AND rowid IN (SELECT rowid FROM tool_call WHERE session IN (SELECT session FROM affected))
)
GROUP BY session
