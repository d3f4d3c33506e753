-- Pending sessions of which any row may be another one; $1: the others.
CREATE OR REPLACE TEMP TABLE rewritten AS
SELECT session FROM pending_session WHERE session NOT IN (SELECT unnest($1))
