-- Of the calls of each session: how many there are; of its own, those of the model, and how many
-- failed or were denied; digests of all and of its own.
SELECT session,
    count(*) AS events,
    count(*) FILTER (by_model) AS tool_calls,
    count(*) FILTER (by_model AND status IN ('error', 'invalid')) AS failed,
    count(*) FILTER (by_model AND status = 'denied') AS denied,
    bit_xor(digest) AS digest,
    bit_xor(digest) FILTER (copy_of IS NULL) AS own_digest
FROM (
    SELECT session, status, copy_of, digest, copy_of IS NULL AND NOT by_human AS by_model
    FROM counted_tool_call
)
GROUP BY session
