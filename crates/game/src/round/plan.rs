//! The deal a rulebook prescribes: every card and packet in order, before the first has gone out.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Phase, Round, Spot};
use crate::rulebook::{Community, CommunityMethod, Device, Rulebook};

/// One movement of the Dealer's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Burn,
    Single(Spot),
    Packet(Spot),
    /// Two community cards from the shoe, after the Dealer's third.
    CommunityFromShoe,
    /// A packet of two or three to the community area.
    CommunityPacket(u8),
    /// One of the three goes, unseen.
    DiscardCommunity,
}

impl Round {
    /// Clockwise from the Dealer's left, the Dealer last; community cards by the announced method.
    pub(super) fn plan(&self, rulebook: &Rulebook) -> Vec<Step> {
        let boxes = self.in_round().filter(|(_, held)| !held.decision.is_out());
        let boxes = boxes.map(|(at, _)| Spot::Box(at));
        let spots: Vec<Spot> = boxes.chain([Spot::Dealer]).collect();
        let mut plan = Vec::new();
        if self.setup.burns(rulebook) {
            plan.push(Step::Burn);
        }
        let community = match rulebook.community.says {
            Community::None => None,
            Community::Two => Some(self.community_method()),
        };
        if community == Some(CommunityMethod::PacketTwoFirst) {
            plan.push(Step::CommunityPacket(2));
        }
        match self.setup.device {
            Device::Shuffler => plan.extend(spots.iter().map(|spot| Step::Packet(*spot))),
            Device::ElectronicShoe | Device::ManualShoe | Device::ByHand => {
                for _ in 0..3 {
                    plan.extend(spots.iter().map(|spot| Step::Single(*spot)));
                }
            }
        }
        match community {
            Some(CommunityMethod::ShoeLast) => plan.push(Step::CommunityFromShoe),
            Some(CommunityMethod::PacketThreeLast) => {
                plan.extend([Step::CommunityPacket(3), Step::DiscardCommunity]);
            }
            Some(CommunityMethod::PacketTwoFirst) | None => {}
        }
        plan
    }

    /// The movement the Dealer makes next, once bets are closed and until the last card is out.
    pub fn next_step(&self, rulebook: &Rulebook) -> Option<Step> {
        match &self.phase {
            Phase::BetsClosed => self.plan(rulebook).first().copied(),
            Phase::Dealing(felt) => felt.plan.get(felt.done).copied(),
            Phase::BetsOpen
            | Phase::Deciding(_)
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => None,
        }
    }

    fn community_method(&self) -> CommunityMethod {
        match self.setup.device {
            Device::Shuffler => self.method.unwrap_or(CommunityMethod::PacketThreeLast),
            Device::ElectronicShoe | Device::ManualShoe | Device::ByHand => {
                CommunityMethod::ShoeLast
            }
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Burn => f.write_str("the burnt card"),
            Step::Single(spot) => write!(f, "a card to {spot}"),
            Step::Packet(spot) => write!(f, "a packet of three to {spot}"),
            Step::CommunityFromShoe => f.write_str("two community cards"),
            Step::CommunityPacket(count) => {
                write!(f, "a packet of {count} to the community area")
            }
            Step::DiscardCommunity => f.write_str("the discard of one community card"),
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Box(at) => write!(f, "box {}", at.0),
            Spot::Dealer => f.write_str("the Dealer"),
        }
    }
}
