-- Lines that may stand for an answer: all that tell of tokens and are no copies.
SELECT rowid AS line, agent, coalesce(answer_id, session || '/' || event) AS answer_id,
    output, position, session, event
FROM message WHERE output IS NOT NULL AND copy_of IS NULL
