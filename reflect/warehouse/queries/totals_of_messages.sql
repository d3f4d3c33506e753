-- Of the messages of each affected session: first and last, how many there are, how many are its
-- own, acts of the human, and digests of all and of its own. Of refusals and interrupts the calls
-- they belong to: one act may fill several records (the rejected call, the marker), which share
-- replies_to.
-- Rows are chosen twice: of few sessions the others' rows are passed over by session, of many by
-- rowid. By rowid alone all that lies between stored rows and those of this transaction is read.
SELECT session,
    min(sent_at) FILTER (copy_of IS NULL),
    max(sent_at) FILTER (copy_of IS NULL),
    count(*),
    count(*) FILTER (copy_of IS NULL),
    count(*) FILTER (human AND kind IN ('prompt', 'command', 'shell', 'steer')),
    list(coalesce(replies_to, event)) FILTER (human AND kind = 'refusal'),
    list(coalesce(replies_to, event)) FILTER (human AND kind = 'interrupt'),
    bit_xor(digest),
    bit_xor(digest) FILTER (copy_of IS NULL)
FROM (
    SELECT session, event, kind, sent_at, replies_to, copy_of,
        copy_of IS NULL AND author IN ('human', 'unknown') AS human,
        hash(event, position, record, kind, author, reason, sent_at, answer_id, model,
            input_uncached, cache_read, cache_write, output, reasoning, cost, command,
            replies_to, copy_key, error, reverted, automated) AS digest
    FROM message
    WHERE session IN (SELECT session FROM affected)
      AND rowid IN (SELECT rowid FROM message WHERE session IN (SELECT session FROM affected))
)
GROUP BY session
