-- The logs of a house, its money, and what waits. Rows of log, posting, contribution and answer are
-- only ever added; head, balance, consumed and lease are the only ones that change. Snapshots follow
-- from the logs: they may be deleted at any time, and cost a longer reading at the next start.

CREATE TABLE head (
    stream      TEXT   NOT NULL PRIMARY KEY,
    seq         BIGINT NOT NULL CHECK (seq >= 0),
    fingerprint BYTEA  NOT NULL CHECK (length(fingerprint) = 32),
    epoch       BIGINT NOT NULL CHECK (epoch >= 0)
);

CREATE TABLE log (
    stream      TEXT   NOT NULL,
    seq         BIGINT NOT NULL CHECK (seq > 0),
    fingerprint BYTEA  NOT NULL CHECK (length(fingerprint) = 32),
    bytes       BYTEA  NOT NULL,
    PRIMARY KEY (stream, seq)
);

CREATE TABLE posting (
    stream TEXT   NOT NULL,
    seq    BIGINT NOT NULL,
    line   BIGINT NOT NULL,
    source TEXT   NOT NULL,
    target TEXT   NOT NULL CHECK (target <> source),
    amount BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (stream, seq, line)
);

-- Of purses, racks and tips alone: all other accounts are the sum of their postings.
CREATE TABLE balance (
    account TEXT   NOT NULL PRIMARY KEY,
    amount  BIGINT NOT NULL CHECK (amount >= 0)
);

CREATE TABLE contribution (
    link   BIGINT NOT NULL,
    stream TEXT   NOT NULL,
    seq    BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (link, stream, seq)
);

CREATE TABLE answer (
    stream TEXT  NOT NULL,
    id     BYTEA NOT NULL CHECK (length(id) = 16),
    body   BYTEA NOT NULL CHECK (length(body) = 32),
    told   BYTEA NOT NULL,
    PRIMARY KEY (stream, id)
);

-- `target` has to read `source` up to `seq`.
CREATE TABLE outbox (
    target TEXT   NOT NULL,
    source TEXT   NOT NULL,
    seq    BIGINT NOT NULL,
    PRIMARY KEY (target, source, seq)
);

CREATE TABLE consumed (
    target TEXT   NOT NULL,
    source TEXT   NOT NULL,
    seq    BIGINT NOT NULL,
    PRIMARY KEY (target, source)
);

CREATE TABLE lease (
    stream TEXT   NOT NULL PRIMARY KEY,
    owner  TEXT   NOT NULL,
    until  BIGINT NOT NULL
);

-- The state of a stream after entry `seq`; `fingerprint` is that of this entry followed by `body`.
CREATE TABLE snapshot (
    stream      TEXT   NOT NULL,
    seq         BIGINT NOT NULL CHECK (seq > 0),
    fingerprint BYTEA  NOT NULL CHECK (length(fingerprint) = 32),
    format      BIGINT NOT NULL,
    body        BYTEA  NOT NULL,
    PRIMARY KEY (stream, seq)
);
