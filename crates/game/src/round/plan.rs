//! The deal a rulebook prescribes: every card and packet in order, before the first has gone out.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Phase, Round, Spot};
use crate::rulebook::{Community, CommunityMethod, Device, Rulebook};

/// One movement of the Dealer's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The first card goes aside.
    Burn,
    /// One card to this hand.
    Single(Spot),
    /// A packet of three to this hand.
    Packet(Spot),
    /// Two community cards from the shoe, after the Dealer's third.
    CommunityFromShoe,
    /// A packet of two or three to the community area.
    CommunityPacket(u8),
    /// One of the three goes, unseen.
    DiscardCommunity,
}

impl Round {
    pub(super) fn plan(&self, rulebook: &Rulebook) -> Vec<Step> {
        let mut plan = Vec::with_capacity(8);
        self.each_step(rulebook, |step| plan.push(step));
        plan
    }

    /// Clockwise from the Dealer's left, the Dealer last; community cards by the announced method.
    fn each_step(&self, rulebook: &Rulebook, mut go: impl FnMut(Step)) {
        if self.setup.has_burn(rulebook) {
            go(Step::Burn);
        }
        let community = match rulebook.community.says {
            Community::None => None,
            Community::Two => Some(self.community_method()),
        };
        if community == Some(CommunityMethod::PacketTwoFirst) {
            go(Step::CommunityPacket(2));
        }
        match self.setup.device {
            Device::Shuffler => self.spots(|spot| go(Step::Packet(spot))),
            Device::ElectronicShoe | Device::ManualShoe | Device::ByHand => {
                for _ in 0..3 {
                    self.spots(|spot| go(Step::Single(spot)));
                }
            }
        }
        match community {
            Some(CommunityMethod::ShoeLast) => go(Step::CommunityFromShoe),
            Some(CommunityMethod::PacketThreeLast) => {
                go(Step::CommunityPacket(3));
                go(Step::DiscardCommunity);
            }
            Some(CommunityMethod::PacketTwoFirst) | None => {}
        }
    }

    /// Once round the table: every hand that is dealt to, in order.
    fn spots(&self, mut deal: impl FnMut(Spot)) {
        for (at, held) in self.in_round() {
            if !held.decision.is_out() {
                deal(Spot::Box(at));
            }
        }
        deal(Spot::Dealer);
    }

    /// The movement the Dealer makes next, once bets are closed and until the last card is out.
    pub fn next_step(&self, rulebook: &Rulebook) -> Option<Step> {
        match &self.phase {
            Phase::BetsClosed => {
                let mut first = None;
                self.each_step(rulebook, |step| first = first.or(Some(step)));
                first
            }
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
