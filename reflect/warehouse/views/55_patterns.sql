-- What came back: seen in two sessions or more, on two days or more.
CREATE VIEW patterns AS
SELECT code, polarity, key, session_count, days, sessions, agents, projects, weeks, first_seen,
    last_seen, hits, seconds, tokens
FROM pattern_occurrences
WHERE session_count >= 2 AND days >= 2;
COMMENT ON VIEW patterns IS 'What came back in two sessions or more, on two days or more';
COMMENT ON COLUMN patterns.code IS 'Name of the code';
COMMENT ON COLUMN patterns.polarity IS 'require, forbid, prefer or none';
COMMENT ON COLUMN patterns.key IS 'Recurrence key';
COMMENT ON COLUMN patterns.session_count IS 'Root sessions';
COMMENT ON COLUMN patterns.days IS 'Distinct UTC days on which they started';
COMMENT ON COLUMN patterns.sessions IS 'Their keys, oldest first';
COMMENT ON COLUMN patterns.agents IS 'Their agents';
COMMENT ON COLUMN patterns.projects IS 'Their projects';
COMMENT ON COLUMN patterns.weeks IS 'ISO week of each of them';
COMMENT ON COLUMN patterns.first_seen IS 'Start of the first, UTC';
COMMENT ON COLUMN patterns.last_seen IS 'Start of the last, UTC';
COMMENT ON COLUMN patterns.hits IS 'Hits of all findings';
COMMENT ON COLUMN patterns.seconds IS 'Active seconds lost';
COMMENT ON COLUMN patterns.tokens IS 'Tokens lost';
