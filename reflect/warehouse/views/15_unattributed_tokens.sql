-- One row per session whose client keeps a running total (Claude Code 2.1.332): what stands in the
-- total and in no record. Compactions, aborted answers and helper models leave no answer behind.
-- A fork's total begins with its original's, so the answers it copied are taken off as well.
CREATE VIEW unattributed_tokens AS
WITH part AS (
    SELECT owner.key AS owner, part.session
    FROM session AS owner
    JOIN session_link AS part
        ON part.session = owner.key
        OR (part.root = owner.key AND part.relation IN ('subagent', 'review'))
    WHERE owner.ledger_input_uncached IS NOT NULL
),
answered AS (
    SELECT
        part.owner,
        arg_max(message.input_uncached, message.output) AS input_uncached,
        arg_max(message.cache_read, message.output) AS cache_read,
        arg_max(message.cache_write, message.output) AS cache_write,
        max(message.output) AS output
    FROM part
    JOIN message ON message.session = part.session
    WHERE message.output IS NOT NULL
    GROUP BY part.owner, coalesce(message.answer_id, message.session || '/' || message.event)
),
attributed AS (
    SELECT
        owner,
        sum(input_uncached)::BIGINT AS input_uncached,
        sum(cache_read)::BIGINT AS cache_read,
        sum(cache_write)::BIGINT AS cache_write,
        sum(output)::BIGINT AS output
    FROM answered
    GROUP BY owner
)
SELECT
    session.key,
    session.agent,
    session.native_id AS id,
    session.ledger_input_uncached - coalesce(attributed.input_uncached, 0) AS input_uncached,
    session.ledger_cache_read - coalesce(attributed.cache_read, 0) AS cache_read,
    session.ledger_cache_write - coalesce(attributed.cache_write, 0) AS cache_write,
    session.ledger_output - coalesce(attributed.output, 0) AS output,
    session.ledger_cost AS total_cost
FROM session
LEFT JOIN attributed ON attributed.owner = session.key
WHERE session.ledger_input_uncached IS NOT NULL;
COMMENT ON VIEW unattributed_tokens IS
    'Tokens in the client''s own total that no answer of the session or its sub-agents accounts for';
COMMENT ON COLUMN unattributed_tokens.key IS 'agent:id';
COMMENT ON COLUMN unattributed_tokens.agent IS 'Name of the agent';
COMMENT ON COLUMN unattributed_tokens.id IS 'The session''s own id';
COMMENT ON COLUMN unattributed_tokens.input_uncached IS 'Tokens read from no cache';
COMMENT ON COLUMN unattributed_tokens.cache_read IS 'Tokens read from the cache';
COMMENT ON COLUMN unattributed_tokens.cache_write IS 'Tokens written into the cache';
COMMENT ON COLUMN unattributed_tokens.output IS 'Tokens written, reasoning included';
COMMENT ON COLUMN unattributed_tokens.total_cost IS 'Money in the client''s own total, everything included';
