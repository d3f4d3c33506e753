-- What a model alone found stays until a model is asked again.
DELETE FROM finding WHERE session IN (SELECT unnest(?)) AND method <> 'model'
