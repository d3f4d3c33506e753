-- Counts of every session whose rows, copies or answers changed. Rows are chosen by rowid: only
-- the session column is read of the others, a tenth of the time for one session in a thousand.
DELETE FROM session_total USING (SELECT DISTINCT session FROM affected) AS touched
WHERE session_total.session = touched.session;

INSERT INTO session_total
WITH own AS (SELECT DISTINCT session FROM affected),
message_total AS (
    SELECT session,
        min(sent_at) FILTER (copy_of IS NULL) AS started_at,
        max(sent_at) FILTER (copy_of IS NULL) AS ended_at,
        count(*) AS events,
        count(*) FILTER (copy_of IS NULL) AS messages,
        count(*) FILTER (human AND kind IN ('prompt', 'command', 'shell', 'steer')) AS human_turns,
        -- One act may fill several records (the rejected call, the marker): they share replies_to.
        count(DISTINCT coalesce(replies_to, event)) FILTER (human AND kind = 'refusal') AS refusals,
        count(DISTINCT coalesce(replies_to, event)) FILTER (human AND kind = 'interrupt') AS interrupts,
        max(TRY_CAST(record AS BIGINT)) FILTER (copy_of IS NOT NULL) AS last_copied_record,
        bit_xor(digest) AS digest,
        bit_xor(digest) FILTER (copy_of IS NULL) AS own_digest
    FROM (
        SELECT *,
            copy_of IS NULL AND author IN ('human', 'unknown') AS human,
            hash(event, position, record, kind, author, reason, sent_at, answer_id, model,
                input_uncached, cache_read, cache_write, output, reasoning, cost, command,
                replies_to, copy_key, error, reverted, automated) AS digest
        FROM message WHERE rowid IN (SELECT rowid FROM message SEMI JOIN own USING (session))
    )
    GROUP BY session
),
part_total AS (
    SELECT session, bit_xor(digest) AS digest
    FROM (
        SELECT session, hash(event, part_index, kind, origin, text, native_id, media_type, size) AS digest
        FROM part WHERE rowid IN (SELECT rowid FROM part SEMI JOIN own USING (session))
    )
    GROUP BY session
),
call_total AS (
    SELECT session,
        count(*) AS events,
        count(*) FILTER (by_model) AS tool_calls,
        count(*) FILTER (by_model AND status IN ('error', 'invalid')) AS failed_calls,
        count(*) FILTER (by_model AND status = 'denied') AS denied_calls,
        bit_xor(digest) AS digest,
        bit_xor(digest) FILTER (copy_of IS NULL) AS own_digest
    FROM (
        SELECT *,
            copy_of IS NULL AND NOT by_human AS by_model,
            hash(call, position, record, part, name, tool, status, by_human, batch, result_record,
                command, path, arguments, exit_code, exit_source, denied_by, output, output_tail,
                output_bytes, output_digest, started_at, ended_at, child, copy_key, reverted,
                added_lines, removed_lines) AS digest
        FROM tool_call
        WHERE rowid IN (SELECT rowid FROM tool_call SEMI JOIN own USING (session))
    )
    GROUP BY session
),
context_total AS (
    SELECT item.session,
        -- A fork copies the compactions of its original too, and they carry no copy key: what
        -- stands at or before its last copied record, or in a copied record, was copied.
        count(*) FILTER (
            item.kind = 'compaction'
            AND copied.record IS NULL
            AND NOT coalesce(TRY_CAST(item.record AS BIGINT) <= total.last_copied_record, false)
        ) AS compactions,
        bit_xor(hash(item.ordinal, item.kind, item.name, item.record, item.seen_at, item.version,
            item.size_before, item.size_after, item.detail)) AS digest
    FROM context_item AS item SEMI JOIN own USING (session)
    LEFT JOIN message_total AS total ON total.session = item.session
    LEFT JOIN (
        SELECT DISTINCT session, record FROM message WHERE copy_of IS NOT NULL
    ) AS copied ON copied.session = item.session AND copied.record = item.record
    GROUP BY item.session
),
moment AS (
    SELECT session, sent_at AS happened_at FROM message SEMI JOIN own USING (session)
    WHERE copy_of IS NULL
    UNION ALL
    SELECT session, unnest([started_at, ended_at]) FROM tool_call SEMI JOIN own USING (session)
    WHERE copy_of IS NULL
),
activity AS (
    -- least() passes over NULL, so the first moment, which has no gap, would count as 120 s.
    SELECT session,
        coalesce(sum(least(gap, 120.0)) FILTER (gap IS NOT NULL), 0.0) AS active_seconds
    FROM (
        SELECT session, date_diff('millisecond', lag(happened_at) OVER (
            PARTITION BY session ORDER BY happened_at
        ), happened_at) / 1000.0 AS gap
        FROM moment WHERE happened_at IS NOT NULL
    )
    GROUP BY session
),
tokens AS (
    SELECT session,
        TRY_CAST(sum(input_uncached) AS BIGINT) AS input_uncached,
        TRY_CAST(sum(cache_read) AS BIGINT) AS cache_read,
        TRY_CAST(sum(cache_write) AS BIGINT) AS cache_write,
        TRY_CAST(sum(output) AS BIGINT) AS output,
        TRY_CAST(sum(reasoning) AS BIGINT) AS reasoning,
        round(sum(cost), 9) AS cost
    FROM answer SEMI JOIN own USING (session)
    GROUP BY session
)
SELECT
    session.key,
    coalesce(message_total.started_at, session.created_at),
    message_total.ended_at,
    round(activity.active_seconds, 3),
    coalesce(message_total.messages, 0),
    coalesce(message_total.events, 0) + coalesce(call_total.events, 0),
    coalesce(message_total.human_turns, 0),
    coalesce(message_total.refusals, 0),
    coalesce(message_total.interrupts, 0),
    coalesce(call_total.tool_calls, 0),
    coalesce(call_total.failed_calls, 0),
    coalesce(call_total.denied_calls, 0),
    coalesce(context_total.compactions, 0),
    coalesce(tokens.input_uncached, 0),
    coalesce(tokens.cache_read, 0),
    coalesce(tokens.cache_write, 0),
    coalesce(tokens.output, 0),
    tokens.reasoning,
    tokens.cost,
    hash(header.digest, message_total.digest, part_total.digest, call_total.digest, context_total.digest),
    hash(header.digest, message_total.own_digest, part_total.digest, call_total.own_digest, context_total.digest)
FROM session
SEMI JOIN own ON own.session = session.key
JOIN (
    SELECT key AS session, hash(native_id, relation, origin, origin_reason, title, directory,
        git_root, branch, client_version, created_at, path, parent_id, parent_call, archived,
        warm_up, ledger_input_uncached, ledger_cache_read, ledger_cache_write, ledger_output,
        ledger_reasoning, ledger_cost) AS digest
    FROM session
) AS header ON header.session = session.key
LEFT JOIN message_total ON message_total.session = session.key
LEFT JOIN part_total ON part_total.session = session.key
LEFT JOIN call_total ON call_total.session = session.key
LEFT JOIN context_total ON context_total.session = session.key
LEFT JOIN activity ON activity.session = session.key
LEFT JOIN tokens ON tokens.session = session.key;
