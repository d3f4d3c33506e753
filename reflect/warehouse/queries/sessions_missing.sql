-- Sessions kept from one store of which no unit, here or elsewhere, is left.
SELECT count(DISTINCT ledger.session)
FROM ledger JOIN session_source AS held ON held.session = ledger.session
WHERE ledger.agent = ? AND ledger.source_path = ? AND NOT ledger.duplicate AND held.missing
