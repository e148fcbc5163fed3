//! Every card that has left the device: where it lies, and where a correct deal would have put it.
//!
//! The plan is the whole of a correct deal, movement by movement; `drawn` is the order in which the
//! cards really came. Laying the second along the first gives the correct deal at any time, however
//! wrong the one on the table is. So a report need not say what an error did: it can be worked out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::Step;
use super::{Round, Spot};
use crate::actor::Actor;
use crate::card::{Card, CardSet};
use crate::hand::Hand;
use crate::settlement::BoxNumber;

/// Where a card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Before this box.
    Box(BoxNumber),
    /// The Dealer's hand.
    Dealer,
    /// The community area.
    Community,
    /// Burnt before the deal.
    Burnt,
    /// Among the discards.
    Discards,
    /// Drawn together with others, in the Dealer's hand until their order is ruled on.
    Held,
}

/// A place and the cards there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pile {
    /// The place.
    pub place: Place,
    /// The cards there, in the order they came.
    pub cards: Vec<Card>,
}

/// Cards by where they lie.
pub type Laid = BTreeMap<Place, Vec<Card>>;

/// A card that was turned and should have stayed face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exposed {
    /// The card.
    pub card: Card,
    /// Who turned it.
    pub by: Actor,
    /// Turned while cards were still going out.
    pub in_deal: bool,
}

/// A deal that went wrong and stands: from here on the plan counts again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Accepted {
    laid: Laid,
    done: usize,
    drawn: usize,
}

/// The cards on the table and the plan they were dealt by.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Felt {
    /// The correct deal, movement by movement.
    pub plan: Vec<Step>,
    /// Movements of the plan behind us, made or missed.
    pub done: usize,
    /// In the order they left the device.
    pub drawn: Vec<Card>,
    /// What everybody has agreed to play with, however it came to lie there.
    accepted: Accepted,
    /// Cards burnt before the deal.
    pub burnt: Vec<Card>,
    /// Community cards that were discarded.
    pub discarded: Vec<Card>,
    /// The Dealer's cards.
    pub dealer: Vec<Card>,
    /// The community cards.
    pub community: Vec<Card>,
    /// Cards drawn together that wait for a ruling on their order.
    pub held: Vec<Card>,
    /// Cards turned that should have stayed down.
    pub exposed: Vec<Exposed>,
    /// Found face up in the device and used all the same (5.13).
    pub face_up: Vec<Card>,
    /// Cards known to come out next, in this order.
    pub expected: Vec<Card>,
    /// The Dealer's hand lies open.
    pub dealer_shown: bool,
    /// The community cards lie open.
    pub community_shown: bool,
}

impl Felt {
    /// Bare again for another deal; lists keep their room.
    pub(super) fn wipe(&mut self) {
        let Felt {
            plan,
            done,
            drawn,
            accepted,
            burnt,
            discarded,
            dealer,
            community,
            held,
            exposed,
            face_up,
            expected,
            dealer_shown,
            community_shown,
        } = self;
        plan.clear();
        *done = 0;
        for pile in [
            drawn, burnt, discarded, dealer, community, held, face_up, expected,
        ] {
            pile.clear();
        }
        if *accepted != Accepted::default() {
            *accepted = Accepted::default();
        }
        exposed.clear();
        (*dealer_shown, *community_shown) = (false, false);
    }

    /// The Dealer's hand, where it has three cards.
    #[inline]
    pub fn dealer_hand(&self) -> Option<Hand> {
        let cards: [Card; 3] = self.dealer.as_slice().try_into().ok()?;
        Hand::new(cards)
    }

    /// The two community cards, where there are two.
    #[inline]
    pub fn community_pair(&self) -> Option<[Card; 2]> {
        self.community.as_slice().try_into().ok()
    }

    /// The cards that have left the device.
    pub fn used(&self) -> CardSet {
        self.drawn.iter().copied().collect()
    }

    /// Those, and whatever else lies here that was never recorded as drawn.
    pub(super) fn cards(&self) -> CardSet {
        let mut cards = self.used();
        for (_, pile) in self.piles() {
            cards.extend(pile.iter().copied());
        }
        cards
    }

    /// Whether the card was turned when it should have stayed down.
    pub fn is_exposed(&self, card: Card) -> bool {
        self.face_up.contains(&card) || self.exposed.iter().any(|exposed| exposed.card == card)
    }

    /// Whether the last movement of the plan is behind us.
    pub fn is_complete(&self) -> bool {
        self.done >= self.plan.len()
    }

    /// Where the cards drawn so far belong; one too many belongs among the discards.
    fn correct(&self, discards: CommunityDiscards) -> Laid {
        let Accepted { laid, done, drawn } = &self.accepted;
        let mut laid = laid.clone();
        let slots = self.plan[*done..].iter().flat_map(|step| step.slots());
        let places = slots.chain(core::iter::repeat(Place::Discards));
        for (card, place) in self.drawn[*drawn..self.known()].iter().zip(places) {
            laid.entry(place).or_default().push(*card);
        }
        let discarded = self.behind().contains(&Step::DiscardCommunity);
        match laid.get_mut(&Place::Community) {
            Some(community) if discarded && community.len() == 3 => {
                let gone = community.remove(discards.0);
                laid.entry(Place::Discards).or_default().push(gone);
            }
            Some(_) | None => {}
        }
        laid
    }

    /// Cards drawn together wait at the end of the row until their order is ruled on.
    fn known(&self) -> usize {
        self.drawn.len() - self.held.len()
    }

    /// How many cards each place should have by now. A deal that stands stands with right counts:
    /// a hand of two or four is never agreed to.
    pub(super) fn due(&self, place: Place) -> usize {
        let made = &self.plan[..self.done.min(self.plan.len())];
        let slots = made.iter().flat_map(|step| step.slots());
        let count = slots.filter(|slot| *slot == place).count();
        let discarded = made.contains(&Step::DiscardCommunity);
        if place == Place::Community && discarded {
            count.min(2)
        } else {
            count
        }
    }

    /// Whether a card should have been burnt and none was.
    pub(super) fn burn_missed(&self) -> bool {
        self.behind().contains(&Step::Burn) && self.burnt.is_empty()
    }

    /// The movements since the last accepted deal.
    fn behind(&self) -> &[Step] {
        let done = self.done.min(self.plan.len());
        &self.plan[self.accepted.done.min(done)..done]
    }

    /// The deal stands as it lies.
    pub(super) fn accept(&mut self, mut laid: Laid) {
        laid.remove(&Place::Held);
        self.accepted = Accepted {
            laid,
            done: self.done.min(self.plan.len()),
            drawn: self.known(),
        };
    }

    /// After a reconstruction: the plan goes on behind the last card drawn, and a packet of which
    /// a part is out is finished card by card.
    pub(super) fn resume_plan(&mut self) {
        let mut left = self.known() - self.accepted.drawn;
        let mut at = self.accepted.done;
        while let Some(step) = self.plan.get(at) {
            let cards = step.cards();
            // A discard takes no card from the device: it is behind us only if it was made.
            let discard_to_make = cards == 0 && at >= self.done;
            if cards > left || discard_to_make {
                break;
            }
            left -= cards;
            at += 1;
        }
        if let (1.., Some(step)) = (left, self.plan.get(at).copied()) {
            let (out, rest) = step.broken_after(left);
            let after = out.len();
            self.plan.splice(at..=at, out.into_iter().chain(rest));
            at += after;
        }
        self.done = at;
    }

    pub(super) fn read_as(&mut self, was: Card, is: Card) {
        let piles = [
            &mut self.drawn,
            &mut self.burnt,
            &mut self.discarded,
            &mut self.dealer,
            &mut self.community,
            &mut self.held,
            &mut self.face_up,
            &mut self.expected,
        ];
        let accepted = self.accepted.laid.values_mut();
        for card in piles.into_iter().chain(accepted).flatten() {
            if *card == was {
                *card = is;
            }
        }
        for exposed in &mut self.exposed {
            if exposed.card == was {
                exposed.card = is;
            }
        }
    }

    /// A box is out of the round: no more cards go there.
    pub(super) fn drop_steps_to(&mut self, at: BoxNumber) {
        let spot = Spot::Box(at);
        let done = self.done.min(self.plan.len());
        let rest = self.plan.split_off(done);
        let kept = rest
            .into_iter()
            .filter(|step| !matches!(step, Step::Single(to) | Step::Packet(to) if *to == spot));
        self.plan.extend(kept);
    }

    /// Lays `cards` down at a place that is no box.
    pub(super) fn put(&mut self, place: Place, cards: &[Card]) {
        match place {
            Place::Dealer => self.dealer.extend_from_slice(cards),
            Place::Community => self.community.extend_from_slice(cards),
            Place::Burnt => self.burnt.extend_from_slice(cards),
            Place::Discards => self.discarded.extend_from_slice(cards),
            Place::Held => self.held.extend_from_slice(cards),
            Place::Box(_) => unreachable!("a box keeps its own cards"),
        }
    }

    fn piles(&self) -> [(Place, &Vec<Card>); 5] {
        [
            (Place::Dealer, &self.dealer),
            (Place::Community, &self.community),
            (Place::Burnt, &self.burnt),
            (Place::Discards, &self.discarded),
            (Place::Held, &self.held),
        ]
    }
}

/// Which of three community cards goes (ML-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommunityDiscards(pub usize);

impl Step {
    /// One place a card, in the order of the movement.
    fn slots(self) -> Vec<Place> {
        match self {
            Step::Burn => vec![Place::Burnt],
            Step::Single(spot) => vec![spot.place()],
            Step::Packet(spot) => vec![spot.place(); 3],
            Step::CommunityFromShoe => vec![Place::Community; 2],
            Step::CommunityPacket(count) => vec![Place::Community; usize::from(count)],
            Step::DiscardCommunity => Vec::new(),
        }
    }

    pub(super) fn cards(self) -> usize {
        self.slots().len()
    }

    /// The same movement in two: `out` cards of it made, the rest still to make.
    fn broken_after(self, out: usize) -> (Vec<Step>, Vec<Step>) {
        match self {
            Step::Packet(spot) => (
                vec![Step::Single(spot); out],
                vec![Step::Single(spot); 3 - out],
            ),
            Step::CommunityFromShoe | Step::CommunityPacket(_) => {
                let part = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
                let rest = self.cards() - out;
                (
                    vec![Step::CommunityPacket(part(out))],
                    vec![Step::CommunityPacket(part(rest))],
                )
            }
            Step::Burn | Step::Single(_) | Step::DiscardCommunity => (Vec::new(), vec![self]),
        }
    }
}

impl Spot {
    /// The place of that hand.
    pub fn place(self) -> Place {
        match self {
            Spot::Box(at) => Place::Box(at),
            Spot::Dealer => Place::Dealer,
        }
    }
}

impl Round {
    /// The cards as they lie.
    pub fn laid(&self) -> Laid {
        let boxes = self.boxes().map(|(at, held)| (Place::Box(at), &held.cards));
        let felt = self.felt().map(Felt::piles);
        boxes
            .chain(felt.into_iter().flatten())
            .filter(|(_, cards)| !cards.is_empty())
            .map(|(place, cards)| (place, cards.clone()))
            .collect()
    }

    /// The cards as a correct deal would have laid them.
    pub(super) fn correct_deal(&self, discards: CommunityDiscards) -> Laid {
        self.felt()
            .map_or_else(Laid::new, |felt| felt.correct(discards))
    }

    /// Where a card on the table lies.
    pub(super) fn place_of(&self, card: Card) -> Option<Place> {
        let laid = self.laid();
        let found = laid.into_iter().find(|(_, cards)| cards.contains(&card));
        found.map(|(place, _)| place)
    }
}
