-- Rows that were added to a session by table and, with what they change, the digests of its tables
-- ($3 to $8, its own row $2) and the two of all that it holds. Of what is added nothing is a copy.
SELECT messages, parts, calls, items,
    hash(header, message, part, call, context), hash(header, own_message, part, own_call, context),
    header, message, own_message, part, call, own_call, context
FROM (
    SELECT added_messages.n AS messages, added_parts.n AS parts, added_calls.n AS calls,
        added_items.n AS items,
        $2::UBIGINT AS header,
        coalesce(xor($3::UBIGINT, added_messages.digest), $3::UBIGINT, added_messages.digest) AS message,
        coalesce(xor($4::UBIGINT, added_messages.digest), $4::UBIGINT, added_messages.digest) AS own_message,
        coalesce(xor($5::UBIGINT, added_parts.digest), $5::UBIGINT, added_parts.digest) AS part,
        coalesce(xor($6::UBIGINT, added_calls.digest), $6::UBIGINT, added_calls.digest) AS call,
        coalesce(xor($7::UBIGINT, added_calls.digest), $7::UBIGINT, added_calls.digest) AS own_call,
        coalesce(xor($8::UBIGINT, added_items.digest), $8::UBIGINT, added_items.digest) AS context
    FROM (SELECT count(*) AS n, bit_xor(digest) AS digest FROM added_message) AS added_messages,
        (SELECT count(*) AS n, bit_xor(digest) AS digest FROM added_part) AS added_parts,
        (SELECT count(*) AS n, bit_xor(digest) AS digest FROM added_tool_call) AS added_calls,
        (SELECT count(*) AS n, bit_xor(digest) AS digest FROM added_context_item) AS added_items
)
