CREATE TABLE schema_version (
    step INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    digest VARCHAR NOT NULL,
    applied_by VARCHAR NOT NULL
);
COMMENT ON TABLE schema_version IS 'Schema steps that were applied to this file';
COMMENT ON COLUMN schema_version.step IS 'Number of the step';
COMMENT ON COLUMN schema_version.name IS 'Name of its file';
COMMENT ON COLUMN schema_version.digest IS 'Hash of its text';
COMMENT ON COLUMN schema_version.applied_by IS 'Version of reflect that applied it';

CREATE TABLE views_version (digest VARCHAR NOT NULL);
COMMENT ON TABLE views_version IS 'Which views this file has';
COMMENT ON COLUMN views_version.digest IS 'Hash over the texts of all views';
