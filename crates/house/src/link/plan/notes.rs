//! What the entries of a table mean for its link: noted when they are read, kept until the link has
//! consumed them.

use game::{Event, Money, Round};
use ledger::{LinkId, TableId};

use super::{Gathered, WonRound};
use crate::link::{Reversal, TableContributions};
use crate::table::{TableEvent, TableState};

/// What a link has to count of one table, with the number of the entry that says it, in order.
#[derive(Clone, Debug, Default)]
pub struct Notes(Vec<(u64, Note)>);

/// What an entry of a table means for its link.
#[derive(Clone, Debug)]
enum Note {
    /// The table fed this, below zero where it was taken back.
    Fed(Money),
    /// An award of the round was taken back.
    Reversed { round: u64 },
    /// The jackpots of the round were paid.
    Paid(Box<WonRound>),
}

impl Notes {
    /// Notes what an event just taken means for `link`; what belongs to another link is passed over.
    pub fn hear(&mut self, link: LinkId, state: &TableState, event: &TableEvent) {
        if state.link_at(event) == Some(link) {
            let note = Note::of(state, event);
            self.0.extend(note.map(|note| (state.head().seq, note)));
        }
    }

    /// Drops what the link has consumed.
    pub fn consumed_to(&mut self, entry: u64) {
        self.0.retain(|(at, _)| *at > entry);
    }

    /// Adds what the table said up to entry `to`, in order: of a round that was paid, taken back and
    /// paid again only the last counts.
    pub fn gather_to(&self, table: TableId, to: u64, gathered: &mut Gathered) {
        let mut amounts = Vec::new();
        for (_, note) in self.0.iter().filter(|(at, _)| *at <= to) {
            match note {
                Note::Fed(amount) => amounts.push(*amount),
                Note::Reversed { round } => {
                    let round = *round;
                    gathered.paid.remove(&(table, round));
                    gathered.reversals.push(Reversal { table, round });
                }
                Note::Paid(won) => {
                    let won = WonRound::clone(won);
                    gathered.paid.insert((table, won.round), won);
                }
            }
        }
        if !amounts.is_empty() {
            let feed = TableContributions { table, to, amounts };
            gathered.feeds.push(feed);
        }
    }
}

impl Note {
    fn of(state: &TableState, event: &TableEvent) -> Option<Note> {
        if let Some((_, amount)) = state.fed(event) {
            return Some(Note::Fed(amount));
        }
        let TableEvent::Game(event) = event else {
            return None;
        };
        if let Event::MeterRestored { .. } | Event::RoundVoided { .. } = event {
            let round = state.table().round().map_or(0, Round::number);
            return Some(Note::Reversed { round });
        }
        if let Event::JackpotsSettled = event {
            return WonRound::just_paid(state).map(Box::new).map(Note::Paid);
        }
        None
    }
}
