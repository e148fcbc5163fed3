//! Company at a quiet table: players of the house who come when a guest asks for them, play the strategy
//! that loses least with play money, and go when the people have gone.
//!
//! They see what a guest sees and ask only what `moves` lists, through the same calls; they have accounts
//! and purses like guests.

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bot::{Bets, Mind};
use house::CageCommand;
use house::game::{Money, PlayerId};
use house::ledger::{CageMove, TableId};
use house::log::CommandId;
use house::people::{Account, NewAccount, Role, TokenHash};
use house::table::TableState;
use serde_json::Value;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::app::{App, Caller};
use crate::chips::Chips;
use crate::config::Pace;
use crate::hub::Hub;
use crate::problem::Problem;
use crate::sessions::SignedIn;
use crate::wire::{WireCommand, WireId};

/// How long company stays at a table where nothing happens and no other player is.
const ALONE: Duration = Duration::from_mins(1);
/// A purse below this is filled up again.
const LOW: Money = Money::major(500);

/// The company of every table, as this process keeps it.
#[derive(Default)]
pub struct Company {
    tables: Mutex<BTreeMap<TableId, Vec<Companion>>>,
}

/// A player of the house at a table.
struct Companion {
    player: PlayerId,
    /// Whether it was not sent away yet.
    stays: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Company {
    /// How many players of the house stay at the table.
    pub fn count(&self, table: TableId) -> usize {
        self.look(table, |here| {
            here.iter()
                .filter(|one| one.stays.load(Ordering::Relaxed))
                .count()
        })
    }

    /// The numbers of all who are there, also of those who leave.
    pub fn players(&self, table: TableId) -> Vec<PlayerId> {
        self.look(table, |here| here.iter().map(|one| one.player).collect())
    }

    fn look<T>(&self, table: TableId, look: impl FnOnce(&mut Vec<Companion>) -> T) -> T {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let here = tables.entry(table).or_default();
        here.retain(|one| !one.task.is_finished());
        look(here)
    }

    /// Sends those away who came last, until so many stay. They play their round to its end.
    fn keep(&self, table: TableId, most: usize) {
        self.look(table, |here| {
            let staying = here.iter().filter(|one| one.stays.load(Ordering::Relaxed));
            for one in staying.skip(most) {
                one.stays.store(false, Ordering::Relaxed);
            }
        });
    }

    /// Ends all of it: the house closes.
    pub fn dismiss(&self) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        for one in core::mem::take(&mut *tables).into_values().flatten() {
            one.task.abort();
        }
    }
}

/// Has so many players of the house at the table: more come, or the last ones go.
pub async fn ask_for(app: &Arc<App>, table: TableId, wanted: usize) -> Result<usize, Problem> {
    let config = app.table_config(table);
    let config = config.filter(|config| app.config().house.guests && config.is_automatic());
    let most = config.map_or(0, |config| usize::from(config.company_max));
    if wanted > most {
        let detail = format!("players: found {wanted}, expected 0 to {most} at this table");
        let status = axum::http::StatusCode::CONFLICT;
        return Err(Problem::new(status, "too-much-company", detail));
    }
    let mut nth = 0;
    while app.company.count(table) < wanted {
        let account = account_of(app, table, nth).await?;
        let player = account.player();
        app.company.look(table, |here| {
            if here.iter().any(|one| one.player == player) {
                return;
            }
            let stays = Arc::new(AtomicBool::new(true));
            let seat = Seat {
                mind: Mind::new(u64::from(player.0), Bets::All),
                signed: SignedIn {
                    account: Arc::new(account),
                    session: TokenHash([0; 32]),
                },
                app: Arc::clone(app),
                table,
                nth,
                stays: Arc::clone(&stays),
            };
            here.push(Companion {
                player,
                stays,
                task: tokio::spawn(seat.keep_company()),
            });
        });
        nth += 1;
        // Those who leave are still at the table; others come once they have gone.
        if nth > 2 * most {
            break;
        }
    }
    app.company.keep(table, wanted);
    Ok(app.company.count(table))
}

/// The account of the table's nth player of the house, made the first time.
async fn account_of(app: &App, table: TableId, nth: usize) -> Result<Account, Problem> {
    let name = format!("House player {} of table {}", nth + 1, table.0);
    let people = app.sessions.people();
    if let Some(account) = people.account_by_name(&name).await? {
        return Ok(account);
    }
    let new = NewAccount {
        role: Role::Guest,
        name: Some(name),
        password: None,
        created: app.now(),
    };
    Ok(people.add_account(new).await?)
}

/// One player of the house.
struct Seat {
    app: Arc<App>,
    table: TableId,
    nth: usize,
    signed: SignedIn,
    mind: Mind,
    stays: Arc<AtomicBool>,
}

impl Seat {
    /// Plays until it is sent away or the table is left alone, and takes its chips with it.
    async fn keep_company(mut self) {
        let table = self.table.0;
        if let Err(problem) = Box::pin(self.play()).await {
            tracing::warn!(table, ?problem, "company leaves");
        }
        if let Err(problem) = self.leave().await {
            tracing::warn!(table, ?problem, "company leaves its chips");
        }
    }

    async fn play(&mut self) -> Result<(), Problem> {
        let hub = self.app.hub(self.table).await?;
        let mut states = hub.handle().states();
        // The entry at which the last request was made: the next follows what it did.
        let mut asked_at = None;
        loop {
            let state = states.borrow_and_update().clone();
            let stays = self.stays.load(Ordering::Relaxed);
            if !stays && state.as_ref().is_none_or(|state| !self.is_in_round(state)) {
                return Ok(());
            }
            if let Some(state) = state.filter(|state| asked_at != Some(state.head().seq)) {
                let seq = state.head().seq;
                if let Some(request) = self.choose(&state, &hub) {
                    tokio::time::sleep(self.pause()).await;
                    if !states.has_changed().unwrap_or(true) {
                        asked_at = Some(seq);
                        self.ask(seq, request).await?;
                    }
                    continue;
                }
            }
            match timeout(ALONE, states.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return Ok(()),
                Err(_) => {
                    let state = hub.state();
                    if state.is_none_or(|state| !self.has_others(&state, &hub)) {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn choose(&mut self, state: &TableState, hub: &Hub) -> Option<Value> {
        let caller: Caller = Some(self.signed.clone());
        let viewer = self.signed.account.viewer();
        let view = serde_json::to_value(state.view_for(viewer)).ok()?;
        let moves = serde_json::to_value(self.app.moves_by_rules(&caller, state)).ok()?;
        self.mind.see(view, moves);
        let request = self.mind.choose()?;
        let stays = self.stays.load(Ordering::Relaxed);
        let is_wanted = match request["request"].as_str() {
            Some("place-bet") => stays && self.has_others(state, hub),
            // People are given the whole time for bets: company does not hurry those who have none yet.
            Some("ready") => self.others_at(state) > 0 && !self.has_bets_to_wait_for(state, hub),
            _ => true,
        };
        is_wanted.then_some(request)
    }

    /// How long a player thinks; those who sit further on a little longer.
    fn pause(&self) -> Duration {
        let config = self.app.table_config(self.table);
        let longer = 300 * u64::try_from(self.nth).unwrap_or_default();
        match config.map_or(Pace::Live, |config| config.pace) {
            Pace::Live => Duration::from_millis(900 + longer),
            Pace::Brisk => Duration::from_millis(450 + longer / 2),
            Pace::Instant => Duration::ZERO,
        }
    }

    async fn ask(&self, seq: u64, request: Value) -> Result<(), Problem> {
        self.fill_purse(seq).await?;
        let id = WireId::Text(format!("company after {seq}"));
        let command = WireCommand { id, request };
        match self.app.command(&self.signed, self.table, &command).await {
            Ok(_) => Ok(()),
            // The table moved on meanwhile.
            Err(problem) if problem.status == axum::http::StatusCode::CONFLICT => Ok(()),
            Err(problem) => Err(problem),
        }
    }

    /// Play money, again where it was lost.
    async fn fill_purse(&self, seq: u64) -> Result<(), Problem> {
        let player = self.signed.account.player();
        if self.app.purse(player).await? >= LOW {
            return Ok(());
        }
        let amount = self.app.config().house.guest_purse;
        let text = format!("company {} at {} after {seq}", player.0, self.table.0);
        let deposit = CageMove::Deposit { player, amount };
        let operator = self.app.program.operator;
        let command = CageCommand::new(CommandId::named(&text), operator, deposit);
        crate::wire::answer(self.app.house.cage().submit(command).await)?;
        Ok(())
    }

    fn is_in_round(&self, state: &TableState) -> bool {
        let own = self.signed.account.player();
        state.open_round().is_some() && state.table().players().contains(&own)
    }

    /// Players who are not of the house and sit or have a bet.
    fn others_at(&self, state: &TableState) -> usize {
        let company = self.app.company.players(self.table);
        let players = state.table().players().into_iter();
        players.filter(|player| !company.contains(player)).count()
    }

    /// Whether a person sits at the table, looks at it, and has not bet yet.
    fn has_bets_to_wait_for(&self, state: &TableState, hub: &Hub) -> bool {
        let company = self.app.company.players(self.table);
        let here = hub.present.players();
        let round = state.open_round();
        let has_bet = |player: PlayerId| {
            let mut boxes = round.into_iter().flat_map(house::game::Round::boxes);
            boxes.any(|(_, held)| held.bets.all().iter().any(|share| share.player == player))
        };
        let mut players = state.table().players().into_iter();
        players
            .any(|player| !company.contains(&player) && here.contains(&player) && !has_bet(player))
    }

    /// Whether people are at the table, or look at it.
    fn has_others(&self, state: &TableState, hub: &Hub) -> bool {
        self.others_at(state) > 0 || !hub.present.players().is_empty()
    }

    /// Takes its chips with it.
    async fn leave(&self) -> Result<(), Problem> {
        let player = self.signed.account.player();
        let rack = self.app.rack(self.table, player).await?;
        if !rack.is_positive() {
            return Ok(());
        }
        let seq = self.app.hub(self.table).await?.state();
        let seq = seq.map_or(0, |state| state.head().seq);
        let id = WireId::Text(format!("company leaves after {seq}"));
        let all = Chips::CashOut(rack);
        self.app
            .move_chips(&self.signed, self.table, &id, all)
            .await?;
        Ok(())
    }
}
