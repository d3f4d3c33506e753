SELECT * FROM sessions ORDER BY started_at DESC NULLS LAST, key
