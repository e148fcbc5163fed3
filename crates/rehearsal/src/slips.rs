//! The Dealer's hand going astray, cards seen before their time, and nonsense.

use game::{
    Actor, Area, BoxNumber, Card, Money, Phase, Place, PlayerId, Report, Request, Slip, Step,
};

use super::driver::Driver;
use super::scene::DEALER;
use super::ways::{self, Way};

impl Driver {
    /// The Dealer's hand goes astray, or a person says that it did.
    pub fn slips(&mut self) -> Option<Way> {
        let round = self.checked.round()?;
        let dealing = matches!(round.phase(), Phase::BetsClosed | Phase::Dealing(_));
        let wrong = self.dice.one_in(3);
        if !dealing || wrong {
            let boxes = vec![self.staked_box(), self.staked_box()];
            let what = "the cards stuck together".to_owned();
            return if self.dice.one_in(4) {
                self.reports(Report::DealingError { what, boxes })
            } else {
                self.reports(Report::Misdealt)
            };
        }
        let step = round.next_step(&self.checked.rulebook)?;
        if step == Step::Burn && self.dice.one_in(2) {
            let slip = Slip::Missed;
            return Some((DEALER, Request::Slip { slip }));
        }
        let left = ways::in_device(&self.checked, round, &self.deck);
        let usual = match step {
            Step::Packet(_) => 3,
            Step::CommunityFromShoe => 2,
            Step::CommunityPacket(count) => usize::from(count),
            Step::Burn | Step::Single(_) | Step::DiscardCommunity => 1,
        };
        let count = self.dice.pick(&[usual, usual, usual, 1, 2]);
        let cards = left.get(..count)?.to_vec();
        let to = self.place();
        let slip = match self.dice.below(6) {
            0 => Slip::Missed,
            1 => Slip::Extra { cards, to },
            2 => {
                // Two packets, or two cards, change places.
                let to = self.other_place(step);
                Slip::Instead { cards, to }
            }
            _ => Slip::Instead { cards, to },
        };
        Some((DEALER, Request::Slip { slip }))
    }

    fn place(&mut self) -> Place {
        let at = self.staked_box();
        self.dice.pick(&[
            Place::Box(at),
            Place::Box(at),
            Place::Box(at),
            Place::Dealer,
            Place::Dealer,
            Place::Community,
            Place::Burnt,
            Place::Discards,
        ])
    }

    /// The place of the movement after next, as if two were swapped.
    fn other_place(&mut self, step: Step) -> Place {
        match step {
            Step::Single(spot) | Step::Packet(spot) => {
                let at = self.staked_box();
                if spot.place() == Place::Box(at) {
                    Place::Dealer
                } else {
                    Place::Box(at)
                }
            }
            Step::Burn
            | Step::CommunityFromShoe
            | Step::CommunityPacket(_)
            | Step::DiscardCommunity => self.place(),
        }
    }

    pub fn exposures(&mut self) -> Option<Way> {
        let place = self.place();
        let round = self.checked.round()?;
        let lies = round.laid().remove(&place).unwrap_or_default();
        let left = ways::in_device(&self.checked, round, &self.deck);
        let (first, second) = (left.first().copied(), left.get(1).copied());
        let dealing = matches!(round.phase(), Phase::BetsClosed | Phase::Dealing(_));
        match self.dice.below(6) {
            0 | 1 if dealing => self.reports(Report::FaceUp { card: first? }),
            2 | 3 if dealing => {
                let mut cards = vec![first?, second?];
                if self.dice.one_in(4) {
                    cards.extend(left.get(2).copied());
                }
                self.reports(Report::Together { cards })
            }
            _ => {
                let count = self.dice.pick(&[1, 1, 2, 3]);
                let cards: Vec<Card> = lies.into_iter().take(count).collect();
                let by =
                    self.dice
                        .pick(&[DEALER, DEALER, Actor::Player(PlayerId(1)), Actor::System]);
                if cards.is_empty() {
                    return self.sensible();
                }
                self.reports(Report::Exposed { cards, by })
            }
        }
    }

    /// Any command by any actor, whether or not it makes sense now.
    pub fn anything(&mut self) -> Option<Way> {
        let requests = self.nonsense();
        let nth = usize::try_from(self.dice.below(requests.len() as u64)).unwrap();
        let asks = requests.into_iter().nth(nth)?;
        Some((self.any_actor(), asks))
    }

    fn nonsense(&mut self) -> Vec<Request> {
        let (at, amount, player) = (self.any_box(), self.amount(), self.player());
        let amount = self.dice.pick(&[amount, Money::ZERO, Money::minor(-1)]);
        let area = self.dice.pick(&Area::ALL);
        let card = self.dice.pick(&Card::ALL);
        let place = self.place();
        let displayed = self.checked.model.purses.meter;
        let report = Report::Found {
            place,
            cards: vec![card; 2],
        };
        vec![
            Request::OpenBets,
            Request::CloseTable,
            Request::Sit { at },
            Request::PlaceBet { at, area, amount },
            Request::PlaceBetFor {
                player,
                at,
                area,
                amount,
            },
            Request::OfferJackpot { at },
            Request::TakeBack { at, area },
            Request::CallMissingPairPlus,
            Request::Burn { card },
            Request::DealNext { card },
            Request::DealPacket {
                cards: vec![card; 3],
            },
            Request::DealCommunity { cards: [card; 2] },
            Request::DiscardCommunity,
            Request::Slip {
                slip: Slip::Extra {
                    cards: vec![card],
                    to: place,
                },
            },
            Request::Look { at },
            Request::Play { at, amount },
            Request::StandPairPlus { at },
            Request::CollectFolded,
            Request::ShowBox { at },
            Request::Reveal { at },
            Request::EstablishHand { at },
            Request::EstablishHand { at: BoxNumber(1) },
            Request::ViewHidden { at },
            Request::ClaimJackpot { at },
            Request::Settle { at },
            Request::PayJackpots { displayed },
            Request::Conclude,
            Request::EndChoices,
            Request::CountDeck { counted: 52 },
            Request::Report { report },
            Request::ApproveCorrection,
            Request::ClearFault,
        ]
    }
}
