-- Digest of the row of a session; what linking found does not count.
hash(
    native_id, relation, origin, origin_reason, title, directory, git_root, branch,
    client_version, created_at, path, parent_id, parent_call, archived, warm_up,
    ledger_input_uncached, ledger_cache_read, ledger_cache_write, ledger_output,
    ledger_reasoning, ledger_cost
)
