-- A session of which some row is as it was when it was linked last.
SELECT 1 FROM session ANTI JOIN rewritten ON rewritten.session = session.key LIMIT 1
