-- Of what each session had been given: compactions (copied ones among them) and the digest.
SELECT session,
    count(*) FILTER (kind = 'compaction') AS compactions,
    bit_xor(hash(ordinal, kind, name, record, seen_at, version,
        size_before, size_after, detail)) AS digest
FROM counted_context_item
GROUP BY session
