//! What an act of a rulebook does to the round.

use crate::actor::Actor;
use crate::clause::Citations;
use crate::irregularity::{Act, Irregularity, Moment, Others, Remedy, WhoChooses};
use crate::round::matter::{Finding, Matter, PendingChoices, Report, Terms};
use crate::round::{Event, Phase, Pile, Place, Round};
use crate::rulebook::{JackpotWithoutBase, Rulebook, VoidAction};
use crate::settlement::Reason;
use crate::wager::Area;

impl Round {
    /// Whom an act asks, and on what terms.
    pub(super) fn asks(
        &self,
        rulebook: &Rulebook,
        matter: &Matter,
        act: Act,
    ) -> Option<PendingChoices> {
        let all = |asked| self.asked_by(rulebook, matter, asked);
        let others = |asked| {
            let others = all(asked).into_iter();
            others.filter(|at| !matter.boxes.contains(at)).collect()
        };
        let (terms, boxes) = match (act, act.asks()) {
            (Act::RemoveHand(_), Some(asked)) => {
                // What a card too many or too few did to the others is certain only where the deal
                // was recorded: then those it touched are asked.
                let unrecorded = matter.report.found().is_some();
                let scope = if unrecorded { WhoChooses::All } else { asked };
                (Terms::DealingError, others(scope))
            }
            (_, Some(asked)) => (Terms::DealingError, all(asked)),
            (Act::RemoveHand(Others::MayBePermittedToWithdraw), None) => {
                (Terms::Permitted, others(WhoChooses::All))
            }
            (Act::MayWithdraw, None) => (Terms::AllOrNone, all(WhoChooses::All)),
            (_, None) => return None,
        };
        Some(PendingChoices { terms, boxes })
    }

    pub(super) fn put_right(
        &self,
        rulebook: &Rulebook,
        matter: &Matter,
        remedy: &Remedy,
        (finding, by): (&Finding, Actor),
    ) -> Vec<Event> {
        let mut events = if remedy.act.is_void() {
            Vec::new()
        } else {
            as_they_came(matter, finding)
        };
        if *finding != Finding::Dismissed {
            let round = self.after(&events);
            events.extend(round.done_about(rulebook, matter, remedy, by));
        }
        events
    }

    // tidy: table
    fn done_about(
        &self,
        rulebook: &Rulebook,
        matter: &Matter,
        remedy: &Remedy,
        by: Actor,
    ) -> Vec<Event> {
        let cites = remedy.cites;
        match remedy.act {
            Act::Void => self.voided(rulebook, cites, false),
            Act::VoidAndReshuffle => match rulebook.void_action.says {
                VoidAction::ReturnBets => self.voided(rulebook, cites, true),
                VoidAction::RedealSameBets => self.hands_voided(rulebook, cites),
            },
            Act::Continue | Act::Choices(_) | Act::MayWithdraw => {
                self.stands(rulebook, matter).into_iter().collect()
            }
            Act::MoveHands(_) | Act::Reconstruct(_) => self.relaid(rulebook),
            Act::RemoveHand(_) => {
                let mut events = found_so(matter);
                events.extend(self.all_out(rulebook, matter.boxes.iter().copied(), cites));
                events.extend(self.after(&events).stands(rulebook, matter));
                events
            }
            Act::ReturnBet | Act::ReturnBetAtEnd => self.lone_jackpots_back(rulebook, matter),
            Act::ReturnJackpotBets => {
                let mut events = self.jackpot_bets_back(rulebook, cites);
                events.extend(self.after(&events).stands(rulebook, matter));
                events
            }
            Act::RefuseExcess | Act::CorrectOrTakeBack => self.prompted(rulebook, matter),
            Act::SettleToAnte | Act::SettleAsItStands | Act::SettleToMaximum => play_found(matter),
            Act::KeepOneHand => self.one_hand_kept(rulebook, matter, remedy),
            Act::MayBar => self.barred_by_ruling(rulebook, matter, by),
            Act::CannotArise
            | Act::NoEffect
            | Act::Open
            | Act::Refuse
            | Act::SettleOnce
            | Act::KeepAtRisk
            | Act::TreatAsFolded
            | Act::Invalidate
            | Act::SettleNormally
            | Act::Unrevealed(_)
            | Act::OrderThenChoices
            | Act::RuleOnIntent
            | Act::BarPersists
            | Act::CountDeck
            | Act::HouseMode
            | Act::AwardsHeld => Vec::new(),
        }
    }

    /// What lies on the table is what is played with from here on.
    fn stands(&self, rulebook: &Rulebook, matter: &Matter) -> Option<Event> {
        let dealt_wrong = self.felt().is_some() && !self.misdeal(rulebook).is_empty();
        let ruled_on = matter.irregularity.is_of_the_deal();
        let matters = self.suspension.matters().iter();
        // Another matter may still have to put these very cards right.
        let open = matters
            .filter(|matter| matter.irregularity.is_of_the_deal())
            .count()
            > 1;
        let agreed = ruled_on && !open && self.wrong_counts().is_empty();
        (dealt_wrong && agreed).then_some(Event::DealStands)
    }

    /// Every card where a correct deal would have laid it; a card too many goes to the discards.
    fn relaid(&self, rulebook: &Rulebook) -> Vec<Event> {
        let mut laid = self.correct_for(rulebook);
        let placed: crate::CardSet = laid.values().flatten().copied().collect();
        let mut now = self.laid();
        now.remove(&Place::Held);
        let all = now.into_values().flatten();
        let rest = all.filter(|card| !placed.contains(*card));
        laid.entry(Place::Discards).or_default().extend(rest);
        laid.retain(|_, cards| !cards.is_empty());
        vec![Event::CardsRelaid {
            laid: laid
                .into_iter()
                .map(|(place, cards)| Pile { place, cards })
                .collect(),
        }]
    }

    /// A jackpot bet without its base bet goes back, at once or when the hand in play ends (5.4, 5.12.2).
    fn lone_jackpots_back(&self, rulebook: &Rulebook, matter: &Matter) -> Vec<Event> {
        let mut events = Vec::new();
        for at in &matter.boxes {
            match rulebook.jackpot_without_base.says {
                Some(JackpotWithoutBase::CureThenReturnAtEnd) => {
                    events.push(Event::LoneJackpotFlagged { at: *at });
                }
                Some(JackpotWithoutBase::ReturnWhenNoticed) | None => {
                    self.boxes[*at].lone_jackpot_back(rulebook, *at, &mut events);
                    events.extend(self.contribution_back(rulebook, *at));
                }
            }
        }
        events
    }

    fn jackpot_bets_back(&self, rulebook: &Rulebook, cites: Citations) -> Vec<Event> {
        let mut events = Vec::new();
        for (at, held) in self.boxes() {
            if matches!(self.phase, Phase::BetsOpen) {
                events.extend(held.all_back(at, Area::Jackpot));
                continue;
            }
            let staked = held.bets.unsettled(Area::Jackpot);
            let line = crate::settlement::Line::back(
                Area::Jackpot.wager(),
                staked,
                cites,
                Reason::Invalidated,
            );
            held.post(at, &line, None, &mut events);
            events.extend(self.contribution_back(rulebook, at));
        }
        events
    }

    /// While bets are open the Dealer puts it right, or tells the Player to.
    fn prompted(&self, rulebook: &Rulebook, matter: &Matter) -> Vec<Event> {
        debug_assert_eq!(self.moment(), Moment::BetsOpen);
        if let Report::OutsideLimits { at, area } = matter.report {
            let by = crate::Actor::System;
            let corrected = if matter.irregularity == Irregularity::OverMaximum {
                self.reject_excess(rulebook, by, at, area)
            } else {
                self.advise_minimum(rulebook, by, at, area)
            };
            return corrected.unwrap_or_default();
        }
        if let Report::LoneJackpot { at } = matter.report {
            return vec![Event::BasePrompted { at }];
        }
        Vec::new()
    }
}

/// Cards drawn together are dealt on in the order ruled, or as they were put down.
fn as_they_came(matter: &Matter, finding: &Finding) -> Vec<Event> {
    let Some(drawn) = matter.report.drawn_together() else {
        return Vec::new();
    };
    let cards = if let Finding::Order { cards } = finding {
        cards.clone()
    } else {
        drawn.to_vec()
    };
    vec![Event::CardsOrdered { cards }]
}

/// A count found at the table is now the record.
fn found_so(matter: &Matter) -> Vec<Event> {
    let found = matter
        .report
        .found()
        .map(|(place, cards)| Event::CardsFound {
            place,
            cards: cards.to_vec(),
        });
    found.into_iter().collect()
}

fn play_found(matter: &Matter) -> Vec<Event> {
    if let Report::UnequalPlay { at, player, found } = matter.report {
        let amount = found;
        vec![Event::PlayFound { at, player, amount }]
    } else {
        Vec::new()
    }
}
