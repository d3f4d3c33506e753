-- What was found, with the number people use and the most telling quote.
CREATE VIEW findings AS
SELECT
    'F-' || reference.number AS ref,
    finding.id,
    finding.code,
    finding.severity,
    finding.confidence,
    finding.owner,
    finding.key,
    finding.polarity,
    finding.hits,
    finding.seconds,
    finding.tokens,
    finding.session,
    sessions.agent,
    sessions.title,
    sessions.project,
    sessions.started_at,
    evidence.event,
    evidence.quote
FROM finding
JOIN reference ON reference.kind = 'F' AND reference.fingerprint = finding.id
JOIN sessions ON sessions.key = finding.session
LEFT JOIN evidence ON evidence.finding = finding.id AND evidence.ordinal = 0;
COMMENT ON VIEW findings IS 'What was found, each with its most telling quote';
COMMENT ON COLUMN findings.ref IS 'F-12: what reflect show takes';
COMMENT ON COLUMN findings.id IS 'Fingerprint';
COMMENT ON COLUMN findings.code IS 'Name of the code: what reflect explain takes';
COMMENT ON COLUMN findings.severity IS '1 a nuisance, 2 costs time, 3 costs trust or does damage';
COMMENT ON COLUMN findings.confidence IS '0 to 1';
COMMENT ON COLUMN findings.owner IS 'developer, agent or environment';
COMMENT ON COLUMN findings.key IS 'Equal keys of a code are the same lesson';
COMMENT ON COLUMN findings.polarity IS 'require, forbid, prefer or none';
COMMENT ON COLUMN findings.hits IS 'How often within the session';
COMMENT ON COLUMN findings.seconds IS 'Active seconds lost';
COMMENT ON COLUMN findings.tokens IS 'Tokens lost';
COMMENT ON COLUMN findings.session IS 'Key of the root session';
COMMENT ON COLUMN findings.agent IS 'Name of the agent';
COMMENT ON COLUMN findings.title IS 'Title of the session';
COMMENT ON COLUMN findings.project IS 'Git root, else directory';
COMMENT ON COLUMN findings.started_at IS 'Start of the session, UTC';
COMMENT ON COLUMN findings.event IS 'Event of the most telling quote';
COMMENT ON COLUMN findings.quote IS 'Words that stand there, redacted';
