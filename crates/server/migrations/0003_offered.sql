-- The list of tables that can be joined or watched: finished ones must not be read over to find them.
DROP INDEX tables_listed;
CREATE INDEX tables_offered ON tables (updated) WHERE listed = 1 AND status <> 'over';
