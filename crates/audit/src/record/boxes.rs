//! One box of a record: its chips, its cards, its decision.

use std::collections::BTreeMap;

use super::{PaidLine, RecordWriter, cards};
use game::{
    Area, BettingBox, BoxNumber, Decision, DeclineReveal, FoldedPairPlus, InvalidatedBets,
    JackpotClaim, Money, Showing, Wager,
};

/// One box of a finished round.
pub struct RecordedBox<'a> {
    /// Its number.
    pub at: BoxNumber,
    /// Its final state.
    pub held: &'a BettingBox,
    /// What was paid on each of its bets.
    pub own: &'a BTreeMap<Wager, PaidLine>,
}

impl RecordWriter<'_> {
    /// The box in the form `settle` takes; `None` if no Player staked on it.
    pub fn box_form(
        &self,
        seat: &RecordedBox<'_>,
        unsupported: &mut Option<&'static str>,
    ) -> Option<reference::Seat> {
        let held = seat.held;
        if held.bets.is_empty() && seat.own.is_empty() {
            return None;
        }
        let player = held.controller();
        let mut said = reference::Seat {
            number: i64::from(seat.at.0),
            player: player.map_or_else(|| "nobody".to_owned(), |player| player.0.to_string()),
            ante: seat.staked(Area::Ante).in_minor(),
            play: seat.staked(Area::Play).in_minor(),
            pair_plus: seat.staked(Area::PairPlus).in_minor(),
            five_card: seat.staked(Area::FiveCard).in_minor(),
            jackpot: seat.staked(Area::Jackpot).in_minor(),
            cards: cards(&held.cards),
            under_minimum_before: player.is_some_and(|player| self.before.has_used_grace(player)),
            ..reference::Seat::default()
        };
        match (self.decision(held), held.decision) {
            (_, Decision::Removed) => said.invalidated = Some(self.clause(seat.at)),
            (_, Decision::Withdrawn) => said.withdrawn = Some(self.clause(seat.at)),
            (Some(decided), _) => decided.clone_into(&mut said.decision),
            (None, _) => {}
        }
        if unsupported.is_none() && !self.is_void() {
            *unsupported = self.unsupported_box(seat);
        }
        Some(said)
    }

    /// The clause by which a box is out of the round.
    fn clause(&self, at: BoxNumber) -> String {
        let out = self.notes.out.get(&at);
        out.cloned().unwrap_or_default()
    }

    /// The decision as the form names it; none in a void round, where it does not matter.
    fn decision(&self, held: &BettingBox) -> Option<&'static str> {
        let proves = self.rulebook.decline_reveal.says == DeclineReveal::OwnBurden;
        let decided = match (held.decision, held.showing) {
            (Decision::Played { .. }, Showing::Hidden { established }) => {
                if established && proves {
                    "play"
                } else {
                    "hidden"
                }
            }
            (Decision::Played { .. }, _) => "play",
            (Decision::Folded(_), _) => "fold",
            (Decision::FoldedByAbsence, _) => "absent",
            (Decision::Undecided | Decision::StandingPairPlus, _) => "none",
            (Decision::Removed | Decision::Withdrawn, _) => return None,
        };
        (!self.is_void()).then_some(decided)
    }

    /// What the form cannot express of this box.
    fn unsupported_box(&self, seat: &RecordedBox<'_>) -> Option<&'static str> {
        let (held, rulebook) = (seat.held, self.rulebook);
        let out = matches!(held.decision, Decision::Removed | Decision::Withdrawn);
        let mut players: Vec<_> = held.bets.all().iter().map(|share| share.player).collect();
        players.dedup();
        if players
            .iter()
            .any(|player| Some(*player) != held.controller())
        {
            return Some("several Players share a box");
        }
        if held.is_in() && !out && held.cards.len() != 3 {
            return Some("a hand is not of three cards");
        }
        let told = rulebook.jackpot_claim.says == Some(JackpotClaim::MustNotify);
        if told && held.bets.has(Area::Jackpot) && !held.claimed {
            return Some("a jackpot has to be claimed");
        }
        match held.decision {
            Decision::Played { .. } => self.unsupported_play(seat),
            Decision::Folded(_) | Decision::FoldedByAbsence => self.unsupported_fold(held),
            Decision::Withdrawn if self.notes.posted.contains(&seat.at) => {
                Some("bets had been settled when a Player withdrew")
            }
            Decision::Removed if rulebook.invalidated_bets.says == InvalidatedBets::Lost => {
                Some("the house keeps the bets of hands that are out")
            }
            Decision::Withdrawn | Decision::Removed => None,
            Decision::Undecided | Decision::StandingPairPlus => {
                let hidden = matches!(held.showing, Showing::Hidden { .. });
                hidden.then_some("a hand without an Ante was not shown")
            }
        }
    }

    fn unsupported_play(&self, seat: &RecordedBox<'_>) -> Option<&'static str> {
        let own_burden = self.rulebook.decline_reveal.says == DeclineReveal::OwnBurden;
        let established = seat.held.showing == Showing::Hidden { established: true };
        if seat.staked(Area::Play).is_zero() {
            Some("nothing was found on Play")
        } else if established && !own_burden {
            Some("a Player proved a hand he had not shown")
        } else {
            None
        }
    }

    fn unsupported_fold(&self, held: &BettingBox) -> Option<&'static str> {
        let said = match held.decision {
            Decision::Folded(said) => said,
            Decision::Undecided
            | Decision::Played { .. }
            | Decision::FoldedByAbsence
            | Decision::StandingPairPlus
            | Decision::Removed
            | Decision::Withdrawn => FoldedPairPlus::Plain,
        };
        let asked = self.rulebook.plain_fold_pair_plus.says.is_some();
        if asked && said != FoldedPairPlus::Plain {
            Some("a Player who folded said what becomes of Pair Plus")
        } else if held.showing == (Showing::Hidden { established: false }) {
            Some("a folded hand was not turned for the bets it still had")
        } else {
            None
        }
    }
}

impl RecordedBox<'_> {
    /// The stake on an area: what still lies there, or what lay there when it was paid.
    fn staked(&self, area: Area) -> Money {
        let posted = self.own.get(&area.wager());
        let posted = posted.map_or(Money::ZERO, |paid| paid.staked);
        posted.max(self.held.bets.total(area))
    }
}
