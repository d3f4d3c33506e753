-- Seconds in which each session was at work: a gap counts up to two minutes; and the last moment.
-- From sorted lists, which take half the time of a window.
SELECT session,
    round(coalesce(list_sum(list_transform(
        list_zip(moments[:-2], moments[2:]),
        lambda gap: least(date_diff('millisecond', gap[1], gap[2]) / 1000.0, 120.0)
    )), 0.0), 3) AS seconds,
    moments[-1] AS last_moment
FROM (
    SELECT session, list_sort(list(happened_at)) AS moments
    FROM (
        SELECT session, sent_at AS happened_at FROM counted_message WHERE copy_of IS NULL
        UNION ALL
        SELECT session, unnest([started_at, ended_at]) FROM counted_tool_call WHERE copy_of IS NULL
    )
    WHERE happened_at IS NOT NULL
    GROUP BY session
)
