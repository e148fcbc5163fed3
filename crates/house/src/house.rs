//! A house as one process serves it: opened in one order, closed in the reverse.
//!
//! Opening:
//!
//! 1. the store, which is locked for this process (a folder) or checked (a database);
//! 2. the keys: the vault of the decks, and the notary with the statements made so far. A house that has
//!    less than it has signed goes no further, until two people accept the loss ([`loss`](crate::loss));
//! 3. cage, read models (lobby and history) and pit, with no table loaded;
//! 4. the background jobs: they take the leases of the tables and look after the rounds that another
//!    process abandoned. Only then may people be served, and [`House::open`] returns;
//! 5. from then on the jobs run the timers of the tables, take the turns of the links, read for the lobby
//!    what other processes store, and sign.
//!
//! Closing: the jobs end, every table serves what is in its queue, the notary signs how the house stands,
//! the leases are handed back, and the store is let go.

use core::time::Duration;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use game::Actor;
use ledger::{LinkId, TableId};
use tokio::sync::broadcast;

use crate::background::{Background, BackgroundHandle, EndError, Intervals, JobEvent};
use crate::cage::Cage;
use crate::clock::{Clock, SystemClock};
use crate::dealer::TableHandle;
use crate::history::Retention;
use crate::link::Controller;
use crate::log::CommandId;
use crate::notary::{Notary, NotaryError, NotaryKey, Schedule};
use crate::people::{NamedPeople, People};
use crate::pit::{IDLE, Pit};
use crate::projections::Projections;
use crate::response::{Response, ServiceError};
use crate::secret::KeyError;
use crate::shuffle::Vault;
use crate::store::{OpenError, Store, StoreError, StoreSettings};
use crate::table::DeckAccess;

/// What a process needs to know to open a house. [`HouseSettings::new`] fills in what is usual.
#[derive(Clone)]
pub struct HouseSettings {
    /// Where the house is kept.
    pub store: StoreSettings,
    /// What tells the time of every command.
    pub clock: Arc<dyn Clock>,
    /// The file with the key to the decks, made if it is not there. Without one the house deals no
    /// cards: they lie on the tables, and a Dealer says which they are.
    pub vault: Option<PathBuf>,
    /// With what and where this process signs, if it is the one that does.
    pub notary: Option<NotarySettings>,
    /// This process, by a name no other has, nor the same one had before it was started again.
    pub owner: String,
    /// How often the background jobs run.
    pub intervals: Intervals,
    /// How long an idle table stays loaded.
    pub unload_after: Duration,
    /// How much the history keeps.
    pub retention: Retention,
    /// The register of the people of the house.
    pub people: Arc<dyn People>,
}

/// With what and where a process signs statements about the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotarySettings {
    /// The file with the signing key, made if it is not there.
    pub key: PathBuf,
    /// The file the statements are written to.
    pub statements: PathBuf,
    /// How often the house is stated.
    pub schedule: Schedule,
}

/// Why a house could not be opened or closed.
#[derive(Debug, thiserror::Error)]
pub enum HouseError {
    /// The place where it is kept could not be opened.
    #[error("{0}")]
    Open(#[from] OpenError),
    /// A key could not be read or made.
    #[error("{0}")]
    Key(#[from] KeyError),
    /// The statements made so far do not fit the key, or cannot be read.
    #[error("{0}")]
    Notary(#[from] NotaryError),
    /// The house has less than it has signed, or something else: it was restored from an older copy, or
    /// changed. Nothing was written.
    #[error("{0}: not served until two people accept the loss (queenhigh accept-loss)")]
    Lost(NotaryError),
    /// The store failed in the background jobs.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The house is closed and its leases are handed back, but the last statement could not be written:
    /// what was stored since the one before is not signed until the house is opened again.
    #[error("the last entries are not signed: {0}")]
    NotStated(NotaryError),
    /// The background jobs ended before people could be served.
    #[error("the background jobs ended before the house was open")]
    EndedEarly,
}

/// An open house.
pub struct House {
    pit: Arc<Pit>,
    cage: Cage,
    projections: Projections,
    background: BackgroundHandle,
}

impl HouseSettings {
    /// On this store, by the machine's clock, with no vault and no notary, the usual intervals, and no
    /// person known to it: what needs two people at the cage or a link is refused.
    pub fn new(store: StoreSettings, owner: impl Into<String>) -> HouseSettings {
        HouseSettings {
            store,
            clock: Arc::new(SystemClock),
            vault: None,
            notary: None,
            owner: owner.into(),
            intervals: Intervals::default(),
            unload_after: IDLE,
            retention: Retention::default(),
            people: Arc::new(NamedPeople::default()),
        }
    }

    /// With the register of the people of the house.
    #[must_use]
    pub fn with_people(mut self, people: Arc<dyn People>) -> HouseSettings {
        self.people = people;
        self
    }

    /// With the key to the decks in this file: the house deals.
    #[must_use]
    pub fn with_vault(mut self, key: impl AsRef<Path>) -> HouseSettings {
        self.vault = Some(key.as_ref().to_owned());
        self
    }

    /// This process signs, with the key in one file, and writes its statements to the other.
    #[must_use]
    pub fn with_notary(
        mut self,
        key: impl AsRef<Path>,
        statements: impl AsRef<Path>,
    ) -> HouseSettings {
        self.notary = Some(NotarySettings {
            key: key.as_ref().to_owned(),
            statements: statements.as_ref().to_owned(),
            schedule: Schedule::default(),
        });
        self
    }
}

impl House {
    /// Opens the store and the house on it, in the order the module describes. Must be called within a
    /// runtime. Returns when people may be served, which is at once unless another process that held
    /// tables was killed just now.
    pub async fn open(settings: HouseSettings) -> Result<House, HouseError> {
        let store = settings.store.open().await?;
        House::open_on(store, settings).await
    }

    /// Opens the house on a store that is open already; `settings.store` is not looked at.
    pub async fn open_on(
        store: Arc<dyn Store>,
        settings: HouseSettings,
    ) -> Result<House, HouseError> {
        let HouseSettings {
            store: _,
            clock,
            vault,
            notary,
            owner,
            intervals,
            unload_after,
            retention,
            people,
        } = settings;
        let vault = vault.map(|key| Vault::open(&key)).transpose()?;
        let cage = Cage::new(Arc::clone(&store), Arc::clone(&clock)).with_people(people.clone());
        let pit = Pit::new(Arc::clone(&store), clock)
            .with_people(people)
            .with_unload_after(unload_after);
        let pit = match vault {
            Some(vault) => pit.with_vault(Arc::new(vault)),
            None => pit,
        };
        let projections = Projections::new(store, pit.deck_access(), retention);
        let pit = Arc::new(pit.with_projections(projections.clone()));
        let mut jobs = Background::new(Arc::clone(&pit), owner)
            .with_intervals(intervals)
            .closing_tables();
        if let Some(notary) = notary {
            let key = NotaryKey::open(&notary.key)?;
            let schedule = notary.schedule;
            let notary = Notary::open(key, &notary.statements)?;
            check_house(&notary, pit.store().as_ref()).await?;
            jobs = jobs.with_notary(notary, schedule);
        }
        let mut background = jobs.start();
        if !background.wait_ready().await {
            background.wait_ended().await?;
            return Err(HouseError::EndedEarly);
        }
        Ok(House {
            pit,
            cage: cage.with_alarms(background.alarms()),
            projections,
            background,
        })
    }

    /// Creates a table: [`Pit::create_table`].
    pub async fn create_table(
        &self,
        table: TableId,
        id: CommandId,
        by: Actor,
    ) -> Result<Response, ServiceError> {
        self.pit.create_table(table, id, by).await
    }

    /// The way to a table: [`Pit::handle`].
    pub async fn table(&self, table: TableId) -> Result<TableHandle, ServiceError> {
        self.pit.handle(table).await
    }

    /// Where money enters and leaves the house, and moves between purses and tables.
    pub fn cage(&self) -> &Cage {
        &self.cage
    }

    /// A controller of the link, for requests to it; the background jobs have their own.
    pub fn link(&self, link: LinkId) -> Controller {
        Controller::new(Arc::clone(&self.pit), link)
    }

    /// The lobby and the history. What this process stores is in the lobby as soon as it is answered,
    /// what another process stores within the interval of the background jobs. Clone it for every
    /// reader; a clone that outlives the house keeps its store open.
    pub fn projections(&self) -> &Projections {
        &self.projections
    }

    /// The tables of the house.
    pub fn pit(&self) -> &Arc<Pit> {
        &self.pit
    }

    /// Where the house is kept.
    pub fn store(&self) -> &Arc<dyn Store> {
        self.pit.store()
    }

    /// What this process can see of decks, for projections of its own.
    pub fn deck_access(&self) -> DeckAccess {
        self.pit.deck_access()
    }

    /// What the background jobs do and fail to do, from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<JobEvent> {
        self.background.subscribe()
    }

    /// Waits until the background jobs end by themselves: the store has stopped for good.
    pub async fn wait_ended(&mut self) -> Result<(), EndError> {
        self.background.wait_ended().await
    }

    /// Closes the house in the order the module describes. Handles and subscriptions that are still
    /// held end; an error says that the store has stopped, that the leases have to run out, or that the
    /// last statement could not be written.
    pub async fn close(self) -> Result<(), HouseError> {
        let House {
            pit,
            cage,
            projections,
            background,
        } = self;
        background.end().await?;
        drop((pit, cage, projections));
        Ok(())
    }
}

impl From<EndError> for HouseError {
    fn from(error: EndError) -> HouseError {
        match error {
            EndError::Store(error) => HouseError::Store(error),
            EndError::NotStated(error) => HouseError::NotStated(error),
        }
    }
}

async fn check_house(notary: &Notary, store: &dyn Store) -> Result<(), HouseError> {
    match notary.check_house(store).await {
        Ok(()) => Ok(()),
        Err(lost @ (NotaryError::Truncated { .. } | NotaryError::Contradicted { .. })) => {
            Err(HouseError::Lost(lost))
        }
        Err(
            error @ (NotaryError::Io { .. }
            | NotaryError::Wrong { .. }
            | NotaryError::OtherKey { .. }
            | NotaryError::Store(_)),
        ) => Err(HouseError::Notary(error)),
    }
}
