SELECT run.root, run.template, run.passed, run.failed
FROM check_run AS run
JOIN session AS root ON root.key = run.root
WHERE coalesce(root.git_root, root.directory, '') IN (SELECT unnest(?))
ORDER BY run.root, run.template
