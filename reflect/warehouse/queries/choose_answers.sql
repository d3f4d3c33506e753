-- Tokens of an answer stand on each of its lines, and again in forks and resumed files: counted
-- once over all sessions, from the line with the most output (the last one on a tie; earlier
-- lines may hold place-holders). ~ turns an order around as a minus does, and every number has one.
SELECT agent, coalesce(answer_id, session || '/' || event), session, event, model, sent_at,
    coalesce(input_uncached, 0), coalesce(cache_read, 0), coalesce(cache_write, 0), output,
    reasoning, cost
FROM message
WHERE rowid IN (
    SELECT arg_min(line, row(~output, ~position, session, event))
    FROM counted_line
    GROUP BY agent, answer_id
)
