//! Where accounts and sessions are kept: beside the logs, and shared by all processes of a house.

use async_trait::async_trait;
use game::Timestamp;

use super::account::{Account, AccountId, Role};
use super::records::{DisputeQuery, NewDispute, PersonalRecord, Saved, StoredDispute};
use crate::store::StoreError;

/// How many accounts are read at a time where all are needed.
const PAGE: usize = 1_000;

/// The SHA-256 of a token. The token itself is known to its holder alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// An account to be made.
#[derive(Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// What the person does.
    pub role: Role,
    /// The name, which no other account may have, in any case of its letters. `None`: named after its
    /// role and number, as guests are.
    pub name: Option<String>,
    /// The hash of the password.
    pub password: Option<String>,
    /// When.
    pub created: Timestamp,
}

/// A session of a person who signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// The hash of its token.
    pub token: TokenHash,
    /// Whose it is.
    pub account: AccountId,
    /// When it began.
    pub created: Timestamp,
    /// When it ends unless it is used.
    pub expires: Timestamp,
    /// When it was ended: signed out, replaced by another or revoked.
    pub ended: Option<Timestamp>,
}

/// Why an account or a session could not be stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PeopleError {
    /// The store failed.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// Another account has this name.
    #[error("name: found {0}, which another account has")]
    NameTaken(String),
    /// No account may have this name.
    #[error("name: found {found}, expected {expected}")]
    NameRefused {
        /// The name, as far as it is not too long.
        found: String,
        /// What a name has to be.
        expected: &'static str,
    },
    /// There is no such account.
    #[error("there is no account {}", .0.0)]
    Unknown(AccountId),
}

/// Accounts, sessions, one-time tickets, records and disputes. Every change is durable when the call returns.
#[async_trait]
pub trait PeopleStore: Send + Sync + 'static {
    /// Makes an account under the next free number, which is never used again.
    async fn add_account(&self, new: NewAccount) -> Result<Account, PeopleError>;

    /// Adds an erased account under this number, unless an account has it or a higher one: new accounts
    /// come after it. For numbers that the logs know and whose accounts were lost. Returns whether it was
    /// added.
    async fn keep_number(&self, id: AccountId) -> Result<bool, PeopleError>;

    /// The account of this number.
    async fn account(&self, id: AccountId) -> Result<Option<Account>, PeopleError>;

    /// The account of this name, in any case of its letters.
    async fn account_by_name(&self, name: &str) -> Result<Option<Account>, PeopleError>;

    /// Accounts in the order of their numbers, after this one.
    async fn accounts(
        &self,
        after: Option<AccountId>,
        most: usize,
    ) -> Result<Vec<Account>, PeopleError>;

    /// The accounts of those who work for the house, in the order of their numbers.
    async fn staff(&self) -> Result<Vec<Account>, PeopleError> {
        let (mut staff, mut after) = (Vec::new(), None);
        loop {
            let page = self.accounts(after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(staff);
            };
            after = Some(last.id);
            staff.extend(page.into_iter().filter(|account| !account.role.is_player()));
        }
    }

    /// Replaces role, name, password, second factor, failures and lock of an account. One that was erased
    /// is unknown here: an account read before that must not bring its name back.
    async fn save_account(&self, account: &Account) -> Result<(), PeopleError>;

    /// Counts a failed sign-in, and locks the account at the `most`th in a row. Returns how many there
    /// were. Two processes that count at once both count.
    async fn note_failure(&self, id: AccountId, most: u32) -> Result<u32, PeopleError>;

    /// Notes that the person signed in: no failures in a row.
    async fn note_sign_in(&self, id: AccountId, now: Timestamp) -> Result<(), PeopleError>;

    /// Erases name, password, second factor, records and the words of disputes, ends every session, deletes
    /// every ticket, and locks the account. The number stays: the logs name it. May be repeated.
    async fn erase(&self, id: AccountId, now: Timestamp) -> Result<(), PeopleError>;

    /// Stores a session of an account that is not erased.
    async fn add_session(&self, session: Session) -> Result<(), PeopleError>;

    /// A session with its account, ended or not.
    async fn session(&self, token: TokenHash) -> Result<Option<(Session, Account)>, PeopleError>;

    /// Moves the end of a session that has not ended.
    async fn prolong_session(
        &self,
        token: TokenHash,
        expires: Timestamp,
    ) -> Result<(), PeopleError>;

    /// Ends a session; one that has ended keeps its time.
    async fn end_session(&self, token: TokenHash, now: Timestamp) -> Result<(), PeopleError>;

    /// Ends every session of an account but this one.
    async fn end_sessions_of(
        &self,
        id: AccountId,
        except: Option<TokenHash>,
        now: Timestamp,
    ) -> Result<(), PeopleError>;

    /// The sessions that were ended at this time or later, by any process. The times are those of the
    /// process that ended a session, and it is stored a moment later: a process that asks again and again
    /// asks from some seconds before its last question.
    async fn ended_since(&self, since: Timestamp) -> Result<Vec<TokenHash>, PeopleError>;

    /// Forgets sessions and tickets that ended or expired before this time.
    async fn prune(&self, before: Timestamp) -> Result<(), PeopleError>;

    /// Stores a ticket that signs its holder in once, until it expires, to an account that is not erased.
    async fn add_ticket(
        &self,
        ticket: TokenHash,
        account: AccountId,
        expires: Timestamp,
    ) -> Result<(), PeopleError>;

    /// Takes a ticket that has not expired: it is gone, whichever of several callers gets it.
    async fn take_ticket(
        &self,
        ticket: TokenHash,
        now: Timestamp,
    ) -> Result<Option<AccountId>, PeopleError>;

    /// The record of this name about a person.
    async fn record(
        &self,
        id: AccountId,
        name: &str,
    ) -> Result<Option<PersonalRecord>, PeopleError>;

    /// Stores records, each unless it was written since it was read. No two may be the same record.
    async fn save_records(&self, records: &[PersonalRecord]) -> Result<Vec<Saved>, PeopleError>;

    /// Stores a dispute under the next free number, of an account that is not erased.
    async fn add_dispute(&self, new: &NewDispute) -> Result<u64, PeopleError>;

    /// The dispute of this number.
    async fn dispute(&self, id: u64) -> Result<Option<StoredDispute>, PeopleError>;

    /// Disputes, newest first.
    async fn disputes(&self, query: DisputeQuery) -> Result<Vec<StoredDispute>, PeopleError>;

    /// Replaces the facts of a dispute, unless they were written since they were read.
    async fn save_dispute(&self, dispute: &StoredDispute) -> Result<Saved, PeopleError>;
}
