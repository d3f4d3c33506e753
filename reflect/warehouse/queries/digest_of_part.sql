-- Digest of a part.
hash(
    event, part_index, kind, origin, text, native_id, media_type, size
)
