-- As all_lines.sql, of touched answers.
SELECT * FROM (
    SELECT rowid AS line, agent, coalesce(answer_id, session || '/' || event) AS answer_id,
        output, position, session, event
    FROM message WHERE output IS NOT NULL AND copy_of IS NULL
)
SEMI JOIN touched_answer USING (agent, answer_id)
