-- Of what each session had been given: compactions (copied ones among them) and the digest.
SELECT session,
    count(*) FILTER (kind = 'compaction') AS compactions,
    bit_xor(digest) AS digest
FROM counted_context_item
GROUP BY session
