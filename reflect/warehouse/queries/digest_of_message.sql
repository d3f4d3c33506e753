-- Digest of a message; whose copy it is does not count.
hash(
    event, position, record, kind, author, reason, sent_at, answer_id, model,
    input_uncached, cache_read, cache_write, output, reasoning, cost, command, replies_to,
    copy_key, error, reverted, automated
)
