-- Seconds in which each affected session was at work: a gap counts up to two minutes. least()
-- passes over NULL, so the first moment, which has no gap, would count as 120 s.
SELECT session, round(coalesce(sum(least(gap, 120.0)) FILTER (gap IS NOT NULL), 0.0), 3)
FROM (
    SELECT session, date_diff('millisecond', lag(happened_at) OVER (
        PARTITION BY session ORDER BY happened_at
    ), happened_at) / 1000.0 AS gap
    FROM (
        SELECT session, sent_at AS happened_at FROM message
        WHERE session IN (SELECT session FROM affected) AND copy_of IS NULL
        UNION ALL
        SELECT session, unnest([started_at, ended_at]) FROM tool_call
        WHERE session IN (SELECT session FROM affected) AND copy_of IS NULL
    )
    WHERE happened_at IS NOT NULL
)
GROUP BY session
