//! Opens a house and its doors, and closes them again.

use core::time::Duration;
use std::fs::File;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use house::background::JobEvent;
use house::clock::Clock;
use house::ledger::TableId;
use house::log::StreamKind;
use house::people::{Account, PeopleError, RegisteredPeople, Role};
use house::store::{OpenError, StoreSettings};
use house::table::TableState;
use house::{House, HouseError, HouseSettings, Stream};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::app::{App, Parts};
use crate::config::{Config, ListenConfig};
use crate::dealers;
use crate::drain;
use crate::empty_seats;
use crate::floor::{self, FloorError};
use crate::http;
use crate::library::Library;
use crate::listener::{Doors, ListenError};
use crate::local;
use crate::numbers;
use crate::pages::Pages;
use crate::protection;
use crate::reload::{self, Reloading};
use crate::sessions::Sessions;
use crate::soft;
use crate::software;

/// Between two looks at what other processes stored.
const OTHERS: Duration = Duration::from_millis(100);
/// For tables to open before the doors do.
const OPENING: Duration = Duration::from_secs(6);
/// Between two readings of the register of people.
const REGISTER: Duration = Duration::from_secs(5);

/// What is served, and where.
pub struct ServeSettings {
    /// Where the house is kept.
    pub store: StoreSettings,
    /// The folder of its keys and statements; with an embedded database that of the house itself.
    pub folder: PathBuf,
    /// The floor.
    pub config: Config,
    /// What the house can say without its tables.
    pub library: Arc<dyn Library>,
    /// What tells the time of every command.
    pub clock: Arc<dyn Clock>,
    /// The folder from which pages are served, read again for each request; without it those that the
    /// program holds.
    pub web: Option<PathBuf>,
    /// The first start of a floor: one-time sign-in links are made for its people.
    pub links: SignInLinks,
}

/// Whether sign-in links are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInLinks {
    /// For everybody of the house who cannot sign in with a password yet.
    Make,
    /// None.
    Leave,
}

/// What is open.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Where the doors are.
    pub url: String,
    /// A role and the link that signs its person in, once.
    pub links: Vec<(Role, String)>,
}

/// Why a house is not served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The doors cannot open.
    #[error("{0}")]
    Listen(#[from] ListenError),
    /// The house cannot be opened.
    #[error("{0}")]
    House(#[from] HouseError),
    /// The people cannot be read.
    #[error("{0}")]
    Open(#[from] OpenError),
    /// The people cannot be read.
    #[error("{0}")]
    People(#[from] PeopleError),
    /// The floor cannot be made.
    #[error("{0}")]
    Floor(#[from] FloorError),
    /// The system refused something.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Serves the house until `stop` is done. `opened` is told once people may come. Its configuration stays
/// what it is.
pub async fn serve(
    settings: ServeSettings,
    opened: impl FnOnce(&Opened),
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    serve_and_reload(settings, Reloading::never(), opened, stop).await
}

/// The same, with a configuration that may be read again.
pub async fn serve_and_reload(
    settings: ServeSettings,
    reloading: Reloading,
    opened: impl FnOnce(&Opened),
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let ServeSettings {
        store,
        folder,
        config,
        library,
        clock,
        web,
        links,
    } = settings;
    let listen = config.listen.clone();
    let tls = listen.tls_cert.as_deref().zip(listen.tls_key.as_deref());
    // Where the address cannot be had, nothing else is begun.
    let connections_max = config.limits.connections;
    let doors = Doors::open(listen.address, tls, listen.behind_proxy, connections_max)?;
    let address = doors.address()?;
    let shared = matches!(store, StoreSettings::Database(_));
    std::fs::create_dir_all(&folder)?;
    let people = store.open_people().await?;
    numbers::keep_free_of_strangers(&store, &*people).await?;
    let program = floor::make_people(&config, &*people, clock.now()).await?;
    let register = Arc::new(RegisteredPeople::new(Arc::clone(&people)));
    register.refresh().await?;
    let (house_settings, notary) = house_settings(store, &register, &clock, &folder)?;
    let house = House::open(house_settings).await?;
    floor::make(&house, &config, &*people, program).await?;
    let sessions = Sessions::new(Arc::clone(&people), Arc::clone(&clock), config.sessions);
    let origins = origins(&listen.origins, doors.scheme(), address);
    let app = Arc::new(App::new(Parts {
        house,
        config,
        reader: reloading.read,
        register,
        sessions,
        clock,
        program,
        library,
        pages: Pages::new(&listen.base_path, web),
        origins,
        shared,
    }));
    let url = format!("{}://{address}{}/", doors.scheme(), listen.base_path);
    let links = match links {
        SignInLinks::Make => sign_in_links(&app, &public_url(&listen, &url)).await?,
        SignInLinks::Leave => Vec::new(),
    };
    let (close, closing) = watch::channel(false);
    let mut jobs = start_jobs(&app, shared);
    jobs.spawn(reload::follow(Arc::clone(&app), reloading.asked));
    wait_until_tables_are_open(&app).await;
    if !shared {
        let router = http::router(Arc::clone(&app), "");
        jobs.spawn(local::serve(folder, router, closing.clone()));
    }
    let router = http::router(Arc::clone(&app), &listen.base_path);
    let serving = tokio::spawn(doors.serve(router, closing));
    opened(&Opened { url, links });
    stop.await;
    close_doors(&app, &close).await;
    drop(serving.await);
    jobs.shutdown().await;
    close_house(app).await?;
    drop(notary);
    Ok(())
}

/// Announces the end, waits for rounds in play, and lets every client go.
async fn close_doors(app: &App, close: &watch::Sender<bool>) {
    tracing::info!("a restart is announced");
    drain::announce_and_wait(app).await;
    tracing::info!("the doors close");
    app.company.dismiss();
    app.draining.send_replace(true);
    close.send_replace(true);
}

/// How the house is opened, with the lock of the notary where this process is the one that signs.
fn house_settings(
    store: StoreSettings,
    register: &Arc<RegisteredPeople>,
    clock: &Arc<dyn Clock>,
    folder: &std::path::Path,
) -> std::io::Result<(HouseSettings, Option<File>)> {
    let owner = owner_name(clock.now().0);
    let mut settings = HouseSettings::new(store, owner)
        .with_people(Arc::clone(register) as Arc<dyn house::People>)
        .with_vault(folder.join("vault.key"));
    settings.clock = Arc::clone(clock);
    let notary = notary_lock(folder)?;
    if notary.is_some() {
        let (key, statements) = (folder.join("notary.key"), folder.join("statements.jsonl"));
        settings = settings.with_notary(key, statements);
    }
    Ok((settings, notary))
}

/// Waits until bets are taken at the tables that the automatic dealer runs, so that the first guest finds
/// them open. A table that does not open, because a ruling is awaited at it, is not waited for long.
async fn wait_until_tables_are_open(app: &App) {
    let open = async {
        let config = app.config();
        let automatic = config.tables.iter().filter(|table| table.is_automatic());
        for table in automatic {
            let Ok(handle) = app.house.table(TableId(table.number)).await else {
                continue;
            };
            let mut states = handle.states();
            let is_playing = |state: &Option<Arc<TableState>>| {
                state
                    .as_ref()
                    .is_some_and(|state| state.open_round().is_some())
            };
            drop(states.wait_for(is_playing).await.map(drop));
        }
    };
    if tokio::time::timeout(OPENING, open).await.is_err() {
        tracing::warn!("not every table has opened for bets yet");
    }
}

/// Everything this process does beside answering.
fn start_jobs(app: &Arc<App>, shared: bool) -> JoinSet<()> {
    let mut jobs = JoinSet::new();
    jobs.spawn(dealers::run(Arc::clone(app)));
    let following = Arc::clone(app);
    jobs.spawn(async move { following.sessions.follow().await });
    jobs.spawn(software::state_software());
    let events = app.house.subscribe();
    jobs.spawn(log_events(events));
    let register = Arc::clone(&app.register);
    jobs.spawn(async move {
        loop {
            tokio::time::sleep(REGISTER).await;
            if let Err(error) = register.refresh().await {
                tracing::warn!(%error, "the register of people could not be read");
            }
        }
    });
    if shared {
        jobs.spawn(follow_others(Arc::clone(app)));
    } else {
        jobs.spawn(empty_seats::keep_freeing(Arc::clone(app)));
    }
    jobs.spawn(soft::keep_telling(Arc::clone(app), shared));
    jobs.spawn(protection::keep_diary(Arc::clone(app)));
    jobs
}

/// What the background jobs do and fail to do.
async fn log_events(mut events: tokio::sync::broadcast::Receiver<JobEvent>) {
    loop {
        match events.recv().await {
            Ok(event) => log_event(&event),
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

fn log_event(event: &JobEvent) {
    match event {
        JobEvent::Failed { job, why } => tracing::warn!(?job, %why, "a job failed"),
        JobEvent::InstructionFailed(_)
        | JobEvent::MetersDiffer { .. }
        | JobEvent::PurseStopped { .. } => tracing::error!(?event, "alarm"),
        JobEvent::HealthChanged { link, health } => {
            tracing::warn!(link = link.0, ?health, "a link is seen otherwise");
        }
        JobEvent::Recovered(recovered) => tracing::info!(?recovered, "a round was taken over"),
        JobEvent::Ready
        | JobEvent::Turned { .. }
        | JobEvent::TimeUp { .. }
        | JobEvent::Stated(_) => {}
    }
}

/// Has tables read what other processes stored, so that clients here see it.
async fn follow_others(app: Arc<App>) {
    let mut ticks = tokio::time::interval(OTHERS);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let heads = match app.house.store().heads_by_kind(StreamKind::Table).await {
            Ok(heads) => heads,
            Err(error) => {
                tracing::warn!(%error, "what other processes stored could not be read");
                continue;
            }
        };
        for (stream, head) in heads {
            let Stream::Table(table) = stream else {
                continue;
            };
            let Some(handle) = app.house.pit().loaded(table) else {
                continue;
            };
            let behind = handle
                .state()
                .is_none_or(|state| state.head().seq < head.seq);
            if behind && let Err(error) = handle.snapshot().await {
                tracing::warn!(table = table.0, %error, "a table could not be read on");
            }
        }
    }
}

/// The last of those who hold the house closes it.
async fn close_house(mut app: Arc<App>) -> Result<(), ServeError> {
    app.store_diary().await;
    app.close_hubs().await;
    for _ in 0..100 {
        match Arc::try_unwrap(app) {
            Ok(app) => return Ok(app.house.close().await?),
            Err(held) => app = held,
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tracing::warn!("a connection did not end: the house is let go without a last statement");
    Ok(())
}

/// One-time links for the people of the house.
async fn sign_in_links(app: &App, url: &str) -> Result<Vec<(Role, String)>, ServeError> {
    let config = app.config();
    let named = |account: &&Account| {
        let mut people = config.people.iter();
        people.any(|person| person.name == account.name) && account.role != Role::Administrator
    };
    let people = &**app.sessions.people();
    let staff = people.staff().await?;
    let mut links = Vec::new();
    for account in staff
        .iter()
        .filter(named)
        .filter(|account| account.password.is_none())
    {
        let ticket = http::make_ticket(people, account, app.now()).await?;
        links.push((account.role, format!("{url}enter/{ticket}")));
    }
    Ok(links)
}

/// The address that people use: behind a proxy the first of the origins.
fn public_url(listen: &ListenConfig, own: &str) -> String {
    match listen.origins.first().filter(|_| listen.behind_proxy) {
        Some(origin) => format!("{origin}{}/", listen.base_path),
        None => own.to_owned(),
    }
}

/// The addresses that pages of this house are loaded from.
fn origins(configured: &[String], scheme: &str, address: SocketAddr) -> Vec<String> {
    let mut origins = configured.to_vec();
    origins.push(format!("{scheme}://{address}"));
    if address.ip().is_loopback() {
        origins.push(format!("{scheme}://localhost:{}", address.port()));
        origins.push(format!("{scheme}://127.0.0.1:{}", address.port()));
    }
    origins
}

/// A name that no other process has, nor this one before.
fn owner_name(now: u64) -> String {
    let host = std::env::var("HOSTNAME").unwrap_or_else(|_| "house".to_owned());
    format!("{host} process {} since {now}", std::process::id())
}

/// One process signs: the one that holds this lock.
fn notary_lock(folder: &std::path::Path) -> std::io::Result<Option<File>> {
    let lock = File::create(folder.join("notary.lock"))?;
    Ok(lock.try_lock().is_ok().then_some(lock))
}
