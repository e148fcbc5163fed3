//! Pay tables: what a hand is worth, in the rulebooks' own order and units.

use core::fmt;
use std::borrow::Cow;

use super::choices::JackpotKind;
use super::ruling::Value;
use crate::clause::Cites;
use crate::five_card::{BestOfSix, FiveCardRank};
use crate::hand::HandRank;
use crate::money::{Money, Odds};
use crate::wager::Wager;

/// A table on the Player's three cards, "to 1" for each rank from high card to mini royal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayTable([u32; 7]);

/// What the six-card side bet pays "to 1", three of a kind first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideBetTable(pub [u32; 8]);

/// A progressive jackpot's table, the best hand first.
///
/// A rulebook's own rows are written in the program, a designer's are read from a file: hence owned
/// or borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JackpotTable(Cow<'static, [JackpotRow]>);

/// One row of a progressive jackpot's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JackpotRow {
    /// The hand.
    pub hand: JackpotHand,
    /// What it wins.
    pub award: Award,
    /// What every other eligible jackpot bet receives when another box makes this hand.
    pub envy: Option<Money>,
}

/// The hands a jackpot table lists. Three-card tables know the suit of an A-K-Q, five-card ones do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JackpotHand {
    /// A-K-Q of spades.
    SpadeRoyal,
    /// A-K-Q of another suit.
    OtherRoyal,
    /// A three-card hand of this rank.
    ThreeCards(HandRank),
    /// A five-card hand of this rank, made with the community cards.
    FiveCards(FiveCardRank),
}

/// What a row of a jackpot table pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// A share of the meter in hundredths; a hundred is the whole of it.
    Percent(u8),
    /// A fixed sum.
    Sum(Money),
    /// A multiple of the stake, the stake inside it.
    ForOne(u32),
}

/// The order in which the bets of one box are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetOrder(pub [Wager; 5]);

/// The most a single bet may be, whatever the table's limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetCap {
    /// No cap.
    None,
    /// This much.
    At(Money),
}

/// Clauses of the rulebook, by id: a rule that holds where one of them was applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClauseList(pub Cites);

/// How many betting boxes the layout has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Positions(pub u8);

impl PayTable {
    /// Mini royal, straight flush, three of a kind, straight, flush, pair; nought pays nothing.
    pub const fn new(best_first: [u32; 6]) -> PayTable {
        let [royal, straight_flush, three, straight, flush, pair] = best_first;
        PayTable([0, pair, flush, straight, three, straight_flush, royal])
    }

    /// What a hand of this rank is paid; none where the table has no row for it.
    pub fn odds(&self, rank: HandRank) -> Option<Odds> {
        let won = self.0[rank as usize];
        (won > 0).then(|| Odds::to_one(won))
    }

    /// The same from mini royal to pair, as [`PayTable::new`] takes it.
    pub const fn best_first(&self) -> [u32; 6] {
        let [_, pair, flush, straight, three, straight_flush, royal] = self.0;
        [royal, straight_flush, three, straight, flush, pair]
    }
}

impl SideBetTable {
    /// A major royal takes its own row in place of the royal's, never both (OFG-19).
    pub fn odds(&self, best: BestOfSix) -> Option<Odds> {
        let row = match best {
            BestOfSix::HighCard | BestOfSix::Pair | BestOfSix::TwoPair => return None,
            BestOfSix::ThreeOfAKind => 0,
            BestOfSix::Straight => 1,
            BestOfSix::Flush => 2,
            BestOfSix::FullHouse => 3,
            BestOfSix::FourOfAKind => 4,
            BestOfSix::StraightFlush => 5,
            BestOfSix::RoyalFlush => 6,
            BestOfSix::MajorRoyal => 7,
        };
        let won = self.0[row];
        (won > 0).then(|| Odds::to_one(won))
    }
}

impl JackpotTable {
    /// The rows of a rulebook.
    pub const fn written(rows: &'static [JackpotRow]) -> JackpotTable {
        JackpotTable(Cow::Borrowed(rows))
    }

    /// Rows that came from elsewhere.
    pub const fn read(rows: Vec<JackpotRow>) -> JackpotTable {
        JackpotTable(Cow::Owned(rows))
    }

    /// The rows, the best hand first.
    pub fn rows(&self) -> &[JackpotRow] {
        &self.0
    }

    /// Whether the rows are for the hands every rulebook's table lists, so that they need no names.
    fn lists_usual_hands(&self) -> bool {
        let hands = || self.0.iter().map(|row| row.hand);
        [JackpotKind::ThreeCard, JackpotKind::FiveCardLinked]
            .into_iter()
            .any(|kind| hands().eq(JackpotHand::usual(kind)))
    }
}

impl JackpotHand {
    /// Every hand a jackpot of this kind can list, the best first.
    pub fn listed(kind: JackpotKind) -> Vec<JackpotHand> {
        match kind {
            JackpotKind::None => Vec::new(),
            JackpotKind::ThreeCard => {
                let royals = [JackpotHand::SpadeRoyal, JackpotHand::OtherRoyal];
                let below = HandRank::ALL[1..6].iter().rev();
                let below = below.map(|rank| JackpotHand::ThreeCards(*rank));
                royals.into_iter().chain(below).collect()
            }
            JackpotKind::FiveCardLinked => {
                let best_first = FiveCardRank::ALL[1..].iter().rev();
                best_first
                    .map(|rank| JackpotHand::FiveCards(*rank))
                    .collect()
            }
        }
    }

    /// Those every rulebook's table of this kind lists: straights and better.
    pub(super) fn usual(kind: JackpotKind) -> Vec<JackpotHand> {
        let down_to = match kind {
            JackpotKind::None => 0,
            JackpotKind::ThreeCard => 5,
            JackpotKind::FiveCardLinked => 6,
        };
        let mut hands = JackpotHand::listed(kind);
        hands.truncate(down_to);
        hands
    }

    /// As [`JackpotHand::name`], with the suit of an A-K-Q.
    pub fn key(self) -> &'static str {
        match self {
            JackpotHand::SpadeRoyal => "mini_royal_spades",
            JackpotHand::OtherRoyal => "mini_royal_other",
            JackpotHand::ThreeCards(_) | JackpotHand::FiveCards(_) => self.name(),
        }
    }

    /// As INTERFACE.md names an award that is not the whole meter.
    pub fn name(self) -> &'static str {
        match self {
            JackpotHand::SpadeRoyal | JackpotHand::OtherRoyal => "mini_royal",
            JackpotHand::ThreeCards(rank) => rank.name(),
            JackpotHand::FiveCards(rank) => rank.name(),
        }
    }
}

impl Value for PayTable {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [_, pair, flush, straight, three, straight_flush, royal] = self.0;
        write!(f, "{straight_flush} {three} {straight}")?;
        if (flush, pair) != (0, 0) {
            write!(f, " {flush} {pair}")?;
        }
        if royal != straight_flush {
            write!(f, "; MR {royal}")?;
        }
        Ok(())
    }

    fn read(text: &str) -> Option<Self> {
        super::restored::pay_table(text)
    }
}

impl Value for SideBetTable {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, odds) in self.0.iter().enumerate() {
            let gap = if at > 0 { " " } else { "" };
            write!(f, "{gap}{odds}")?;
        }
        Ok(())
    }

    fn read(text: &str) -> Option<Self> {
        super::restored::side_bet_table(text)
    }
}

impl Value for JackpotTable {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = !self.lists_usual_hands();
        for (at, row) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            if named {
                write!(f, "{} ", row.hand.key())?;
            }
            match row.award {
                Award::Percent(percent) => write!(f, "{percent}%")?,
                Award::Sum(sum) => dollars(f, sum)?,
                Award::ForOne(times) => write!(f, "{times}x")?,
            }
            if let Some(envy) = row.envy {
                f.write_str("(envy ")?;
                dollars(f, envy)?;
                f.write_str(")")?;
            }
        }
        Ok(())
    }

    fn read(_: &str) -> Option<Self> {
        None
    }
}

/// Whole units as the rulebooks write them; cents only where there are any.
fn dollars(f: &mut fmt::Formatter<'_>, sum: Money) -> fmt::Result {
    if sum.in_minor() % 100 == 0 {
        write!(f, "{}", sum.in_minor() / 100)
    } else {
        write!(f, "{sum}")
    }
}

impl ClauseList {
    /// Whether the clause `id` is one of them.
    pub fn contains(self, id: &str) -> bool {
        self.0.contains(&id)
    }
}

impl Value for ClauseList {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        f.write_str(&self.0.join(" "))
    }

    fn read(_: &str) -> Option<Self> {
        None
    }
}

impl Value for BetCap {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BetCap::None => f.write_str("none"),
            BetCap::At(most) => write!(f, "{most}"),
        }
    }

    fn read(_: &str) -> Option<Self> {
        None
    }
}

impl Value for Positions {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(Positions)
    }
}

impl Value for BetOrder {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, wager) in self.0.iter().enumerate() {
            let gap = if at > 0 { " " } else { "" };
            write!(f, "{gap}{}", wager.name())?;
        }
        Ok(())
    }

    /// Each of play, `ante_bonus`, ante, `pair_plus` and `five_card` once, separated by blanks or commas.
    fn read(text: &str) -> Option<Self> {
        let mut order = [Wager::Play; 5];
        let mut words = text.split([' ', ',']).filter(|word| !word.is_empty());
        for place in &mut order {
            let word = words.next()?;
            *place = Wager::TABLE
                .into_iter()
                .find(|wager| wager.name() == word)?;
        }
        let each_once = Wager::TABLE.iter().all(|wager| order.contains(wager));
        (each_once && words.next().is_none()).then_some(BetOrder(order))
    }
}
