-- The people of a house: personal data, in the file people.sqlite beside the logs, so that it can be erased.
-- Rows of account are never deleted: the logs name their numbers. `name_key` is the SHA-256 of the name in
-- lower case; an account without one is erased.

CREATE TABLE account (
    id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 4294967295),
    role         TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    name_key     BLOB    UNIQUE CHECK (length(name_key) = 32),
    password     TEXT,
    totp         BLOB,
    failures     INTEGER NOT NULL CHECK (failures >= 0),
    locked       INTEGER NOT NULL CHECK (locked IN (0, 1)),
    created      INTEGER NOT NULL,
    last_sign_in INTEGER
) STRICT;

CREATE INDEX account_by_role ON account (role);

-- `token` is the SHA-256 of what its holder sends. The time it ended stays until it is pruned, so that
-- every process learns of it.
CREATE TABLE session (
    token   BLOB    NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    account INTEGER NOT NULL REFERENCES account (id),
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    ended   INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX session_by_account ON session (account);
CREATE INDEX session_by_end ON session (ended);

CREATE TABLE ticket (
    token   BLOB    NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    account INTEGER NOT NULL REFERENCES account (id),
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX ticket_by_account ON ticket (account);
