-- A fork copies the compactions of its original too, and they carry no copy key: what stands at or
-- before its last copied record, or in a copied record, was copied. $1: the sessions.
WITH copied AS (
    SELECT session, record FROM message
    WHERE session IN (SELECT unnest($1)) AND copy_of IS NOT NULL
)
SELECT item.session, count(*)
FROM context_item AS item
JOIN (
    SELECT session, max(TRY_CAST(record AS BIGINT)) AS record FROM copied GROUP BY session
) AS last USING (session)
WHERE item.kind = 'compaction'
  AND (item.session, item.record) NOT IN (FROM copied)
  AND NOT coalesce(TRY_CAST(item.record AS BIGINT) <= last.record, false)
GROUP BY item.session
