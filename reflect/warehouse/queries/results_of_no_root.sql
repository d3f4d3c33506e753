-- Whether anything may have been found in a session that is no root.
SELECT 1 FROM no_root
WHERE EXISTS (SELECT 1 FROM analysis) OR EXISTS (SELECT 1 FROM finding)
LIMIT 1
