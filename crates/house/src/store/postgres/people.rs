//! The people of a house on PostgreSQL: accounts in tables beside the logs, shared by all processes.
//!
//! Every statement stands alone and is repeated after a lost answer. So each one changes nothing where it
//! has been done before: an account is added under a number that was read, and what must count or be
//! taken once is marked with a random mark of the caller's.

use async_trait::async_trait;
use game::Timestamp;
use tokio_postgres::Row as Columns;
use tokio_postgres::types::ToSql;

use super::super::{OpenError, StoreError};
use super::PostgresStore;
use super::error::{Patience, PostgresError};
use super::open::{self, Purpose};
use super::people_mark::{Mark, new_mark, not_written};
use super::read::{column, limit};
use crate::people::name::{self, NameKey};
use crate::people::stored::{count, number, role, time, timestamp};
use crate::people::{
    Account, AccountId, DisputeQuery, NewAccount, NewDispute, PeopleError, PeopleStore,
    PersonalRecord, Role, Saved, Session, StoredDispute, TokenHash,
};

/// Connections of one process for its people; a sign-in needs few and short statements.
const CONNECTIONS: usize = 4;

/// The columns that [`account`] reads, of the table `account`.
macro_rules! columns {
    () => {
        "account.id, account.role, account.name, account.password, account.totp, \
         account.failures, account.locked, account.created, account.last_sign_in"
    };
}
pub(super) use columns;

const NEXT: &str = "SELECT coalesce(max(id), 0) + 1 FROM account";
/// Changes nothing where the number or the name is taken, by another account or by this statement.
const ADD: &str = "INSERT INTO account (id, role, name, name_key, password, failures, locked, \
                   created, written) VALUES ($1, $2, $3, $4, $5, 0, FALSE, $6, $7) \
                   ON CONFLICT DO NOTHING RETURNING 1";
/// Changes nothing where the number or a higher one is taken, by another account or by this statement.
const KEEP: &str = "INSERT INTO account (id, role, name, failures, locked, created, written) \
                    SELECT $1::BIGINT, $2::TEXT, $3::TEXT, 0, TRUE, 0, $4::BYTEA \
                    WHERE NOT EXISTS (SELECT 1 FROM account WHERE id >= $1) \
                    ON CONFLICT DO NOTHING RETURNING 1";
const IS_OURS: &str = "SELECT 1 FROM account WHERE id = $1 AND written = $2";
const BY_ID: &str = concat!("SELECT ", columns!(), " FROM account WHERE id = $1");
const BY_KEY: &str = concat!("SELECT ", columns!(), " FROM account WHERE name_key = $1");
const LIST: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM account WHERE id > $1 ORDER BY id LIMIT $2"
);
const BY_ROLES: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM account WHERE role = ANY($1::TEXT[]) ORDER BY id"
);
const SAVE: &str = "UPDATE account SET role = $2, name = $3, name_key = $4, password = $5, totp = $6, \
                    failures = $7, locked = $8 WHERE id = $1 AND name_key IS NOT NULL \
                    AND NOT EXISTS (SELECT 1 FROM account AS other \
                    WHERE other.name_key = $4 AND other.id <> $1) RETURNING 1";
/// Where another process has counted since the lost answer, it counts again: an account is locked early,
/// never late.
const COUNT: &str = "UPDATE account SET failures = failures + 1, \
                     locked = locked OR failures + 1 >= $2, written = $3 \
                     WHERE id = $1 AND written <> $3 RETURNING failures";
const FAILURES: &str = "SELECT failures FROM account WHERE id = $1";
const SIGN_IN: &str = "UPDATE account SET failures = 0, last_sign_in = $2 \
                       WHERE id = $1 AND name_key IS NOT NULL RETURNING 1";
const ERASE: &str = "UPDATE account SET name = $2, name_key = NULL, password = NULL, totp = NULL, \
                     locked = TRUE WHERE id = $1 RETURNING 1";

/// Accounts and sessions on PostgreSQL.
pub struct PostgresPeople {
    store: PostgresStore,
}

impl PostgresPeople {
    /// Opens the people of a prepared house, by the URL and as the role that serves it.
    pub async fn open(url: &str) -> Result<PostgresPeople, OpenError> {
        let (pool, hosts) = open::open(url, Purpose::Serve, CONNECTIONS).await?;
        let store = PostgresStore { pool, hosts };
        Ok(PostgresPeople { store })
    }

    /// Runs a statement that reads.
    pub(super) async fn look(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Columns>, PeopleError> {
        let rows = self.store.ask(sql, values).await;
        rows.map_err(|trouble| super::append::unavailable(trouble).into())
    }

    /// Runs a statement that writes, and may be repeated.
    pub(super) async fn change(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Columns>, PeopleError> {
        let rows = self.store.ask(sql, values).await;
        rows.map_err(|trouble| not_written(trouble).into())
    }

    async fn one(
        &self,
        sql: &'static str,
        key: &(dyn ToSql + Sync),
    ) -> Result<Option<Account>, PeopleError> {
        let rows = self.look(sql, &[key]).await?;
        rows.first().map(|row| account(row, 0)).transpose()
    }

    async fn by_key(&self, key: NameKey) -> Result<Option<Account>, PeopleError> {
        self.one(BY_KEY, &&key[..]).await
    }

    async fn try_to_add(&self, new: &NewAccount, mark: Mark) -> Result<Added, PeopleError> {
        let rows = self.look(NEXT, &[]).await?;
        let next = rows.first().map_or(Ok(1), |row| column(row, 0))?;
        let id = AccountId(number(next)?);
        let name = match &new.name {
            Some(name) => name.clone(),
            None => name::numbered(new.role, id),
        };
        let (key, mark) = (name::key(&name), &mark[..]);
        let values: [&(dyn ToSql + Sync); 7] = [
            &next,
            &new.role.name(),
            &name,
            &&key[..],
            &new.password,
            &time(new.created),
            &mark,
        ];
        if self.change(ADD, &values).await?.is_empty()
            && self.look(IS_OURS, &[&next, &mark]).await?.is_empty()
        {
            // A name that follows from the number is taken with it.
            let is_name_taken = new.name.is_some() && self.by_key(key).await?.is_some();
            return Ok(if is_name_taken {
                Added::NameTaken(name)
            } else {
                Added::NumberTaken
            });
        }
        Ok(Added::Done(Account {
            id,
            role: new.role,
            name,
            password: new.password.clone(),
            totp: None,
            failures: 0,
            locked: false,
            created: new.created,
            last_sign_in: None,
        }))
    }
}

/// What became of an account to be added.
enum Added {
    Done(Account),
    NameTaken(String),
    /// Another process has added an account meanwhile.
    NumberTaken,
}

pub(super) fn id_of(id: AccountId) -> i64 {
    i64::from(id.0)
}

/// The account in the columns from `at` on.
pub(super) fn account(row: &Columns, at: usize) -> Result<Account, PeopleError> {
    let id = AccountId(number(column(row, at)?)?);
    let corrupt = |what| StoreError::Corrupt {
        place: format!("account {}", id.0),
        what,
    };
    let last_sign_in: Option<i64> = column(row, at + 8)?;
    Ok(Account {
        id,
        role: role(column(row, at + 1)?).map_err(corrupt)?,
        name: column(row, at + 2)?,
        password: column(row, at + 3)?,
        totp: column(row, at + 4)?,
        failures: count(column(row, at + 5)?),
        locked: column(row, at + 6)?,
        created: timestamp(column(row, at + 7)?),
        last_sign_in: last_sign_in.map(timestamp),
    })
}

fn accounts(rows: &[Columns]) -> Result<Vec<Account>, PeopleError> {
    rows.iter().map(|row| account(row, 0)).collect()
}

fn changed(rows: &[Columns], id: AccountId) -> Result<(), PeopleError> {
    if rows.is_empty() {
        return Err(PeopleError::Unknown(id));
    }
    Ok(())
}

#[async_trait]
impl PeopleStore for PostgresPeople {
    async fn add_account(&self, new: NewAccount) -> Result<Account, PeopleError> {
        if let Some(name) = &new.name {
            name::check(name, None)?;
        }
        let (mark, mut patience) = (new_mark()?, Patience::with_others());
        loop {
            match self.try_to_add(&new, mark).await? {
                Added::Done(account) => return Ok(account),
                Added::NameTaken(name) => return Err(PeopleError::NameTaken(name)),
                Added::NumberTaken => {}
            }
            let busy = "other processes took every number that was tried".to_owned();
            let waited = patience.after(PostgresError::Conflict(busy)).await;
            waited.map_err(not_written)?;
        }
    }

    async fn keep_number(&self, id: AccountId) -> Result<bool, PeopleError> {
        let (key, mark) = (id_of(id), new_mark()?);
        let mark = &mark[..];
        let (role, name) = (Role::Guest.name(), name::erased(id));
        let values: [&(dyn ToSql + Sync); 4] = [&key, &role, &name, &mark];
        let added = !self.change(KEEP, &values).await?.is_empty();
        Ok(added || !self.look(IS_OURS, &[&key, &mark]).await?.is_empty())
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>, PeopleError> {
        self.one(BY_ID, &id_of(id)).await
    }

    async fn account_by_name(&self, name: &str) -> Result<Option<Account>, PeopleError> {
        self.by_key(name::key(name)).await
    }

    async fn accounts(
        &self,
        after: Option<AccountId>,
        most: usize,
    ) -> Result<Vec<Account>, PeopleError> {
        let after = after.map_or(0, id_of);
        accounts(&self.look(LIST, &[&after, &limit(most)]).await?)
    }

    async fn staff(&self) -> Result<Vec<Account>, PeopleError> {
        let roles = Role::ALL.into_iter().filter(|role| !role.is_player());
        let roles: Vec<&str> = roles.map(Role::name).collect();
        accounts(&self.look(BY_ROLES, &[&roles]).await?)
    }

    async fn save_account(&self, account: &Account) -> Result<(), PeopleError> {
        name::check(&account.name, Some(account.id))?;
        let key = name::key(&account.name);
        let values: [&(dyn ToSql + Sync); 8] = [
            &id_of(account.id),
            &account.role.name(),
            &account.name,
            &&key[..],
            &account.password,
            &account.totp,
            &i64::from(account.failures),
            &account.locked,
        ];
        let saved = self.change(SAVE, &values).await;
        if matches!(&saved, Ok(rows) if !rows.is_empty()) {
            return Ok(());
        }
        // Also where two take the same name at once: then the unique index refuses the second.
        let other = self.by_key(key).await?;
        if other.is_some_and(|other| other.id != account.id) {
            return Err(PeopleError::NameTaken(account.name.clone()));
        }
        changed(&saved?, account.id)
    }

    async fn note_failure(&self, id: AccountId, most: u32) -> Result<u32, PeopleError> {
        let mark = new_mark()?;
        let (key, most) = (id_of(id), i64::from(most));
        let mut rows = self.change(COUNT, &[&key, &most, &&mark[..]]).await?;
        if rows.is_empty() {
            rows = self.look(FAILURES, &[&key]).await?;
        }
        let row = rows.first().ok_or(PeopleError::Unknown(id))?;
        Ok(count(column(row, 0)?))
    }

    async fn note_sign_in(&self, id: AccountId, now: Timestamp) -> Result<(), PeopleError> {
        changed(&self.change(SIGN_IN, &[&id_of(id), &time(now)]).await?, id)
    }

    async fn erase(&self, id: AccountId, now: Timestamp) -> Result<(), PeopleError> {
        let name = name::erased(id);
        // First of all: from then on no session and no ticket is added.
        changed(&self.change(ERASE, &[&id_of(id), &name]).await?, id)?;
        self.delete_tickets(id).await?;
        self.erase_records(id).await?;
        self.end_sessions(id, None, now).await
    }

    async fn add_session(&self, session: Session) -> Result<(), PeopleError> {
        self.store_session(session).await
    }

    async fn session(&self, token: TokenHash) -> Result<Option<(Session, Account)>, PeopleError> {
        self.session_by(token).await
    }

    async fn prolong_session(
        &self,
        token: TokenHash,
        expires: Timestamp,
    ) -> Result<(), PeopleError> {
        self.prolong(token, expires).await
    }

    async fn end_session(&self, token: TokenHash, now: Timestamp) -> Result<(), PeopleError> {
        self.end(token, now).await
    }

    async fn end_sessions_of(
        &self,
        id: AccountId,
        except: Option<TokenHash>,
        now: Timestamp,
    ) -> Result<(), PeopleError> {
        self.end_sessions(id, except, now).await
    }

    async fn ended_since(&self, since: Timestamp) -> Result<Vec<TokenHash>, PeopleError> {
        self.ended_at_or_after(since).await
    }

    async fn prune(&self, before: Timestamp) -> Result<(), PeopleError> {
        self.delete_before(before).await
    }

    async fn add_ticket(
        &self,
        ticket: TokenHash,
        account: AccountId,
        expires: Timestamp,
    ) -> Result<(), PeopleError> {
        self.store_ticket(ticket, account, expires).await
    }

    async fn take_ticket(
        &self,
        ticket: TokenHash,
        now: Timestamp,
    ) -> Result<Option<AccountId>, PeopleError> {
        self.take(ticket, now).await
    }

    async fn record(
        &self,
        id: AccountId,
        name: &str,
    ) -> Result<Option<PersonalRecord>, PeopleError> {
        self.record_by_name(id, name).await
    }

    async fn save_records(&self, records: &[PersonalRecord]) -> Result<Vec<Saved>, PeopleError> {
        self.store_records(records).await
    }

    async fn add_dispute(&self, new: &NewDispute) -> Result<u64, PeopleError> {
        self.store_dispute(new).await
    }

    async fn dispute(&self, id: u64) -> Result<Option<StoredDispute>, PeopleError> {
        self.dispute_by(id).await
    }

    async fn disputes(&self, query: DisputeQuery) -> Result<Vec<StoredDispute>, PeopleError> {
        self.list_disputes(query).await
    }

    async fn save_dispute(&self, dispute: &StoredDispute) -> Result<Saved, PeopleError> {
        self.store_facts(dispute).await
    }
}
