//! A table: what is set up when it opens, who may do what at it, and the rounds played at it one
//! after another.

mod conduct;
mod decide;
mod duty;
mod fault;
mod moves;
mod outline;
mod setup;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use conduct::Conduct;
pub use fault::{DUAL_CONTROL_SECONDS, Fault, FaultMode};
pub use moves::{Amounts, Choices, Field, FormKind, Move, MoveForm};
pub use outline::{OutlineError, TableOutline};
pub use setup::{JackpotSetup, Setup, USUAL_GRACE_SECONDS};
pub use view::{EventDetail, EventView, FaultView, JackpotView, PileView, TableView};

use crate::events_of;
use crate::round::{Event, Phase, Refusal, RefusalReason, Round};
use crate::rulebook::{CommunityMethod, Digest, OptionRefused, Rulebook, RulebookId};
use crate::settlement::{BoxNumber, PlayerId};

/// What hangs at the table for everybody to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// The minimum and maximum of each bet.
    Limits,
    /// What a jackpot bet costs.
    JackpotAmount,
    /// How the community cards are dealt (rws-multilink-2024 3.11.3).
    DealingMethod,
    /// No jackpot bets are taken or paid, and that binds everybody who bets (5.17.2(c)).
    NoJackpot,
}

type Decided = Result<Vec<Event>, Refusal>;

/// One table under one rulebook, from opening to closing.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Table {
    open: Option<OpenTable>,
    rounds: u64,
    seats: BTreeMap<BoxNumber, PlayerId>,
    /// Shared with the round under way: nearly every round leaves it as it was.
    conduct: Arc<Conduct>,
    /// A jackpot fault that has not been cleared.
    fault: Option<Fault>,
    round: Option<Round>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenTable {
    form: Form,
    /// The options the table opened with, as the event of its opening names them.
    options: Arc<[(String, String)]>,
    /// Of that rulebook; it stands on every round.
    digest: Digest,
    setup: Setup,
    method: Option<CommunityMethod>,
    displayed: Vec<Notice>,
}

/// What a table runs under, frozen until it closes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    AsPrinted(&'static Rulebook),
    /// With the options the table opened with.
    WithOptions(Box<Rulebook>),
}

impl Table {
    /// A table before its first opening.
    pub fn closed() -> Table {
        Table::default()
    }

    /// What the House fixed when it opened; none while it is closed.
    pub fn setup(&self) -> Option<&Setup> {
        self.open.as_ref().map(|open| &open.setup)
    }

    /// What the table runs under. `decide` takes it without comparing it answer by answer.
    #[inline]
    pub fn rulebook(&self) -> Option<&Rulebook> {
        self.open.as_ref().map(OpenTable::rulebook)
    }

    /// The mark of what the table runs under.
    pub fn digest(&self) -> Option<Digest> {
        self.open.as_ref().map(|open| open.digest)
    }

    /// Who sits where.
    pub fn seats(&self) -> &BTreeMap<BoxNumber, PlayerId> {
        &self.seats
    }

    /// The round being played, or the last one until the next opening call.
    pub fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// Who is barred, restricted, or acts in a higher post.
    pub fn conduct(&self) -> &Conduct {
        &self.conduct
    }

    /// A jackpot fault that lasts.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The notices that hang there.
    pub fn displayed(&self) -> &[Notice] {
        self.open.as_ref().map_or(&[], |open| &open.displayed)
    }

    /// Takes in what happened.
    ///
    /// # Panics
    ///
    /// On an event no decision could have made: then the log is corrupt and the table stops.
    #[inline]
    pub fn evolve(&mut self, event: &Event) {
        match &mut self.round {
            Some(round) if event.is_the_rounds_alone() => round.evolve(event),
            Some(_) | None => self.evolve_with_round(event),
        }
    }

    #[inline(never)]
    fn evolve_with_round(&mut self, event: &Event) {
        match event {
            Event::TableOpened {
                rulebook,
                options,
                setup,
                ..
            } => {
                let open = OpenTable::new(*rulebook, options, (**setup).clone());
                Arc::make_mut(&mut self.conduct)
                    .set_grace_scope(open.rulebook().under_min_grace_scope.says);
                self.open = Some(open);
            }
            // A bar and a fault outlast the closing; what belongs to a visit does not.
            Event::TableClosed => {
                *self = Table {
                    rounds: self.rounds,
                    conduct: Arc::new(self.conduct.after_closing()),
                    fault: self.fault.take(),
                    ..Table::default()
                }
            }
            Event::NoticeDisplayed { notice } => {
                let open = self.open.as_mut().expect("a notice hangs at an open table");
                if !open.displayed.contains(notice) {
                    open.displayed.push(*notice);
                }
            }
            Event::MethodChosen { method } => {
                let open = self
                    .open
                    .as_mut()
                    .expect("a method is chosen at an open table");
                open.method = Some(*method);
                // A change needs a new notice before the next opening call (ML-16).
                open.displayed
                    .retain(|notice| *notice != Notice::DealingMethod);
            }
            Event::BetsOpened { round, .. } => {
                let open = self.open.as_ref().expect("bets open at an open table");
                self.rounds = *round;
                if self.conduct.has_grace_to_forget() {
                    Arc::make_mut(&mut self.conduct).evolve(event);
                }
                let first = || Round::before_the_first(open.setup.clone());
                self.round.get_or_insert_with(first).open(
                    *round,
                    open.method,
                    &self.seats,
                    (&self.conduct, self.fault.as_ref()),
                );
            }
            // The table keeps something of some of these; all of them are the round's.
            events_of![
                seats, conduct, fault, chips, calls, deal, decisions, showdown, payments, ends,
                jackpot, rulings, remedies, card_fixes
            ] => {
                self.keep(event);
                match &mut self.round {
                    Some(round) => round.evolve(event),
                    None => assert!(
                        matches!(event, events_of![conduct, fault]),
                        "the event belongs to a round"
                    ),
                }
            }
        }
    }

    fn keep(&mut self, event: &Event) {
        self.evolve_fault(event);
        Arc::make_mut(&mut self.conduct).evolve(event);
        if let Event::SeatTaken { at, player } = event {
            self.seats.insert(*at, *player);
        }
        if let Event::PlayerLeft { player } = event {
            self.seats.retain(|_, seated| seated != player);
        }
    }

    fn is_between_rounds(&self) -> bool {
        self.round.as_ref().is_none_or(Round::is_over)
    }

    pub(crate) fn between_rounds(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        match &self.round {
            Some(round) if !round.is_over() => Err(rulebook.refuse(
                RefusalReason::RoundNotOver {
                    round: round.number(),
                },
                rulebook.grounds.round_ends,
            )),
            Some(_) | None => Ok(()),
        }
    }
}

impl OpenTable {
    #[cold]
    fn new(id: RulebookId, options: &[(String, String)], setup: Setup) -> OpenTable {
        let form = Form::new(id, options)
            .expect("a table opens with options of its rulebook, or tables of another game");
        OpenTable {
            digest: form.rulebook().digest(),
            form,
            options: options.into(),
            setup,
            method: None,
            displayed: Vec::new(),
        }
    }

    #[inline]
    fn rulebook(&self) -> &Rulebook {
        self.form.rulebook()
    }
}

impl Form {
    fn new(id: RulebookId, options: &[(String, String)]) -> Result<Form, OptionRefused> {
        if options.is_empty() {
            return Ok(Form::AsPrinted(id.form()));
        }
        let mut chosen = Box::new(id.form().clone());
        for (switch, value) in options {
            chosen.restore(switch, value)?;
        }
        Ok(Form::WithOptions(chosen))
    }

    #[inline]
    fn rulebook(&self) -> &Rulebook {
        match self {
            Form::AsPrinted(printed) => printed,
            Form::WithOptions(chosen) => chosen,
        }
    }
}

impl Phase {
    pub(crate) fn is_the_end(&self) -> bool {
        matches!(self, Phase::Concluded(_) | Phase::Voided(_))
    }
}
