-- Requests that left in runs whose end was never recorded.
SELECT call.run, call.purpose, call.body_digest, call.body_chars, call.model, call.destination, call.consent
FROM model_call AS call
JOIN run ON run.id = call.run
WHERE run.ended_at IS NULL AND NOT call.cached AND call.body_chars IS NOT NULL
ORDER BY call.run, call.rowid
