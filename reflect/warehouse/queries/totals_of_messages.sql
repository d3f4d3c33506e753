-- Of the messages of each session: first and last, how many there are, how many are its own, acts of
-- the human, and digests of all and of its own. Of refusals and interrupts the calls they belong to:
-- one act may fill several records (the rejected call, the marker), which share replies_to.
SELECT session,
    min(sent_at) FILTER (copy_of IS NULL) AS started_at,
    max(sent_at) FILTER (copy_of IS NULL) AS ended_at,
    count(*) AS events,
    count(*) FILTER (copy_of IS NULL) AS own,
    count(*) FILTER (human AND kind IN ('prompt', 'command', 'shell', 'steer')) AS human_turns,
    list(coalesce(replies_to, event)) FILTER (human AND kind = 'refusal') AS refusals,
    list(coalesce(replies_to, event)) FILTER (human AND kind = 'interrupt') AS interrupts,
    bit_xor(digest) AS digest,
    bit_xor(digest) FILTER (copy_of IS NULL) AS own_digest
FROM (
    SELECT session, event, kind, sent_at, replies_to, copy_of, digest,
        copy_of IS NULL AND author IN ('human', 'unknown') AS human
    FROM counted_message
)
GROUP BY session
