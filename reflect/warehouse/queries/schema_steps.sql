SELECT step, digest, applied_by FROM schema_version ORDER BY step
