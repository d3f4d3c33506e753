-- Totals of many sessions, from what totals_of_*.sql found. Those of a few are joined in Python.
INSERT INTO session_total
SELECT
    headers.session,
    coalesce(messages.started_at, headers.created_at),
    messages.ended_at,
    activity.seconds,
    coalesce(messages.own, 0),
    coalesce(messages.events, 0) + coalesce(calls.events, 0),
    coalesce(messages.human_turns, 0),
    coalesce(len(list_distinct(messages.refusals)), 0),
    coalesce(len(list_distinct(messages.interrupts)), 0),
    coalesce(calls.tool_calls, 0),
    coalesce(calls.failed, 0),
    coalesce(calls.denied, 0),
    coalesce(own_compactions.compactions, context.compactions, 0),
    coalesce(tokens.input_uncached, 0),
    coalesce(tokens.cache_read, 0),
    coalesce(tokens.cache_write, 0),
    coalesce(tokens.output, 0),
    tokens.reasoning,
    tokens.cost,
    hash(headers.digest, messages.digest, parts.digest, calls.digest, context.digest),
    hash(headers.digest, messages.own_digest, parts.digest, calls.own_digest, context.digest),
    headers.digest,
    messages.digest,
    messages.own_digest,
    parts.digest,
    calls.digest,
    calls.own_digest,
    context.digest,
    activity.last_moment
FROM found_headers AS headers
LEFT JOIN found_messages AS messages USING (session)
LEFT JOIN found_parts AS parts USING (session)
LEFT JOIN found_calls AS calls USING (session)
LEFT JOIN found_context AS context USING (session)
LEFT JOIN found_own_compactions AS own_compactions USING (session)
LEFT JOIN found_activity AS activity USING (session)
LEFT JOIN found_tokens AS tokens USING (session)
