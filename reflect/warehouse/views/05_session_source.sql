-- Whether the source of a session is still there: gone when no unit that holds it is left.
CREATE VIEW session_source AS
SELECT
    session.key AS session,
    coalesce(
        bool_and(ledger.missing_since IS NOT NULL) FILTER (ledger.session IS NOT NULL), true
    ) AS missing,
    max(ledger.missing_since) AS missing_since
FROM session LEFT JOIN ledger ON ledger.session = session.key
GROUP BY session.key;
COMMENT ON VIEW session_source IS 'Whether the source of a session is still there';
COMMENT ON COLUMN session_source.session IS 'Key of the session';
COMMENT ON COLUMN session_source.missing IS 'No file or database holds it any more';
COMMENT ON COLUMN session_source.missing_since IS 'Last import that found a unit of it gone, UTC';
