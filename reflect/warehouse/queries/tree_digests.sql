-- Digest of all that a root session and its sub-agents hold, copied rows left out.
SELECT
    link.root,
    printf('%016x', bit_xor(hash(link.session, link.relation, total.own_digest)))
FROM session_link AS link
JOIN session_total AS total ON total.session = link.session
JOIN session_total AS root ON root.session = link.root
GROUP BY link.root, root.started_at
ORDER BY root.started_at NULLS LAST, link.root
