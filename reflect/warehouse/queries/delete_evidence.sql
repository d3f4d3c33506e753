DELETE FROM evidence WHERE finding IN (
    SELECT id FROM finding WHERE session IN (SELECT unnest(?)) AND method <> 'model'
)
