-- In the order in which they get their numbers: first seen, then key.
SELECT finding.id
FROM finding
LEFT JOIN session_total AS total ON total.session = finding.session
WHERE finding.id NOT IN (SELECT fingerprint FROM reference WHERE kind = ?)
ORDER BY total.started_at NULLS LAST, finding.session, finding.code, finding.key, finding.polarity,
    finding.id
