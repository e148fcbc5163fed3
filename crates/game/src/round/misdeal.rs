//! What is wrong with the cards on the table: the difference between the deal that was made and the
//! correct one, named as the rulebooks name it.

use super::felt::{CommunityDiscards, Laid, Place};
use super::{BettingBox, Decision, Phase, Round};
use crate::card::{Card, CardSet};
use crate::irregularity::{Irregularity, Whose};
use crate::rulebook::{AffectedScope, CommunityDiscard, Rulebook};
use crate::settlement::BoxNumber;
use crate::wager::Area;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sighting {
    pub irregularity: Irregularity,
    pub whose: Whose,
    /// The boxes it is about; none where it is the Dealer's cards or the community's.
    pub boxes: Vec<BoxNumber>,
}

impl Round {
    /// Everything that is wrong with the cards; nothing where they lie as they should.
    pub(super) fn misdeal(&self, rulebook: &Rulebook) -> Vec<Sighting> {
        let (laid, correct) = (self.laid(), self.correct_for(rulebook));
        let wrong = self.differences(&laid, &correct);
        let Some(felt) = self.felt() else {
            return Vec::new();
        };
        let named = |irregularity| Sighting {
            irregularity,
            whose: Whose::Player,
            boxes: boxes_among(&wrong),
        };
        let mut found = self.wrong_counts();
        if felt.burn_missed() {
            found.push(named(Irregularity::BurnMissed));
        } else if self.movable(&found)
            && !wrong.is_empty()
            && curable_by_whole_hands(&laid, &correct)
        {
            return vec![named(Irregularity::HandsMisplaced)];
        }
        // A movement missed at the end leaves every card right and a hand short all the same.
        if !found.is_empty() || wrong.is_empty() {
            return found;
        }
        if wrong.iter().all(|place| *place == Place::Community) {
            return vec![Sighting {
                whose: Whose::Community,
                ..named(Irregularity::CommunityWrong)
            }];
        }
        vec![named(Irregularity::CardsMisplaced)]
    }

    /// Whole hands can be moved while cards may still go out; later only if every hand has its three.
    fn movable(&self, counts: &[Sighting]) -> bool {
        counts.is_empty() || matches!(self.phase, Phase::Dealing(_) | Phase::Deciding(_))
    }

    /// Hands with more or fewer cards than the deal has given out so far.
    pub(super) fn wrong_counts(&self) -> Vec<Sighting> {
        let Some(felt) = self.felt() else {
            return Vec::new();
        };
        // Once no more cards can go out, a hand has three or is wrong.
        let dealing = matches!(self.phase, Phase::Dealing(_) | Phase::Deciding(_));
        let due = |place| if dealing { felt.due(place) } else { 3 };
        let mut found = Vec::new();
        if felt.dealer.len() != due(Place::Dealer) {
            found.push(Sighting {
                irregularity: Irregularity::DealerCountWrong,
                whose: Whose::Dealer,
                boxes: Vec::new(),
            });
        }
        let short_or_over = self
            .still_in()
            .filter(|(at, held)| held.cards.len() != due(Place::Box(*at)));
        found.extend(short_or_over.map(|(at, _)| Sighting {
            irregularity: Irregularity::PlayerCountWrong,
            whose: Whose::Player,
            boxes: vec![at],
        }));
        if felt.community.len() != felt.due(Place::Community) {
            found.push(Sighting {
                irregularity: Irregularity::CommunityWrong,
                whose: Whose::Community,
                boxes: Vec::new(),
            });
        }
        found
    }

    /// The boxes an error touches: whose cards, or the Dealer's, are not those of a correct deal, or
    /// lie open (G-14).
    pub(super) fn affected(&self, rulebook: &Rulebook) -> Vec<BoxNumber> {
        let all = || self.still_in().map(|(at, _)| at).collect();
        if rulebook.affected_scope.says == Some(AffectedScope::AllPlayers) {
            return all();
        }
        let mut touched = self.differences(&self.laid(), &self.correct_for(rulebook));
        let exposed = self.felt().map_or(&[][..], |felt| &felt.exposed);
        touched.extend(
            exposed
                .iter()
                .filter_map(|exposed| self.place_of(exposed.card)),
        );
        if touched.contains(&Place::Dealer) {
            return all();
        }
        let community = touched.contains(&Place::Community);
        let jackpot = |held: &BettingBox| held.bets.unsettled(Area::Jackpot).is_positive();
        self.still_in()
            .filter(|(at, held)| touched.contains(&Place::Box(*at)) || (community && jackpot(held)))
            .map(|(at, _)| at)
            .collect()
    }

    /// Boxes with a hand in the round and a bet that has not come to its end.
    pub fn still_in(&self) -> impl Iterator<Item = (BoxNumber, &BettingBox)> {
        self.in_round()
            .filter(|(_, held)| !held.decision.is_out() && held.has_live_bet())
    }

    pub(super) fn correct_for(&self, rulebook: &Rulebook) -> Laid {
        let goes = match rulebook.community_discard.says {
            Some(CommunityDiscard::First) => 0,
            Some(CommunityDiscard::Middle) => 1,
            Some(CommunityDiscard::Last) | None => 2,
        };
        self.correct_deal(CommunityDiscards(goes))
    }

    /// The places whose cards are not those of the correct deal; hands out of the round are left aside.
    fn differences(&self, laid: &Laid, correct: &Laid) -> Vec<Place> {
        let mut places: Vec<Place> = laid.keys().chain(correct.keys()).copied().collect();
        places.sort_unstable();
        places.dedup();
        let out = |place: &Place| match place {
            Place::Box(at) => self.boxes[*at].decision.is_out(),
            Place::Discards | Place::Held => true,
            Place::Dealer | Place::Community | Place::Burnt => false,
        };
        places.retain(|place| !out(place) && pile(laid, *place) != pile(correct, *place));
        places
    }
}

impl Decision {
    /// The hand has left the round with its bets.
    pub const fn is_out(self) -> bool {
        match self {
            Decision::Removed | Decision::Withdrawn => true,
            Decision::Undecided
            | Decision::Played { .. }
            | Decision::Folded(_)
            | Decision::FoldedByAbsence
            | Decision::StandingPairPlus => false,
        }
    }
}

/// Every hand of the correct deal lies whole on the table, only at another place (5.8.6, 5.1.4, 5.2).
fn curable_by_whole_hands(laid: &Laid, correct: &Laid) -> bool {
    let hands = |all: &Laid| {
        let hands = all
            .iter()
            .filter(|(place, _)| matches!(place, Place::Box(_) | Place::Dealer));
        let mut sets: Vec<CardSet> = hands.map(|(_, cards)| set(cards)).collect();
        sets.sort_unstable();
        sets
    };
    let others_right = [Place::Community, Place::Burnt]
        .iter()
        .all(|place| pile(laid, *place) == pile(correct, *place));
    others_right && hands(laid) == hands(correct)
}

fn pile(laid: &Laid, place: Place) -> CardSet {
    laid.get(&place)
        .map_or_else(CardSet::new, |cards| set(cards))
}

fn set(cards: &[Card]) -> CardSet {
    cards.iter().copied().collect()
}

fn boxes_among(places: &[Place]) -> Vec<BoxNumber> {
    let boxes = places.iter().filter_map(|place| match place {
        Place::Box(at) => Some(*at),
        Place::Dealer | Place::Community | Place::Burnt | Place::Discards | Place::Held => None,
    });
    boxes.collect()
}
