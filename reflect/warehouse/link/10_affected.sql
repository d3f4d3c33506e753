-- Sessions of which any row may have changed: those that were loaded whole, then those that later
-- steps add.
CREATE OR REPLACE TEMP TABLE affected AS SELECT session FROM rewritten;
