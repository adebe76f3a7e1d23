-- Which session keeps which seat: the index behind the list of a session's own tables. `at` is when the table was opened,
-- and when it ended once it is over: so one index serves both lists, the latest first.
CREATE TABLE keepers (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    session TEXT NOT NULL,
    is_over BIGINT NOT NULL,
    at BIGINT NOT NULL,
    game TEXT NOT NULL,
    against TEXT NOT NULL,
    result TEXT NOT NULL,
    score BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX keepers_session ON keepers (session, is_over, at, table_id);
