SELECT reference.number, finding.*
FROM finding JOIN reference ON reference.kind = 'F' AND reference.fingerprint = finding.id
WHERE (?::BOOLEAN OR finding.session IN (SELECT unnest(?::VARCHAR[])))
    AND (finding.method = 'model') = ?::BOOLEAN
ORDER BY reference.number
