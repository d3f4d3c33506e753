-- Sessions to be counted anew: first those that were loaded, then those that later steps add.
CREATE OR REPLACE TEMP TABLE affected AS SELECT session FROM pending_session;
