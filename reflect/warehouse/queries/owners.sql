-- The unit each session is kept from, and how much of it is stored.
SELECT ledger.session, ledger.source_path, ledger.unit, total.events
FROM ledger JOIN session_total AS total ON total.session = ledger.session
WHERE NOT ledger.duplicate AND ledger.session IN (SELECT unnest(?))
QUALIFY row_number() OVER (
    PARTITION BY ledger.session
    ORDER BY ledger.missing_since NULLS FIRST, ledger.source_path, ledger.unit
) = 1
