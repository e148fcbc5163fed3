-- What the house keeps about a person beside the account: limits, time and money of play. Erased with the
-- account. `version` counts the writes, so that of two writers who read the same the second is refused.
CREATE TABLE personal (
    account BIGINT NOT NULL,
    name    TEXT   NOT NULL,
    version BIGINT NOT NULL CHECK (version > 0),
    content TEXT   NOT NULL,
    PRIMARY KEY (account, name)
);

-- Disputes about a line of a settlement. Rows are never deleted: `facts` names people by number and says
-- what is disputed and what was found; `words` are the player's own, and are erased with the account.
-- `written` is chosen at random by the statement that added the row, as in account.
CREATE TABLE dispute (
    id      BIGINT NOT NULL PRIMARY KEY CHECK (id > 0),
    account BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version > 0),
    facts   TEXT   NOT NULL,
    words   TEXT,
    written BYTEA  NOT NULL CHECK (length(written) = 16)
);

CREATE INDEX dispute_by_account ON dispute (account);
