SELECT finding, session, event, record, part, quote
FROM evidence WHERE finding IN (SELECT unnest(?::VARCHAR[]))
ORDER BY finding, ordinal
