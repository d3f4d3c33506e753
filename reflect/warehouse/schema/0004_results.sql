-- What was found, and the numbers by which people name it.

CREATE TABLE analysis (
    root VARCHAR NOT NULL,
    content_digest VARCHAR NOT NULL,
    code_digest VARCHAR NOT NULL,
    baseline_digest VARCHAR NOT NULL
);
COMMENT ON TABLE analysis IS 'Root sessions that were analysed, and with what';
COMMENT ON COLUMN analysis.root IS 'Key of the root session';
COMMENT ON COLUMN analysis.content_digest IS 'Digest of what the session and its sub-agents held';
COMMENT ON COLUMN analysis.code_digest IS 'Digest of all codes and their versions';
COMMENT ON COLUMN analysis.baseline_digest IS 'Digest of the baseline it was compared with';

CREATE TABLE turn (
    root VARCHAR NOT NULL,
    session VARCHAR NOT NULL,
    event VARCHAR NOT NULL,
    position BIGINT NOT NULL,
    record VARCHAR NOT NULL,
    part INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    author VARCHAR NOT NULL,
    act VARCHAR NOT NULL,
    confidence DOUBLE NOT NULL,
    signals VARCHAR[] NOT NULL
);
COMMENT ON TABLE turn IS 'Acts of the human, one per source record; the view turns adds their words';
COMMENT ON COLUMN turn.root IS 'Key of the root session';
COMMENT ON COLUMN turn.session IS 'Key of the session';
COMMENT ON COLUMN turn.event IS 'Event id of the message';
COMMENT ON COLUMN turn.position IS 'Order in the session';
COMMENT ON COLUMN turn.record IS 'Where it stands in its source';
COMMENT ON COLUMN turn.part IS 'Its first human part';
COMMENT ON COLUMN turn.kind IS 'prompt, command, shell, steer, answer, refusal or interrupt';
COMMENT ON COLUMN turn.author IS 'human or unknown';
COMMENT ON COLUMN turn.act IS 'What it does: new_request, correction, approval …';
COMMENT ON COLUMN turn.confidence IS '0 to 1';
COMMENT ON COLUMN turn.signals IS 'Names of the signals that spoke, strongest first';

CREATE TABLE finding (
    id VARCHAR NOT NULL,
    session VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    code_version INTEGER NOT NULL,
    severity INTEGER NOT NULL,
    confidence DOUBLE NOT NULL,
    method VARCHAR NOT NULL,
    owner VARCHAR NOT NULL,
    key VARCHAR NOT NULL,
    polarity VARCHAR NOT NULL,
    hits INTEGER NOT NULL,
    seconds DOUBLE,
    tokens BIGINT
);
COMMENT ON TABLE finding IS 'What was found; the view findings adds numbers and quotes';
COMMENT ON COLUMN finding.id IS 'Fingerprint: survives re-import and re-detection';
COMMENT ON COLUMN finding.session IS 'Key of the root session';
COMMENT ON COLUMN finding.code IS 'Name of the code';
COMMENT ON COLUMN finding.code_version IS 'Version of the code';
COMMENT ON COLUMN finding.severity IS '1 a nuisance, 2 costs time, 3 costs trust or does damage';
COMMENT ON COLUMN finding.confidence IS '0 to 1';
COMMENT ON COLUMN finding.method IS 'rule, model or both';
COMMENT ON COLUMN finding.owner IS 'developer, agent or environment';
COMMENT ON COLUMN finding.key IS 'Recurrence key';
COMMENT ON COLUMN finding.polarity IS 'require, forbid, prefer or none';
COMMENT ON COLUMN finding.hits IS 'How often within the session';
COMMENT ON COLUMN finding.seconds IS 'Active seconds lost';
COMMENT ON COLUMN finding.tokens IS 'Output and uncached input tokens lost';

CREATE TABLE evidence (
    finding VARCHAR NOT NULL,
    ordinal INTEGER NOT NULL,
    session VARCHAR NOT NULL,
    event VARCHAR NOT NULL,
    record VARCHAR NOT NULL,
    part INTEGER NOT NULL,
    quote VARCHAR NOT NULL
);
COMMENT ON TABLE evidence IS 'Where findings can be seen';
COMMENT ON COLUMN evidence.finding IS 'Id of the finding';
COMMENT ON COLUMN evidence.ordinal IS 'The most telling is 0';
COMMENT ON COLUMN evidence.session IS 'Key of the session that holds the event';
COMMENT ON COLUMN evidence.event IS 'Event id of the message or call';
COMMENT ON COLUMN evidence.record IS 'Record of the event in its source';
COMMENT ON COLUMN evidence.part IS 'Part inside the record';
COMMENT ON COLUMN evidence.quote IS 'Words that stand in the event, redacted';

CREATE TABLE opportunity (
    root VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    times BIGINT NOT NULL
);
COMMENT ON TABLE opportunity IS 'How often each code could have happened: the denominators';
COMMENT ON COLUMN opportunity.root IS 'Key of the root session';
COMMENT ON COLUMN opportunity.code IS 'Name of the code';
COMMENT ON COLUMN opportunity.times IS 'Opportunities in the session, more than 0';

CREATE TABLE check_run (
    root VARCHAR NOT NULL,
    template VARCHAR NOT NULL,
    passed BOOLEAN NOT NULL,
    failed BOOLEAN NOT NULL
);
COMMENT ON TABLE check_run IS 'Commands that ran after an edit: what checks the work is learned from them';
COMMENT ON COLUMN check_run.root IS 'Key of the root session';
COMMENT ON COLUMN check_run.template IS 'Normalised command';
COMMENT ON COLUMN check_run.passed IS 'It ended well at least once';
COMMENT ON COLUMN check_run.failed IS 'It ended badly at least once';

CREATE TABLE reference (
    kind VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL,
    number BIGINT NOT NULL
);
COMMENT ON TABLE reference IS 'Numbers given to findings and patterns, once each, never re-used';
COMMENT ON COLUMN reference.kind IS 'F for findings, P for patterns';
COMMENT ON COLUMN reference.fingerprint IS 'Id of the finding or pattern';
COMMENT ON COLUMN reference.number IS 'The 12 of F-12';

CREATE TABLE run (
    id VARCHAR NOT NULL,
    action VARCHAR NOT NULL,
    started_at TIMESTAMP NOT NULL,
    ended_at TIMESTAMP,
    outcome VARCHAR NOT NULL
);
COMMENT ON TABLE run IS 'Runs that write a manifest';
COMMENT ON COLUMN run.id IS 'Id of the run';
COMMENT ON COLUMN run.action IS 'The command';
COMMENT ON COLUMN run.started_at IS 'UTC';
COMMENT ON COLUMN run.ended_at IS 'UTC; empty while it runs or when it was killed';
COMMENT ON COLUMN run.outcome IS 'completed, partial, failed or interrupted';
