-- Acts of the human with their words.
CREATE VIEW turns AS
SELECT
    sessions.agent,
    turn.session,
    turn.position,
    turn.event,
    turn.record,
    message.sent_at,
    turn.kind,
    turn.act,
    turn.confidence,
    turn.signals,
    spoken.text,
    sessions.project
FROM turn
JOIN sessions ON sessions.key = turn.session
LEFT JOIN message ON message.session = turn.session AND message.event = turn.event
LEFT JOIN (
    SELECT session, event, string_agg(text, chr(10) ORDER BY part_index) AS text
    FROM part WHERE text <> ''
    GROUP BY session, event
) AS spoken ON spoken.session = turn.session AND spoken.event = turn.event;
COMMENT ON VIEW turns IS 'Acts of the human in the sessions that were analysed';
COMMENT ON COLUMN turns.agent IS 'Name of the agent';
COMMENT ON COLUMN turns.session IS 'Key of the session';
COMMENT ON COLUMN turns.position IS 'Order in the session';
COMMENT ON COLUMN turns.event IS 'Event id of the message';
COMMENT ON COLUMN turns.record IS 'Where it stands in its source';
COMMENT ON COLUMN turns.sent_at IS 'When, UTC';
COMMENT ON COLUMN turns.kind IS 'prompt, command, shell, steer, answer, refusal or interrupt';
COMMENT ON COLUMN turns.act IS 'new_request, correction, failure_report, challenge, approval …';
COMMENT ON COLUMN turns.confidence IS '0 to 1';
COMMENT ON COLUMN turns.signals IS 'Names of the signals that spoke, strongest first';
COMMENT ON COLUMN turns.text IS 'The words, redacted';
COMMENT ON COLUMN turns.project IS 'Git root, else directory, of the session';
