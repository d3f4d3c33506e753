SELECT version.version, version.digest, line.text
FROM instruction_version AS version
JOIN instruction_line AS line ON line.digest = version.digest
WHERE version.version IN (SELECT unnest(?))
ORDER BY version.version, version.line_number
