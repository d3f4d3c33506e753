-- Own calls of tools.
CREATE VIEW tool_calls AS
SELECT
    agent,
    session,
    position,
    call,
    started_at,
    CASE
        WHEN ended_at < started_at THEN 0.0
        ELSE date_diff('millisecond', started_at, ended_at) / 1000.0
    END AS seconds,
    tool,
    name,
    command,
    path,
    arguments,
    status,
    exit_code,
    denied_by,
    output,
    output_bytes,
    by_human
FROM tool_call
WHERE copy_of IS NULL;
COMMENT ON VIEW tool_calls IS 'Calls of tools; those a fork copied are left out';
COMMENT ON COLUMN tool_calls.agent IS 'Name of the agent';
COMMENT ON COLUMN tool_calls.session IS 'Key of the session';
COMMENT ON COLUMN tool_calls.position IS 'Order in the session, shared with messages';
COMMENT ON COLUMN tool_calls.call IS 'Event id';
COMMENT ON COLUMN tool_calls.started_at IS 'When it started, UTC';
COMMENT ON COLUMN tool_calls.seconds IS 'How long it took; 0 when clocks disagree, empty when unknown';
COMMENT ON COLUMN tool_calls.tool IS 'shell, read, edit, write, search, fetch, task, todo, ask, skill, mcp or other';
COMMENT ON COLUMN tool_calls.name IS 'The client''s name of the tool';
COMMENT ON COLUMN tool_calls.command IS 'Shell command, redacted';
COMMENT ON COLUMN tool_calls.path IS 'The file it reads, edits or writes';
COMMENT ON COLUMN tool_calls.arguments IS 'The whole input as JSON text, redacted';
COMMENT ON COLUMN tool_calls.status IS 'ok, error, denied, aborted, running, invalid or unknown';
COMMENT ON COLUMN tool_calls.exit_code IS 'Of a command';
COMMENT ON COLUMN tool_calls.denied_by IS 'human, rule, hook, sandbox or config';
COMMENT ON COLUMN tool_calls.output IS 'What it returned, redacted, at most 8 KB';
COMMENT ON COLUMN tool_calls.output_bytes IS 'Size of the whole output';
COMMENT ON COLUMN tool_calls.by_human IS 'The user ran it';
