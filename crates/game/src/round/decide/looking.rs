//! Who may look at which hand, and who has touched one.

use super::{Decided, Done};
use crate::actor::Actor;
use crate::clause::Cites;
use crate::round::event::PushWith as _;
use crate::round::{Decision, Event, Phase, Refusal, RefusalReason, Round};
use crate::rulebook::{MultiBoxView, PairPlusOnlyView, Requirement, Rulebook};
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::Area;

impl Round {
    pub(super) fn look(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        at: BoxNumber,
        events: &mut Vec<Event>,
    ) -> Done {
        let player = self.bettor(rulebook, by)?;
        self.cards_are_out(rulebook)?;
        let held = self.own_box(rulebook, player, at)?;
        let no = |reason, cites: Cites| Err(rulebook.refuse(reason, cites));
        if held.cards.is_empty() {
            return no(RefusalReason::NoCards { at }, rulebook.grounds.decision);
        }
        let told = || self.informed.contains(&player) || !self.holds_several(player);
        if rulebook.one_hand_notice.says == Requirement::Required && !told() {
            return no(RefusalReason::NotInformed, rulebook.one_hand_notice.cites);
        }
        let alone = held.bets.total(Area::Ante).is_zero();
        if alone && rulebook.pair_plus_only_view.says == PairPlusOnlyView::Barred {
            return no(
                RefusalReason::PairPlusOnly,
                rulebook.pair_plus_only_view.cites,
            );
        }
        self.one_hand_at_a_time(rulebook, player, at)?;
        // A hand the system moved to the Play area may still be looked at where looking is allowed.
        let open = [Decision::Undecided, Decision::StandingPairPlus].contains(&held.decision);
        if !open {
            return no(RefusalReason::Decided { at }, rulebook.grounds.decision);
        }
        events.push_with(|| Event::Looked { at, player });
        Ok(())
    }

    #[inline]
    pub(in crate::round) fn first_seen_by(&self, player: PlayerId) -> Option<BoxNumber> {
        let mut seen = self.first_seen.iter();
        seen.find(|(who, _)| *who == player).map(|(_, at)| *at)
    }

    #[inline]
    pub(super) fn one_hand_at_a_time(
        &self,
        rulebook: &Rulebook,
        player: PlayerId,
        at: BoxNumber,
    ) -> Result<(), Refusal> {
        let cites = rulebook.multi_box_view.cites;
        let other = self.first_seen_by(player).filter(|first| *first != at);
        let Some(first) = other else { return Ok(()) };
        match rulebook.multi_box_view.says {
            MultiBoxView::OneHand => {
                Err(rulebook.refuse(RefusalReason::AnotherHandSeen { first }, cites))
            }
            MultiBoxView::Sequential => match self.betting_box(first).map(|held| held.decision) {
                Some(Decision::Undecided) => {
                    Err(rulebook.refuse(RefusalReason::DecideFirst { first }, cites))
                }
                Some(_) | None => Ok(()),
            },
        }
    }

    pub(super) fn touch(&self, rulebook: &Rulebook, by: Actor, at: BoxNumber) -> Decided {
        let player = self.bettor(rulebook, by)?;
        self.cards_are_out(rulebook)?;
        let held = self.own_box(rulebook, player, at)?;
        if held.cards.is_empty() {
            return Err(rulebook.refuse(RefusalReason::NoCards { at }, rulebook.grounds.decision));
        }
        Ok(vec![Event::Touched { at }])
    }

    #[inline]
    fn cards_are_out(&self, rulebook: &Rulebook) -> Result<(), Refusal> {
        match self.phase {
            Phase::Dealing(_) | Phase::Deciding(_) => Ok(()),
            Phase::BetsOpen
            | Phase::BetsClosed
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => {
                let cites = rulebook.grounds.decision;
                Err(self.wrong_phase(rulebook, "the deal and the decisions", cites))
            }
        }
    }
}
