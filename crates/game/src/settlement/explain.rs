//! Why a bet was paid, in a sentence a player understands.
//!
//! A reason is a few bytes; the sentence is written only when it is read.

use core::fmt;

use super::{Line, Outcome};
use crate::five_card::{BestOfSix, FiveCardRank};
use crate::hand::{Hand, HandRank};
use crate::money::{Money, Odds};
use crate::rulebook::{Award, JackpotHand};
use crate::wager::Wager;

/// What decided a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The Dealer did not qualify.
    NotQualified,
    /// The Player's hand was higher.
    Higher,
    /// The Player's hand was lower.
    Lower,
    /// The hands were equal.
    Equal,
    /// Equal hands, in a house that gives ties to the Player.
    EqualWins,
    /// The Player did not show the hand.
    NotShown,
    /// The Player folded.
    Folded,
    /// The Player was away when the decision was due.
    FoldedByAbsence,
    /// A backer's share of an Ante without its share of Play (MBS-09).
    ShareNotMatched,
    /// The hand is paid at these odds by its table.
    Table(Odds),
    /// The hand is on no row of the table.
    BelowTable,
    /// The best five of six cards, and what they are paid.
    BestOfSix(BestOfSix, Option<Odds>),
    /// A hand of the jackpot table, and its award.
    Jackpot(JackpotHand, Award),
    /// The hand is on no row of the jackpot table; the five-card hand it makes where there are community
    /// cards.
    NoJackpotHand(Option<FiveCardRank>),
    /// A winning hand that no Player told the Dealer of, in a house that asks for it (R20-08).
    NotClaimed,
    /// A jackpot or side bet without the bet it needs.
    NoBase,
    /// A jackpot bet that was not the set amount (G-19).
    ShortOfSetAmount,
    /// A repeated bet below the minimum (mbs-2019 5.13).
    UnderMinimum,
    /// The table's limits leave nothing of the bet at risk.
    NothingCounts,
    /// Another Player made a hand with an Envy Bonus.
    Envy {
        /// How many such hands.
        hands: u8,
    },
    /// The Player was away and the hand is invalid.
    Absent,
    /// A ruling took the hand out of the round.
    Invalidated,
    /// The Player took the bets back.
    Withdrawn,
    /// The round was void.
    Void,
}

/// What a line was about, with the hands; prints as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    wager: Wager,
    outcome: Outcome,
    reason: Reason,
    /// What of the bet neither won nor lost.
    kept_out: Money,
    hand: Option<Hand>,
    dealer: Option<Hand>,
}

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause(f)?;
        let kept_out = self.kept_out;
        if self.outcome != Outcome::Returned && kept_out.is_positive() {
            write!(f, ". {kept_out} of the bet did not count and went back")?;
        }
        f.write_str(".")
    }
}

impl Explained {
    /// No `dealer` where the Dealer's hand was never needed.
    #[inline]
    pub fn new(line: &Line, hand: Option<Hand>, dealer: Option<Hand>) -> Explained {
        Explained {
            wager: line.wager,
            outcome: line.outcome,
            reason: line.reason,
            kept_out: line.staked - line.at_risk,
            hand,
            dealer,
        }
    }

    /// As it reads for one share of the bet.
    #[must_use]
    #[inline]
    pub fn keeping_out(self, kept_out: Money) -> Explained {
        Explained { kept_out, ..self }
    }

    // tidy: table
    fn cause(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bet, yours) = (self.wager.title(), self.wager.of_the_player());
        match self.reason {
            Reason::NotQualified => self.not_qualified(f),
            Reason::Higher => self.compared(f, "beats", bet, "paid 1 to 1"),
            Reason::Lower => self.compared(f, "loses to", yours, "is lost"),
            Reason::Equal => self.compared(f, "ties with", yours, "is returned, a stand-off"),
            Reason::EqualWins => {
                self.compared(f, "ties with", bet, "paid 1 to 1, ties go to the Player")
            }
            Reason::NotShown if self.outcome == Outcome::Returned => {
                write!(
                    f,
                    "The hand was not shown and counts as folded: {yours} is returned"
                )
            }
            Reason::NotShown => write!(f, "The hand was not shown: {yours} is lost"),
            Reason::Folded => write!(f, "You folded: {yours} is lost"),
            Reason::FoldedByAbsence => {
                write!(
                    f,
                    "You were not there to decide, which counts as a fold: {yours} is lost"
                )
            }
            Reason::ShareNotMatched => {
                write!(
                    f,
                    "You did not match your share of the bet: your part of the {bet} is lost"
                )
            }
            Reason::Table(odds) => self.own_hand(f, format_args!("{bet} paid {odds}")),
            Reason::BelowTable => self.own_hand(
                f,
                format_args!("{yours} needs a pair or better and is lost"),
            ),
            Reason::BestOfSix(made, odds) => best_of_six(f, (bet, yours), made, odds),
            Reason::Jackpot(hand, award) => jackpot(f, hand, award),
            Reason::NoJackpotHand(Some(five)) => write!(
                f,
                "{} with the community cards is not on the jackpot table: {yours} is lost",
                five_cards(five)
            ),
            Reason::NoJackpotHand(None) => {
                self.own_hand(f, format_args!("not on the jackpot table, {yours} is lost"))
            }
            Reason::NotClaimed => {
                write!(f, "You did not claim the jackpot hand: {yours} is lost")
            }
            Reason::NoBase => {
                write!(f, "The bet it goes with was not made: {yours} is returned")
            }
            Reason::ShortOfSetAmount => {
                write!(f, "Less than the set amount: {yours} is returned")
            }
            Reason::UnderMinimum => {
                write!(
                    f,
                    "Below the table minimum once more: {yours} is returned, win or lose"
                )
            }
            Reason::NothingCounts => {
                write!(
                    f,
                    "The table's limits leave nothing of it at risk: {yours} is returned"
                )
            }
            Reason::Envy { hands: 1 } => {
                write!(f, "Another Player made a top jackpot hand: {bet} paid")
            }
            Reason::Envy { hands } => {
                write!(
                    f,
                    "Other Players made {hands} top jackpot hands: {bet} paid for each"
                )
            }
            Reason::Absent => write!(
                f,
                "You were not there to decide and the hand is out of the round: {yours} is returned"
            ),
            Reason::Invalidated if self.outcome == Outcome::Lose => {
                write!(f, "The hand was taken out of the round: {yours} is lost")
            }
            Reason::Invalidated => {
                write!(
                    f,
                    "The hand was taken out of the round: {yours} is returned"
                )
            }
            Reason::Withdrawn => write!(f, "You took your bets back: {yours} is returned"),
            Reason::Void => write!(f, "The round is void: {yours} is returned"),
        }
    }

    fn not_qualified(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dealer {
            Some(dealer) => {
                write!(f, "Dealer has {} and does not qualify: ", dealer.describe())?;
            }
            None => f.write_str("Dealer does not qualify: ")?,
        }
        let bet = self.wager.title();
        match self.wager {
            Wager::Play => write!(f, "{} is returned", self.wager.of_the_player()),
            Wager::Ante
            | Wager::AnteBonus
            | Wager::PairPlus
            | Wager::FiveCard
            | Wager::Jackpot
            | Wager::Envy => write!(f, "{bet} paid 1 to 1"),
        }
    }

    fn compared(
        &self,
        f: &mut fmt::Formatter<'_>,
        verb: &str,
        bet: &str,
        result: &str,
    ) -> fmt::Result {
        match (self.hand, self.dealer) {
            (Some(hand), Some(dealer)) => {
                let (yours, theirs) = (hand.describe().to_string(), dealer.describe().to_string());
                write!(
                    f,
                    "Your {} {verb} the Dealer's {}",
                    bare(&yours),
                    bare(&theirs)
                )?;
                if yours == theirs {
                    write!(f, " ({} against {})", ranks(hand), ranks(dealer))?;
                }
                write!(f, ": {bet} {result}")
            }
            _ => write!(f, "Your hand {verb} the Dealer's: {bet} {result}"),
        }
    }

    fn own_hand(&self, f: &mut fmt::Formatter<'_>, result: fmt::Arguments<'_>) -> fmt::Result {
        match self.hand {
            Some(hand) => write!(f, "You hold {}: {result}", hand.describe()),
            None => write!(f, "{result}"),
        }
    }
}

/// "a pair of Sixes" after a possessive is "pair of Sixes".
fn bare(described: &str) -> &str {
    let without = described
        .strip_prefix("a ")
        .or_else(|| described.strip_prefix("an "));
    without.unwrap_or(described)
}

/// The ranks from the highest, for two hands of one description: `A-K-J`.
fn ranks(hand: Hand) -> String {
    let [first, second, third] = hand.sorted();
    format!(
        "{}-{}-{}",
        first.rank().letter(),
        second.rank().letter(),
        third.rank().letter()
    )
}

fn best_of_six(
    f: &mut fmt::Formatter<'_>,
    (bet, yours): (&str, &str),
    rank: BestOfSix,
    odds: Option<Odds>,
) -> fmt::Result {
    let made = match rank {
        BestOfSix::HighCard => "high cards only",
        BestOfSix::Pair => "a pair",
        BestOfSix::TwoPair => "two pairs",
        BestOfSix::ThreeOfAKind => "three of a kind",
        BestOfSix::Straight => "a straight",
        BestOfSix::Flush => "a flush",
        BestOfSix::FullHouse => "a full house",
        BestOfSix::FourOfAKind => "four of a kind",
        BestOfSix::StraightFlush => "a straight flush",
        BestOfSix::RoyalFlush => "a royal flush",
        BestOfSix::MajorRoyal => "all six cards of a major royal flush",
    };
    write!(f, "Best five of your cards and the Dealer's: {made}. ")?;
    match odds {
        Some(odds) => write!(f, "{bet} paid {odds}"),
        None => write!(f, "No row of its table: {yours} is lost"),
    }
}

fn jackpot(f: &mut fmt::Formatter<'_>, hand: JackpotHand, award: Award) -> fmt::Result {
    let hand = match hand {
        JackpotHand::SpadeRoyal => "Ace, King and Queen of spades",
        JackpotHand::OtherRoyal => "Ace, King and Queen of one suit",
        JackpotHand::ThreeCards(rank) => three_cards(rank),
        JackpotHand::FiveCards(rank) => five_cards(rank),
    };
    match award {
        Award::Percent(100) => write!(f, "{hand}: you win the whole jackpot"),
        Award::Percent(percent) => write!(f, "{hand}: you win {percent}% of the jackpot"),
        Award::Sum(sum) => write!(f, "{hand}: the jackpot table pays {sum}"),
        Award::ForOne(times) => write!(f, "{hand}: the jackpot table pays {times} for 1"),
    }
}

fn three_cards(rank: HandRank) -> &'static str {
    match rank {
        HandRank::HighCard => "High card",
        HandRank::Pair => "A pair",
        HandRank::Flush => "A flush",
        HandRank::Straight => "A straight",
        HandRank::ThreeOfAKind => "Three of a kind",
        HandRank::StraightFlush => "A straight flush",
        HandRank::MiniRoyal => "A mini royal",
    }
}

fn five_cards(rank: FiveCardRank) -> &'static str {
    match rank {
        FiveCardRank::HighCard => "High card",
        FiveCardRank::Pair => "A pair",
        FiveCardRank::TwoPair => "Two pairs",
        FiveCardRank::ThreeOfAKind => "Three of a kind",
        FiveCardRank::Straight => "A five-card straight",
        FiveCardRank::Flush => "A five-card flush",
        FiveCardRank::FullHouse => "A full house",
        FiveCardRank::FourOfAKind => "Four of a kind",
        FiveCardRank::StraightFlush => "A five-card straight flush",
        FiveCardRank::RoyalFlush => "A royal flush",
    }
}

impl Wager {
    /// In the middle of a sentence to the Player: never the bare name, which reads as if the Player had
    /// lost the jackpot itself.
    const fn of_the_player(self) -> &'static str {
        match self {
            Wager::Play => "your Play bet",
            Wager::AnteBonus => "your Ante Bonus",
            Wager::Ante => "your Ante",
            Wager::PairPlus => "your Pair Plus bet",
            Wager::FiveCard => "your Five Card bet",
            Wager::Jackpot => "your jackpot bet",
            Wager::Envy => "your Envy Bonus",
        }
    }
}

impl Line {
    /// What the line adds to the Player's chips.
    pub fn net(&self) -> Money {
        self.returned - self.staked
    }
}
