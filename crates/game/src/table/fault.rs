//! A jackpot device or system that does not fully work: how later rounds are played until it does
//! (5.17.2). The figures of a jackpot are under dual control, so two people of two posts choose.

use serde::{Deserialize, Serialize};

use super::{Notice, Table};
use crate::actor::{Actor, Post};
use crate::clause::Cites;
use crate::events_of;
use crate::irregularity::{Act, Circumstances, Irregularity, Moment, Ruler};
use crate::money::Money;
use crate::round::{Command, Event, Finding, Refusal, RefusalReason, Report};
use crate::rulebook::{JackpotKind, Rulebook};
use crate::settlement::BoxNumber;
use crate::timestamp::Timestamp;

/// How long a proposal waits for its second person.
pub const DUAL_CONTROL_SECONDS: u64 = 300;

/// How later rounds are played while the fault lasts (5.17.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "plays", rename_all = "snake_case")]
pub enum FaultMode {
    /// (a) The table closes.
    CloseTable,
    /// (b) No bets on the affected box.
    BarBox {
        /// The box.
        at: BoxNumber,
    },
    /// (c) No jackpot bets are taken or paid, under a notice.
    NoJackpot,
}

/// A fault that lasts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The meter before it.
    pub recorded: Money,
    /// The mode in force, once two people have chosen it.
    pub mode: Option<FaultMode>,
    /// Who found it: what the system found, the system may say is over.
    by: Actor,
    /// Reported in the round under way and not ruled on yet.
    claimed: bool,
    proposed: Option<(FaultMode, Actor, Timestamp)>,
}

type Decided = Result<Vec<Event>, Refusal>;

impl Fault {
    const fn new(recorded: Money, by: Actor, claimed: bool) -> Fault {
        Fault {
            recorded,
            mode: None,
            by,
            claimed,
            proposed: None,
        }
    }

    /// Whether the system found it, and not a person at the table.
    pub fn is_the_systems(&self) -> bool {
        self.by == Actor::System
    }

    /// Whether this box takes no bets until the jackpot works.
    pub fn is_barring(&self, at: BoxNumber) -> bool {
        self.mode == Some(FaultMode::BarBox { at })
    }

    /// Whether rounds are played without the jackpot until it works.
    pub fn is_without_jackpot(&self) -> bool {
        self.mode == Some(FaultMode::NoJackpot)
    }
}

impl Table {
    pub(super) fn fault_found(
        &self,
        rulebook: &Rulebook,
        command: &Command,
        recorded: Money,
    ) -> Decided {
        let cites = later_cites(rulebook);
        if command.by.player().is_some() {
            let needed = Post::Dealer;
            return Err(rulebook.refuse(RefusalReason::NotYourPost { needed }, cites));
        }
        if rulebook.jackpot_kind.says == JackpotKind::None {
            let what = "a jackpot";
            return Err(rulebook.refuse(
                RefusalReason::NotOffered { what },
                rulebook.jackpot_kind.cites,
            ));
        }
        if recorded < Money::ZERO || recorded > Money::LIMIT {
            let reason = RefusalReason::AmountTooLarge { found: recorded };
            return Err(rulebook.refuse(reason, rulebook.jackpot_amount.cites));
        }
        if self.fault.is_some() {
            return Err(rulebook.refuse(RefusalReason::FaultKnown, cites));
        }
        Ok(vec![Event::FaultFound {
            recorded,
            by: command.by,
            when: command.now,
        }])
    }

    pub(super) fn propose_fault_mode(
        &self,
        rulebook: &Rulebook,
        command: &Command,
        mode: FaultMode,
    ) -> Decided {
        let by = self.conduct.acting(command.by);
        rulebook.needs_post(by, chooser(rulebook), later_cites(rulebook))?;
        self.between_rounds(rulebook)?;
        self.lasting_fault(rulebook)?;
        let boxes = self.open.as_ref().map_or(0, |open| open.setup.positions);
        match mode {
            FaultMode::BarBox { at } if at.0 == 0 || at.0 > boxes => {
                let found = at.0;
                let cites = rulebook.grounds.layout;
                return Err(rulebook.refuse(RefusalReason::NoSuchBox { found, boxes }, cites));
            }
            FaultMode::BarBox { .. } | FaultMode::CloseTable | FaultMode::NoJackpot => {}
        }
        let when = command.now;
        Ok(vec![Event::FaultModeProposed { mode, by, when }])
    }

    /// A second person, of another post, within the time a proposal waits.
    pub(super) fn approve_fault_mode(&self, rulebook: &Rulebook, command: &Command) -> Decided {
        let by = self.conduct.acting(command.by);
        let cites = later_cites(rulebook);
        rulebook.needs_post(by, Post::PitManager, cites)?;
        self.between_rounds(rulebook)?;
        let fault = self.lasting_fault(rulebook)?;
        let Some((mode, first, when)) = fault.proposed else {
            return Err(rulebook.refuse(RefusalReason::NothingProposed, cites));
        };
        if first.person() == by.person() || first.post() == by.post() {
            return Err(rulebook.refuse(RefusalReason::SecondPersonNeeded, cites));
        }
        if command.now.seconds_since(when) > DUAL_CONTROL_SECONDS {
            return Err(rulebook.refuse(RefusalReason::ProposalLapsed, cites));
        }
        Ok(vec![Event::FaultModeSet { mode, by }])
    }

    /// The House says that the jackpot works again; of a fault that the system found, the system may.
    pub(super) fn clear_fault(&self, rulebook: &Rulebook, command: &Command) -> Decided {
        let by = self.conduct.acting(command.by);
        let own = self.fault.as_ref().is_some_and(Fault::is_the_systems);
        if by != Actor::System || !own {
            rulebook.needs_post(by, chooser(rulebook), later_cites(rulebook))?;
        }
        self.between_rounds(rulebook)?;
        self.lasting_fault(rulebook)?;
        Ok(vec![Event::FaultCleared { by }])
    }

    fn lasting_fault(&self, rulebook: &Rulebook) -> Result<&Fault, Refusal> {
        self.fault
            .as_ref()
            .ok_or_else(|| rulebook.refuse(RefusalReason::NoFault, later_cites(rulebook)))
    }

    /// The notice that there is no jackpot hangs only where the House plays so.
    pub(super) fn check_notice(&self, rulebook: &Rulebook, notice: Notice) -> Result<(), Refusal> {
        let plays_without = self.fault.as_ref().is_some_and(Fault::is_without_jackpot);
        if notice == Notice::NoJackpot && !plays_without {
            return Err(rulebook.refuse(RefusalReason::NoFault, later_cites(rulebook)));
        }
        Ok(())
    }

    /// With a fault that lasts, bets open only once its mode is chosen, and its notice hangs (5.17.2).
    pub(super) fn check_fault(
        &self,
        rulebook: &Rulebook,
        displayed: &[Notice],
    ) -> Result<(), Refusal> {
        let Some(fault) = &self.fault else {
            return Ok(());
        };
        let cites = later_cites(rulebook);
        match fault.mode {
            None => Err(rulebook.refuse(RefusalReason::FaultModeNotChosen, cites)),
            Some(FaultMode::CloseTable) => Err(rulebook.refuse(RefusalReason::TableClosed, cites)),
            Some(FaultMode::NoJackpot) if !displayed.contains(&Notice::NoJackpot) => {
                let what = "the notice that there is no jackpot";
                Err(rulebook.refuse(RefusalReason::NotDisplayed { what }, cites))
            }
            Some(FaultMode::NoJackpot | FaultMode::BarBox { .. }) => Ok(()),
        }
    }

    fn claim_ruled_on(&mut self, finding: &Finding) {
        if *finding == Finding::Dismissed {
            self.fault.take_if(|fault| fault.claimed);
        } else if let Some(fault) = &mut self.fault {
            fault.claimed = false;
        }
    }

    /// Takes in what an event says about a jackpot fault.
    pub(super) fn evolve_fault(&mut self, event: &Event) {
        match event {
            Event::FaultFound { recorded, by, .. } => {
                self.fault = Some(Fault::new(*recorded, *by, false));
            }
            // A fault that lasts already keeps its mode, whatever more is reported.
            Event::IrregularityReported {
                report: Report::JackpotFault { recorded },
                by,
                ..
            } => {
                self.fault.get_or_insert(Fault::new(*recorded, *by, true));
            }
            Event::RulingMade {
                on: Irregularity::JackpotFault,
                finding,
                ..
            } => self.claim_ruled_on(finding),
            Event::FaultCleared { .. } => {
                self.fault = None;
                if let Some(open) = &mut self.open {
                    open.displayed.retain(|notice| *notice != Notice::NoJackpot);
                }
            }
            Event::FaultModeProposed { mode, by, when } => {
                if let Some(fault) = &mut self.fault {
                    fault.proposed = Some((*mode, *by, *when));
                }
            }
            Event::FaultModeSet { mode, .. } => {
                if let Some(fault) = &mut self.fault {
                    (fault.mode, fault.proposed) = (Some(*mode), None);
                }
            }
            // The rest says nothing about faults.
            Event::IrregularityReported { .. }
            | Event::RulingMade { .. }
            | Event::RoundVoided { .. }
            | events_of![
                table, seats, conduct, chips, calls, deal, decisions, showdown, payments, ends,
                jackpot, remedies, card_fixes
            ] => {}
        }
    }
}

/// Who chooses the mode: the House, or the post that decides what the rulebook leaves open.
fn chooser(rulebook: &Rulebook) -> Post {
    match later(rulebook).ruler {
        Ruler::Post(post) | Ruler::Uncovered(post) => post,
        Ruler::Clause => Post::House,
    }
}

fn later(rulebook: &Rulebook) -> crate::irregularity::Remedy {
    let later = Circumstances::at(Moment::Later);
    let remedy = rulebook.remedy(Irregularity::JackpotFault, &later);
    debug_assert!(matches!(
        remedy.act,
        Act::HouseMode | Act::Open | Act::CannotArise
    ));
    remedy
}

fn later_cites(rulebook: &Rulebook) -> Cites {
    rulebook.jackpot_fault_later.cites
}
