-- Work tables of one load, made when a connection loads for the first time.
CREATE TEMP TABLE changed (session VARCHAR NOT NULL);
CREATE TEMP TABLE touched_key (agent VARCHAR NOT NULL, copy_key VARCHAR NOT NULL);
CREATE TEMP TABLE touched_answer (agent VARCHAR NOT NULL, answer_id VARCHAR NOT NULL);
CREATE TEMP TABLE session_rank (session VARCHAR NOT NULL, agent VARCHAR NOT NULL, age BIGINT NOT NULL);
CREATE TEMP TABLE shared_key (agent VARCHAR NOT NULL, copy_key VARCHAR NOT NULL, original VARCHAR NOT NULL);
CREATE TEMP TABLE affected (session VARCHAR NOT NULL);
CREATE TEMP TABLE relinked (session VARCHAR NOT NULL);
