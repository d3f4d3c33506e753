-- Before rows are replaced: the copy keys and answers the changed sessions had, because other
-- sessions that share them may have to be counted anew.
INSERT INTO touched_key
SELECT agent, copy_key FROM message SEMI JOIN changed USING (session) WHERE copy_key IS NOT NULL
UNION
SELECT agent, copy_key FROM tool_call SEMI JOIN changed USING (session) WHERE copy_key IS NOT NULL;

INSERT INTO touched_answer
SELECT DISTINCT agent, coalesce(answer_id, session || '/' || event)
FROM message SEMI JOIN changed USING (session)
WHERE output IS NOT NULL;
