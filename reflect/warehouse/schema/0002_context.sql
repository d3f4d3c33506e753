-- What sessions had been given. Instruction files are the same in thousands of sessions: a line
-- is stored once, a version of a file (its list of lines) once, and a session names the version.

CREATE TABLE context_item (
    session VARCHAR NOT NULL,
    ordinal INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    record VARCHAR NOT NULL,
    seen_at TIMESTAMP,
    version VARCHAR,
    size_before BIGINT,
    size_after BIGINT,
    detail VARCHAR
);
COMMENT ON TABLE context_item IS 'What a session had been given; never a human word, never evidence';
COMMENT ON COLUMN context_item.session IS 'Key of the session';
COMMENT ON COLUMN context_item.ordinal IS 'Order in the session';
COMMENT ON COLUMN context_item.kind IS 'instructions, skill, command, subagent, mcp_tool, permission, compaction or hook';
COMMENT ON COLUMN context_item.name IS 'File path, or name of the skill, command, agent or tool; trigger of a compaction';
COMMENT ON COLUMN context_item.record IS 'Where it stands in its source';
COMMENT ON COLUMN context_item.seen_at IS 'When, UTC';
COMMENT ON COLUMN context_item.version IS 'Of an instruction file: the version in instruction_version';
COMMENT ON COLUMN context_item.size_before IS 'Tokens before a compaction';
COMMENT ON COLUMN context_item.size_after IS 'Tokens after it';
COMMENT ON COLUMN context_item.detail IS 'A word of the client: hook event, permission decision';

CREATE TABLE instruction_version (
    version VARCHAR NOT NULL,
    line_number INTEGER NOT NULL,
    digest VARCHAR NOT NULL
);
COMMENT ON TABLE instruction_version IS 'Lines of each version of an instruction file';
COMMENT ON COLUMN instruction_version.version IS 'Hash over the digests of its lines';
COMMENT ON COLUMN instruction_version.line_number IS 'From 1';
COMMENT ON COLUMN instruction_version.digest IS 'The line in instruction_line';

CREATE TABLE instruction_line (
    digest VARCHAR NOT NULL,
    text VARCHAR NOT NULL
);
COMMENT ON TABLE instruction_line IS 'Distinct lines of instruction files';
COMMENT ON COLUMN instruction_line.digest IS 'Keyed hash of the line';
COMMENT ON COLUMN instruction_line.text IS 'The line, redacted';
