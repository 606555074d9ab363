-- Rows are loaded in the order of their questions, so that the minima and maxima of row groups prune. Points get an index.
CREATE INDEX by_signature ON transactions (signature);
CREATE INDEX by_sandwich ON legs (sandwich);
