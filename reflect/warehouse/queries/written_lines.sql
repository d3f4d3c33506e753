-- Each line of instruction files that sessions of some projects had been given, once per project.
WITH given AS (
    SELECT DISTINCT coalesce(root.git_root, root.directory) AS project, item.version
    FROM context_item AS item
    JOIN session_link AS link ON link.session = item.session
    JOIN session AS root ON root.key = link.root
    WHERE item.version IS NOT NULL
      AND coalesce(root.git_root, root.directory) IN (SELECT unnest(?))
)
SELECT DISTINCT given.project, line.text
FROM given
JOIN instruction_version AS version ON version.version = given.version
JOIN instruction_line AS line ON line.digest = version.digest
ORDER BY given.project, line.text
