-- Understood by SQLite and PostgreSQL alike: text and 64-bit numbers only, 0 or '' for "none".
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    seq BIGINT NOT NULL,
    spec TEXT NOT NULL,
    listed BIGINT NOT NULL,
    status TEXT NOT NULL,
    due BIGINT NOT NULL,
    lease_node TEXT NOT NULL,
    lease_until BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    summary TEXT NOT NULL
);
CREATE INDEX tables_due ON tables (due) WHERE due > 0;
CREATE INDEX tables_expires ON tables (expires) WHERE expires > 0;
CREATE INDEX tables_listed ON tables (updated) WHERE listed = 1;
CREATE TABLE entries (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);
CREATE TABLE meta (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
