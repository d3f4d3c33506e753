-- Parents and roots of what changed and of all that hangs below it. A session with copied rows
-- is a fork, also when its records say nothing; its parent is the youngest session it copied
-- from. Sub-agents and reviews belong to the root above them, forks are roots of their own.
CREATE OR REPLACE TEMP TABLE copied_from AS
SELECT session, copy_of FROM message WHERE copy_of IS NOT NULL
UNION
SELECT session, copy_of FROM tool_call WHERE copy_of IS NOT NULL;

CREATE OR REPLACE TEMP TABLE relinked AS
WITH RECURSIVE below AS (
    SELECT session FROM affected
    UNION
    SELECT session FROM pending_session
    UNION
    SELECT session FROM copied_from
    SEMI JOIN pending_session ON pending_session.session = copied_from.copy_of
    UNION
    SELECT child.key
    FROM below
    JOIN session AS above ON above.key = below.session
    JOIN session AS child ON child.agent = above.agent AND child.parent_id = above.native_id
)
SELECT session FROM below;

DELETE FROM session_link USING relinked WHERE session_link.session = relinked.session;

INSERT INTO session_link
WITH original AS (
    SELECT copied_from.session, max(rank.age) AS age
    FROM copied_from JOIN session_rank AS rank ON rank.session = copied_from.copy_of
    GROUP BY copied_from.session
)
SELECT
    child.key,
    CASE WHEN child.relation = 'root' AND original.age IS NOT NULL THEN 'fork' ELSE child.relation END,
    coalesce(named.key, rank.session),
    child.key
FROM session AS child
SEMI JOIN relinked ON relinked.session = child.key
LEFT JOIN session AS named
    ON named.agent = child.agent AND named.native_id = child.parent_id AND named.key <> child.key
LEFT JOIN original ON original.session = child.key
LEFT JOIN session_rank AS rank ON rank.age = original.age;

UPDATE session_link SET root = found.root
FROM (
    WITH RECURSIVE above AS (
        SELECT session, session AS node FROM session_link SEMI JOIN relinked USING (session)
        WHERE relation IN ('subagent', 'review')
        UNION
        SELECT above.session, link.parent
        FROM above JOIN session_link AS link ON link.session = above.node
        WHERE link.relation IN ('subagent', 'review') AND link.parent IS NOT NULL
    )
    SELECT
        above.session,
        coalesce(
            min(above.node) FILTER (
                link.relation NOT IN ('subagent', 'review') OR link.parent IS NULL
            ),
            min(above.node)
        ) AS root
    FROM above JOIN session_link AS link ON link.session = above.node
    GROUP BY above.session
) AS found
WHERE session_link.session = found.session AND session_link.root <> found.root;

-- What was found in these has to go: see remove_results.sql.
CREATE OR REPLACE TEMP TABLE no_root AS
SELECT session FROM session_link SEMI JOIN relinked USING (session) WHERE root <> session;
