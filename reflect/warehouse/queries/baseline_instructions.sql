-- Once per root, file and line, at the first time the session was given it.
SELECT root.key, total.started_at, min(item.seen_at), item.name, line.text
FROM context_item AS item
JOIN session_link AS link ON link.session = item.session
JOIN session AS root ON root.key = link.root
JOIN session_total AS total ON total.session = root.key
JOIN instruction_version AS version ON version.version = item.version
JOIN instruction_line AS line ON line.digest = version.digest
WHERE coalesce(root.git_root, root.directory) IN (SELECT unnest(?))
GROUP BY root.key, total.started_at, item.name, line.digest, line.text
ORDER BY total.started_at NULLS LAST, root.key, item.name, min(version.line_number), line.digest
