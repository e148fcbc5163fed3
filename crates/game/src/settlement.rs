//! Who is paid what, and by which clause.
//!
//! One set of functions settles a live round, box by box as the Dealer works, and a round that was
//! written down and is settled whole. Nothing here knows how the round came about: it is given what
//! lay on the table when the Dealer's hand was shown, and answers with lines a player can read.
//!
//! Read in this order: [`standing`] (is the box still in), [`stakes`] (how much of a bet counts),
//! [`boxes`] (Play, Ante, Ante Bonus, Pair Plus, side bet), [`jackpot`] (awards, meter, envy),
//! [`explain`] (the sentence for the player).

mod award;
mod boxes;
mod envy;
mod explain;
mod jackpot;
mod stakes;
mod standing;
mod verdict;

use serde::{Deserialize, Serialize};

pub use award::JackpotAward;
pub use boxes::{Lines, settle_box};
pub use explain::{Explained, Reason};
pub(crate) use jackpot::jackpot_bet_ended;
pub use jackpot::{JackpotPayment, JackpotSettlement, LinkedWin, jackpot_row, settle_jackpots};
pub use standing::{Fate, FoldedPairPlus, Standing, standing};

use crate::card::Card;
use crate::clause::{Citations, Cites};
use crate::hand::{Hand, Strength};
use crate::money::Money;
use crate::rulebook::{LiteralAce, Qualifier, Rulebook, SeatOrder};
use crate::wager::Wager;

/// A person at the table; equal ids are one person, on however many boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PlayerId(pub u32);

/// A betting box, counted from 1 at the Dealer's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct BoxNumber(pub u8);

/// The least and the most a bet may be; a bound that is not set has no effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    /// The least.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub min: Option<Money>,
    /// The most.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub max: Option<Money>,
}

impl Bounds {
    /// At least `min` and at most `max`.
    pub const fn between(min: Money, max: Money) -> Bounds {
        Bounds {
            min: Some(min),
            max: Some(max),
        }
    }
}

/// A table's limits. Play takes the Ante's (G-22).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Of the Ante, and so of Play.
    #[serde(default)]
    pub ante: Bounds,
    /// Of Pair Plus.
    #[serde(default)]
    pub pair_plus: Bounds,
    /// Of the side bet on five of six cards.
    #[serde(default)]
    pub five_card: Bounds,
}

/// What the jackpot stands at and what a bet on it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JackpotTerms {
    /// The set amount of a jackpot bet.
    pub stake: Money,
    /// The meter, with this round's contributions already in it (G-04).
    pub displayed: Money,
    /// What the meter goes back to when the whole of it is won.
    pub seed: Money,
}

/// The chips on one box when the Dealer's hand is shown; nothing where there is no bet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    /// On the Ante.
    pub ante: Money,
    /// On Play.
    pub play: Money,
    /// On Pair Plus.
    pub pair_plus: Money,
    /// On the side bet.
    pub five_card: Money,
    /// On the jackpot spot.
    pub jackpot: Money,
}

/// One box as the settlement finds it.
#[derive(Clone, Copy, Debug)]
pub struct StakedBox {
    /// Which box.
    pub number: BoxNumber,
    /// The Player whose bets these are.
    pub player: PlayerId,
    /// None where the box has no hand that counts.
    pub hand: Option<Hand>,
    /// The chips on it.
    pub stakes: Stakes,
    /// How it came to the end of the round.
    pub fate: Fate,
    /// The Player told the Dealer of a jackpot hand; asked only where he must (R20-08).
    pub claimed: bool,
    /// This Player's one settled stake below the minimum is behind him (mbs-2019 5.13).
    pub grace_used: bool,
}

/// Everything on the table at the end of a round.
#[derive(Clone, Copy, Debug)]
pub struct Showdown<'a> {
    /// The Dealer's hand.
    pub dealer: Hand,
    /// The community cards, where the game has them.
    pub community: Option<[Card; 2]>,
    /// The table's limits.
    pub limits: Limits,
    /// The jackpot's figures, where the game has one.
    pub jackpot: Option<JackpotTerms>,
    /// Wins at linked tables that are paid before, and after, this table's.
    pub paid_before: &'a [LinkedWin],
    /// Those paid after.
    pub paid_after: &'a [LinkedWin],
    /// Every box with a bet.
    pub boxes: &'a [StakedBox],
}

/// The Dealer's hand and whether it plays.
#[derive(Clone, Copy, Debug)]
pub struct DealerHand {
    /// The hand.
    pub hand: Hand,
    /// Whether it plays: Queen high or better, as the rulebook reads that.
    pub qualifies: bool,
}

/// How a bet ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Paid.
    Win,
    /// Taken.
    Lose,
    /// Compared or not, it neither won nor lost.
    StandOff,
    /// The bet did not count.
    Returned,
}

/// What becomes of one bet, or one payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Which bet or payment.
    pub wager: Wager,
    /// The chips that lay there.
    pub staked: Money,
    /// The part that wins or loses; the rest goes back.
    pub at_risk: Money,
    /// Everything handed back on this line, stake included.
    pub returned: Money,
    /// How it ended.
    pub outcome: Outcome,
    /// The clauses it rests on.
    pub cites: Citations,
    /// What decided it.
    pub reason: Reason,
}

/// One box, settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledBox {
    /// Which box.
    pub number: BoxNumber,
    /// The Player whose bets these were.
    pub player: PlayerId,
    /// The hand, where one counted.
    pub hand: Option<Hand>,
    /// In the order of [`Wager`].
    pub lines: Vec<Line>,
}

/// A whole round, settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// In the order the boxes were given.
    pub boxes: Vec<SettledBox>,
    /// The boxes still in when the Dealer's hand is shown, in the order they are settled.
    pub order: Vec<BoxNumber>,
    /// Awards and meter, where the game has a jackpot.
    pub jackpot: Option<JackpotSettlement>,
}

impl Outcome {
    /// The word written for it in logs and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Lose => "lose",
            Outcome::StandOff => "stand_off",
            Outcome::Returned => "returned",
        }
    }
}

impl SettledBox {
    /// The chips of all its lines.
    pub fn staked(&self) -> Money {
        self.lines.iter().map(|line| line.staked).sum()
    }

    /// Everything handed back on its lines.
    pub fn returned(&self) -> Money {
        self.lines.iter().map(|line| line.returned).sum()
    }
}

impl Settlement {
    /// Minus the sum of the boxes' nets, awards out of the meter included.
    pub fn house_net(&self) -> Money {
        self.boxes.iter().map(|b| b.staked() - b.returned()).sum()
    }
}

impl DealerHand {
    /// Queen-high or better by rank, or by the card where the house runs mbs-2019 3.11 to the letter.
    pub fn new(rulebook: &Rulebook, hand: Hand) -> DealerHand {
        let has_court = || {
            hand.cards()
                .iter()
                .any(|card| card.rank() >= crate::Rank::Queen)
        };
        let qualifies = match rulebook.qualifier.says {
            Qualifier::ByRank => hand.strength() >= Strength::QUEEN_HIGH,
            Qualifier::LiteralCard => {
                let ace_is_one = rulebook.literal_ace.says == Some(LiteralAce::Low);
                has_court() && !(ace_is_one && is_three_two_ace(hand))
            }
        };
        DealerHand { hand, qualifies }
    }
}

/// Settles a round that was played to its end.
pub fn settle(rulebook: &Rulebook, showdown: &Showdown<'_>) -> Settlement {
    let dealer = DealerHand::new(rulebook, showdown.dealer);
    let jackpot = settle_jackpots(rulebook, showdown);
    let mut boxes: Vec<SettledBox> = showdown
        .boxes
        .iter()
        .map(|staked| {
            let mut lines = Lines::none();
            settle_box(rulebook, &showdown.limits, dealer, staked, &mut lines);
            SettledBox {
                number: staked.number,
                player: staked.player,
                hand: staked.hand,
                lines: lines.iter().copied().collect(),
            }
        })
        .collect();
    for (settled, lines) in boxes.iter_mut().zip(&jackpot.lines) {
        settled.lines.extend(lines.iter().flatten());
    }
    let order = settlement_order(rulebook, showdown.boxes);
    let jackpot = showdown.jackpot.map(|_| jackpot);
    Settlement {
        boxes,
        order,
        jackpot,
    }
}

/// A void round: every bet goes back under `clause`, and nothing else happens (G-07).
pub fn settle_void(showdown_boxes: &[StakedBox], clause: Cites, void: Cites) -> Vec<SettledBox> {
    let cites = Citations::two(clause, void);
    showdown_boxes
        .iter()
        .map(|staked| SettledBox {
            number: staked.number,
            player: staked.player,
            hand: None,
            lines: staked.stakes.hand_back(cites, Reason::Void),
        })
        .collect()
}

/// The boxes neither folded, removed nor withdrawn, from the side the rulebook starts at (G-17, OFG-15).
pub fn settlement_order(rulebook: &Rulebook, boxes: &[StakedBox]) -> Vec<BoxNumber> {
    let in_round = boxes
        .iter()
        .filter(|staked| match standing(rulebook, staked) {
            Standing::Out { .. } | Standing::Folded { .. } => false,
            Standing::Shown | Standing::Hidden | Standing::NotDealt => true,
        });
    let mut order: Vec<BoxNumber> = in_round.map(|staked| staked.number).collect();
    order.sort_unstable();
    match rulebook.settle_seat_order.says {
        SeatOrder::LeftFirst | SeatOrder::Custom => {}
        SeatOrder::RightFirst => order.reverse(),
    }
    order
}

impl Stakes {
    /// What was staked, in the order lines are printed.
    pub fn bets(&self) -> [(Wager, Money); 5] {
        [
            (Wager::Play, self.play),
            (Wager::Ante, self.ante),
            (Wager::PairPlus, self.pair_plus),
            (Wager::FiveCard, self.five_card),
            (Wager::Jackpot, self.jackpot),
        ]
    }

    /// Every bet back to the Player who staked it.
    fn hand_back(&self, cites: Citations, reason: Reason) -> Vec<Line> {
        let bets = self
            .bets()
            .into_iter()
            .filter(|(_, staked)| staked.is_positive());
        bets.map(|(wager, staked)| Line::back(wager, staked, cites, reason))
            .collect()
    }
}

impl Line {
    /// A bet that did not count.
    pub(crate) fn back(wager: Wager, staked: Money, cites: Citations, reason: Reason) -> Line {
        Line {
            wager,
            staked,
            at_risk: Money::ZERO,
            returned: staked,
            outcome: Outcome::Returned,
            cites,
            reason,
        }
    }
}

fn is_three_two_ace(hand: Hand) -> bool {
    use crate::Rank::{Ace, Three, Two};
    [Ace, Two, Three]
        .iter()
        .all(|rank| hand.cards().iter().any(|card| card.rank() == *rank))
}
