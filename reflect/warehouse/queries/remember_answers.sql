-- As remember.sql, for the answers.
INSERT INTO pending_answer
SELECT DISTINCT agent, coalesce(answer_id, session || '/' || event)
FROM message
WHERE session IN (SELECT unnest(?)) AND output IS NOT NULL
