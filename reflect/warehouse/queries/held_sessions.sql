SELECT agent, source_path, count(DISTINCT session)
FROM ledger WHERE NOT duplicate AND session IS NOT NULL
GROUP BY agent, source_path
