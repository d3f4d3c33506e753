-- Instructions that the human gave, by what they teach: the next sessions of a project know them.
CREATE TABLE given_lesson (
    root VARCHAR NOT NULL,
    key VARCHAR NOT NULL,
    polarity VARCHAR NOT NULL,
    day VARCHAR NOT NULL
);
COMMENT ON TABLE given_lesson IS 'Instructions that the human gave, by what they teach';
COMMENT ON COLUMN given_lesson.root IS 'Key of the root session';
COMMENT ON COLUMN given_lesson.key IS 'Recurrence key of the lesson';
COMMENT ON COLUMN given_lesson.polarity IS 'require, forbid, prefer or none';
COMMENT ON COLUMN given_lesson.day IS 'UTC day on which it was given first';
