-- One row per session with its counts. Rows a fork copied count for the original only; tokens of
-- an answer count once over all files.
CREATE VIEW sessions AS
SELECT
    session.key,
    session.agent,
    session.native_id AS id,
    coalesce(session.parent_id, parent.native_id) AS parent,
    link.root,
    link.relation,
    session.origin,
    session.title,
    session.directory,
    coalesce(session.git_root, session.directory) AS project,
    session.branch,
    session.client_version,
    total.started_at,
    total.ended_at,
    total.active_seconds,
    total.human_turns,
    total.refusals,
    total.interrupts,
    total.tool_calls,
    total.failed_calls,
    total.denied_calls,
    total.compactions,
    total.messages,
    total.input_uncached,
    total.cache_read,
    total.cache_write,
    total.output,
    total.reasoning,
    total.cost,
    session.path,
    source.missing,
    session.archived,
    session.warm_up
FROM session
JOIN session_link AS link ON link.session = session.key
JOIN session_total AS total ON total.session = session.key
JOIN session_source AS source ON source.session = session.key
LEFT JOIN session AS parent ON parent.key = link.parent;
COMMENT ON VIEW sessions IS 'Sessions with their counts';
COMMENT ON COLUMN sessions.key IS 'agent:id';
COMMENT ON COLUMN sessions.agent IS 'Name of the agent';
COMMENT ON COLUMN sessions.id IS 'The session''s own id';
COMMENT ON COLUMN sessions.parent IS 'Own id of the parent';
COMMENT ON COLUMN sessions.root IS 'Key of the session the human drove';
COMMENT ON COLUMN sessions.relation IS 'root, subagent, fork or review';
COMMENT ON COLUMN sessions.origin IS 'human, automated or unknown';
COMMENT ON COLUMN sessions.title IS 'Title the client shows';
COMMENT ON COLUMN sessions.directory IS 'First working directory';
COMMENT ON COLUMN sessions.project IS 'Git root, else directory';
COMMENT ON COLUMN sessions.branch IS 'First branch';
COMMENT ON COLUMN sessions.client_version IS 'Last version of the client';
COMMENT ON COLUMN sessions.started_at IS 'First own message, UTC';
COMMENT ON COLUMN sessions.ended_at IS 'Last own message, UTC';
COMMENT ON COLUMN sessions.active_seconds IS 'Time in use, gaps capped at 120 s';
COMMENT ON COLUMN sessions.human_turns IS 'Prompts, commands, shell commands and steering';
COMMENT ON COLUMN sessions.refusals IS 'Times the human said no';
COMMENT ON COLUMN sessions.interrupts IS 'Times the human stopped it';
COMMENT ON COLUMN sessions.tool_calls IS 'Calls of the model';
COMMENT ON COLUMN sessions.failed_calls IS 'Non-zero exit, error or invalid call';
COMMENT ON COLUMN sessions.denied_calls IS 'Refused by human, rule, hook, sandbox or config';
COMMENT ON COLUMN sessions.compactions IS 'Manual and automatic';
COMMENT ON COLUMN sessions.messages IS 'Own messages';
COMMENT ON COLUMN sessions.input_uncached IS 'Tokens read from no cache';
COMMENT ON COLUMN sessions.cache_read IS 'Tokens read from the cache';
COMMENT ON COLUMN sessions.cache_write IS 'Tokens written into the cache';
COMMENT ON COLUMN sessions.output IS 'Tokens written, reasoning included';
COMMENT ON COLUMN sessions.reasoning IS 'Of the output, reasoning';
COMMENT ON COLUMN sessions.cost IS 'Money the client recorded';
COMMENT ON COLUMN sessions.path IS 'Source file';
COMMENT ON COLUMN sessions.missing IS 'The source is gone; what was imported stays';
COMMENT ON COLUMN sessions.archived IS 'The client shows it as archived';
COMMENT ON COLUMN sessions.warm_up IS 'A start-up agent of the client';
