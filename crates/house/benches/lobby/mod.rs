//! What the lobby costs a commit: the same rounds in memory, with read models that are given every state
//! and without. Counted in processor time, so that other work on the machine does not matter much; the
//! least of several runs counts.

use std::sync::Arc;

use house::clock::SystemClock;
use house::history::Retention;
use house::pit::Pit;
use house::projections::Projections;
use house::store::MemoryStore;
use ledger::TableId;

use crate::evening::{BOXES, Until, keep_going};
use crate::floor::cashier::buy_in_players;
use crate::{floor, print_line};

const RUNS: u32 = 7;
const TABLES: u32 = 4;
const ENTRIES: u64 = 10_000;

#[derive(Clone, Copy)]
enum Lobby {
    Fed,
    None,
}

pub async fn measure() {
    let (mut without, mut with) = (f64::MAX, f64::MAX);
    for _ in 0..RUNS {
        without = without.min(play(Lobby::None).await);
        with = with.min(play(Lobby::Fed).await);
    }
    print_line(&format!(
        "lobby: {without:.1} microseconds of one core for an append without, {with:.1} with, ratio {:.3}",
        with / without
    ));
}

/// Microseconds of one core for an append.
#[expect(clippy::cast_precision_loss, reason = "a rate to a few digits")]
async fn play(lobby: Lobby) -> f64 {
    let store = Arc::new(MemoryStore::default());
    buy_in_players(&store, TABLES, u32::from(BOXES)).await;
    let pit = Pit::new(store.clone(), Arc::new(SystemClock));
    let pit = match lobby {
        Lobby::Fed => {
            let access = pit.deck_access();
            pit.with_projections(Projections::new(store, access, Retention::default()))
        }
        Lobby::None => pit,
    };
    let mut seats = Vec::new();
    for table in (1..=TABLES).map(TableId) {
        seats.push((table, floor::created(&pit, table).await));
    }
    let before = processor_seconds();
    let mut appends = 0;
    for (table, seat) in seats {
        appends += keep_going(table, seat, Until::Entries(ENTRIES))
            .await
            .appends;
    }
    (processor_seconds() - before) * 1e6 / appends as f64
}

/// What this process has used of the processors, in seconds, in steps of a hundredth.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    // Behind the name, which ends with a bracket, the 12th and 13th field.
    let fields = stat.rsplit(')').next().expect("a name").split_whitespace();
    let ticks = fields.skip(11).take(2).map(str::parse::<f64>);
    ticks.map(|ticks| ticks.expect("a number")).sum::<f64>() / 100.0
}
