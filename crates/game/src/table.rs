//! A table: what is set up when it opens, who may do what at it, and the rounds played at it one
//! after another.

mod conduct;
mod fault;
mod setup;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use conduct::Conduct;
pub use fault::{DUAL_CONTROL_SECONDS, Fault, FaultMode};
pub use setup::{JackpotSetup, Setup, USUAL_GRACE_SECONDS};

use crate::actor::{Actor, Post};
use crate::clause::Cites;
use crate::round::{Command, Event, Phase, Refusal, Refused, Report, Request, Round};
use crate::rulebook::{Community, CommunityMethod, Device, Digest, Display, Rulebook, RulebookId};
use crate::settlement::{BoxNumber, PlayerId};

/// What hangs at the table for everybody to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    Limits,
    JackpotAmount,
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
    conduct: Conduct,
    /// A jackpot fault that has not been cleared.
    fault: Option<Fault>,
    round: Option<Round>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenTable {
    /// With the options it opened with: frozen until it closes.
    rulebook: Cow<'static, Rulebook>,
    /// Of that rulebook; it stands on every round.
    digest: Digest,
    setup: Setup,
    method: Option<CommunityMethod>,
    displayed: Vec<Notice>,
}

impl Table {
    pub fn closed() -> Table {
        Table::default()
    }

    pub fn setup(&self) -> Option<&Setup> {
        self.open.as_ref().map(|open| &open.setup)
    }

    /// What the table runs under. `decide` takes it without comparing it answer by answer.
    pub fn rulebook(&self) -> Option<&Rulebook> {
        self.open.as_ref().map(|open| open.rulebook.as_ref())
    }

    /// The round being played, or the last one until the next opening call.
    pub fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    pub fn conduct(&self) -> &Conduct {
        &self.conduct
    }

    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    pub fn displayed(&self) -> &[Notice] {
        self.open.as_ref().map_or(&[], |open| &open.displayed)
    }

    /// Command to events, or the rule that refuses; changes nothing.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest is the round's, which lists it all"
    )]
    // tidy: table
    pub fn decide(&self, rulebook: &Rulebook, command: &Command) -> Decided {
        let no = |reason, cites: Cites| Err(rulebook.refuse(reason, cites));
        if let Request::OpenTable { setup } = &command.asks {
            return self.open_table(rulebook, command, setup);
        }
        let Some(open) = &self.open else {
            return no(Refused::TableClosed, rulebook.grounds.opening_call);
        };
        if open.rulebook.id != rulebook.id {
            let (running, asked) = (open.rulebook.id, rulebook.id);
            return no(
                Refused::OtherRulebook { running, asked },
                rulebook.grounds.layout,
            );
        }
        if *open.rulebook != *rulebook {
            let what = "the options are not those the table opened with";
            return no(Refused::SetupWrong { what }, rulebook.grounds.layout);
        }
        if let Some(round) = &self.round {
            round.hears(rulebook, &command.asks)?;
        }
        let by = self.conduct.acting(command.by);
        let by_house = || rulebook.needs_post(by, Post::House, rulebook.grounds.display);
        match &command.asks {
            Request::CloseTable => {
                by_house()?;
                self.between_rounds(rulebook)?;
                Ok(vec![Event::TableClosed])
            }
            Request::DisplayNotice { notice } => {
                by_house()?;
                self.between_rounds(rulebook)?;
                open.has_method_to_display(rulebook, *notice)?;
                self.may_hang(rulebook, *notice)?;
                Ok(vec![Event::NoticeDisplayed { notice: *notice }])
            }
            Request::ChooseMethod { method } => {
                by_house()?;
                self.between_rounds(rulebook)?;
                open.choose_method(rulebook, *method)
            }
            Request::OpenBets => self.open_bets(rulebook, command, open),
            Request::AssignActing { person, post } => {
                self.conduct.assign(rulebook, command.by, *person, *post)
            }
            Request::Bar { player } if self.is_between_rounds() => {
                self.conduct.bar(rulebook, by, *player)
            }
            Request::LiftBar { player } => self.conduct.lift_bar(rulebook, by, *player),
            Request::RestrictToOne { player } => self.restrict(rulebook, by, *player),
            Request::LiftRestriction { player } => {
                self.conduct.lift_restriction(rulebook, by, *player)
            }
            Request::Report {
                report: Report::JackpotFault { recorded },
            } if self.is_between_rounds() => self.fault_found(rulebook, command, *recorded),
            Request::ProposeFaultMode { mode } => self.propose_fault_mode(rulebook, command, *mode),
            Request::ApproveFaultMode => self.approve_fault_mode(rulebook, command),
            Request::ClearFault => self.clear_fault(rulebook, command),
            _ => match &self.round {
                Some(round) => round.decide(rulebook, command),
                None => Round::before_the_first(open.setup.clone()).decide(rulebook, command),
            },
        }
    }

    /// Takes in what happened.
    ///
    /// # Panics
    ///
    /// On an event no decision could have made: then the log is corrupt and the table stops.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the rest is the round's, which lists it all"
    )]
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::TableOpened {
                rulebook,
                options,
                setup,
                ..
            } => {
                let open = OpenTable::new(*rulebook, options, setup.clone());
                self.conduct
                    .set_grace_scope(open.rulebook.under_min_grace_scope.says);
                self.open = Some(open);
            }
            // A bar and a fault outlast the closing; what belongs to a visit does not.
            Event::TableClosed => {
                *self = Table {
                    rounds: self.rounds,
                    conduct: self.conduct.after_closing(),
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
                self.conduct.evolve(event);
                let first = || Round::before_the_first(open.setup.clone());
                self.round.get_or_insert_with(first).opens(
                    *round,
                    open.method,
                    &self.seats,
                    (&self.conduct, self.fault.as_ref()),
                );
            }
            _ => {
                self.fault_evolves(event);
                self.conduct.evolve(event);
                if let Event::SeatTaken { at, player } = event {
                    self.seats.insert(*at, *player);
                }
                if let Event::PlayerLeft { player } = event {
                    self.seats.retain(|_, seated| seated != player);
                }
                match &mut self.round {
                    Some(round) => round.evolve(event),
                    None => assert!(event.is_the_tables(), "the event belongs to a round"),
                }
            }
        }
    }

    fn is_between_rounds(&self) -> bool {
        self.round.as_ref().is_none_or(Round::is_over)
    }

    /// A Player is confined to one position before or while bets are taken (mbs-2019 3.4.3).
    fn restrict(&self, rulebook: &Rulebook, by: Actor, player: PlayerId) -> Decided {
        let restricted = self.conduct.restrict(rulebook, by, player)?;
        let betting = |round: &Round| round.is_over() || matches!(round.phase(), Phase::BetsOpen);
        if self.round.as_ref().is_some_and(|round| !betting(round)) {
            return Err(rulebook.refuse(Refused::BetsClosed, rulebook.late_bet.cites));
        }
        Ok(restricted)
    }

    pub(crate) fn between_rounds(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        match &self.round {
            Some(round) if !round.is_over() => Err(rulebook.refuse(
                Refused::RoundNotOver {
                    round: round.number(),
                },
                rulebook.grounds.round_ends,
            )),
            Some(_) | None => Ok(()),
        }
    }

    fn open_table(
        &self,
        rulebook: &Rulebook,
        command: &Command,
        setup: &Setup,
    ) -> Result<Vec<Event>, Refusal> {
        let grounds = &rulebook.grounds;
        if self.open.is_some() {
            return Err(rulebook.refuse(Refused::TableOpen, grounds.opening_call));
        }
        rulebook.needs_post(command.by, Post::House, grounds.display)?;
        setup.check(rulebook)?;
        let options = rulebook.options();
        Ok(vec![Event::TableOpened {
            rulebook: rulebook.id,
            digest: rulebook.digest(),
            options: options
                .into_iter()
                .map(|(name, says)| (name.to_owned(), says))
                .collect(),
            setup: setup.clone(),
        }])
    }

    fn open_bets(
        &self,
        rulebook: &Rulebook,
        command: &Command,
        open: &OpenTable,
    ) -> Result<Vec<Event>, Refusal> {
        rulebook.needs_dealer(command.by)?;
        self.between_rounds(rulebook)?;
        self.fault_allows_bets(rulebook, &open.displayed)?;
        for required in rulebook.display_required.says {
            let (what, notice) = match required {
                Display::Limits => ("the limits", Notice::Limits),
                Display::JackpotAmount => ("the set jackpot amount", Notice::JackpotAmount),
                Display::Method => ("the dealing method", Notice::DealingMethod),
            };
            // A shoe has one way to deal the community cards; only a shuffler's two must be told apart.
            let settled_by_device =
                notice == Notice::DealingMethod && open.setup.device != Device::Shuffler;
            if !settled_by_device && !open.displayed.contains(&notice) {
                let cites = rulebook.display_required.cites;
                return Err(rulebook.refuse(Refused::NotDisplayed { what }, cites));
            }
        }
        Ok(vec![Event::BetsOpened {
            round: self.rounds + 1,
            rulebook: rulebook.id,
            digest: open.digest,
        }])
    }
}

impl OpenTable {
    fn new(id: RulebookId, options: &[(String, String)], setup: Setup) -> OpenTable {
        let mut rulebook = Cow::Borrowed(id.form());
        for (switch, value) in options {
            rulebook
                .to_mut()
                .restore(switch, value)
                .expect("a table opens with options of its rulebook, or tables of another game");
        }
        OpenTable {
            digest: rulebook.digest(),
            rulebook,
            setup,
            method: None,
            displayed: Vec::new(),
        }
    }

    /// A shuffler's method is told to the Players once the House has chosen it (3.11.3).
    fn has_method_to_display(&self, rulebook: &Rulebook, notice: Notice) -> Result<(), Refusal> {
        let two_ways =
            rulebook.community.says == Community::Two && self.setup.device == Device::Shuffler;
        if notice == Notice::DealingMethod && two_ways && self.method.is_none() {
            let reason = Refused::SetupIncomplete {
                missing: "dealing method",
            };
            return Err(rulebook.refuse(reason, rulebook.display_required.cites));
        }
        Ok(())
    }

    fn choose_method(
        &self,
        rulebook: &Rulebook,
        method: CommunityMethod,
    ) -> Result<Vec<Event>, Refusal> {
        let cites = rulebook.community_method.cites;
        let fits = match method {
            CommunityMethod::ShoeLast => self.setup.device != Device::Shuffler,
            CommunityMethod::PacketThreeLast | CommunityMethod::PacketTwoFirst => {
                self.setup.device == Device::Shuffler
            }
        };
        let offered = rulebook
            .community_method
            .says
            .is_some_and(|all| all.contains(&method));
        if rulebook.community.says == Community::None || !offered {
            let what = "community cards";
            return Err(rulebook.refuse(Refused::NotOffered { what }, rulebook.community.cites));
        }
        if !fits {
            let what = "the dealing device does not deal by this method";
            return Err(rulebook.refuse(Refused::SetupWrong { what }, cites));
        }
        Ok(vec![Event::MethodChosen { method }])
    }
}

impl Phase {
    pub(crate) fn ends_round(&self) -> bool {
        matches!(self, Phase::Concluded(_) | Phase::Voided(_))
    }
}
