-- Requests are recorded before they leave: a killed run's manifest is completed from here.
ALTER TABLE model_call ADD COLUMN body_chars BIGINT;
COMMENT ON COLUMN model_call.body_chars IS 'Length of the bytes as characters; NULL before version 7';
