//! What every request needs: the house, its people, and the feeds of its tables.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use house::House;
use house::TableCommand;
use house::clock::Clock;
use house::game::{Actor, Digest, Money, PlayerId, Request, RulebookId, Timestamp};
use house::ledger::{Account, TableId};
use house::log::{Fingerprint, Stream};
use house::people::RegisteredPeople;
use house::response::ServiceError;
use house::table::{TableMove, TableRequest, TableState};
use serde_json::{Value, json};
use tokio::sync::{Mutex, watch};

use crate::company::Company;
use crate::config::{Config, CurrentConfig, RequestLimits, Spectators, TableConfig};
use crate::connections::Connections;
use crate::floor::ProgramPeople;
use crate::hub::Hub;
use crate::library::{Edges, Library};
use crate::limits::Buckets;
use crate::metrics::Metrics;
use crate::names::Names;
use crate::pages::Pages;
use crate::problem::Problem;
use crate::protection::Protections;
use crate::reload::ReadConfig;
use crate::roles;
use crate::sessions::{Sessions, SignedIn};
use crate::wire::{self, WireCommand};

/// The floor, shared by all handlers and sockets of a process.
pub struct App {
    pub house: House,
    pub configuration: CurrentConfig,
    /// Reads the configuration again, where it has a file; one reading at a time.
    pub reader: Mutex<Option<ReadConfig>>,
    /// Those who may sign for the house.
    pub register: Arc<RegisteredPeople>,
    pub clock: Arc<dyn Clock>,
    pub sessions: Sessions,
    pub program: ProgramPeople,
    /// What the house can say without its tables.
    pub library: Arc<dyn Library>,
    /// Figures of rulebooks that were worked out.
    pub figures: Mutex<BTreeMap<RulebookId, String>>,
    /// What the house keeps under rulebooks with the options of a table, as far as it was worked out.
    pub edges: Mutex<BTreeMap<Digest, Option<Edges>>>,
    pub metrics: Metrics,
    pub limits: Limits,
    /// How often chips went between purses and tables here.
    pub chips_moved: AtomicU64,
    /// The newest socket of each session at each table.
    pub connections: Connections,
    /// Whether the doors are closing: who connects is told to come back.
    pub draining: watch::Sender<bool>,
    /// When the doors close, once that is announced: no round is opened any more.
    pub announced: watch::Sender<Option<tokio::time::Instant>>,
    /// The names of players.
    pub names: Names,
    /// Players of the house at quiet tables.
    pub company: Company,
    /// The limits of players, and what they played.
    pub protections: Protections,
    /// The pages and their files.
    pub pages: Pages,
    /// The origins that pages may be loaded from.
    pub origins: Vec<String>,
    hubs: Mutex<BTreeMap<TableId, Arc<Hub>>>,
}

/// Buckets of requests.
pub struct Limits {
    /// By session: commands, pages, everything.
    pub sessions: Buckets<house::people::TokenHash>,
    /// By address, for those who are not signed in.
    pub addresses: Buckets<std::net::IpAddr>,
    /// By address: sign-ins.
    pub sign_ins: Buckets<std::net::IpAddr>,
    /// By address: new guests.
    pub guests: Buckets<std::net::IpAddr>,
}

impl Limits {
    /// As the file says.
    fn of(limits: &RequestLimits) -> Limits {
        Limits {
            sessions: Buckets::new(limits.session),
            addresses: Buckets::new(limits.address),
            sign_ins: Buckets::new(limits.sign_ins),
            guests: Buckets::new(limits.guests),
        }
    }
}

/// What a floor is made of.
pub struct Parts {
    pub house: House,
    pub config: Config,
    pub reader: Option<ReadConfig>,
    pub register: Arc<RegisteredPeople>,
    pub sessions: Sessions,
    pub clock: Arc<dyn Clock>,
    pub program: ProgramPeople,
    pub library: Arc<dyn Library>,
    pub pages: Pages,
    pub origins: Vec<String>,
    /// Whether other processes serve the house too.
    pub shared: bool,
}

/// Who asks: a person who is signed in, or a passer-by.
pub type Caller = Option<SignedIn>;

impl App {
    /// A floor whose tables and links are made.
    pub fn new(parts: Parts) -> App {
        let Parts {
            house,
            config,
            reader,
            register,
            sessions,
            clock,
            program,
            library,
            pages,
            origins,
            shared,
        } = parts;
        App {
            house,
            limits: Limits::of(&config.limits),
            configuration: CurrentConfig::new(config),
            reader: Mutex::new(reader),
            register,
            clock,
            sessions,
            program,
            library,
            figures: Mutex::default(),
            edges: Mutex::default(),
            metrics: Metrics::default(),
            chips_moved: AtomicU64::new(0),
            connections: Connections::default(),
            draining: watch::channel(false).0,
            announced: watch::channel(None).0,
            names: Names::default(),
            company: Company::default(),
            protections: Protections::new(shared),
            pages,
            origins,
            hubs: Mutex::default(),
        }
    }

    /// The configuration that holds now.
    pub fn config(&self) -> Arc<Config> {
        self.configuration.get()
    }

    /// Whether clients reach the house over TLS.
    pub fn is_encrypted(&self) -> bool {
        let config = self.config();
        config.listen.tls_cert.is_some() || config.listen.behind_proxy
    }

    /// The time by the house's clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The table as the file describes it, where it does.
    pub fn table_config(&self, table: TableId) -> Option<TableConfig> {
        self.config().table(table.0).cloned()
    }

    /// The feed of a table, opened if it is not yet.
    pub async fn hub(&self, table: TableId) -> Result<Arc<Hub>, Problem> {
        let mut hubs = self.hubs.lock().await;
        if let Some(hub) = hubs.get(&table).filter(|hub| !hub.is_gone()) {
            return Ok(Arc::clone(hub));
        }
        let pit = Arc::clone(self.house.pit());
        if !pit.is_created(table).await? {
            return Err(ServiceError::UnknownTable { table }.into());
        }
        let epoch = self.epoch(table).await?;
        let diary = Arc::clone(&self.protections.diary);
        let hub = Hub::open(pit, table, epoch, diary).await?;
        hubs.insert(table, Arc::clone(&hub));
        Ok(hub)
    }

    /// The feeds that are open.
    pub async fn hubs(&self) -> Vec<Arc<Hub>> {
        self.hubs.lock().await.values().cloned().collect()
    }

    /// The names of those at a table.
    pub async fn names(&self, state: &TableState) -> BTreeMap<PlayerId, String> {
        self.names.at(&**self.sessions.people(), state).await
    }

    /// Lets every feed go.
    pub async fn close_hubs(&self) {
        self.hubs.lock().await.clear();
    }

    /// The lineage of a table's numbers: its first entry, and how often the house accepted a loss. After
    /// a loss the same numbers may say something else.
    async fn epoch(&self, table: TableId) -> Result<String, Problem> {
        let store = self.house.store();
        let first = store.read(Stream::Table(table), 0, 1).await?;
        let first = first.first().map(|row| row.fingerprint);
        let losses = store.head(Stream::House).await?.seq;
        let Fingerprint(bytes) = Fingerprint::of(format!("{first:?} {losses}").as_bytes());
        Ok(house::game::to_hex(&bytes[..8]))
    }

    /// Whether the caller may watch the table.
    pub fn may_watch(&self, caller: &Caller, table: TableId) -> Result<(), Problem> {
        let spectators = self
            .table_config(table)
            .map_or(Spectators::Everybody, |config| config.spectators);
        let allowed = match spectators {
            Spectators::Everybody => true,
            Spectators::SignedIn => caller.is_some(),
        };
        if allowed {
            Ok(())
        } else {
            Err(Problem::not_signed_in())
        }
    }

    /// What the caller may ask of the table now, within his own limits.
    pub async fn moves(
        &self,
        caller: &Caller,
        table: TableId,
        state: &TableState,
    ) -> Vec<TableMove> {
        let mut moves = self.moves_by_rules(caller, state);
        let player = caller
            .as_ref()
            .filter(|signed| signed.account.role.is_player());
        if let Some(signed) = player {
            let at = Some((table, state));
            match self.allowance(&signed.account, at).await {
                Ok(allowance) => allowance.restrict(&mut moves),
                // The command itself says what is wrong.
                Err(problem) => tracing::warn!(%problem.detail, "a player's limits were not read"),
            }
        }
        moves
    }

    /// What the caller may ask of the table now by the rules alone.
    pub fn moves_by_rules(&self, caller: &Caller, state: &TableState) -> Vec<TableMove> {
        let Some((signed, actor)) = caller
            .as_ref()
            .and_then(|signed| Some((signed, signed.account.actor()?)))
        else {
            return Vec::new();
        };
        let role = signed.account.role;
        let mut moves = state.moves(actor, self.now());
        moves.retain(|listed| roles::may_move(role, listed));
        moves
    }

    /// How long the table still waits.
    pub fn deadline_ms(&self, state: &TableState) -> Option<u64> {
        let until = state.deadline()?.until();
        Some(until.0.saturating_sub(self.now().0))
    }

    /// What a player has at a table.
    pub async fn rack(&self, table: TableId, player: PlayerId) -> Result<Money, Problem> {
        Ok(self
            .house
            .store()
            .balance(Account::Rack(table, player))
            .await?)
    }

    /// What a player has in the purse.
    pub async fn purse(&self, player: PlayerId) -> Result<Money, Problem> {
        Ok(self.house.store().balance(Account::Purse(player)).await?)
    }

    /// Puts a command to a table, for a person who is signed in.
    pub async fn command(
        &self,
        signed: &SignedIn,
        table: TableId,
        command: &WireCommand,
    ) -> Result<Value, Problem> {
        let read = wire::read_request(&command.request)?;
        let id = command.id.command_id(signed.account.id, "command")?;
        let role = signed.account.role;
        let actor = signed.account.actor();
        let cell = roles::at_table(role, &read.request);
        let actor = actor.filter(|_| cell.is_asked());
        let actor = actor.ok_or_else(|| {
            let name = command.request["request"].as_str().unwrap_or("this");
            Problem::not_allowed(format!(
                "request: found {name}, which is not for the role {role}"
            ))
        })?;
        let hub = self.hub(table).await?;
        let mut to_submit = TableCommand::new(id, actor, read.request);
        // Apart, so that the future of every command stays small.
        Box::pin(self.check_allowed(&signed.account, &hub, &to_submit)).await?;
        let staker = staker(&to_submit);
        if let Some(missing) = self.missing_chips(table, &to_submit).await?
            && self.would_be_granted(&hub, &to_submit).await?
        {
            self.buy_in_before_bet(signed, missing, &command.id).await?;
        }
        if let Some(rulebook) = &read.rulebook {
            to_submit = to_submit.under(rulebook);
        }
        self.metrics.commands.inc();
        let done = wire::answer(hub.handle().submit(to_submit).await)?;
        if let Some(player) = staker {
            self.protections.diary.note_stake(player, self.now());
        }
        Ok(json!(done))
    }
}

/// Whose chips a bet stakes.
fn staker(command: &TableCommand) -> Option<PlayerId> {
    let TableRequest::Game(request) = &command.request else {
        return None;
    };
    if let Request::PlaceBetFor { player, .. } = request {
        return Some(*player);
    }
    match command.by {
        Actor::Player(player) if matches!(request, Request::PlaceBet { .. }) => Some(player),
        Actor::Player(_) | Actor::Staff { .. } | Actor::System => None,
    }
}
