-- Forks copy the rows of the session they come from. Of all rows with one copy key those of the
-- oldest session are the original; the others name it in copy_of and are never counted.
-- keyed_row holds the rows that are looked at.
CREATE OR REPLACE TEMP TABLE session_rank AS
SELECT
    key AS session,
    row_number() OVER (ORDER BY created_at NULLS LAST, native_id, key) AS age
FROM session;

CREATE OR REPLACE TEMP TABLE shared_key AS
WITH oldest AS (
    SELECT keyed.agent, keyed.copy_key, min(rank.age) AS age
    FROM keyed_row AS keyed JOIN session_rank AS rank ON rank.session = keyed.session
    GROUP BY ALL
    HAVING min(rank.age) <> max(rank.age) OR count(keyed.copy_of) > 0
)
SELECT oldest.agent, oldest.copy_key, rank.session AS original
FROM oldest JOIN session_rank AS rank ON rank.age = oldest.age;

CREATE OR REPLACE TEMP TABLE moved_row AS
SELECT keyed.is_call, keyed.row, keyed.session,
    nullif(shared_key.original, keyed.session) AS copy_of
FROM keyed_row AS keyed JOIN shared_key USING (agent, copy_key)
WHERE keyed.copy_of IS DISTINCT FROM nullif(shared_key.original, keyed.session);

INSERT INTO affected SELECT DISTINCT session FROM moved_row;

UPDATE message SET copy_of = moved_row.copy_of
FROM moved_row WHERE NOT moved_row.is_call AND message.rowid = moved_row.row;

UPDATE tool_call SET copy_of = moved_row.copy_of
FROM moved_row WHERE moved_row.is_call AND tool_call.rowid = moved_row.row;
