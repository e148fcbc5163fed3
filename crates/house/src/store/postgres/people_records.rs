//! The statements about records and disputes on PostgreSQL.
//!
//! A record that is written again after a lost answer is outdated by its own first writing: the writer reads
//! it again, as he would after another's.

use tokio_postgres::Row as Columns;
use tokio_postgres::types::ToSql;

use super::error::{Patience, PostgresError};
use super::people::{PostgresPeople, id_of};
use super::people_mark::{Mark, new_mark, not_written};
use super::read::{column, limit};
use crate::people::stored::{large, large_number, number};
use crate::people::{
    AccountId, DisputeQuery, NewDispute, PeopleError, PersonalRecord, Saved, StoredDispute,
};

const BY_NAME: &str = "SELECT version, content FROM personal WHERE account = $1 AND name = $2";
/// In the order of the accounts, so that two processes that write the same rows wait for each other and
/// not crosswise. Accounts that are erased have no key.
const SAVE: &str = "INSERT INTO personal (account, name, version, content) \
    SELECT given.account, given.name, given.version + 1, given.content \
    FROM unnest($1::BIGINT[], $2::TEXT[], $3::BIGINT[], $4::TEXT[]) \
    AS given (account, name, version, content) \
    JOIN account ON account.id = given.account AND account.name_key IS NOT NULL \
    WHERE given.version = 0 OR EXISTS (SELECT 1 FROM personal AS kept \
    WHERE kept.account = given.account AND kept.name = given.name) \
    ORDER BY given.account, given.name \
    ON CONFLICT (account, name) DO UPDATE SET version = excluded.version, content = excluded.content \
    WHERE personal.version = excluded.version - 1 RETURNING account, name";
const ERASE: &str = "DELETE FROM personal WHERE account = $1";
const NEXT_DISPUTE: &str = "SELECT coalesce(max(id), 0) + 1 FROM dispute";
const ADD_DISPUTE: &str = "INSERT INTO dispute (id, account, version, facts, words, written) \
    SELECT $1::BIGINT, id, 1, $3::TEXT, $4::TEXT, $5::BYTEA FROM account \
    WHERE id = $2 AND name_key IS NOT NULL ON CONFLICT DO NOTHING RETURNING 1";
const IS_OURS: &str = "SELECT 1 FROM dispute WHERE id = $1 AND written = $2";
const HAS_KEY: &str = "SELECT 1 FROM account WHERE id = $1 AND name_key IS NOT NULL";
const DISPUTE: &str = "SELECT id, account, version, facts, words FROM dispute WHERE id = $1";
const DISPUTES: &str = "SELECT id, account, version, facts, words FROM dispute \
    WHERE ($1::BIGINT IS NULL OR account = $1) AND ($2::BIGINT IS NULL OR id < $2) \
    ORDER BY id DESC LIMIT $3";
const SAVE_DISPUTE: &str = "UPDATE dispute SET version = version + 1, facts = $3 \
    WHERE id = $1 AND version = $2 RETURNING 1";
const ERASE_WORDS: &str = "UPDATE dispute SET words = NULL WHERE account = $1";

impl PostgresPeople {
    pub(super) async fn record_by_name(
        &self,
        id: AccountId,
        name: &str,
    ) -> Result<Option<PersonalRecord>, PeopleError> {
        let rows = self.look(BY_NAME, &[&id_of(id), &name]).await?;
        let read = |row: &Columns| {
            Ok(PersonalRecord {
                account: id,
                name: name.to_owned(),
                version: large(column(row, 0)?),
                content: column(row, 1)?,
            })
        };
        rows.first().map(read).transpose()
    }

    pub(super) async fn store_records(
        &self,
        records: &[PersonalRecord],
    ) -> Result<Vec<Saved>, PeopleError> {
        let accounts: Vec<i64> = records.iter().map(|record| id_of(record.account)).collect();
        let names: Vec<&str> = records.iter().map(|record| record.name.as_str()).collect();
        let versions = records.iter().map(|record| large_number(record.version));
        let versions: Vec<i64> = versions.collect();
        let contents = records.iter().map(|record| record.content.as_str());
        let contents: Vec<&str> = contents.collect();
        let values: [&(dyn ToSql + Sync); 4] = [&accounts, &names, &versions, &contents];
        let rows = self.change(SAVE, &values).await?;
        let mut stored = std::collections::BTreeSet::new();
        for row in &rows {
            let (account, name): (i64, String) = (column(row, 0)?, column(row, 1)?);
            stored.insert((account, name));
        }
        let saved = records.iter().map(|record| {
            let key = (id_of(record.account), record.name.clone());
            if stored.contains(&key) {
                Saved::Stored
            } else {
                Saved::Outdated
            }
        });
        Ok(saved.collect())
    }

    /// Records of an account that is erased go; of its disputes the words do.
    pub(super) async fn erase_records(&self, id: AccountId) -> Result<(), PeopleError> {
        for sql in [ERASE, ERASE_WORDS] {
            self.change(sql, &[&id_of(id)]).await?;
        }
        Ok(())
    }

    pub(super) async fn store_dispute(&self, new: &NewDispute) -> Result<u64, PeopleError> {
        let (mark, mut patience) = (new_mark()?, Patience::with_others());
        loop {
            if let Some(id) = self.try_to_add_dispute(new, mark).await? {
                return Ok(id);
            }
            if self.look(HAS_KEY, &[&id_of(new.account)]).await?.is_empty() {
                return Err(PeopleError::Unknown(new.account));
            }
            let busy = "other processes took every number that was tried".to_owned();
            let waited = patience.after(PostgresError::Conflict(busy)).await;
            waited.map_err(not_written)?;
        }
    }

    /// Nothing where another process took the number meanwhile, or the account is erased.
    async fn try_to_add_dispute(
        &self,
        new: &NewDispute,
        mark: Mark,
    ) -> Result<Option<u64>, PeopleError> {
        let rows = self.look(NEXT_DISPUTE, &[]).await?;
        let next: i64 = rows.first().map_or(Ok(1), |row| column(row, 0))?;
        let mark = &mark[..];
        let account = id_of(new.account);
        let values: [&(dyn ToSql + Sync); 5] = [&next, &account, &new.facts, &new.words, &mark];
        let is_added = !self.change(ADD_DISPUTE, &values).await?.is_empty()
            || !self.look(IS_OURS, &[&next, &mark]).await?.is_empty();
        Ok(is_added.then(|| large(next)))
    }

    pub(super) async fn dispute_by(&self, id: u64) -> Result<Option<StoredDispute>, PeopleError> {
        let rows = self.look(DISPUTE, &[&large_number(id)]).await?;
        rows.first().map(dispute).transpose()
    }

    pub(super) async fn list_disputes(
        &self,
        query: DisputeQuery,
    ) -> Result<Vec<StoredDispute>, PeopleError> {
        let account = query.account.map(id_of);
        let before = query.before.map(large_number);
        let most = limit(query.most);
        let rows = self.look(DISPUTES, &[&account, &before, &most]).await?;
        rows.iter().map(dispute).collect()
    }

    pub(super) async fn store_facts(&self, dispute: &StoredDispute) -> Result<Saved, PeopleError> {
        let (id, version) = (large_number(dispute.id), large_number(dispute.version));
        let values: [&(dyn ToSql + Sync); 3] = [&id, &version, &dispute.facts];
        let is_stored = !self.change(SAVE_DISPUTE, &values).await?.is_empty();
        Ok(if is_stored {
            Saved::Stored
        } else {
            Saved::Outdated
        })
    }
}

fn dispute(row: &Columns) -> Result<StoredDispute, PeopleError> {
    Ok(StoredDispute {
        id: large(column(row, 0)?),
        account: AccountId(number(column(row, 1)?)?),
        version: large(column(row, 2)?),
        facts: column(row, 3)?,
        words: column(row, 4)?,
    })
}
