-- Own messages with their words.
CREATE VIEW messages AS
SELECT
    message.agent,
    message.session,
    message.position,
    message.event,
    message.record,
    message.sent_at,
    message.author,
    message.kind,
    message.model,
    message.command,
    spoken.text,
    message.reverted
FROM message
LEFT JOIN (
    SELECT session, event, string_agg(text, chr(10) ORDER BY part_index) AS text
    FROM part WHERE text <> ''
    GROUP BY session, event
) AS spoken ON spoken.session = message.session AND spoken.event = message.event
WHERE message.copy_of IS NULL;
COMMENT ON VIEW messages IS 'Messages with their words; those a fork copied are left out';
COMMENT ON COLUMN messages.agent IS 'Name of the agent';
COMMENT ON COLUMN messages.session IS 'Key of the session';
COMMENT ON COLUMN messages.position IS 'Order in the session, shared with tool calls';
COMMENT ON COLUMN messages.event IS 'Event id';
COMMENT ON COLUMN messages.record IS 'Where it stands in its source';
COMMENT ON COLUMN messages.sent_at IS 'When, UTC';
COMMENT ON COLUMN messages.author IS 'human, agent, parent_agent, harness or unknown';
COMMENT ON COLUMN messages.kind IS 'prompt, command, shell, steer, answer, refusal, interrupt …';
COMMENT ON COLUMN messages.model IS 'Model of an answer';
COMMENT ON COLUMN messages.command IS 'Name of a slash command';
COMMENT ON COLUMN messages.text IS 'The words, redacted';
COMMENT ON COLUMN messages.reverted IS 'The user took it back';
