//! What comes next at a table: the House's part between rounds, and the round's own.

use super::{FaultMode, Notice, OpenTable, Table};
use crate::round::{DealerDuty, Event, HouseDuty, NextDuty, Round, WagerSettled};
use crate::rulebook::{Community, Device, Display};
use crate::settlement::BoxNumber;

impl Table {
    /// What the Dealer owes now, in the order of the rulebook, or whom the table waits for.
    #[inline]
    pub fn next_duty(&self) -> NextDuty {
        let Some(open) = &self.open else {
            return NextDuty::House(HouseDuty::OpenTable);
        };
        let of_the_round = |round: &Round| round.next_duty(open.rulebook());
        self.round
            .as_ref()
            .and_then(of_the_round)
            .unwrap_or_else(|| self.before_opening(open))
    }

    /// What goes to which spot when this box is settled, in the order the rulebook pays in; nothing
    /// while it cannot be settled.
    pub fn payouts(&self, at: BoxNumber) -> Vec<WagerSettled> {
        let (Some(open), Some(round)) = (&self.open, &self.round) else {
            return Vec::new();
        };
        let events = round.settlement_of(open.rulebook(), at);
        let line = |event| {
            if let Event::WagerSettled(line) = event {
                Some(line)
            } else {
                None
            }
        };
        events.into_iter().filter_map(line).collect()
    }

    fn before_opening(&self, open: &OpenTable) -> NextDuty {
        let mode = self.fault.as_ref().map(|fault| fault.mode);
        if mode == Some(Some(FaultMode::CloseTable)) {
            return NextDuty::House(HouseDuty::CloseTable);
        }
        if let Some(notice) = open.missing_notice() {
            let two_ways = notice == Notice::DealingMethod && open.must_choose_method();
            return NextDuty::House(if two_ways {
                HouseDuty::ChooseMethod
            } else {
                HouseDuty::DisplayNotice { notice }
            });
        }
        let notice = Notice::NoJackpot;
        match mode {
            Some(None) => NextDuty::House(HouseDuty::ChooseFaultMode),
            Some(Some(FaultMode::NoJackpot)) if !open.displayed.contains(&notice) => {
                NextDuty::House(HouseDuty::DisplayNotice { notice })
            }
            Some(Some(FaultMode::NoJackpot | FaultMode::BarBox { .. } | FaultMode::CloseTable))
            | None => NextDuty::Dealer(DealerDuty::OpenBets),
        }
    }
}

impl OpenTable {
    /// The first notice that has to hang and does not.
    pub(super) fn missing_notice(&self) -> Option<Notice> {
        let required = self.rulebook().display_required.says.iter();
        let notices = required.map(|display| match display {
            Display::Limits => Notice::Limits,
            Display::JackpotAmount => Notice::JackpotAmount,
            Display::Method => Notice::DealingMethod,
        });
        // A shoe has one way to deal the community cards; only a shuffler's two must be told apart.
        let settled_by_device = |notice: Notice| {
            notice == Notice::DealingMethod && self.setup.device != Device::Shuffler
        };
        notices
            .filter(|notice| !settled_by_device(*notice))
            .find(|notice| !self.displayed.contains(notice))
    }

    /// A shuffler deals the community cards in one of two ways, and none is chosen yet.
    fn must_choose_method(&self) -> bool {
        self.rulebook().community.says == Community::Two && self.method.is_none()
    }
}
