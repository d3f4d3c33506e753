-- Digest of the parts of each session.
SELECT session, bit_xor(digest) AS digest
FROM counted_part
GROUP BY session
