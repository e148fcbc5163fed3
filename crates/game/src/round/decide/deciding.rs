//! Decisions: play, fold, stand, and what becomes of a Player who is not there.

use super::{Decided, Done};
use crate::actor::{Actor, Post};
use crate::clause::{Citations, Cites};
use crate::money::Money;
use crate::round::event::PushWith as _;
use crate::round::{Absence, BettingBox, Decision, Event, Phase, Refusal, RefusalReason, Round};
use crate::rulebook::{
    BackerPlay, FoldPairPlus, PairPlusOnlyReveal, RevealWhenAllFolded, Rulebook, YesNo,
};
use crate::settlement::{BoxNumber, Fate, FoldedPairPlus, PlayerId, Standing, standing};
use crate::wager::Area;

impl Round {
    pub(super) fn play(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        at: BoxNumber,
        amount: Money,
        events: &mut Vec<Event>,
    ) -> Done {
        let player = self.bettor(rulebook, by)?;
        self.deciding(rulebook)?;
        let held = self.find(rulebook, at)?;
        let ante = held.bets.of(Area::Ante, player);
        if held.controller() != Some(player) && ante.is_positive() {
            events.extend(self.match_share(rulebook, player, at, amount)?);
            return Ok(());
        }
        self.own_box(rulebook, player, at)?;
        self.may_decide(rulebook, at, held)?;
        has_three_cards(rulebook, at, held)?;
        let grounds = &rulebook.grounds;
        let total = held.bets.total(Area::Ante);
        if total.is_zero() {
            return Err(rulebook.refuse(RefusalReason::NoAnte { at }, grounds.play_amount));
        }
        let expected = match rulebook.backer_play.says {
            Some(BackerPlay::ControllerMayCover) if amount == total => total,
            Some(BackerPlay::MatchOwnShare | BackerPlay::ControllerMayCover) | None => ante,
            Some(BackerPlay::ControllerOnly) => total,
        };
        if amount != expected {
            let reason = RefusalReason::PlayUnequal {
                ante: expected,
                found: amount,
            };
            return Err(rulebook.refuse(reason, grounds.play_amount));
        }
        events.push_with(|| Event::PlayMade {
            at,
            player,
            amount,
            blind: !held.seen,
        });
        Ok(())
    }

    /// A backer matches his own share of the Ante once the box has played (MBS-09).
    fn match_share(
        &self,
        rulebook: &Rulebook,
        player: PlayerId,
        at: BoxNumber,
        amount: Money,
    ) -> Decided {
        let held = self.find(rulebook, at)?;
        let cites = rulebook.backing();
        let covered = held.bets.total(Area::Play) >= held.bets.total(Area::Ante);
        let own = rulebook.backer_play.says != Some(BackerPlay::ControllerOnly);
        if !own || covered || !matches!(held.decision, Decision::Played { .. }) {
            return Err(rulebook.refuse(RefusalReason::NotController { at }, cites));
        }
        let mut later = self.in_round().filter(|(number, _)| *number > at);
        if let Some((first, _)) = later.find(|(_, decided)| decided.was_chosen(rulebook)) {
            return Err(rulebook.refuse(RefusalReason::NotYourTurn { first }, cites));
        }
        let ante = held.bets.of(Area::Ante, player);
        if amount != ante {
            let reason = RefusalReason::PlayUnequal {
                ante,
                found: amount,
            };
            return Err(rulebook.refuse(reason, rulebook.grounds.play_amount));
        }
        if held.bets.of(Area::Play, player).is_positive() {
            return Err(rulebook.refuse(RefusalReason::PlayedAlready, cites));
        }
        Ok(vec![Event::PlayMade {
            at,
            player,
            amount,
            blind: !held.seen,
        }])
    }

    pub(super) fn fold(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        (at, pair_plus): (BoxNumber, FoldedPairPlus),
        events: &mut Vec<Event>,
    ) -> Done {
        let player = self.bettor(rulebook, by)?;
        self.deciding(rulebook)?;
        let held = self.find(rulebook, at)?;
        if pair_plus != FoldedPairPlus::Plain {
            let cites = rulebook.fold_pair_plus.cites;
            if rulebook.fold_pair_plus.says != FoldPairPlus::ByElection {
                let what = "a choice about Pair Plus on folding";
                return Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites));
            }
            if held.bets.total(Area::PairPlus).is_zero() {
                let area = Area::PairPlus;
                return Err(rulebook.refuse(RefusalReason::NoBet { at, area }, cites));
            }
        }
        self.own_box(rulebook, player, at)?;
        self.may_decide(rulebook, at, held)?;
        if held.bets.total(Area::Ante).is_zero() && !rulebook.can_fold_pair_plus_only() {
            return Err(rulebook.refuse(RefusalReason::NoAnte { at }, rulebook.grounds.fold));
        }
        let from = events.len();
        events.push_with(|| Event::Folded { at, pair_plus });
        self.post_forfeits(rulebook, at, Fate::Folded(pair_plus), events);
        let dead = |(number, other): (BoxNumber, &BettingBox)| {
            if number == at {
                !other.has_live_bet_beside(&events[from..])
            } else {
                other.is_decided_and_dead()
            }
        };
        if self.in_round().all(dead) && rulebook.leaves_dealer_down() {
            events.push_with(|| Event::DealerNotNeeded);
        }
        Ok(())
    }

    pub(super) fn stand_pair_plus(&self, rulebook: &Rulebook, by: Actor, at: BoxNumber) -> Decided {
        let player = self.bettor(rulebook, by)?;
        self.deciding(rulebook)?;
        let held = self.own_box(rulebook, player, at)?;
        self.may_decide(rulebook, at, held)?;
        if held.bets.total(Area::Ante).is_positive() {
            return Err(rulebook.refuse(
                RefusalReason::HasAnte { at },
                rulebook.grounds.pair_plus_only,
            ));
        }
        Ok(vec![Event::PairPlusStood { at }])
    }

    /// Walking away decides nothing by itself; a decision that falls due is made by the rule (5.5, 5.11).
    pub(super) fn leave(&self, rulebook: &Rulebook, by: Actor, player: PlayerId) -> Decided {
        // No text limits the time for a decision; where a house does, its system reports that the
        // Player did not decide, and that is all a time-out can be (rounds.md, section 5).
        if by != Actor::Player(player) && by != Actor::System {
            rulebook.needs_post(by, Post::Dealer, rulebook.grounds.dealer)?;
        }
        let seated = self.boxes().any(|(_, held)| held.seated == Some(player));
        if !seated {
            self.bettor(rulebook, Actor::Player(player))?;
        }
        let mut events = vec![Event::PlayerLeft { player }];
        if self.is_suspended() {
            // What he has to decide falls due once play goes on.
            return Ok(events);
        }
        events.extend(self.after(&events).absences(rulebook));
        events.extend(self.after(&events).nothing_to_show(rulebook));
        Ok(events)
    }

    /// What becomes of the hand of a box whose Player leaves without a decision (5.5, 5.11); nothing where no
    /// decision is due.
    pub fn absence(&self, rulebook: &Rulebook, at: BoxNumber) -> Option<Absence> {
        let deciding = matches!(self.phase, Phase::Deciding(_));
        let held = self.boxes.get(at).filter(|_| deciding)?;
        if held.decision != Decision::Undecided {
            return None;
        }
        let mut staked = held.staked(at, &self.conduct);
        staked.fate = Fate::Absent { viewed: held.seen };
        Some(match standing(rulebook, &staked) {
            Standing::Out { .. } => Absence::Returned,
            Standing::Folded { .. } => Absence::Folded,
            Standing::Shown | Standing::Hidden | Standing::NotDealt => Absence::Stands,
        })
    }

    /// The decisions that fall to Players who have left.
    pub(super) fn absences(&self, rulebook: &Rulebook) -> Vec<Event> {
        if !matches!(self.phase, Phase::Deciding(_)) {
            return Vec::new();
        }
        let mut events = Vec::new();
        for (at, held) in self.in_round() {
            let gone = held
                .controller()
                .is_some_and(|owner| self.left.contains(&owner));
            if !gone || held.decision != Decision::Undecided {
                continue;
            }
            let mut staked = held.staked(at, &self.conduct);
            staked.fate = Fate::Absent { viewed: held.seen };
            match standing(rulebook, &staked) {
                Standing::Out { clause, reason, .. } => {
                    let cites = Citations::one(clause);
                    let cites_text = cites.iter().map(str::to_owned).collect();
                    events.push_with(|| Event::HandRemoved {
                        at,
                        cites: cites_text,
                    });
                    events.extend(self.hand_back(rulebook, at, held, (cites, reason)));
                }
                Standing::Folded { .. } => {
                    events.push_with(|| Event::FoldedByAbsence { at });
                    self.post_forfeits(rulebook, at, staked.fate, &mut events);
                }
                Standing::Shown | Standing::Hidden | Standing::NotDealt => {
                    events.push_with(|| Event::PairPlusStood { at });
                }
            }
        }
        events
    }

    /// With everybody decided and nothing alive the Dealer's hand stays down (G-18).
    pub(super) fn nothing_to_show(&self, rulebook: &Rulebook) -> Option<Event> {
        let deciding = matches!(self.phase, Phase::Deciding(_));
        let dead = || self.in_round().all(|(_, held)| held.is_decided_and_dead());
        (deciding && rulebook.leaves_dealer_down() && dead()).then_some(Event::DealerNotNeeded)
    }

    pub(super) fn collect_folded(&self, rulebook: &Rulebook, by: Actor) -> Decided {
        rulebook.needs_dealer(by)?;
        self.deciding(rulebook)?;
        self.all_decided(rulebook)?;
        let folded = || self.in_round().filter(|(_, held)| held.is_folded());
        if folded().next().is_none() || self.collected {
            let cites = rulebook.grounds.collect_folded;
            return Err(rulebook.refuse(RefusalReason::NothingToCollect, cites));
        }
        // Cards with a bet still alive stay face down where they are (MBS-06, ML-02, OFG-06).
        let dead = folded().filter(|(_, held)| !held.has_live_bet());
        Ok(vec![Event::FoldedCollected {
            boxes: dead.map(|(at, _)| at).collect(),
        }])
    }

    pub(super) fn all_decided(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        match self
            .in_round()
            .find(|(_, held)| held.decision == Decision::Undecided)
        {
            Some((at, _)) => Err(rulebook.refuse(
                RefusalReason::Undecided { at },
                rulebook.grounds.show_dealer,
            )),
            None => Ok(()),
        }
    }

    #[inline]
    pub(super) fn deciding(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        match self.phase {
            Phase::Deciding(_) => Ok(()),
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::Dealing(_)
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => {
                Err(self.wrong_phase(rulebook, "the decisions", rulebook.grounds.decision))
            }
        }
    }

    /// Clockwise from the Dealer's left, once each (G-17).
    fn may_decide(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        held: &BettingBox,
    ) -> Result<(), Refusal> {
        let no = |reason, cites: Cites| Err(rulebook.refuse(reason, cites));
        if !held.is_in() {
            return no(
                RefusalReason::NoCards { at },
                rulebook.grounds.participation,
            );
        }
        if held.decision != Decision::Undecided {
            let stopped = held
                .controller()
                .is_some_and(|who| self.stopped.contains(&who));
            if stopped && held.decision.is_out() {
                return no(RefusalReason::Stopped, rulebook.stop_action.cites);
            }
            return no(RefusalReason::Decided { at }, rulebook.grounds.fold_ends);
        }
        let mut before = self.in_round().filter(|(number, _)| *number < at);
        match before.find(|(_, earlier)| earlier.decision == Decision::Undecided) {
            Some((first, _)) => no(RefusalReason::NotYourTurn { first }, rulebook.grounds.order),
            None => Ok(()),
        }
    }
}

/// A hand with too many or too few cards is for the pit to rule on, not to be played.
#[inline]
fn has_three_cards(rulebook: &Rulebook, at: BoxNumber, held: &BettingBox) -> Result<(), Refusal> {
    match held.cards.len() {
        3 => Ok(()),
        found => {
            let reason = RefusalReason::CountWrong { at, found };
            Err(rulebook.refuse(reason, rulebook.player_count_wrong.cites))
        }
    }
}

impl Rulebook {
    /// Only where the Player himself carries a Pair Plus-only hand on, and folding gives Pair Plus up
    /// anyway (R13-03).
    pub fn can_fold_pair_plus_only(&self) -> bool {
        self.pair_plus_only_reveal.says == PairPlusOnlyReveal::Player
            && self.fold_pair_plus.says == FoldPairPlus::Lost
    }

    /// Where folded hands draw the Ante Bonus, it is paid when the Dealer's hand is shown (G-08).
    fn leaves_dealer_down(&self) -> bool {
        match self.reveal_when_all_folded.says {
            RevealWhenAllFolded::IfNeeded => self.ante_bonus_requires_play.says == YesNo::Yes,
            RevealWhenAllFolded::Always => false,
        }
    }
}

impl BettingBox {
    pub(in crate::round) fn is_folded(&self) -> bool {
        match self.decision {
            Decision::Folded(_) | Decision::FoldedByAbsence => true,
            Decision::Undecided
            | Decision::Played { .. }
            | Decision::StandingPairPlus
            | Decision::Removed
            | Decision::Withdrawn => false,
        }
    }

    pub(in crate::round) fn has_live_bet(&self) -> bool {
        self.bets.first_in_play().is_some()
    }

    fn is_decided_and_dead(&self) -> bool {
        self.decision != Decision::Undecided && !self.has_live_bet()
    }

    /// Whether a bet stays alive that none of `events`, all of this box, brings to its end.
    fn has_live_bet_beside(&self, events: &[Event]) -> bool {
        let ended = |area: Area| {
            let ends = |event: &Event| matches!(event, Event::WagerSettled(line) if line.wager == area.wager());
            events.iter().any(ends)
        };
        self.bets.in_play().any(|share| !ended(share.area))
    }

    /// Decided by a person, rather than moved by the system or out of the round.
    fn was_chosen(&self, rulebook: &Rulebook) -> bool {
        match self.decision {
            Decision::Played { .. } | Decision::Folded(_) => true,
            Decision::StandingPairPlus => {
                rulebook.pair_plus_only_reveal.says == PairPlusOnlyReveal::Player
            }
            Decision::Undecided
            | Decision::FoldedByAbsence
            | Decision::Removed
            | Decision::Withdrawn => false,
        }
    }
}
