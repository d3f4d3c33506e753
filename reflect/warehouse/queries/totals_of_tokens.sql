-- Tokens and cost of the answers that are counted in each affected session.
SELECT session,
    TRY_CAST(sum(input_uncached) AS BIGINT),
    TRY_CAST(sum(cache_read) AS BIGINT),
    TRY_CAST(sum(cache_write) AS BIGINT),
    TRY_CAST(sum(output) AS BIGINT),
    TRY_CAST(sum(reasoning) AS BIGINT),
    round(sum(cost), 9)
FROM answer WHERE session IN (SELECT session FROM affected)
GROUP BY session
