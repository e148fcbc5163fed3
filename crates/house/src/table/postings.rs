//! What the events of a table do to money and to the link it feeds, in the same append.

use ledger::{AtTable, post};

use super::{HouseEvent, TableEvent, TableState};
use crate::store::{Append, Contribution, Posted, Takeover};

impl TableState {
    /// What the event, next in `append`, does to money and to the link.
    pub(super) fn add_to(&self, append: &mut Append, event: &TableEvent) {
        let entry = append.entries.len();
        match event {
            TableEvent::Game(event) => {
                let rows = post(self.place(), self.table.round(), event);
                let posted = rows.into_iter().map(|row| Posted { entry, row });
                append.postings.extend(posted);
                let fed = self.fed_in_round(event);
                append
                    .contributions
                    .extend(fed.map(|(link, amount)| Contribution {
                        entry,
                        link,
                        amount,
                    }));
            }
            TableEvent::House(HouseEvent::TakenOver { .. }) => append.takeover = Takeover::Yes,
            TableEvent::House(
                HouseEvent::TableCreated
                | HouseEvent::LinkJoined { .. }
                | HouseEvent::LinkLeft { .. }
                | HouseEvent::LinkAdmitted { .. }
                | HouseEvent::LinkLost { .. }
                | HouseEvent::PlayerReady { .. }
                | HouseEvent::TimesSet { .. }
                | HouseEvent::TablePaused
                | HouseEvent::TableResumed
                | HouseEvent::WaitingEnded { .. },
            )
            // No money moves with a card.
            | TableEvent::Cards(_) => {}
        }
    }

    fn place(&self) -> AtTable {
        AtTable {
            table: self.id,
            link: self.round_under,
        }
    }
}
