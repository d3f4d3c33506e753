SELECT unit, size, mtime_ns, inode FROM ledger WHERE agent = ? AND source_path = ?
