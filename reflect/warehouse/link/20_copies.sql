-- Forks copy the rows of the session they come from. Of all rows with one copy key those of the
-- oldest session are the original; the others name it in copy_of and are never counted.
CREATE OR REPLACE TEMP TABLE session_rank AS
SELECT
    key AS session,
    row_number() OVER (ORDER BY created_at NULLS LAST, native_id, key) AS age
FROM session;

CREATE OR REPLACE TEMP TABLE touched_copy_key AS
SELECT agent, copy_key FROM pending_copy_key
UNION
SELECT agent, copy_key FROM message SEMI JOIN rewritten USING (session)
WHERE copy_key IS NOT NULL
UNION
SELECT agent, copy_key FROM tool_call SEMI JOIN rewritten USING (session)
WHERE copy_key IS NOT NULL;

CREATE OR REPLACE TEMP TABLE shared_key AS
WITH keyed AS (
    SELECT agent, copy_key, session, copy_of FROM message
    SEMI JOIN touched_copy_key USING (agent, copy_key)
    UNION ALL
    SELECT agent, copy_key, session, copy_of FROM tool_call
    SEMI JOIN touched_copy_key USING (agent, copy_key)
),
oldest AS (
    SELECT keyed.agent, keyed.copy_key, min(rank.age) AS age
    FROM keyed JOIN session_rank AS rank ON rank.session = keyed.session
    GROUP BY ALL
    HAVING min(rank.age) <> max(rank.age) OR count(keyed.copy_of) > 0
)
SELECT oldest.agent, oldest.copy_key, rank.session AS original
FROM oldest JOIN session_rank AS rank ON rank.age = oldest.age;

INSERT INTO affected
SELECT row.session FROM message AS row JOIN shared_key USING (agent, copy_key)
WHERE row.copy_of IS DISTINCT FROM nullif(shared_key.original, row.session)
UNION
SELECT row.session FROM tool_call AS row JOIN shared_key USING (agent, copy_key)
WHERE row.copy_of IS DISTINCT FROM nullif(shared_key.original, row.session);

UPDATE message SET copy_of = nullif(shared_key.original, message.session)
FROM shared_key
WHERE message.agent = shared_key.agent AND message.copy_key = shared_key.copy_key
  AND message.copy_of IS DISTINCT FROM nullif(shared_key.original, message.session);

UPDATE tool_call SET copy_of = nullif(shared_key.original, tool_call.session)
FROM shared_key
WHERE tool_call.agent = shared_key.agent AND tool_call.copy_key = shared_key.copy_key
  AND tool_call.copy_of IS DISTINCT FROM nullif(shared_key.original, tool_call.session);
