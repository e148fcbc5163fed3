//! What is due, as the request that does it.

use super::super::{Report, Request, Step};
use super::{DealerDuty, HouseDuty, NextDuty};
use crate::actor::{Actor, Post};
use crate::card::Card;
use crate::money::Money;

impl NextDuty {
    /// The request that does it and who makes it, where that is no one's choice: what a dealer who is a
    /// program asks for. `staff` is who holds a post at this table; `next` are the cards that come out
    /// of the device and `displayed` is the meter.
    ///
    /// While bets are open this is the step that ends them: the caller says when everybody has bet.
    /// `None` where a person has to choose, decide, rule or raise a bet, and where the cards are too few.
    pub fn request(
        &self,
        staff: impl Fn(Post) -> Actor,
        next: &[Card],
        displayed: Money,
    ) -> Option<(Actor, Request)> {
        match self {
            NextDuty::House(duty) => Some((staff(Post::House), duty.request()?)),
            NextDuty::Dealer(duty)
            | NextDuty::Bets {
                then: duty,
                short: None,
            } => {
                let request = duty.request(next, displayed)?;
                Some((duty.actor(staff(Post::Dealer)), request))
            }
            NextDuty::Bets { short: Some(_), .. }
            | NextDuty::Decision { .. }
            | NextDuty::Reveal { .. }
            | NextDuty::Ruling { .. }
            | NextDuty::Choices { .. } => None,
        }
    }

    /// How many cards it takes out of the device.
    pub fn cards(&self) -> usize {
        match self {
            NextDuty::Dealer(duty) | NextDuty::Bets { then: duty, .. } => duty.cards(),
            NextDuty::House(_)
            | NextDuty::Decision { .. }
            | NextDuty::Reveal { .. }
            | NextDuty::Ruling { .. }
            | NextDuty::Choices { .. } => 0,
        }
    }
}

impl HouseDuty {
    /// The request that does it, where nothing is left to choose.
    pub fn request(self) -> Option<Request> {
        match self {
            HouseDuty::DisplayNotice { notice } => Some(Request::DisplayNotice { notice }),
            HouseDuty::CloseTable => Some(Request::CloseTable),
            HouseDuty::OpenTable | HouseDuty::ChooseMethod | HouseDuty::ChooseFaultMode => None,
        }
    }
}

impl DealerDuty {
    /// Who asks for it: the Dealer who has the table, or the system where the jackpots are paid.
    pub fn actor(self, dealer: Actor) -> Actor {
        if let DealerDuty::PayJackpots = self {
            Actor::System
        } else {
            dealer
        }
    }

    /// How many cards it takes out of the device.
    pub fn cards(self) -> usize {
        if let DealerDuty::Deal(step) = self {
            step.cards()
        } else {
            0
        }
    }

    /// The request that does it, made by its [actor](Self::actor).
    /// `next` are the cards that come out of the device and `displayed` is the meter; `None` where
    /// the device has too few.
    pub fn request(self, next: &[Card], displayed: Money) -> Option<Request> {
        Some(match self {
            DealerDuty::OpenBets => Request::OpenBets,
            DealerDuty::OfferJackpot { at } => Request::OfferJackpot { at },
            DealerDuty::CloseBets => Request::CloseBets,
            DealerDuty::InformOneHand { player } => Request::InformOneHand { player },
            DealerDuty::CallMissingPairPlus => Request::CallMissingPairPlus,
            DealerDuty::Deal(step) => return step.request(next),
            DealerDuty::CountDeck => Request::CountDeck { counted: 52 },
            DealerDuty::ReportMisdeal => Request::Report {
                report: Report::Misdealt,
            },
            DealerDuty::CollectFolded => Request::CollectFolded,
            DealerDuty::ShowDealer => Request::ShowDealer,
            DealerDuty::ShowBox { at } => Request::ShowBox { at },
            DealerDuty::Settle { at } => Request::Settle { at },
            DealerDuty::PayJackpots => Request::PayJackpots { displayed },
            DealerDuty::Conclude => Request::Conclude,
        })
    }
}

impl Step {
    /// The request that makes this movement with the cards that come next.
    pub fn request(self, next: &[Card]) -> Option<Request> {
        let packet = |count: usize| next.get(..count).map(<[Card]>::to_vec);
        Some(match self {
            Step::Burn => Request::Burn {
                card: *next.first()?,
            },
            Step::Single(_) => Request::DealNext {
                card: *next.first()?,
            },
            Step::Packet(_) => Request::DealPacket { cards: packet(3)? },
            Step::CommunityPacket(count) => Request::DealPacket {
                cards: packet(usize::from(count))?,
            },
            Step::CommunityFromShoe => Request::DealCommunity {
                cards: [*next.first()?, *next.get(1)?],
            },
            Step::DiscardCommunity => Request::DiscardCommunity,
        })
    }
}
