//! The statements about records and disputes.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::super::account::AccountId;
use super::super::records::{DisputeQuery, NewDispute, PersonalRecord, Saved, StoredDispute};
use super::super::store::PeopleError;
use super::super::stored::{large, large_number, number};
use super::Outcome;

const BY_NAME: &str = "SELECT version, content FROM personal WHERE account = ?1 AND name = ?2";
/// Accounts that are erased have no key.
const ADD: &str = "INSERT INTO personal SELECT id, ?2, 1, ?3 FROM account \
                   WHERE id = ?1 AND name_key IS NOT NULL ON CONFLICT DO NOTHING";
const SAVE: &str = "UPDATE personal SET version = version + 1, content = ?4 \
                    WHERE account = ?1 AND name = ?2 AND version = ?3";
const ERASE: &str = "DELETE FROM personal WHERE account = ?1";
const ADD_DISPUTE: &str = "INSERT INTO dispute (account, version, facts, words) \
                           SELECT id, 1, ?2, ?3 FROM account \
                           WHERE id = ?1 AND name_key IS NOT NULL";
const DISPUTE: &str = "SELECT id, account, version, facts, words FROM dispute WHERE id = ?1";
const DISPUTES: &str = "SELECT id, account, version, facts, words FROM dispute \
                        WHERE (?1 IS NULL OR account = ?1) AND (?2 IS NULL OR id < ?2) \
                        ORDER BY id DESC LIMIT ?3";
const SAVE_DISPUTE: &str = "UPDATE dispute SET version = version + 1, facts = ?3 \
                            WHERE id = ?1 AND version = ?2";
const ERASE_WORDS: &str = "UPDATE dispute SET words = NULL WHERE account = ?1";

pub fn by_name(file: &Connection, id: AccountId, name: &str) -> Outcome<Option<PersonalRecord>> {
    let mut statement = file.prepare_cached(BY_NAME)?;
    let found = statement.query_row(params![id.0, name], |row| {
        let version: i64 = row.get(0)?;
        Ok(PersonalRecord {
            account: id,
            name: name.to_owned(),
            version: large(version),
            content: row.get(1)?,
        })
    });
    Ok(found.optional()?)
}

pub fn save(file: &Connection, records: &[PersonalRecord]) -> Outcome<Vec<Saved>> {
    let mut saved = Vec::with_capacity(records.len());
    for record in records {
        let rows = if record.version == 0 {
            let row = params![record.account.0, record.name, record.content];
            file.prepare_cached(ADD)?.execute(row)?
        } else {
            let version = large_number(record.version);
            let row = params![record.account.0, record.name, version, record.content];
            file.prepare_cached(SAVE)?.execute(row)?
        };
        saved.push(outcome(rows));
    }
    Ok(saved)
}

fn outcome(rows: usize) -> Saved {
    if rows == 0 {
        Saved::Outdated
    } else {
        Saved::Stored
    }
}

/// Records of an account that is erased go; of its disputes the words do.
pub fn erase(file: &Connection, id: AccountId) -> Outcome<()> {
    for sql in [ERASE, ERASE_WORDS] {
        file.prepare_cached(sql)?.execute([id.0])?;
    }
    Ok(())
}

pub fn add_dispute(file: &Connection, new: &NewDispute) -> Outcome<u64> {
    let row = params![new.account.0, new.facts, new.words];
    if file.prepare_cached(ADD_DISPUTE)?.execute(row)? == 0 {
        return Err(PeopleError::Unknown(new.account).into());
    }
    Ok(large(file.last_insert_rowid()))
}

pub fn dispute(file: &Connection, id: u64) -> Outcome<Option<StoredDispute>> {
    Ok(all(file, DISPUTE, [large_number(id)])?.pop())
}

pub fn disputes(file: &Connection, query: DisputeQuery) -> Outcome<Vec<StoredDispute>> {
    let most = i64::try_from(query.most).unwrap_or(i64::MAX);
    let account = query.account.map(|id| id.0);
    let before = query.before.map(large_number);
    all(file, DISPUTES, params![account, before, most])
}

pub fn save_dispute(file: &Connection, dispute: &StoredDispute) -> Outcome<Saved> {
    let (id, version) = (large_number(dispute.id), large_number(dispute.version));
    let row = params![id, version, dispute.facts];
    Ok(outcome(file.prepare_cached(SAVE_DISPUTE)?.execute(row)?))
}

fn all(file: &Connection, sql: &str, key: impl rusqlite::Params) -> Outcome<Vec<StoredDispute>> {
    let mut statement = file.prepare_cached(sql)?;
    let mut rows = statement.query(key)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(row)?);
    }
    Ok(found)
}

fn read(row: &Row<'_>) -> Outcome<StoredDispute> {
    Ok(StoredDispute {
        id: large(row.get(0)?),
        account: AccountId(number(row.get(1)?)?),
        version: large(row.get(2)?),
        facts: row.get(3)?,
        words: row.get(4)?,
    })
}
