-- What was found in a session that turned out to be no root is found again in its root.
DELETE FROM evidence WHERE finding IN (SELECT id FROM finding SEMI JOIN no_root USING (session));
DELETE FROM finding USING no_root WHERE finding.session = no_root.session;
DELETE FROM turn USING no_root WHERE turn.root = no_root.session;
DELETE FROM opportunity USING no_root WHERE opportunity.root = no_root.session;
DELETE FROM check_run USING no_root WHERE check_run.root = no_root.session;
DELETE FROM given_lesson USING no_root WHERE given_lesson.root = no_root.session;
DELETE FROM analysis USING no_root WHERE analysis.root = no_root.session;
