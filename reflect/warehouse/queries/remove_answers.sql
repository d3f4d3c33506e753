-- The sessions in which touched answers were counted.
DELETE FROM answer USING touched_answer AS touched
WHERE answer.agent = touched.agent AND answer.answer_id = touched.answer_id
RETURNING answer.session
