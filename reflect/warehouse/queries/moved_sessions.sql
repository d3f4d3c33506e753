-- A loaded session that has no link yet, or whose records name another relation or parent than its
-- link does. A fork that was told by its copied rows alone always counts as one.
SELECT 1
FROM session AS child
SEMI JOIN rewritten ON rewritten.session = child.key
LEFT JOIN session_link AS link ON link.session = child.key
LEFT JOIN session AS named
    ON named.agent = child.agent AND named.native_id = child.parent_id AND named.key <> child.key
WHERE link.session IS NULL
   OR link.relation <> child.relation
   OR link.parent IS DISTINCT FROM named.key
LIMIT 1
