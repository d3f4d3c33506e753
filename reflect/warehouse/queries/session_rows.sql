SELECT * FROM sessions
WHERE (len(?::VARCHAR[]) = 0 OR agent IN (SELECT unnest(?::VARCHAR[])))
  AND (?::VARCHAR IS NULL OR contains(lower(project), lower(?::VARCHAR)))
ORDER BY started_at DESC NULLS LAST, key
