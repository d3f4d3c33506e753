SELECT
    coalesce(root.git_root, root.directory),
    root.key,
    total.started_at,
    tool_call.session,
    tool_call.position,
    tool_call.tool,
    tool_call.command,
    tool_call.status,
    tool_call.exit_code
FROM tool_call
JOIN session_link AS link ON link.session = tool_call.session
JOIN session AS root ON root.key = link.root
JOIN session_total AS total ON total.session = root.key
WHERE coalesce(root.git_root, root.directory) IN (SELECT unnest(?))
  AND tool_call.tool IN ('shell', 'edit', 'write')
  AND tool_call.copy_of IS NULL
ORDER BY total.started_at NULLS LAST, root.key, tool_call.session, tool_call.position,
    tool_call.part, tool_call.call
