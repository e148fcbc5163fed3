-- The people of a house: personal data, in tables beside the logs, so that it can be erased. Rows of
-- account are never deleted: the logs name their numbers. `name_key` is the SHA-256 of the name in lower
-- case, and so does not depend on how the database compares texts; an account without one is erased.
-- `written` is chosen at random by the statement that added the account or last counted a failure: a
-- statement that is repeated after a lost answer recognises what it has done.

CREATE TABLE account (
    id           BIGINT  NOT NULL PRIMARY KEY CHECK (id BETWEEN 1 AND 4294967295),
    role         TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    name_key     BYTEA   UNIQUE CHECK (length(name_key) = 32),
    password     TEXT,
    totp         BYTEA,
    failures     BIGINT  NOT NULL CHECK (failures >= 0),
    locked       BOOLEAN NOT NULL,
    created      BIGINT  NOT NULL,
    last_sign_in BIGINT,
    written      BYTEA   NOT NULL CHECK (length(written) = 16)
);

CREATE INDEX account_by_role ON account (role);

-- `token` is the SHA-256 of what its holder sends. The time it ended stays until it is pruned, so that
-- every process learns of it.
CREATE TABLE session (
    token   BYTEA  NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    account BIGINT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    ended   BIGINT
);

CREATE INDEX session_by_account ON session (account);
CREATE INDEX session_by_end ON session (ended);

-- `taken` is chosen at random by the statement that took it, for the same reason as `written`.
CREATE TABLE ticket (
    token   BYTEA  NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    account BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    taken   BYTEA  CHECK (length(taken) = 16)
);

CREATE INDEX ticket_by_account ON ticket (account);
