-- Digest of the parts of each session.
SELECT session,
    bit_xor(hash(event, part_index, kind, origin, text, native_id, media_type, size)) AS digest
FROM counted_part
GROUP BY session
