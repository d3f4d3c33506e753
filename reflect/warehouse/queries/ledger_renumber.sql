-- Time and inode of units whose content is what was read: of the units $3 of a store, $4 and $5.
UPDATE ledger SET mtime_ns = now.mtime_ns, inode = now.inode
FROM (
    SELECT unnest($3::VARCHAR[]) AS unit, unnest($4::BIGINT[]) AS mtime_ns, unnest($5::UBIGINT[]) AS inode
) AS now
WHERE ledger.agent = $1 AND ledger.source_path = $2 AND ledger.unit = now.unit
