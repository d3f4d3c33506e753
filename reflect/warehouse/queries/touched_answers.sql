-- Answers whose tokens may stand in another line now.
CREATE OR REPLACE TEMP TABLE touched_answer AS
SELECT agent, answer_id FROM pending_answer
UNION
SELECT agent, coalesce(answer_id, session || '/' || event)
FROM message SEMI JOIN affected USING (session)
WHERE output IS NOT NULL
