//! A table kept going through its dealer, for as long as a benchmark wants.

use std::sync::Arc;
use std::time::Instant;

use game::{Money, PlayerId, Round, RulebookId, Timestamp};
use house::dealer::{TableCommand, TableHandle};
use house::log::CommandId;
use house::table::{RequestedAtTable, TableRequest, TableState};
use ledger::TableId;
use rehearsal::scripted_table::{Jackpots, ScriptedTable};

pub const BOXES: u8 = 3;

#[derive(Clone, Copy)]
#[allow(dead_code, reason = "each benchmark stops in its own way")]
pub enum Until {
    /// So many entries more.
    Entries(u64),
    Moment(Instant),
}

/// What was played.
#[derive(Clone, Copy, Default)]
pub struct Played {
    pub rounds: u64,
    pub appends: u64,
}

pub async fn keep_going(table: TableId, seat: TableHandle, until: Until) -> Played {
    let script = ScriptedTable {
        rulebook: RulebookId::Rws2020.form().clone(),
        seed: u64::from(table.0),
        boxes: BOXES,
        first: PlayerId(table.0 * 100),
        royal_one_in: 1_000_000,
    };
    let rulebook = Arc::new(script.rulebook.clone());
    // What the dealer's table looks like is known here: no other caller plays at it.
    let mut known = seat.snapshot().await.unwrap();
    let (from, before) = (known.head().seq, rounds(&known));
    let mut appends = 0;
    loop {
        let enough = match until {
            Until::Entries(entries) => known.head().seq >= from + entries,
            Until::Moment(moment) => Instant::now() >= moment,
        };
        if enough {
            let rounds = rounds(&known) - before;
            return Played { rounds, appends };
        }
        let own = Jackpots::Own(Money::major(50_000));
        let (by, request) = script.next(known.table(), own).unwrap();
        let (now, request) = (Timestamp(0), TableRequest::Game(request));
        let id = CommandId::named(&format!("{} {}", table.0, known.head().seq));
        let requested = RequestedAtTable {
            by,
            now,
            request: request.clone(),
        };
        let decision = known.decide(Some(&rulebook), id, &requested).unwrap();
        let rulebook = Some(Arc::clone(&rulebook));
        let command = TableCommand {
            id,
            by,
            request,
            rulebook,
        };
        seat.submit(command).await.unwrap();
        known.accept(decision);
        appends += 1;
    }
}

fn rounds(state: &TableState) -> u64 {
    state.table().round().map_or(0, Round::number)
}
