-- A unit whose session is now kept from another one: nothing of it is stored, so it is read from
-- its start when it changes.
UPDATE ledger
SET duplicate = true, byte_offset = 0, records = 0, head_digest = '', tail_digest = '', carry = ''
WHERE session = ? AND source_path = ? AND unit = ?
