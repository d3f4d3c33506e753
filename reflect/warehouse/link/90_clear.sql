-- The work tables are empty again when the load ends.
DELETE FROM changed;
DELETE FROM touched_key;
DELETE FROM touched_answer;
DELETE FROM session_rank;
DELETE FROM shared_key;
DELETE FROM affected;
DELETE FROM relinked;
