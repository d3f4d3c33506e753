-- Digest of a call; whose copy it is does not count.
hash(
    call, position, record, part, name, tool, status, by_human, batch, result_record,
    command, path, arguments, exit_code, exit_source, denied_by, output, output_tail,
    output_bytes, output_digest, started_at, ended_at, child, copy_key, reverted,
    added_lines, removed_lines
)
