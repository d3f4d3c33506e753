SELECT * FROM sessions
WHERE starts_with(key, ?) OR starts_with(id, ?)
ORDER BY started_at DESC NULLS LAST, key
