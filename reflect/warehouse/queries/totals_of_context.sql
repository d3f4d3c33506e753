-- Of what each affected session had been given: compactions (copied ones among them) and the digest.
SELECT session,
    count(*) FILTER (kind = 'compaction'),
    bit_xor(hash(ordinal, kind, name, record, seen_at, version,
        size_before, size_after, detail))
FROM context_item WHERE session IN (SELECT session FROM affected)
GROUP BY session
