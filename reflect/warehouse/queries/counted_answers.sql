-- Which answers are counted already, of those in $2, each of the agent beside it in $1.
SELECT agent, answer_id
FROM answer
SEMI JOIN (SELECT unnest($1) AS agent, unnest($2) AS answer_id) USING (agent, answer_id)
