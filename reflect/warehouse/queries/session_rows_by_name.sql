SELECT * FROM sessions
WHERE contains(lower(title), lower(?))
ORDER BY started_at DESC NULLS LAST, key
