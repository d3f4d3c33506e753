-- One digest of all that a session holds, and one without what it copied, from those of its tables.
SELECT hash(header, message, part, call, context), hash(header, own_message, part, own_call, context)
FROM (
    SELECT unnest(?::UBIGINT[]) AS header, unnest(?::UBIGINT[]) AS message,
        unnest(?::UBIGINT[]) AS own_message, unnest(?::UBIGINT[]) AS part,
        unnest(?::UBIGINT[]) AS call, unnest(?::UBIGINT[]) AS own_call,
        unnest(?::UBIGINT[]) AS context
)
