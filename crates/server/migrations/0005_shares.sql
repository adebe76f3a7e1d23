-- What one client may take of what all share. `opener` stands for the network from which a table was opened (a keyed hash,
-- '' if it is not known), `weight` for the bytes that it began with. Neither changes later: so a move does not touch the index.
ALTER TABLE tables ADD COLUMN opener TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN weight BIGINT NOT NULL DEFAULT 0;
-- 0 if only bots sit there: such tables change by themselves and would stand first in the list for ever.
ALTER TABLE tables ADD COLUMN people BIGINT NOT NULL DEFAULT 1;
CREATE INDEX tables_weight ON tables (opener, weight) WHERE opener <> '';
CREATE INDEX tables_offered_by ON tables (opener) WHERE listed = 1 AND status <> 'over';
DROP INDEX tables_offered;
CREATE INDEX tables_offered ON tables (people, updated) WHERE listed = 1 AND status <> 'over';
