-- Every recurrence key with the root sessions it was seen in. Sessions are counted, never hits:
-- findings of one key in one session are one occurrence.
CREATE VIEW pattern_occurrences AS
WITH seen AS (
    SELECT
        finding.code,
        finding.polarity,
        finding.key,
        finding.session,
        any_value(sessions.agent) AS agent,
        any_value(sessions.project) AS project,
        any_value(sessions.started_at) AS started_at,
        sum(finding.hits) AS hits,
        sum(finding.seconds) AS seconds,
        sum(finding.tokens) AS tokens
    FROM finding JOIN sessions ON sessions.key = finding.session
    GROUP BY finding.code, finding.polarity, finding.key, finding.session
)
SELECT
    code,
    polarity,
    key,
    count(*) AS session_count,
    count(DISTINCT started_at::DATE) AS days,
    list(session ORDER BY started_at NULLS LAST, session) AS sessions,
    list_sort(list(DISTINCT agent)) AS agents,
    coalesce(list_sort(list(DISTINCT project) FILTER (project IS NOT NULL)), []) AS projects,
    list_sort(list(strftime(started_at, '%G-W%V')) FILTER (started_at IS NOT NULL)) AS weeks,
    min(started_at) AS first_seen,
    max(started_at) AS last_seen,
    sum(hits)::BIGINT AS hits,
    round(sum(seconds), 3) AS seconds,
    sum(tokens)::BIGINT AS tokens
FROM seen
GROUP BY code, polarity, key;
COMMENT ON VIEW pattern_occurrences IS 'Every recurrence key with the root sessions it was seen in';
COMMENT ON COLUMN pattern_occurrences.code IS 'Name of the code';
COMMENT ON COLUMN pattern_occurrences.polarity IS 'require, forbid, prefer or none; opposite directions never merge';
COMMENT ON COLUMN pattern_occurrences.key IS 'Recurrence key';
COMMENT ON COLUMN pattern_occurrences.session_count IS 'Root sessions';
COMMENT ON COLUMN pattern_occurrences.days IS 'Distinct UTC days on which they started';
COMMENT ON COLUMN pattern_occurrences.sessions IS 'Their keys, oldest first';
COMMENT ON COLUMN pattern_occurrences.agents IS 'Their agents';
COMMENT ON COLUMN pattern_occurrences.projects IS 'Their projects';
COMMENT ON COLUMN pattern_occurrences.weeks IS 'ISO week of each of them';
COMMENT ON COLUMN pattern_occurrences.first_seen IS 'Start of the first, UTC';
COMMENT ON COLUMN pattern_occurrences.last_seen IS 'Start of the last, UTC';
COMMENT ON COLUMN pattern_occurrences.hits IS 'Hits of all findings';
COMMENT ON COLUMN pattern_occurrences.seconds IS 'Active seconds lost';
COMMENT ON COLUMN pattern_occurrences.tokens IS 'Tokens lost';
