//! The statements about sessions and tickets.

use game::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::super::account::{Account, AccountId};
use super::super::store::{PeopleError, Session, TokenHash};
use super::super::stored::{number, time, timestamp};
use super::Outcome;
use super::accounts::{account, columns};

/// Accounts that are erased have no key.
const ADD: &str = "INSERT INTO session SELECT ?1, id, ?3, ?4, ?5 FROM account \
                   WHERE id = ?2 AND name_key IS NOT NULL ON CONFLICT (token) DO NOTHING";
const BY_TOKEN: &str = concat!(
    "SELECT session.token, session.account, session.created, session.expires, session.ended, ",
    columns!(),
    " FROM session JOIN account ON account.id = session.account WHERE session.token = ?1"
);
const PROLONG: &str = "UPDATE session SET expires = ?2 WHERE token = ?1 AND ended IS NULL";
const END: &str = "UPDATE session SET ended = ?2 WHERE token = ?1 AND ended IS NULL";
const END_ALL: &str = "UPDATE session SET ended = ?2 \
                       WHERE account = ?1 AND ended IS NULL AND token IS NOT ?3";
const ENDED_SINCE: &str = "SELECT token FROM session WHERE ended >= ?1 ORDER BY ended, token";
const PRUNE: &str = "DELETE FROM session WHERE ended < ?1 OR expires < ?1";
const ADD_TICKET: &str = "INSERT INTO ticket SELECT ?1, id, ?3 FROM account \
                          WHERE id = ?2 AND name_key IS NOT NULL ON CONFLICT (token) DO NOTHING";
const TAKE_TICKET: &str = "DELETE FROM ticket WHERE token = ?1 AND expires > ?2 RETURNING account";
const PRUNE_TICKETS: &str = "DELETE FROM ticket WHERE expires < ?1";
const DELETE_TICKETS: &str = "DELETE FROM ticket WHERE account = ?1";

pub fn add(file: &Connection, session: Session) -> Outcome<()> {
    let added = file.prepare_cached(ADD)?.execute(params![
        session.token.0,
        session.account.0,
        time(session.created),
        time(session.expires),
        session.ended.map(time)
    ])?;
    if added == 0 && by_token(file, session.token)?.is_none() {
        return Err(PeopleError::Unknown(session.account).into());
    }
    Ok(())
}

pub fn by_token(file: &Connection, token: TokenHash) -> Outcome<Option<(Session, Account)>> {
    let mut statement = file.prepare_cached(BY_TOKEN)?;
    let mut rows = statement.query([token.0])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    Ok(Some((session(row)?, account(row, 5)?)))
}

pub fn prolong(file: &Connection, token: TokenHash, expires: Timestamp) -> Outcome<()> {
    let row = params![token.0, time(expires)];
    file.prepare_cached(PROLONG)?.execute(row)?;
    Ok(())
}

pub fn end(file: &Connection, token: TokenHash, now: Timestamp) -> Outcome<()> {
    file.prepare_cached(END)?
        .execute(params![token.0, time(now)])?;
    Ok(())
}

pub fn end_all(
    file: &Connection,
    id: AccountId,
    except: Option<TokenHash>,
    now: Timestamp,
) -> Outcome<()> {
    let row = params![id.0, time(now), except.map(|token| token.0)];
    file.prepare_cached(END_ALL)?.execute(row)?;
    Ok(())
}

pub fn ended_since(file: &Connection, since: Timestamp) -> Outcome<Vec<TokenHash>> {
    let mut statement = file.prepare_cached(ENDED_SINCE)?;
    let tokens = statement.query_map([time(since)], |row| Ok(TokenHash(row.get(0)?)))?;
    Ok(tokens.collect::<Result<_, _>>()?)
}

pub fn prune(file: &Connection, before: Timestamp) -> Outcome<()> {
    for sql in [PRUNE, PRUNE_TICKETS] {
        file.prepare_cached(sql)?.execute([time(before)])?;
    }
    Ok(())
}

pub fn add_ticket(
    file: &Connection,
    ticket: TokenHash,
    id: AccountId,
    expires: Timestamp,
) -> Outcome<()> {
    let row = params![ticket.0, id.0, time(expires)];
    let added = file.prepare_cached(ADD_TICKET)?.execute(row)?;
    if added == 0 {
        let sql = "SELECT 1 FROM ticket WHERE token = ?1";
        if !file.prepare_cached(sql)?.exists([ticket.0])? {
            return Err(PeopleError::Unknown(id).into());
        }
    }
    Ok(())
}

pub fn take_ticket(
    file: &Connection,
    ticket: TokenHash,
    now: Timestamp,
) -> Outcome<Option<AccountId>> {
    let taken: Option<i64> = file
        .prepare_cached(TAKE_TICKET)?
        .query_row(params![ticket.0, time(now)], |row| row.get(0))
        .optional()?;
    Ok(taken.map(number).transpose()?.map(AccountId))
}

pub fn delete_tickets(file: &Connection, id: AccountId) -> Outcome<()> {
    file.prepare_cached(DELETE_TICKETS)?.execute([id.0])?;
    Ok(())
}

fn session(row: &Row<'_>) -> Outcome<Session> {
    let ended: Option<i64> = row.get(4)?;
    Ok(Session {
        token: TokenHash(row.get(0)?),
        account: AccountId(number(row.get(1)?)?),
        created: timestamp(row.get(2)?),
        expires: timestamp(row.get(3)?),
        ended: ended.map(timestamp),
    })
}
