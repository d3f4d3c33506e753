SELECT opportunity.code, coalesce(session.git_root, session.directory, ''), count(*)
FROM opportunity JOIN session ON session.key = opportunity.root
WHERE ?::BOOLEAN OR opportunity.root IN (SELECT unnest(?::VARCHAR[]))
GROUP BY ALL
ORDER BY ALL
