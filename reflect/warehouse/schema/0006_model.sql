-- What language models were asked and answered.

CREATE TABLE model_reply (
    key VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    finish VARCHAR NOT NULL,
    tokens_in BIGINT,
    tokens_out BIGINT
);
COMMENT ON TABLE model_reply IS 'Replies, redacted, by what was asked of whom: the same question is not sent twice';
COMMENT ON COLUMN model_reply.key IS 'SHA-256 of prompts, codes, provider, model, form and the redacted text that was sent';
COMMENT ON COLUMN model_reply.text IS 'The reply, redacted';
COMMENT ON COLUMN model_reply.finish IS 'stop or length';
COMMENT ON COLUMN model_reply.tokens_in IS 'Tokens read, as the provider counted';
COMMENT ON COLUMN model_reply.tokens_out IS 'Tokens written, as the provider counted';

CREATE TABLE model_mode (
    kind VARCHAR NOT NULL,
    host VARCHAR NOT NULL,
    model VARCHAR NOT NULL,
    mode VARCHAR NOT NULL
);
COMMENT ON TABLE model_mode IS 'How each server could be told the form of a reply';
COMMENT ON COLUMN model_mode.kind IS 'Protocol of the provider';
COMMENT ON COLUMN model_mode.host IS 'What the model runs on';
COMMENT ON COLUMN model_mode.model IS 'The model, as the server names it';
COMMENT ON COLUMN model_mode.mode IS 'json_schema, json_object, forced_tool or plain';

CREATE TABLE model_call (
    run VARCHAR NOT NULL,
    purpose VARCHAR NOT NULL,
    body_digest VARCHAR NOT NULL,
    body_bytes BIGINT NOT NULL,
    cached BOOLEAN NOT NULL,
    tokens_in BIGINT,
    tokens_out BIGINT,
    provider VARCHAR NOT NULL,
    model VARCHAR NOT NULL,
    destination VARCHAR NOT NULL,
    consent VARCHAR NOT NULL
);
COMMENT ON TABLE model_call IS 'Requests to language models: hashes and sizes, no text';
COMMENT ON COLUMN model_call.run IS 'Id of the run';
COMMENT ON COLUMN model_call.purpose IS 'adjudicate, sweep, name or summarise';
COMMENT ON COLUMN model_call.body_digest IS 'Keyed hash of the bytes, as in the manifest';
COMMENT ON COLUMN model_call.body_bytes IS 'Length of the bytes';
COMMENT ON COLUMN model_call.cached IS 'Answered by an earlier reply: nothing was sent';
COMMENT ON COLUMN model_call.tokens_in IS 'Tokens read, as the provider counted';
COMMENT ON COLUMN model_call.tokens_out IS 'Tokens written, as the provider counted';
COMMENT ON COLUMN model_call.provider IS 'Name of the provider in the settings';
COMMENT ON COLUMN model_call.model IS 'The model, as the server names it';
COMMENT ON COLUMN model_call.destination IS 'loopback or remote';
COMMENT ON COLUMN model_call.consent IS 'How the user agreed: flag or interactive; not_needed where nothing was sent';

CREATE TABLE own_session (
    agent VARCHAR NOT NULL,
    native_id VARCHAR NOT NULL
);
COMMENT ON TABLE own_session IS 'Sessions that reflect itself made on an agent''s server; never imported';
COMMENT ON COLUMN own_session.agent IS 'Name of the agent';
COMMENT ON COLUMN own_session.native_id IS 'The session''s own id';
