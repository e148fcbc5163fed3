//! A table as one viewer may know it: what hangs at it, what may be staked, the round under way, and
//! what comes next. Purses, racks, the linked meter and deadlines are the house's: it adds them.

mod event;
mod shapes;

pub use event::EventView;
pub use shapes::{EventDetail, PileView};

use serde::Serialize;

use super::{FaultMode, Notice, Setup, Table};
use crate::money::Money;
use crate::round::{NextDuty, PhaseView, RoundView, Viewer};
use crate::rulebook::{CommunityMethod, RulebookId};
use crate::settlement::{BoxNumber, Limits, PlayerId};

/// What a viewer may know of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableView {
    /// The rulebook it runs under; none while it is closed.
    pub rulebook: Option<RulebookId>,
    /// The digest of that rulebook with the options the house chose.
    pub digest: Option<String>,
    /// How many boxes the layout has.
    pub positions: u8,
    /// What may be staked.
    pub limits: Limits,
    /// The jackpot bet.
    pub jackpot: Option<JackpotView>,
    /// What hangs at the table.
    pub notices: Vec<Notice>,
    /// How community cards are dealt, where the house chose it.
    pub method: Option<CommunityMethod>,
    /// The jackpot does not work.
    pub fault: Option<FaultView>,
    /// Who sits where.
    pub seats: Vec<(BoxNumber, PlayerId)>,
    /// What the Dealer owes, or whom the table waits for.
    pub next: NextDuty,
    /// The round under way, or the last one until the next opening call.
    #[serde(flatten)]
    pub round: RoundView,
}

/// The jackpot bet of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JackpotView {
    /// What a bet on it costs.
    pub stake: Money,
    /// What the meter goes back to when the whole of it is won.
    pub seed: Money,
}

/// A jackpot that does not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaultView {
    /// The meter before the fault.
    pub recorded: Money,
    /// How later rounds are played; none until two people have chosen.
    pub mode: Option<FaultMode>,
}

impl Table {
    /// The table as `viewer` may see it.
    pub fn view_for(&self, viewer: Viewer) -> TableView {
        let setup = self.setup();
        let round = match (self.rulebook(), &self.round) {
            (Some(rulebook), Some(round)) => round.view_for(rulebook, viewer),
            (Some(_), None) => RoundView::before_the_first(PhaseView::Ready),
            (None, _) => RoundView::before_the_first(PhaseView::Closed),
        };
        let jackpot = setup.and_then(|setup| setup.jackpot);
        TableView {
            rulebook: self.rulebook().map(|rulebook| rulebook.id),
            digest: self.digest().map(|digest| digest.to_string()),
            positions: setup.map_or(0, |setup| setup.positions),
            limits: setup.map_or_else(Limits::default, |setup: &Setup| setup.limits),
            jackpot: jackpot.map(|jackpot| JackpotView {
                stake: jackpot.stake,
                seed: jackpot.seed,
            }),
            notices: self.displayed().to_vec(),
            method: self.open.as_ref().and_then(|open| open.method),
            fault: self.fault.as_ref().map(|fault| FaultView {
                recorded: fault.recorded,
                mode: fault.mode,
            }),
            seats: self.seats.iter().map(|(at, who)| (*at, *who)).collect(),
            next: self.next_duty(),
            round,
        }
    }
}

impl RoundView {
    /// A table at which nothing has been played yet.
    fn before_the_first(phase: PhaseView) -> RoundView {
        RoundView {
            round: 0,
            phase,
            dealer: Vec::new(),
            dealer_hand: None,
            dealer_qualifies: None,
            community: Vec::new(),
            boxes: Vec::new(),
            discards: Vec::new(),
            awards: Vec::new(),
            meter_read: None,
            suspended: None,
        }
    }
}
