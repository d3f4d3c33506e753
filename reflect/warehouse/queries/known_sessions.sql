SELECT key FROM session WHERE key IN (SELECT unnest(?))
