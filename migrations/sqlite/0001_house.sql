-- The logs of a house, its money, and what waits. Rows of log, posting, contribution and answer are
-- only ever added; head, balance, consumed and lease are the only ones that change. Snapshots follow
-- from the logs: they may be deleted at any time, and cost a longer reading at the next start.

CREATE TABLE head (
    stream      TEXT    NOT NULL PRIMARY KEY,
    seq         INTEGER NOT NULL CHECK (seq >= 0),
    fingerprint BLOB    NOT NULL CHECK (length(fingerprint) = 32),
    epoch       INTEGER NOT NULL CHECK (epoch >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
    stream      TEXT    NOT NULL,
    seq         INTEGER NOT NULL CHECK (seq > 0),
    fingerprint BLOB    NOT NULL CHECK (length(fingerprint) = 32),
    bytes       BLOB    NOT NULL,
    PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE posting (
    stream TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    line   INTEGER NOT NULL,
    source TEXT    NOT NULL,
    target TEXT    NOT NULL CHECK (target <> source),
    amount INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (stream, seq, line)
) STRICT, WITHOUT ROWID;

-- Of purses, racks and tips alone: all other accounts are the sum of their postings.
CREATE TABLE balance (
    account TEXT    NOT NULL PRIMARY KEY,
    amount  INTEGER NOT NULL CHECK (amount >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE contribution (
    link   INTEGER NOT NULL,
    stream TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (link, stream, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE answer (
    stream TEXT NOT NULL,
    id     BLOB NOT NULL CHECK (length(id) = 16),
    body   BLOB NOT NULL CHECK (length(body) = 32),
    told   BLOB NOT NULL,
    PRIMARY KEY (stream, id)
) STRICT, WITHOUT ROWID;

-- `target` has to read `source` up to `seq`.
CREATE TABLE outbox (
    target TEXT    NOT NULL,
    source TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    PRIMARY KEY (target, source, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE consumed (
    target TEXT    NOT NULL,
    source TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    PRIMARY KEY (target, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE lease (
    stream TEXT    NOT NULL PRIMARY KEY,
    owner  TEXT    NOT NULL,
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The state of a stream after entry `seq`; `fingerprint` is that of this entry followed by `body`.
CREATE TABLE snapshot (
    stream      TEXT    NOT NULL,
    seq         INTEGER NOT NULL CHECK (seq > 0),
    fingerprint BLOB    NOT NULL CHECK (length(fingerprint) = 32),
    format      INTEGER NOT NULL,
    body        BLOB    NOT NULL,
    PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;
