-- Sessions as importers read them, the ledger of what was read, and what is derived from both.
-- Long texts are compressed by zstd: half the size and half the time of a checkpoint, for 10 ms more
-- when one session is read.
-- No keys and no secondary indexes: an index on these tables slows a bulk import and keeps
-- columns from being altered; uniqueness is the work of the loader, and tests hold it.

CREATE TABLE source (
    agent VARCHAR NOT NULL,
    path VARCHAR NOT NULL,
    imported_at TIMESTAMP
);
COMMENT ON TABLE source IS 'Stores that imports have looked at';
COMMENT ON COLUMN source.agent IS 'Name of the agent';
COMMENT ON COLUMN source.path IS 'Root folder, database or document, home as ~';
COMMENT ON COLUMN source.imported_at IS 'Last import that looked at it, UTC';

CREATE TABLE ledger (
    agent VARCHAR NOT NULL,
    source_path VARCHAR NOT NULL,
    unit VARCHAR NOT NULL,
    size BIGINT NOT NULL,
    mtime_ns BIGINT NOT NULL,
    inode UBIGINT NOT NULL,
    byte_offset BIGINT NOT NULL,
    records BIGINT NOT NULL,
    head_digest VARCHAR NOT NULL,
    tail_digest VARCHAR NOT NULL,
    carry VARCHAR NOT NULL,
    session VARCHAR,
    duplicate BOOLEAN NOT NULL,
    bad VARCHAR NOT NULL,
    unknown VARCHAR NOT NULL,
    missing_since TIMESTAMP
);
COMMENT ON TABLE ledger IS 'What was read of each file, or of each session of a database';
COMMENT ON COLUMN ledger.agent IS 'Name of the agent';
COMMENT ON COLUMN ledger.source_path IS 'Its store, home as ~';
COMMENT ON COLUMN ledger.unit IS 'Name in its store: relative path, or session id';
COMMENT ON COLUMN ledger.size IS 'Bytes of the file when it was read; rows of a session of a database';
COMMENT ON COLUMN ledger.mtime_ns IS 'Modification time when it was read, nanoseconds';
COMMENT ON COLUMN ledger.inode IS 'Inode when it was read; 0 for a session of a database';
COMMENT ON COLUMN ledger.byte_offset IS 'Byte behind the last full line that was read';
COMMENT ON COLUMN ledger.records IS 'Records up to that byte';
COMMENT ON COLUMN ledger.head_digest IS 'Hash of the first 4 KB';
COMMENT ON COLUMN ledger.tail_digest IS 'Hash of the 256 bytes before byte_offset';
COMMENT ON COLUMN ledger.carry IS 'State of the importer as JSON: ids and counters, no words';
COMMENT ON COLUMN ledger.session IS 'Key of the session it holds; empty when it holds none';
COMMENT ON COLUMN ledger.duplicate IS 'The session is kept from another unit, which holds more of it';
COMMENT ON COLUMN ledger.bad IS 'Records passed over, as JSON: kind to number';
COMMENT ON COLUMN ledger.unknown IS 'Records of unknown type, as JSON: type to number';
COMMENT ON COLUMN ledger.missing_since IS 'First import that did not find it any more, UTC';

CREATE TABLE session (
    key VARCHAR NOT NULL,
    agent VARCHAR NOT NULL,
    native_id VARCHAR NOT NULL,
    relation VARCHAR NOT NULL,
    origin VARCHAR NOT NULL,
    origin_reason VARCHAR NOT NULL,
    title VARCHAR,
    directory VARCHAR,
    git_root VARCHAR,
    branch VARCHAR,
    client_version VARCHAR,
    created_at TIMESTAMP,
    path VARCHAR NOT NULL,
    parent_id VARCHAR,
    parent_call VARCHAR,
    archived BOOLEAN NOT NULL,
    warm_up BOOLEAN NOT NULL,
    ledger_input_uncached BIGINT,
    ledger_cache_read BIGINT,
    ledger_cache_write BIGINT,
    ledger_output BIGINT,
    ledger_reasoning BIGINT,
    ledger_cost DOUBLE
);
COMMENT ON TABLE session IS 'Sessions as their own records tell; the view sessions adds counts';
COMMENT ON COLUMN session.key IS 'agent:native_id';
COMMENT ON COLUMN session.agent IS 'Name of the agent';
COMMENT ON COLUMN session.native_id IS 'The session''s own id';
COMMENT ON COLUMN session.relation IS 'root, subagent, fork or review, as its own records tell';
COMMENT ON COLUMN session.origin IS 'human, automated or unknown';
COMMENT ON COLUMN session.origin_reason IS 'Name of the signal that told the origin';
COMMENT ON COLUMN session.title IS 'Title the client shows';
COMMENT ON COLUMN session.directory IS 'First working directory, home as ~';
COMMENT ON COLUMN session.git_root IS 'Root of the repository where the records name it';
COMMENT ON COLUMN session.branch IS 'First branch';
COMMENT ON COLUMN session.client_version IS 'Last version of the client that wrote it';
COMMENT ON COLUMN session.created_at IS 'When the client made the session, UTC';
COMMENT ON COLUMN session.path IS 'Source file, home as ~';
COMMENT ON COLUMN session.parent_id IS 'Own id of the parent, where the records name it';
COMMENT ON COLUMN session.parent_call IS 'Call of the parent that started it';
COMMENT ON COLUMN session.archived IS 'The client shows it as archived';
COMMENT ON COLUMN session.warm_up IS 'A start-up agent of the client: no session of the user';
COMMENT ON COLUMN session.ledger_input_uncached IS 'The client''s own total: tokens from no cache';
COMMENT ON COLUMN session.ledger_cache_read IS 'The client''s own total: tokens from the cache';
COMMENT ON COLUMN session.ledger_cache_write IS 'The client''s own total: tokens into the cache';
COMMENT ON COLUMN session.ledger_output IS 'The client''s own total: tokens written';
COMMENT ON COLUMN session.ledger_reasoning IS 'The client''s own total: of the output, reasoning';
COMMENT ON COLUMN session.ledger_cost IS 'The client''s own total: money';

CREATE TABLE message (
    agent VARCHAR NOT NULL,
    session VARCHAR NOT NULL,
    event VARCHAR NOT NULL,
    position BIGINT NOT NULL,
    record VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    author VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    sent_at TIMESTAMP,
    answer_id VARCHAR,
    model VARCHAR,
    input_uncached BIGINT,
    cache_read BIGINT,
    cache_write BIGINT,
    output BIGINT,
    reasoning BIGINT,
    cost DOUBLE,
    command VARCHAR,
    replies_to VARCHAR,
    copy_key VARCHAR,
    error VARCHAR,
    reverted BOOLEAN NOT NULL,
    automated BOOLEAN NOT NULL,
    copy_of VARCHAR
);
COMMENT ON TABLE message IS 'Messages; their words are in part, the view messages joins them';
COMMENT ON COLUMN message.agent IS 'Name of the agent';
COMMENT ON COLUMN message.session IS 'Key of the session';
COMMENT ON COLUMN message.event IS 'Event id, unique in its session';
COMMENT ON COLUMN message.position IS 'Order in the session, shared with tool calls';
COMMENT ON COLUMN message.record IS 'Where it stands in its source: line, index or row id';
COMMENT ON COLUMN message.kind IS 'prompt, command, shell, steer, answer, refusal, interrupt, reasoning, compaction, notification, injected or system';
COMMENT ON COLUMN message.author IS 'human, agent, parent_agent, harness or unknown';
COMMENT ON COLUMN message.reason IS 'Name of the signal that told author and kind';
COMMENT ON COLUMN message.sent_at IS 'When, UTC';
COMMENT ON COLUMN message.answer_id IS 'Id of the model''s answer it belongs to';
COMMENT ON COLUMN message.model IS 'Model, none for humans and synthetic text';
COMMENT ON COLUMN message.input_uncached IS 'Tokens of the whole answer read from no cache; repeated on each line of it';
COMMENT ON COLUMN message.cache_read IS 'Tokens of the whole answer read from the cache';
COMMENT ON COLUMN message.cache_write IS 'Tokens of the whole answer written into the cache';
COMMENT ON COLUMN message.output IS 'Tokens of the whole answer written, reasoning included';
COMMENT ON COLUMN message.reasoning IS 'Of the output, reasoning';
COMMENT ON COLUMN message.cost IS 'Money, as the client recorded it';
COMMENT ON COLUMN message.command IS 'Name of a slash command, without the slash';
COMMENT ON COLUMN message.replies_to IS 'Id of the tool call that a refusal or answer belongs to';
COMMENT ON COLUMN message.copy_key IS 'Equal in a session and its forks';
COMMENT ON COLUMN message.error IS 'Name of the error that ended it, no content';
COMMENT ON COLUMN message.reverted IS 'The user took it back';
COMMENT ON COLUMN message.automated IS 'The record says that a program typed it';
COMMENT ON COLUMN message.copy_of IS 'Key of the session it was copied from; never counted then';

CREATE TABLE part (
    session VARCHAR NOT NULL,
    event VARCHAR NOT NULL,
    part_index INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    origin VARCHAR NOT NULL,
    text VARCHAR USING COMPRESSION zstd NOT NULL,
    native_id VARCHAR,
    media_type VARCHAR,
    size BIGINT
);
COMMENT ON TABLE part IS 'Pieces of messages: the words, and what is known of files and images';
COMMENT ON COLUMN part.session IS 'Key of the session';
COMMENT ON COLUMN part.event IS 'Event id of the message';
COMMENT ON COLUMN part.part_index IS 'Place inside its record, from 0';
COMMENT ON COLUMN part.kind IS 'text, reasoning, file, image, patch, plan or attachment';
COMMENT ON COLUMN part.origin IS 'Where the words come from: user, assistant, tool_local, tool_external, file or unknown';
COMMENT ON COLUMN part.text IS 'The words, redacted; empty for images';
COMMENT ON COLUMN part.native_id IS 'The part''s own id where the client writes one';
COMMENT ON COLUMN part.media_type IS 'Of a file or image';
COMMENT ON COLUMN part.size IS 'Bytes of a file or image';

CREATE TABLE tool_call (
    agent VARCHAR NOT NULL,
    session VARCHAR NOT NULL,
    call VARCHAR NOT NULL,
    position BIGINT NOT NULL,
    record VARCHAR NOT NULL,
    part INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    tool VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    by_human BOOLEAN NOT NULL,
    batch VARCHAR,
    result_record VARCHAR,
    command VARCHAR,
    path VARCHAR,
    arguments VARCHAR USING COMPRESSION zstd,
    exit_code BIGINT,
    exit_source VARCHAR NOT NULL,
    denied_by VARCHAR,
    output VARCHAR USING COMPRESSION zstd,
    output_tail VARCHAR USING COMPRESSION zstd,
    output_bytes BIGINT,
    output_digest VARCHAR,
    started_at TIMESTAMP,
    ended_at TIMESTAMP,
    child VARCHAR,
    copy_key VARCHAR,
    reverted BOOLEAN NOT NULL,
    added_lines BIGINT,
    removed_lines BIGINT,
    copy_of VARCHAR
);
COMMENT ON TABLE tool_call IS 'Calls of tools with their results';
COMMENT ON COLUMN tool_call.agent IS 'Name of the agent';
COMMENT ON COLUMN tool_call.session IS 'Key of the session';
COMMENT ON COLUMN tool_call.call IS 'The call''s own id, unique in its session; its event id';
COMMENT ON COLUMN tool_call.position IS 'Order in the session, shared with messages';
COMMENT ON COLUMN tool_call.record IS 'Record of the call';
COMMENT ON COLUMN tool_call.part IS 'Place of the call inside its record, from 0';
COMMENT ON COLUMN tool_call.name IS 'The client''s name of the tool';
COMMENT ON COLUMN tool_call.tool IS 'shell, read, edit, write, search, fetch, task, todo, ask, skill, mcp or other';
COMMENT ON COLUMN tool_call.status IS 'ok, error, denied, aborted, running, invalid or unknown';
COMMENT ON COLUMN tool_call.by_human IS 'The user ran it; no call of the model';
COMMENT ON COLUMN tool_call.batch IS 'Calls issued together share it';
COMMENT ON COLUMN tool_call.result_record IS 'Record of the result';
COMMENT ON COLUMN tool_call.command IS 'Shell command, redacted';
COMMENT ON COLUMN tool_call.path IS 'The file it reads, edits or writes, home as ~';
COMMENT ON COLUMN tool_call.arguments IS 'The whole input as JSON text, redacted, cut at 8 KB';
COMMENT ON COLUMN tool_call.exit_code IS 'Of a command';
COMMENT ON COLUMN tool_call.exit_source IS 'Where the exit code comes from: field, parsed or absent';
COMMENT ON COLUMN tool_call.denied_by IS 'human, rule, hook, sandbox or config';
COMMENT ON COLUMN tool_call.output IS 'What it returned, redacted; the first 4 KB when longer than 8 KB';
COMMENT ON COLUMN tool_call.output_tail IS 'The last 4 KB when longer than 8 KB';
COMMENT ON COLUMN tool_call.output_bytes IS 'Size of the whole output';
COMMENT ON COLUMN tool_call.output_digest IS 'Keyed hash of the whole output: equal results have equal ones';
COMMENT ON COLUMN tool_call.started_at IS 'When it started, UTC';
COMMENT ON COLUMN tool_call.ended_at IS 'When it ended, UTC';
COMMENT ON COLUMN tool_call.child IS 'Own id of the sub-agent session it started';
COMMENT ON COLUMN tool_call.copy_key IS 'Equal in a session and its forks';
COMMENT ON COLUMN tool_call.reverted IS 'The user took it back';
COMMENT ON COLUMN tool_call.added_lines IS 'Of an edit';
COMMENT ON COLUMN tool_call.removed_lines IS 'Of an edit';
COMMENT ON COLUMN tool_call.copy_of IS 'Key of the session it was copied from; never counted then';
