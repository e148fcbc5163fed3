//! What goes into a log: through the process that serves the house where one does, else from here.
//!
//! A house on PostgreSQL takes entries from any process, and a folder that is not open takes them from
//! this one. A folder that is open is locked: its process has a socket there, and is asked over it.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use game::{Money, PlayerId};
use house::cage::Cage;
use house::clock::{Clock as _, SystemClock};
use house::people::{Account, AccountId, People, PeopleStore, RegisteredPeople};
use house::pit::Pit;
use house::store::{OpenError, Store, StoreSettings};
use ledger::LinkId;
use serde_json::{Value, json};
use server::WireId;
use server::desk::{Desk, DeskRequest};

use super::local;
use super::people::named;
use crate::Verdict;
use crate::store_args::StoreArgs;

/// Who asks, and under which id.
#[derive(clap::Args)]
pub struct Signed {
    /// The name of the person who asks; what is done is in the log under the number of this account
    #[arg(long, value_name = "NAME")]
    by: String,
    /// The name of a second person, where two have to answer for it
    #[arg(long, value_name = "NAME")]
    with: Option<String>,
    /// An id of your own: the same id again changes nothing and gets the same answer
    #[arg(long, value_name = "TEXT")]
    id: Option<String>,
    /// The vault's key of a house on PostgreSQL, to read tables at which a round is dealt
    #[arg(long, value_name = "FILE")]
    vault_key: Option<PathBuf>,
}

/// Whose money, and how much.
#[derive(clap::Args)]
pub struct Amount {
    /// The name or the number of the player
    player: String,
    /// How much, in minor units (cents)
    #[arg(value_parser = crate::whole::<u64>)]
    amount: u64,
}

impl Amount {
    /// The player's number and the amount.
    pub async fn read(&self, store: &StoreArgs) -> anyhow::Result<(PlayerId, Money)> {
        let people = store.open_people().await?;
        let player = player(&*people, &self.player).await?;
        let amount =
            i64::try_from(self.amount).context("amount: found more than any purse holds")?;
        Ok((player, Money::minor(amount)))
    }
}

/// The player of this name or number.
pub async fn player(people: &dyn PeopleStore, text: &str) -> anyhow::Result<PlayerId> {
    let found = match text.parse() {
        Ok(number) => people.account(AccountId(number)).await?,
        Err(_) => people.account_by_name(text).await?,
    };
    let player = found.filter(|account| account.role.is_player());
    let player = player.map(|account| account.player());
    player.with_context(|| {
        format!("player: found {text:?}, expected the name or number of a player's account")
    })
}

/// What is asked of a link, as it was typed.
pub fn ask_link(link: u32, asks: &str) -> anyhow::Result<DeskRequest> {
    let mut reader = serde_json::Deserializer::from_str(asks);
    let asks = serde_path_to_error::deserialize(&mut reader);
    let asks =
        asks.map_err(|error| anyhow::anyhow!("JSON: {}: {}", error.path(), error.inner()))?;
    let link = LinkId(link);
    Ok(DeskRequest::AskLink { link, asks })
}

/// Has it done, and says what came of it.
pub async fn submit(
    store: &StoreArgs,
    signed: &Signed,
    request: &DeskRequest,
) -> anyhow::Result<Verdict> {
    let people = store.open_people().await?;
    let by = able(&people, &signed.by).await?;
    let with = match &signed.with {
        Some(name) => Some(able(&people, name).await?),
        None => None,
    };
    let id = match &signed.id {
        Some(text) => text.clone(),
        None => random_id()?,
    };
    let answer = match (store.settings()?, store.open_to_write().await) {
        (_, Ok(opened)) => {
            let vault = vault_key(store, signed)?;
            let own = OwnDesk::new(opened, people, vault).await?;
            own.submit((&by, with.as_ref()), id, request).await?
        }
        (StoreSettings::Folder(folder), Err(error)) if is_taken(&error) => {
            let asked = json!({"id": id, "request": request});
            let socket = folder.join(server::ADMIN_SOCKET);
            local::submit(&socket, &people, (&by, with.as_ref()), asked).await?
        }
        (_, Err(error)) => return Err(error),
    };
    say(&answer)
}

fn say(answer: &Answer) -> anyhow::Result<Verdict> {
    match answer {
        Answer::Done(done) => {
            let mut out = std::io::stdout().lock();
            match (done["from"].as_u64(), done["to"].as_u64()) {
                (Some(from), Some(to)) => writeln!(out, "Done: entries {} to {to}.", from + 1)?,
                _ => writeln!(out, "Done: {done}")?,
            }
            Ok(Verdict::Done)
        }
        Answer::Refused { code, detail } => {
            writeln!(
                std::io::stderr().lock(),
                "queenhigh: refused ({code}): {detail}"
            )?;
            Ok(Verdict::No)
        }
    }
}

/// What came of a change.
pub enum Answer {
    /// It was done.
    Done(Value),
    /// The house or the roles refuse it.
    Refused {
        /// The stable code.
        code: String,
        /// Why.
        detail: String,
    },
}

/// A person who may act now.
async fn able(people: &Arc<dyn PeopleStore>, name: &str) -> anyhow::Result<Account> {
    let account = named(people, name).await?;
    anyhow::ensure!(!account.locked, "{name}: the account is locked");
    Ok(account)
}

fn is_taken(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref::<OpenError>(),
        Some(OpenError::Taken { .. })
    )
}

fn random_id() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(game::to_hex(&bytes))
}

/// The key with which rounds that are dealt can be read: in the folder, or in a file that was named.
fn vault_key(store: &StoreArgs, signed: &Signed) -> anyhow::Result<Option<PathBuf>> {
    if signed.vault_key.is_some() {
        return Ok(signed.vault_key.clone());
    }
    store.vault_key()
}

/// The desk of a house that this process opened for one change.
struct OwnDesk {
    pit: Arc<Pit>,
    cage: Cage,
    people: Arc<dyn PeopleStore>,
}

impl OwnDesk {
    async fn new(
        store: Arc<dyn Store>,
        people: Arc<dyn PeopleStore>,
        vault: Option<PathBuf>,
    ) -> anyhow::Result<OwnDesk> {
        let register = Arc::new(RegisteredPeople::new(Arc::clone(&people)));
        register.refresh().await?;
        let register: Arc<dyn People> = register;
        let clock = Arc::new(SystemClock);
        let cage = Cage::new(Arc::clone(&store), clock.clone()).with_people(Arc::clone(&register));
        let mut pit = Pit::new(store, clock).with_people(register);
        if let Some(file) = vault {
            pit = pit.with_vault(crate::verify::open_vault(&file)?);
        }
        let pit = Arc::new(pit);
        Ok(OwnDesk { pit, cage, people })
    }

    async fn submit(
        &self,
        signers: (&Account, Option<&Account>),
        id: String,
        request: &DeskRequest,
    ) -> anyhow::Result<Answer> {
        let desk = Desk {
            pit: &self.pit,
            cage: &self.cage,
            people: &*self.people,
        };
        let answer = desk.submit(signers, &WireId::Text(id), request).await;
        self.pit.close_tables().await;
        answer_of(answer.map_err(|problem| (problem.status.as_u16(), json!(problem))))
    }
}

/// An answer of the desk; what is neither done nor refused is an error.
pub fn answer_of(answer: Result<Value, (u16, Value)>) -> anyhow::Result<Answer> {
    let (status, problem) = match answer {
        Ok(done) => return Ok(Answer::Done(done)),
        Err(problem) => problem,
    };
    let text = |field: &str| problem[field].as_str().unwrap_or_default().to_owned();
    let (code, detail) = (text("code"), text("detail"));
    match status {
        403 | 404 | 409 => Ok(Answer::Refused { code, detail }),
        _ => anyhow::bail!("{detail} ({code})"),
    }
}

/// The time, for tickets.
pub fn now() -> game::Timestamp {
    SystemClock.now()
}
