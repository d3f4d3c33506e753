-- Nothing is left to be looked at.
DELETE FROM pending_session;
DELETE FROM pending_copy_key;
DELETE FROM pending_answer;
