SELECT fingerprint
FROM reference
WHERE kind = ? AND fingerprint IN (SELECT unnest(?))
