-- Digest of what a session was given once.
hash(
    ordinal, kind, name, record, seen_at, version, size_before, size_after, detail
)
