//! The statements about sessions and tickets on PostgreSQL.

use game::Timestamp;
use tokio_postgres::Row as Columns;
use tokio_postgres::types::ToSql;

use super::super::StoreError;
use super::people::{PostgresPeople, account, columns, id_of};
use super::people_mark::new_mark;
use super::read::column;
use crate::people::stored::{number, time, timestamp};
use crate::people::{Account, AccountId, PeopleError, Session, TokenHash};

/// Accounts that are erased have no key.
const ADD: &str = "INSERT INTO session \
                   SELECT $1::BYTEA, id, $3::BIGINT, $4::BIGINT, $5::BIGINT FROM account \
                   WHERE id = $2 AND name_key IS NOT NULL ON CONFLICT (token) DO NOTHING RETURNING 1";
const BY_TOKEN: &str = concat!(
    "SELECT session.token, session.account, session.created, session.expires, session.ended, ",
    columns!(),
    " FROM session JOIN account ON account.id = session.account WHERE session.token = $1"
);
const PROLONG: &str = "UPDATE session SET expires = $2 WHERE token = $1 AND ended IS NULL";
const END: &str = "UPDATE session SET ended = $2 WHERE token = $1 AND ended IS NULL";
const END_ALL: &str = "UPDATE session SET ended = $2 WHERE account = $1 AND ended IS NULL \
                       AND ($3::BYTEA IS NULL OR token <> $3)";
const ENDED_SINCE: &str = "SELECT token FROM session WHERE ended >= $1 ORDER BY ended, token";
const PRUNE: &str = "DELETE FROM session WHERE ended < $1 OR expires < $1";
const PRUNE_TICKETS: &str = "DELETE FROM ticket WHERE expires < $1";
const ADD_TICKET: &str = "INSERT INTO ticket SELECT $1::BYTEA, id, $3::BIGINT, NULL FROM account \
                          WHERE id = $2 AND name_key IS NOT NULL \
                          ON CONFLICT (token) DO NOTHING RETURNING 1";
const TICKET: &str = "SELECT 1 FROM ticket WHERE token = $1";
/// A ticket that is taken stays until it is pruned: its taker may have to ask again.
const TAKE_TICKET: &str = "UPDATE ticket SET taken = $3 WHERE token = $1 AND expires > $2 \
                           AND (taken IS NULL OR taken = $3) RETURNING account";
const DELETE_TICKETS: &str = "DELETE FROM ticket WHERE account = $1";

impl PostgresPeople {
    pub(super) async fn store_session(&self, session: Session) -> Result<(), PeopleError> {
        let values: [&(dyn ToSql + Sync); 5] = [
            &&session.token.0[..],
            &id_of(session.account),
            &time(session.created),
            &time(session.expires),
            &session.ended.map(time),
        ];
        if self.change(ADD, &values).await?.is_empty()
            && self.session_by(session.token).await?.is_none()
        {
            return Err(PeopleError::Unknown(session.account));
        }
        Ok(())
    }

    pub(super) async fn session_by(
        &self,
        token: TokenHash,
    ) -> Result<Option<(Session, Account)>, PeopleError> {
        let rows = self.look(BY_TOKEN, &[&&token.0[..]]).await?;
        let both = |row: &Columns| Ok((session(row)?, account(row, 5)?));
        rows.first().map(both).transpose()
    }

    pub(super) async fn prolong(
        &self,
        token: TokenHash,
        expires: Timestamp,
    ) -> Result<(), PeopleError> {
        let values: [&(dyn ToSql + Sync); 2] = [&&token.0[..], &time(expires)];
        self.change(PROLONG, &values).await.map(drop)
    }

    pub(super) async fn end(&self, token: TokenHash, now: Timestamp) -> Result<(), PeopleError> {
        let values: [&(dyn ToSql + Sync); 2] = [&&token.0[..], &time(now)];
        self.change(END, &values).await.map(drop)
    }

    pub(super) async fn end_sessions(
        &self,
        id: AccountId,
        except: Option<TokenHash>,
        now: Timestamp,
    ) -> Result<(), PeopleError> {
        let except = except.as_ref().map(|token| &token.0[..]);
        let values: [&(dyn ToSql + Sync); 3] = [&id_of(id), &time(now), &except];
        self.change(END_ALL, &values).await.map(drop)
    }

    pub(super) async fn ended_at_or_after(
        &self,
        since: Timestamp,
    ) -> Result<Vec<TokenHash>, PeopleError> {
        let rows = self.look(ENDED_SINCE, &[&time(since)]).await?;
        rows.iter().map(token).collect()
    }

    pub(super) async fn delete_before(&self, before: Timestamp) -> Result<(), PeopleError> {
        for sql in [PRUNE, PRUNE_TICKETS] {
            self.change(sql, &[&time(before)]).await?;
        }
        Ok(())
    }

    pub(super) async fn store_ticket(
        &self,
        ticket: TokenHash,
        id: AccountId,
        expires: Timestamp,
    ) -> Result<(), PeopleError> {
        let key = &ticket.0[..];
        let values: [&(dyn ToSql + Sync); 3] = [&key, &id_of(id), &time(expires)];
        if self.change(ADD_TICKET, &values).await?.is_empty()
            && self.look(TICKET, &[&key]).await?.is_empty()
        {
            return Err(PeopleError::Unknown(id));
        }
        Ok(())
    }

    pub(super) async fn take(
        &self,
        ticket: TokenHash,
        now: Timestamp,
    ) -> Result<Option<AccountId>, PeopleError> {
        let mark = new_mark()?;
        let values: [&(dyn ToSql + Sync); 3] = [&&ticket.0[..], &time(now), &&mark[..]];
        let rows = self.change(TAKE_TICKET, &values).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        Ok(Some(AccountId(number(column(row, 0)?)?)))
    }

    pub(super) async fn delete_tickets(&self, id: AccountId) -> Result<(), PeopleError> {
        self.change(DELETE_TICKETS, &[&id_of(id)]).await.map(drop)
    }
}

fn session(row: &Columns) -> Result<Session, PeopleError> {
    let ended: Option<i64> = column(row, 4)?;
    Ok(Session {
        token: token(row)?,
        account: AccountId(number(column(row, 1)?)?),
        created: timestamp(column(row, 2)?),
        expires: timestamp(column(row, 3)?),
        ended: ended.map(timestamp),
    })
}

/// The token in the first column.
fn token(row: &Columns) -> Result<TokenHash, PeopleError> {
    let bytes: &[u8] = column(row, 0)?;
    let whole = bytes.try_into().map_err(|_| StoreError::Corrupt {
        place: "the token of a session".to_owned(),
        what: format!("found {} bytes, expected 32", bytes.len()),
    })?;
    Ok(TokenHash(whole))
}
