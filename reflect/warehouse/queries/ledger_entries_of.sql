SELECT unit, size, mtime_ns, inode, byte_offset, records, head_digest, tail_digest, carry
FROM ledger WHERE agent = ? AND source_path = ? AND unit IN (SELECT unnest(?::VARCHAR[]))
