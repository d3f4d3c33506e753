-- Lines of instruction files that root sessions of some projects had been given, once per root.
SELECT DISTINCT root.key, line.text
FROM context_item AS item
JOIN session_link AS link ON link.session = item.session
JOIN session AS root ON root.key = link.root
JOIN instruction_version AS version ON version.version = item.version
JOIN instruction_line AS line ON line.digest = version.digest
WHERE coalesce(root.git_root, root.directory) IN (SELECT unnest(?))
