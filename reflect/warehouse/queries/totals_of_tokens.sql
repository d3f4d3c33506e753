-- Tokens and cost of the answers that are counted in each session.
SELECT session,
    TRY_CAST(sum(input_uncached) AS BIGINT) AS input_uncached,
    TRY_CAST(sum(cache_read) AS BIGINT) AS cache_read,
    TRY_CAST(sum(cache_write) AS BIGINT) AS cache_write,
    TRY_CAST(sum(output) AS BIGINT) AS output,
    TRY_CAST(sum(reasoning) AS BIGINT) AS reasoning,
    round(sum(cost), 9) AS cost
FROM counted_answer
GROUP BY session
