-- The units that hold some sessions, and since when one is missing.
SELECT missing_since IS NOT NULL, missing_since, source_path, unit, session
FROM ledger
WHERE NOT duplicate AND session IN (SELECT unnest(?))
