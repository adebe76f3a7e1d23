-- The review of a finished game, computed once. `made_for` says for which version of the program and how many events.
CREATE TABLE reviews (
    table_id TEXT NOT NULL PRIMARY KEY,
    made_for TEXT NOT NULL,
    body TEXT NOT NULL
);
