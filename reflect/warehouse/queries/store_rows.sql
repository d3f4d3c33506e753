SELECT
    place.agent,
    place.path,
    count(ledger.unit),
    count(DISTINCT ledger.session) FILTER (NOT ledger.duplicate),
    count(DISTINCT ledger.session) FILTER (NOT ledger.duplicate AND held.missing),
    count(*) FILTER (ledger.duplicate),
    min(total.started_at) FILTER (NOT ledger.duplicate),
    max(total.ended_at) FILTER (NOT ledger.duplicate),
    -- The size of a database session is its number of rows, not bytes.
    coalesce(sum(ledger.size) FILTER (ledger.inode <> 0), 0)::BIGINT,
    any_value(source.imported_at)
FROM (
    SELECT agent, source_path AS path FROM ledger UNION SELECT agent, path FROM source
) AS place
LEFT JOIN ledger ON ledger.agent = place.agent AND ledger.source_path = place.path
LEFT JOIN source ON source.agent = place.agent AND source.path = place.path
LEFT JOIN session_source AS held ON held.session = ledger.session
LEFT JOIN session_total AS total ON total.session = ledger.session
GROUP BY place.agent, place.path
ORDER BY place.agent, place.path
