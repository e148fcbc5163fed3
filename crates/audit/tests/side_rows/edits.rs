//! Edits of a house by SQL, one of each kind.
// tidy: table

/// One edit of each kind: the SQL, and the beginning of what is said of it.
pub const EDITS: &[(&str, &str)] = &[
    (
        "DELETE FROM answer WHERE stream = 'purse/0' AND rowid = \
         (SELECT min(rowid) FROM answer WHERE stream = 'purse/0')",
        "purse/0 entry 1: the response stored for its command is missing",
    ),
    (
        "UPDATE answer SET told = CAST('{\"done\":{\"from\":0,\"to\":2}}' AS BLOB) WHERE rowid = \
         (SELECT min(rowid) FROM answer WHERE stream = 'purse/0')",
        "purse/0 entry 1: the response stored for its command is not the one that was given",
    ),
    (
        "UPDATE answer SET told = CAST('{\"short\":{\"account\":\"cage\"}}' AS BLOB) WHERE rowid = \
         (SELECT min(rowid) FROM answer WHERE stream = 'table/1')",
        "table/1 entry 1: the response stored for its command is not the one that was given",
    ),
    (
        "UPDATE answer SET body = zeroblob(32) WHERE rowid = \
         (SELECT min(rowid) FROM answer WHERE stream = 'link/1')",
        "link/1 entry 1: the response stored for its command belongs to another request",
    ),
    (
        "INSERT INTO answer VALUES ('purse/0', zeroblob(16), zeroblob(32), \
         CAST('{\"done\":{\"from\":0,\"to\":1}}' AS BLOB))",
        "purse/0: the response to 00000000000000000000000000000000 says it caused the entries after 0 up to 1",
    ),
    (
        "UPDATE answer SET told = zeroblob(3) WHERE CAST(told AS TEXT) LIKE '{\"short\"%'",
        "purse/0: the response to ",
    ),
    (
        "UPDATE contribution SET amount = amount + 1 WHERE rowid_of = 1",
        "table/1 entry ",
    ),
    (
        "DELETE FROM contribution WHERE rowid_of = 1",
        "table/1 entry ",
    ),
    (
        "INSERT INTO contribution VALUES (1, 'table/2', 1, 500)",
        "table/2 entry 1: its row of contributions to link/1: found 5.00, expected none",
    ),
    (
        "INSERT INTO contribution VALUES (2, 'table/2', 1, 500)",
        "table/2 entry 1: its row of contributions to link/2: found 5.00, expected none",
    ),
    (
        "INSERT INTO contribution VALUES (1, 'table/9', 1, 500)",
        "table/9: contributions to link/1: the house has no such log",
    ),
    (
        "DELETE FROM outbox WHERE source = 'table/1' AND seq = \
         (SELECT max(seq) FROM outbox WHERE source = 'table/1')",
        "table/1 entry ",
    ),
    (
        "INSERT INTO outbox VALUES ('link/1', 'table/1', 1)",
        "table/1 entry 1: it is announced to link/1, and nothing in it is for link/1",
    ),
    (
        "INSERT INTO outbox VALUES ('link/1', 'purse/77', 1)",
        "purse/77: entries announced to link/1: the house has no such log",
    ),
    (
        "DELETE FROM consumed WHERE source = 'table/1'",
        "link/1: its log has counted table/1 up to entry ",
    ),
    (
        "UPDATE consumed SET seq = 1 WHERE source = 'table/1'",
        "link/1: it has read table/1 up to entry 1, which was not announced to it",
    ),
    (
        "UPDATE consumed SET seq = (SELECT min(seq) FROM outbox WHERE source = 'table/1') \
         WHERE source = 'table/1'",
        "link/1: its log has counted table/1 up to entry ",
    ),
    (
        "INSERT INTO consumed VALUES ('table/1', 'table/2', 1)",
        "table/1: position in table/2: only a link reads other logs",
    ),
    (
        "UPDATE head SET epoch = 3 WHERE stream = 'table/1'",
        "table/1 entry ",
    ),
    (
        "UPDATE head SET epoch = 1 WHERE stream = 'purse/0'",
        "purse/0 entry 4: the head says that processes took it over 1 times, the log says 0 times",
    ),
    (
        "UPDATE head SET fingerprint = zeroblob(32) WHERE stream = 'purse/0'",
        "purse/0 entry 4: the head has another fingerprint than the log",
    ),
    (
        "UPDATE posting SET amount = amount + 7 WHERE stream = 'purse/0' AND seq = 1; \
         UPDATE balance SET amount = amount + 7 WHERE account = 'purse/0'",
        "purse/0 entry 1: its rows of money are not those that follow from it",
    ),
    (
        "UPDATE posting SET line = line + 10 WHERE stream = 'purse/0' AND seq = 1",
        "purse/0 entry 1: posting 10 of entry 1 has no place",
    ),
    (
        "DELETE FROM head WHERE stream = 'purse/0'",
        "the store: log rows of purse/0: the house has no such log",
    ),
    (
        "UPDATE head SET seq = 0 WHERE stream = 'purse/0'",
        "the store: postings of purse/0: the house has no such log",
    ),
    (
        "INSERT INTO answer VALUES ('purse/4711', zeroblob(16), zeroblob(32), CAST('{}' AS BLOB))",
        "the store: responses of purse/4711: the house has no such log",
    ),
    (
        "INSERT INTO snapshot VALUES ('purse/0', 1, zeroblob(32), 1, zeroblob(1))",
        "the store: snapshots of purse/0: the house has no such log",
    ),
    (
        "INSERT INTO log VALUES ('purse/0x', 1, zeroblob(32), zeroblob(1))",
        "the store: log rows of purse/0x: the house has no such log",
    ),
    (
        "DROP INDEX answer_by_id",
        "the store: index answer_by_id is not declared as it was",
    ),
    (
        "UPDATE balance SET account = 'pursf/0' WHERE account = (SELECT min(account) FROM balance)",
        "the store: balance pursf/0 cannot be read",
    ),
    (
        "UPDATE balance SET account = 'purse/77' WHERE account = 'purse/0'",
        "purse/77: it has a balance row, and no money was ever there",
    ),
    (
        "INSERT INTO balance VALUES ('cage', 0)",
        "cage: it has a balance row, and no money was ever there",
    ),
    (
        "UPDATE posting SET source = 'cagf' WHERE stream = 'purse/0' AND seq = 1",
        "purse/0: posting 0 of purse/0 1 cannot be read",
    ),
];
