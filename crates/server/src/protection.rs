//! What protects a player from himself: his limits, his time and money of play, and whether he may stake.
//!
//! Asked before the rules are, wherever chips are staked or brought, by him or for him. It never stands in
//! the way of a decision: what lies on the felt is played to its end. Limits and what was played are personal
//! and kept with the people, so that every process of a house knows them and they are erased with the account.

mod allowance;
pub mod answers;
mod calendar;
mod check;
mod deposits;
mod diary;
mod limits;
mod play;
mod risk;

use core::time::Duration;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::http::StatusCode;
use house::game::{PlayerId, Timestamp};
use house::people::{Account, AccountId, PersonalRecord, Role, Saved};
use house::store::StoreError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::broadcast;

use crate::app::App;
use crate::problem::Problem;

pub use allowance::Blocked;
pub use calendar::{Calendar, Period};
pub use diary::{Diary, keep as keep_diary};
pub use limits::{Change, Exclusion, Limit, NotChanged, Protection, Term, Waiting};
pub use play::{PlayRecord, Sums};

/// The record of a player's limits, and that of his play.
const LIMITS: &str = "limits";
const PLAY: &str = "play";
/// Where other processes may change limits too, what was read is believed for so long.
const FRESH: Duration = Duration::from_millis(500);
/// So many players' limits are remembered.
const REMEMBERED: usize = 50_000;
/// A record that others keep writing is tried so often.
const ATTEMPTS: usize = 20;

/// The limits of players, as this process has read them.
pub struct Protections {
    known: Mutex<HashMap<AccountId, (Instant, Arc<Protection>)>>,
    /// Whether other processes change them too.
    shared: bool,
    changed: broadcast::Sender<PlayerId>,
    /// What players do, until it is stored.
    pub diary: Arc<Diary>,
}

impl Protections {
    /// None read yet; `shared` where other processes serve the house too.
    pub fn new(shared: bool) -> Protections {
        Protections {
            known: Mutex::default(),
            shared,
            changed: broadcast::channel(256).0,
            diary: Arc::default(),
        }
    }

    /// Players whose limits were changed here, or who answered a reality check.
    pub fn subscribe(&self) -> broadcast::Receiver<PlayerId> {
        self.changed.subscribe()
    }

    fn remembered(&self, id: AccountId) -> Option<Arc<Protection>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, protection) = known.get(&id)?;
        (!self.shared || at.elapsed() < FRESH).then(|| Arc::clone(protection))
    }

    fn remember(&self, id: AccountId, protection: &Arc<Protection>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(id, (Instant::now(), Arc::clone(protection)));
    }

    fn tell(&self, player: PlayerId) {
        // Having no sockets is fine.
        drop(self.changed.send(player));
    }
}

impl App {
    /// The calendar of the house.
    pub fn calendar(&self) -> Calendar {
        Calendar::of(&self.config().house)
    }

    /// What a player has limited.
    pub async fn protection(&self, id: AccountId) -> Result<Arc<Protection>, Problem> {
        if let Some(known) = self.protections.remembered(id) {
            return Ok(known);
        }
        let (_, protection) = self.read_record::<Protection>(id, LIMITS).await?;
        let protection = Arc::new(protection);
        self.protections.remember(id, &protection);
        Ok(protection)
    }

    /// Changes what a player has limited, and tells him so on his sockets.
    pub async fn change_protection(
        &self,
        id: AccountId,
        change: impl Fn(&mut Protection) -> Result<(), Problem>,
    ) -> Result<Arc<Protection>, Problem> {
        let protection = self.change_record(id, LIMITS, change).await?;
        let protection = Arc::new(protection);
        self.protections.remember(id, &protection);
        self.protections.tell(PlayerId(id.0));
        Ok(protection)
    }

    /// What a player has played, up to this moment.
    pub async fn play_record(&self, player: PlayerId) -> Result<PlayRecord, Problem> {
        let id = AccountId(player.0);
        let (_, mut record) = self.read_record::<PlayRecord>(id, PLAY).await?;
        let calendar = self.calendar();
        for happened in self.protections.diary.pending(player) {
            record.take(&happened, calendar);
        }
        Ok(record)
    }

    /// The player has answered the reality check.
    pub async fn note_reality_check(&self, player: PlayerId) -> Result<(), Problem> {
        let calendar = self.calendar();
        let pending = self.protections.diary.pending(player);
        self.change_record(AccountId(player.0), PLAY, |record: &mut PlayRecord| {
            for happened in &pending {
                record.take(happened, calendar);
            }
            record.note_check(self.now());
            Ok(())
        })
        .await?;
        self.protections.tell(player);
        Ok(())
    }

    /// Between so many minutes of play a player is told time and money. Guests, who have nothing to lose,
    /// only where they ask for it.
    pub fn reality_check_minutes(
        &self,
        account: &Account,
        protection: &Protection,
        now: Timestamp,
    ) -> Option<u64> {
        let own = protection.value(Limit::RealityCheck, now);
        own.or_else(|| self.unset_value(account.role, Limit::RealityCheck))
    }

    /// What holds where the player has set nothing.
    pub fn unset_value(&self, role: Role, limit: Limit) -> Option<u64> {
        let minutes = self.config().protection.reality_check_minutes;
        (limit == Limit::RealityCheck && role == Role::Player).then_some(u64::from(minutes))
    }

    async fn read_record<T: DeserializeOwned + Default>(
        &self,
        id: AccountId,
        name: &str,
    ) -> Result<(u64, T), Problem> {
        let found = self.sessions.people().record(id, name).await?;
        found.map_or_else(|| Ok((0, T::default())), |found| read(&found))
    }

    /// Reads a record, changes it and stores it, again where another process was faster.
    async fn change_record<T: DeserializeOwned + Serialize + Default + PartialEq>(
        &self,
        id: AccountId,
        name: &str,
        change: impl Fn(&mut T) -> Result<(), Problem>,
    ) -> Result<T, Problem> {
        for _ in 0..ATTEMPTS {
            let (version, mut record) = self.read_record::<T>(id, name).await?;
            change(&mut record)?;
            let written = written(id, name, version, &record)?;
            let saved = self.sessions.people().save_records(&[written]).await?;
            if saved == [Saved::Stored] {
                return Ok(record);
            }
        }
        let mut problem = Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "other processes changed the same at every attempt",
        );
        problem.again_ms = Some(1_000);
        Err(problem)
    }
}

fn read<T: DeserializeOwned>(record: &PersonalRecord) -> Result<(u64, T), Problem> {
    let value = serde_json::from_str(&record.content);
    let value = value.map_err(|error| {
        let (place, id) = (&record.name, record.account.0);
        Problem::from(StoreError::Corrupt {
            place: format!("the record {place} of account {id}"),
            what: error.to_string(),
        })
    })?;
    Ok((record.version, value))
}

fn written(
    account: AccountId,
    name: &str,
    version: u64,
    value: &impl Serialize,
) -> Result<PersonalRecord, Problem> {
    let content = serde_json::to_string(value).map_err(|error| {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Problem::new(status, "internal", error.to_string())
    })?;
    Ok(PersonalRecord {
        account,
        name: name.to_owned(),
        version,
        content,
    })
}
