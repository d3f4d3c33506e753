-- What is computed from the sessions after each load, for those that changed (link/*.sql).

CREATE TABLE session_link (
    session VARCHAR NOT NULL,
    relation VARCHAR NOT NULL,
    parent VARCHAR,
    root VARCHAR NOT NULL
);
COMMENT ON TABLE session_link IS 'How sessions hang together';
COMMENT ON COLUMN session_link.session IS 'Key of the session';
COMMENT ON COLUMN session_link.relation IS 'root, subagent, fork or review; a root with copied messages is a fork';
COMMENT ON COLUMN session_link.parent IS 'Key of the parent, where it is here';
COMMENT ON COLUMN session_link.root IS 'Key of the session the human drove; itself for a root or fork';

CREATE TABLE session_total (
    session VARCHAR NOT NULL,
    started_at TIMESTAMP,
    ended_at TIMESTAMP,
    active_seconds DOUBLE,
    messages BIGINT NOT NULL,
    events BIGINT NOT NULL,
    human_turns BIGINT NOT NULL,
    refusals BIGINT NOT NULL,
    interrupts BIGINT NOT NULL,
    tool_calls BIGINT NOT NULL,
    failed_calls BIGINT NOT NULL,
    denied_calls BIGINT NOT NULL,
    compactions BIGINT NOT NULL,
    input_uncached BIGINT NOT NULL,
    cache_read BIGINT NOT NULL,
    cache_write BIGINT NOT NULL,
    output BIGINT NOT NULL,
    reasoning BIGINT,
    cost DOUBLE,
    content_digest UBIGINT NOT NULL,
    own_digest UBIGINT NOT NULL
);
COMMENT ON TABLE session_total IS 'Counts of each session; copied rows count for the original only';
COMMENT ON COLUMN session_total.session IS 'Key of the session';
COMMENT ON COLUMN session_total.started_at IS 'First own message, else when the client made the session, UTC';
COMMENT ON COLUMN session_total.ended_at IS 'Last own message, UTC';
COMMENT ON COLUMN session_total.active_seconds IS 'Time between own messages and calls, gaps capped at 120 s';
COMMENT ON COLUMN session_total.messages IS 'Own messages, reverted ones included';
COMMENT ON COLUMN session_total.events IS 'Messages and calls, copied ones included';
COMMENT ON COLUMN session_total.human_turns IS 'Prompts, commands, shell commands and steering of the human';
COMMENT ON COLUMN session_total.refusals IS 'Times the human said no';
COMMENT ON COLUMN session_total.interrupts IS 'Times the human stopped it';
COMMENT ON COLUMN session_total.tool_calls IS 'Calls of the model';
COMMENT ON COLUMN session_total.failed_calls IS 'Non-zero exit, error or invalid call; not denied, not aborted';
COMMENT ON COLUMN session_total.denied_calls IS 'Refused by human, rule, hook, sandbox or config';
COMMENT ON COLUMN session_total.compactions IS 'Manual and automatic';
COMMENT ON COLUMN session_total.input_uncached IS 'Tokens read from no cache';
COMMENT ON COLUMN session_total.cache_read IS 'Tokens read from the cache';
COMMENT ON COLUMN session_total.cache_write IS 'Tokens written into the cache';
COMMENT ON COLUMN session_total.output IS 'Tokens written, reasoning included';
COMMENT ON COLUMN session_total.reasoning IS 'Of the output, reasoning; empty when no answer says';
COMMENT ON COLUMN session_total.cost IS 'Money the client recorded; empty when it recorded none';
COMMENT ON COLUMN session_total.content_digest IS 'Hash of all rows of the session';
COMMENT ON COLUMN session_total.own_digest IS 'Hash of its rows without the copied ones';

CREATE TABLE answer (
    agent VARCHAR NOT NULL,
    answer_id VARCHAR NOT NULL,
    session VARCHAR NOT NULL,
    event VARCHAR NOT NULL,
    model VARCHAR,
    sent_at TIMESTAMP,
    input_uncached BIGINT NOT NULL,
    cache_read BIGINT NOT NULL,
    cache_write BIGINT NOT NULL,
    output BIGINT NOT NULL,
    reasoning BIGINT,
    cost DOUBLE
);
COMMENT ON TABLE answer IS 'Answers of models with their tokens, each once over all sessions, lines and forks';
COMMENT ON COLUMN answer.agent IS 'Name of the agent';
COMMENT ON COLUMN answer.answer_id IS 'Id of the answer, else session and event';
COMMENT ON COLUMN answer.session IS 'Key of the session it counts for';
COMMENT ON COLUMN answer.event IS 'Message with the most output of those that belong to it';
COMMENT ON COLUMN answer.model IS 'Model';
COMMENT ON COLUMN answer.sent_at IS 'When, UTC';
COMMENT ON COLUMN answer.input_uncached IS 'Tokens read from no cache';
COMMENT ON COLUMN answer.cache_read IS 'Tokens read from the cache';
COMMENT ON COLUMN answer.cache_write IS 'Tokens written into the cache';
COMMENT ON COLUMN answer.output IS 'Tokens written, reasoning included';
COMMENT ON COLUMN answer.reasoning IS 'Of the output, reasoning';
COMMENT ON COLUMN answer.cost IS 'Money, as the client recorded it';

-- What the next link has to look at. Filled in the transaction that writes the rows, so that a
-- process killed between a load and its link leaves nothing uncounted.
CREATE TABLE pending_session (session VARCHAR NOT NULL);
COMMENT ON TABLE pending_session IS 'Sessions loaded since the last link; empty between commands';
COMMENT ON COLUMN pending_session.session IS 'Key of the session';

CREATE TABLE pending_copy_key (agent VARCHAR NOT NULL, copy_key VARCHAR NOT NULL);
COMMENT ON TABLE pending_copy_key IS 'Copy keys that rows had before they were replaced';
COMMENT ON COLUMN pending_copy_key.agent IS 'Name of the agent';
COMMENT ON COLUMN pending_copy_key.copy_key IS 'The key';

CREATE TABLE pending_answer (agent VARCHAR NOT NULL, answer_id VARCHAR NOT NULL);
COMMENT ON TABLE pending_answer IS 'Answers that rows belonged to before they were replaced';
COMMENT ON COLUMN pending_answer.agent IS 'Name of the agent';
COMMENT ON COLUMN pending_answer.answer_id IS 'Id of the answer, else session and event';
