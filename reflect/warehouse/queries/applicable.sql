-- Root sessions of some, $2, or of all, $1, where a code could have happened, and of the chosen, $3:
-- in one statement, because it takes longer to plan than to run.
SELECT
    opportunity.code,
    coalesce(session.git_root, session.directory, ''),
    count(*) FILTER ($1::BOOLEAN OR opportunity.root IN (SELECT unnest($2::VARCHAR[]))),
    count(*) FILTER (opportunity.root IN (SELECT unnest($3::VARCHAR[])))
FROM opportunity JOIN session ON session.key = opportunity.root
GROUP BY ALL
ORDER BY ALL
