-- Tokens of an answer stand on each of its lines, and again in forks and resumed files: counted
-- once over all sessions, from the line with the most output (the last one on a tie; earlier
-- lines may hold place-holders), copied lines left out. Gives the sessions that count them.
INSERT INTO answer
SELECT agent, line_answer, session, event, model, sent_at,
    coalesce(input_uncached, 0), coalesce(cache_read, 0), coalesce(cache_write, 0), output,
    reasoning, cost
FROM (
    SELECT *, coalesce(answer_id, session || '/' || event) AS line_answer FROM message
    WHERE output IS NOT NULL AND copy_of IS NULL
) AS line
SEMI JOIN touched_answer AS touched
    ON touched.agent = line.agent AND touched.answer_id = line.line_answer
QUALIFY row_number() OVER (
    PARTITION BY agent, line_answer ORDER BY output DESC, position DESC, session, event
) = 1
RETURNING session
