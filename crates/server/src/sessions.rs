//! Who is signed in: opaque tokens, shared by all processes through the store of people.
//!
//! A session that was looked up is believed for half a second; ended ones are learnt from the store as
//! often, whichever process ended them, and the sockets of an ended session are told.

use core::time::Duration;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use house::clock::Clock;
use house::game::Timestamp;
use house::people::{Account, AccountId, PeopleStore, Session, TokenHash};
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::config::SessionConfig;
use crate::problem::Problem;
use crate::token::Token;

/// How long a look-up is believed, and how often ended sessions are asked for.
const FRESH: Duration = Duration::from_millis(500);
/// How many look-ups are remembered; beyond that the old ones are forgotten.
const REMEMBERED: usize = 50_000;
/// How many ended sessions a slow socket may be behind before it looks itself up again.
const ENDED: usize = 1_024;

/// A person who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// Whose session it is.
    pub account: Arc<Account>,
    /// The session.
    pub session: TokenHash,
}

/// The sessions of a house, as one process knows them.
pub struct Sessions {
    people: Arc<dyn PeopleStore>,
    clock: Arc<dyn Clock>,
    settings: Mutex<SessionConfig>,
    looked_up: Mutex<HashMap<TokenHash, LookedUp>>,
    ended: broadcast::Sender<TokenHash>,
}

#[derive(Clone)]
struct LookedUp {
    account: Arc<Account>,
    expires: Timestamp,
    at: Instant,
}

impl Sessions {
    /// With the store of people and the rules about sessions.
    pub fn new(
        people: Arc<dyn PeopleStore>,
        clock: Arc<dyn Clock>,
        settings: SessionConfig,
    ) -> Sessions {
        Sessions {
            people,
            clock,
            settings: Mutex::new(settings),
            looked_up: Mutex::default(),
            ended: broadcast::channel(ENDED).0,
        }
    }

    /// From now on these rules hold; sessions that are used get their new end.
    pub fn set(&self, settings: SessionConfig) {
        *self.settings() = settings;
    }

    /// The accounts behind the sessions.
    pub fn people(&self) -> &Arc<dyn PeopleStore> {
        &self.people
    }

    /// Begins a session of the account, and ends its others (STANDARDS W1).
    pub async fn begin(&self, account: &Account) -> Result<Token, Problem> {
        let token = Token::draw().map_err(|_| no_randomness())?;
        let now = self.clock.now();
        let session = Session {
            token: token.hash(),
            account: account.id,
            created: now,
            expires: self.end_from(now, account),
            ended: None,
        };
        self.people.add_session(session).await?;
        self.end_others(account.id, Some(session.token)).await?;
        Ok(token)
    }

    /// Who holds the token, if it is good for a session.
    pub async fn who(&self, token: &Token) -> Result<Option<SignedIn>, Problem> {
        let session = token.hash();
        let now = self.clock.now();
        if let Some(known) = self.remembered(session) {
            let good = known.expires > now;
            return Ok(good.then_some(SignedIn {
                account: known.account,
                session,
            }));
        }
        let Some((found, account)) = self.people.session(session).await? else {
            return Ok(None);
        };
        if found.ended.is_some() || found.expires <= now {
            return Ok(None);
        }
        let account = Arc::new(account);
        let expires = self.end_from(now, &account);
        // Not at every request: a minute more or less does not matter.
        if expires.0.saturating_sub(found.expires.0) > 60_000 {
            self.people.prolong_session(session, expires).await?;
        }
        self.remember(session, &account, expires);
        Ok(Some(SignedIn { account, session }))
    }

    /// The account behind the session was changed: the next request reads it.
    pub fn look_up_again(&self, session: TokenHash) {
        self.looked_up().remove(&session);
    }

    /// Who holds the ticket, if it is good: for one request, without a session.
    pub async fn by_ticket(&self, ticket: &Token) -> Result<Option<SignedIn>, Problem> {
        let session = ticket.hash();
        let account = self.take_ticket(ticket).await?;
        Ok(account.map(|account| SignedIn {
            account: Arc::new(account),
            session,
        }))
    }

    /// Takes a one-time ticket; nothing where it was taken before, or its account is locked.
    pub async fn take_ticket(&self, ticket: &Token) -> Result<Option<Account>, Problem> {
        let taken = self.people.take_ticket(ticket.hash(), self.clock.now());
        let Some(account) = taken.await? else {
            return Ok(None);
        };
        let account = self.people.account(account).await?;
        Ok(account.filter(|account| !account.locked))
    }

    /// Ends one session.
    pub async fn end(&self, session: TokenHash) -> Result<(), Problem> {
        self.people.end_session(session, self.clock.now()).await?;
        self.forget(session);
        Ok(())
    }

    /// Ends every session of an account but this one.
    pub async fn end_others(
        &self,
        account: AccountId,
        except: Option<TokenHash>,
    ) -> Result<(), Problem> {
        let now = self.clock.now();
        self.people.end_sessions_of(account, except, now).await?;
        let others: Vec<TokenHash> = {
            let looked_up = self.looked_up();
            let of_account = looked_up
                .iter()
                .filter(|(token, known)| known.account.id == account && Some(**token) != except);
            of_account.map(|(token, _)| *token).collect()
        };
        for token in others {
            self.forget(token);
        }
        Ok(())
    }

    /// Sessions as they end.
    pub fn ended(&self) -> broadcast::Receiver<TokenHash> {
        self.ended.subscribe()
    }

    /// Learns, again and again, which sessions other processes ended.
    pub async fn follow(&self) {
        let mut since = self.clock.now();
        let mut ticks = tokio::time::interval(FRESH);
        loop {
            ticks.tick().await;
            // Clocks of two processes may differ a little.
            let asked = Timestamp(since.0.saturating_sub(5_000));
            let now = self.clock.now();
            match self.people.ended_since(asked).await {
                Ok(ended) => {
                    for token in ended {
                        self.forget(token);
                    }
                    since = now;
                }
                Err(error) => tracing::warn!(%error, "ended sessions could not be read"),
            }
        }
    }

    fn end_from(&self, now: Timestamp, account: &Account) -> Timestamp {
        let idle = self.settings().idle(account.role).as_millis();
        Timestamp(
            now.0
                .saturating_add(u64::try_from(idle).unwrap_or(u64::MAX)),
        )
    }

    fn settings(&self) -> std::sync::MutexGuard<'_, SessionConfig> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remembered(&self, token: TokenHash) -> Option<LookedUp> {
        let looked_up = self.looked_up();
        let known = looked_up.get(&token)?;
        (known.at.elapsed() < FRESH).then(|| known.clone())
    }

    fn remember(&self, token: TokenHash, account: &Arc<Account>, expires: Timestamp) {
        let mut looked_up = self.looked_up();
        if looked_up.len() >= REMEMBERED {
            looked_up.retain(|_, known| known.at.elapsed() < FRESH);
        }
        let known = LookedUp {
            account: Arc::clone(account),
            expires,
            at: Instant::now(),
        };
        looked_up.insert(token, known);
    }

    fn forget(&self, token: TokenHash) {
        self.looked_up().remove(&token);
        // Having no sockets is fine.
        drop(self.ended.send(token));
    }

    fn looked_up(&self) -> std::sync::MutexGuard<'_, HashMap<TokenHash, LookedUp>> {
        let locked = self.looked_up.lock();
        locked.unwrap_or_else(PoisonError::into_inner)
    }
}

/// The operating system gives no randomness.
pub fn no_randomness() -> Problem {
    let status = axum::http::StatusCode::SERVICE_UNAVAILABLE;
    Problem::new(status, "unavailable", "the system has no randomness")
}
