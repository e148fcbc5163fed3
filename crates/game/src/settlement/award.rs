//! The awards of a jackpot table by name: what an event, a link's log and a written-down round call
//! them. `major` is the whole meter; every other award bears the name of its hand.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::jackpot::JackpotPayment;
use crate::five_card::FiveCardRank;
use crate::hand::HandRank;
use crate::rulebook::{Award, JackpotHand, JackpotRow};

/// An award of a jackpot table, three-card or five-card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum JackpotAward {
    /// The whole meter, whatever hand wins it.
    Major,
    /// For no pair.
    HighCard,
    /// For a pair.
    Pair,
    /// For two pairs of five cards.
    TwoPair,
    /// For three of a kind.
    ThreeOfAKind,
    /// For a straight.
    Straight,
    /// For a flush.
    Flush,
    /// For a full house of five cards.
    FullHouse,
    /// For four of a kind of five cards.
    FourOfAKind,
    /// For a straight flush.
    StraightFlush,
    /// For A-K-Q of a suit.
    MiniRoyal,
    /// For A-K-Q-J-10 of a suit.
    RoyalFlush,
}

impl JackpotAward {
    /// The award this row of a jackpot table pays.
    pub fn of(row: &JackpotRow) -> JackpotAward {
        match row.award {
            Award::Percent(100) => JackpotAward::Major,
            Award::Percent(_) | Award::Sum(_) | Award::ForOne(_) => {
                JackpotAward::for_hand(row.hand)
            }
        }
    }

    /// As INTERFACE.md names it; the same that serde writes.
    pub const fn name(self) -> &'static str {
        match self {
            JackpotAward::Major => "major",
            JackpotAward::HighCard => FiveCardRank::HighCard.name(),
            JackpotAward::Pair => FiveCardRank::Pair.name(),
            JackpotAward::TwoPair => FiveCardRank::TwoPair.name(),
            JackpotAward::ThreeOfAKind => FiveCardRank::ThreeOfAKind.name(),
            JackpotAward::Straight => FiveCardRank::Straight.name(),
            JackpotAward::Flush => FiveCardRank::Flush.name(),
            JackpotAward::FullHouse => FiveCardRank::FullHouse.name(),
            JackpotAward::FourOfAKind => FiveCardRank::FourOfAKind.name(),
            JackpotAward::StraightFlush => FiveCardRank::StraightFlush.name(),
            JackpotAward::MiniRoyal => HandRank::MiniRoyal.name(),
            JackpotAward::RoyalFlush => FiveCardRank::RoyalFlush.name(),
        }
    }

    fn for_hand(hand: JackpotHand) -> JackpotAward {
        match hand {
            JackpotHand::SpadeRoyal
            | JackpotHand::OtherRoyal
            | JackpotHand::ThreeCards(HandRank::MiniRoyal) => JackpotAward::MiniRoyal,
            JackpotHand::ThreeCards(HandRank::HighCard)
            | JackpotHand::FiveCards(FiveCardRank::HighCard) => JackpotAward::HighCard,
            JackpotHand::ThreeCards(HandRank::Pair)
            | JackpotHand::FiveCards(FiveCardRank::Pair) => JackpotAward::Pair,
            JackpotHand::ThreeCards(HandRank::Flush)
            | JackpotHand::FiveCards(FiveCardRank::Flush) => JackpotAward::Flush,
            JackpotHand::ThreeCards(HandRank::Straight)
            | JackpotHand::FiveCards(FiveCardRank::Straight) => JackpotAward::Straight,
            JackpotHand::ThreeCards(HandRank::ThreeOfAKind)
            | JackpotHand::FiveCards(FiveCardRank::ThreeOfAKind) => JackpotAward::ThreeOfAKind,
            JackpotHand::ThreeCards(HandRank::StraightFlush)
            | JackpotHand::FiveCards(FiveCardRank::StraightFlush) => JackpotAward::StraightFlush,
            JackpotHand::FiveCards(FiveCardRank::TwoPair) => JackpotAward::TwoPair,
            JackpotHand::FiveCards(FiveCardRank::FullHouse) => JackpotAward::FullHouse,
            JackpotHand::FiveCards(FiveCardRank::FourOfAKind) => JackpotAward::FourOfAKind,
            JackpotHand::FiveCards(FiveCardRank::RoyalFlush) => JackpotAward::RoyalFlush,
        }
    }
}

impl fmt::Display for JackpotAward {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl JackpotPayment {
    /// Which award of the jackpot table it is.
    pub fn award(&self) -> JackpotAward {
        JackpotAward::of(&self.row)
    }

    /// `major` for the whole meter, else the hand.
    pub fn award_name(&self) -> &'static str {
        self.award().name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Money;
    use crate::rulebook::JackpotKind;

    /// What is stored is what was stored when an award was a text: the name of its hand, or `major`.
    #[test]
    fn an_award_is_stored_under_the_name_of_its_hand() {
        let kinds = [JackpotKind::ThreeCard, JackpotKind::FiveCardLinked];
        for hand in kinds.into_iter().flat_map(JackpotHand::listed) {
            for award in [
                Award::Percent(10),
                Award::Sum(Money::major(1)),
                Award::ForOne(3),
            ] {
                let envy = None;
                let found = JackpotAward::of(&JackpotRow { hand, award, envy });
                assert_eq!(found.name(), hand.name());
                let written = serde_json::to_value(found).unwrap();
                assert_eq!(written, hand.name());
                assert_eq!(
                    serde_json::from_value::<JackpotAward>(written).unwrap(),
                    found
                );
            }
            let (award, envy) = (Award::Percent(100), None);
            let found = JackpotAward::of(&JackpotRow { hand, award, envy });
            assert_eq!(found, JackpotAward::Major);
            assert_eq!(serde_json::to_value(found).unwrap(), "major");
        }
    }
}
