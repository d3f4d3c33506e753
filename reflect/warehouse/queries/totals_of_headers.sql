-- Of each session: when it was made, and the digest of its own row.
SELECT key AS session, created_at, digest
FROM counted_session
