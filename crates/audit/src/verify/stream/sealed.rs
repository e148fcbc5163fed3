//! What `verify` knows of the entries of a round whose cards are still sealed.

use game::Event;
use house::log::Stream;
use house::table::{HouseEvent, TableEntry, TableEvent};

use super::super::replay::{Replay, Taken, seen_at_table};
use super::StreamReader;

impl StreamReader {
    /// What can be said of an entry without its cards: the link of a round was fixed when bets were opened.
    pub(super) fn taken_of_sealed(&mut self, entry: &TableEntry, last_of_command: bool) -> Taken {
        let Replay::Table(table) = &self.replay else {
            return Taken::default();
        };
        let (state, event) = (table.state(), &entry.event);
        let link = state.link_at(event).map(Stream::Link);
        if let TableEvent::Game(Event::BoxesSettled) = event {
            self.link_of_jackpots = link;
        }
        if let TableEvent::Game(Event::RoundConcluded | Event::RoundVoided { .. }) = event {
            self.link_of_jackpots = None;
        }
        let work = link.filter(|_| event.has_work_for_link());
        // Every command at a table whose jackpots are due is announced.
        let due = self.link_of_jackpots.filter(|_| last_of_command);
        for link in work.into_iter().chain(due) {
            if !self.owed.contains(&link) {
                self.owed.push(link);
            }
        }
        let requested = entry.requested.as_ref();
        Taken {
            command: requested.map(|requested| seen_at_table(entry.id, requested)),
            epoch: u64::from(matches!(
                event,
                TableEvent::House(HouseEvent::TakenOver { .. })
            )),
            fed: state.fed(event).into_iter().collect(),
            announced: if last_of_command {
                core::mem::take(&mut self.owed)
            } else {
                Vec::new()
            },
        }
    }
}
