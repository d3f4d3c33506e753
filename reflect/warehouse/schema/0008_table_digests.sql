-- What is counted of a session to which rows are added follows from what was counted of it before,
-- so that its other rows need not be read.
ALTER TABLE session_total ADD COLUMN header_digest UBIGINT;
ALTER TABLE session_total ADD COLUMN message_digest UBIGINT;
ALTER TABLE session_total ADD COLUMN own_message_digest UBIGINT;
ALTER TABLE session_total ADD COLUMN part_digest UBIGINT;
ALTER TABLE session_total ADD COLUMN call_digest UBIGINT;
ALTER TABLE session_total ADD COLUMN own_call_digest UBIGINT;
ALTER TABLE session_total ADD COLUMN context_digest UBIGINT;
ALTER TABLE session_total ADD COLUMN last_moment TIMESTAMP;
COMMENT ON COLUMN session_total.header_digest IS 'Hash of its row of session; NULL where version 7 counted';
COMMENT ON COLUMN session_total.message_digest IS 'Hash of its messages; NULL without any';
COMMENT ON COLUMN session_total.own_message_digest IS 'Hash of its messages without the copied ones';
COMMENT ON COLUMN session_total.part_digest IS 'Hash of the parts of its messages';
COMMENT ON COLUMN session_total.call_digest IS 'Hash of its calls';
COMMENT ON COLUMN session_total.own_call_digest IS 'Hash of its calls without the copied ones';
COMMENT ON COLUMN session_total.context_digest IS 'Hash of what it had been given';
COMMENT ON COLUMN session_total.last_moment IS 'Last own message, or start or end of a call, UTC';
