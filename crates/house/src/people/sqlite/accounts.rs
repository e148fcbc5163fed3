//! The statements about accounts.

use game::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Row, ToSql, params};

use super::super::account::{Account, AccountId, Role};
use super::super::name::{self, NameKey};
use super::super::store::{NewAccount, PeopleError};
use super::super::stored::{count, number, role, time, timestamp};
use super::Outcome;
use crate::store::StoreError;

/// The columns that [`account`] reads, of the table `account`.
macro_rules! columns {
    () => {
        "account.id, account.role, account.name, account.password, account.totp, \
         account.failures, account.locked, account.created, account.last_sign_in"
    };
}
pub(super) use columns;

const NEXT: &str =
    "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'account'), 0) + 1";
const ADD: &str = "INSERT INTO account (id, role, name, name_key, password, failures, locked, created) \
                   VALUES (?1, ?2, ?3, ?4, ?5, 0, 0, ?6)";
const KEEP: &str = "INSERT INTO account (id, role, name, failures, locked, created) \
                    SELECT ?1, ?2, ?3, 0, 1, 0 \
                    WHERE NOT EXISTS (SELECT 1 FROM account WHERE id >= ?1)";
const BY_ID: &str = concat!("SELECT ", columns!(), " FROM account WHERE id = ?1");
const BY_KEY: &str = concat!("SELECT ", columns!(), " FROM account WHERE name_key = ?1");
const LIST: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM account WHERE id > ?1 ORDER BY id LIMIT ?2"
);
const BY_ROLE: &str = concat!("SELECT ", columns!(), " FROM account WHERE role = ?1");
const SAVE: &str = "UPDATE account SET role = ?2, name = ?3, name_key = ?4, password = ?5, totp = ?6, \
                    failures = ?7, locked = ?8 WHERE id = ?1 AND name_key IS NOT NULL";
const COUNT: &str = "UPDATE account SET failures = failures + 1, \
                     locked = locked OR failures + 1 >= ?2 WHERE id = ?1 RETURNING failures";
const SIGN_IN: &str = "UPDATE account SET failures = 0, last_sign_in = ?2 \
                       WHERE id = ?1 AND name_key IS NOT NULL";
const ERASE: &str = "UPDATE account SET name = ?2, name_key = NULL, password = NULL, totp = NULL, \
                     locked = 1 WHERE id = ?1";

pub fn add(file: &Connection, new: NewAccount) -> Outcome<Account> {
    if let Some(name) = &new.name {
        name::check(name, None)?;
    }
    let next: i64 = file.prepare_cached(NEXT)?.query_row([], |row| row.get(0))?;
    let id = AccountId(number(next)?);
    let chosen = new.name.unwrap_or_else(|| name::numbered(new.role, id));
    let key = name::key(&chosen);
    if by_key(file, key)?.is_some() {
        return Err(PeopleError::NameTaken(chosen).into());
    }
    let created = time(new.created);
    let row = params![id.0, new.role.name(), chosen, key, new.password, created];
    file.prepare_cached(ADD)?.execute(row)?;
    Ok(Account {
        id,
        role: new.role,
        name: chosen,
        password: new.password,
        totp: None,
        failures: 0,
        locked: false,
        created: new.created,
        last_sign_in: None,
    })
}

pub fn keep_number(file: &Connection, id: AccountId) -> Outcome<bool> {
    let row = params![id.0, Role::Guest.name(), name::erased(id)];
    Ok(file.prepare_cached(KEEP)?.execute(row)? > 0)
}

pub fn by_id(file: &Connection, id: AccountId) -> Outcome<Option<Account>> {
    one(file, BY_ID, id.0)
}

pub fn by_key(file: &Connection, key: NameKey) -> Outcome<Option<Account>> {
    one(file, BY_KEY, key)
}

pub fn list(file: &Connection, after: Option<AccountId>, most: usize) -> Outcome<Vec<Account>> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    all(file, LIST, params![after.map_or(0, |id| id.0), most])
}

pub fn staff(file: &Connection) -> Outcome<Vec<Account>> {
    let mut staff = Vec::new();
    for role in Role::ALL.into_iter().filter(|role| !role.is_player()) {
        staff.extend(all(file, BY_ROLE, params![role.name()])?);
    }
    staff.sort_unstable_by_key(|account| account.id);
    Ok(staff)
}

pub fn save(file: &Connection, account: &Account) -> Outcome<()> {
    name::check(&account.name, Some(account.id))?;
    let key = name::key(&account.name);
    if by_key(file, key)?.is_some_and(|other| other.id != account.id) {
        return Err(PeopleError::NameTaken(account.name.clone()).into());
    }
    let row = params![
        account.id.0,
        account.role.name(),
        account.name,
        key,
        account.password,
        account.totp,
        account.failures,
        account.locked
    ];
    changed(file.prepare_cached(SAVE)?.execute(row)?, account.id)
}

pub fn note_failure(file: &Connection, id: AccountId, most: u32) -> Outcome<u32> {
    let failures: Option<i64> = file
        .prepare_cached(COUNT)?
        .query_row(params![id.0, most], |row| row.get(0))
        .optional()?;
    Ok(count(failures.ok_or(PeopleError::Unknown(id))?))
}

pub fn note_sign_in(file: &Connection, id: AccountId, now: Timestamp) -> Outcome<()> {
    let row = params![id.0, time(now)];
    changed(file.prepare_cached(SIGN_IN)?.execute(row)?, id)
}

pub fn erase(file: &Connection, id: AccountId) -> Outcome<()> {
    let row = params![id.0, name::erased(id)];
    changed(file.prepare_cached(ERASE)?.execute(row)?, id)
}

fn changed(rows: usize, id: AccountId) -> Outcome<()> {
    if rows == 0 {
        return Err(PeopleError::Unknown(id).into());
    }
    Ok(())
}

fn one(file: &Connection, sql: &str, key: impl ToSql) -> Outcome<Option<Account>> {
    Ok(all(file, sql, params![key])?.pop())
}

fn all(file: &Connection, sql: &str, key: impl rusqlite::Params) -> Outcome<Vec<Account>> {
    let mut statement = file.prepare_cached(sql)?;
    let mut rows = statement.query(key)?;
    let mut accounts = Vec::new();
    while let Some(row) = rows.next()? {
        accounts.push(account(row, 0)?);
    }
    Ok(accounts)
}

/// The account in the columns from `at` on.
pub fn account(row: &Row<'_>, at: usize) -> Outcome<Account> {
    let id = AccountId(number(row.get(at)?)?);
    let corrupt = |what| StoreError::Corrupt {
        place: format!("account {}", id.0),
        what,
    };
    let created: i64 = row.get(at + 7)?;
    let last_sign_in: Option<i64> = row.get(at + 8)?;
    Ok(Account {
        id,
        role: role(
            row.get_ref(at + 1)?
                .as_str()
                .map_err(rusqlite::Error::from)?,
        )
        .map_err(|what| PeopleError::from(corrupt(what)))?,
        name: row.get(at + 2)?,
        password: row.get(at + 3)?,
        totp: row.get(at + 4)?,
        failures: count(row.get(at + 5)?),
        locked: row.get(at + 6)?,
        created: timestamp(created),
        last_sign_in: last_sign_in.map(timestamp),
    })
}
