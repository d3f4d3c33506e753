-- A fork copies the compactions of its original too, and they carry no copy key: what stands at or
-- before its last copied record, or in a copied record, was copied. Of sessions with copied messages:
-- the compactions that are no copies.
SELECT copied.session,
    count(*) FILTER (
        NOT list_contains(copied.records, item.record)
        AND NOT coalesce(TRY_CAST(item.record AS BIGINT) <= copied.last_record, false)
    ) AS compactions
FROM (
    SELECT session, list(record) AS records, max(TRY_CAST(record AS BIGINT)) AS last_record
    FROM counted_message WHERE copy_of IS NOT NULL
    GROUP BY session
) AS copied
JOIN counted_context_item AS item ON item.session = copied.session AND item.kind = 'compaction'
GROUP BY copied.session
