-- What the house keeps about a person beside the account: limits, time and money of play. Erased with the
-- account. `version` counts the writes, so that of two writers who read the same the second is refused.
CREATE TABLE personal (
    account INTEGER NOT NULL REFERENCES account (id),
    name    TEXT    NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    content TEXT    NOT NULL,
    PRIMARY KEY (account, name)
) STRICT, WITHOUT ROWID;

-- Disputes about a line of a settlement. Rows are never deleted: `facts` names people by number and says
-- what is disputed and what was found; `words` are the player's own, and are erased with the account.
CREATE TABLE dispute (
    id      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES account (id),
    version INTEGER NOT NULL CHECK (version > 0),
    facts   TEXT    NOT NULL,
    words   TEXT
) STRICT;

CREATE INDEX dispute_by_account ON dispute (account);
