//! What can go wrong at a table, and what each rulebook does about it.
//!
//! [`Irregularity`] names the thirty-five rows of `docs/rulebooks/rounds.md` 8.2, [`Circumstances`]
//! what an answer turns on, and [`Rulebook::remedy`](crate::Rulebook::remedy) gives the answer. The
//! engine acts on that answer and `queenhigh rules irregularities` prints it, so what is printed is
//! what happens. Nothing here knows a round: `round` finds out the circumstances.

mod branches;
mod matrix;
mod plain;
mod remedy;

use core::fmt;

use serde::{Deserialize, Serialize};

pub use branches::{Branch, Fact, branches};
pub use remedy::{Act, Others, Remedy, Ruler, Then, WhoChooses};

/// The rows of the matrix, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Irregularity {
    /// IR-01: a joker, a card of another deck, or one that is in play already.
    ForeignCard,
    /// IR-02: the deck has more or fewer than 52 cards.
    DeckCountWrong,
    /// IR-03: the device runs out before the deal is done.
    TooFewCards,
    /// IR-04: the cards were not shuffled.
    NotShuffled,
    /// IR-05: hands went to the wrong boxes; moving whole hands puts it right.
    HandsMisplaced,
    /// IR-06: cards went to the wrong hands; moving whole hands does not put it right.
    CardsMisplaced,
    /// IR-07: two or more cards were exposed in the deal.
    CardsExposed,
    /// IR-08: one card was exposed in the deal.
    CardExposed,
    /// IR-09: a card was exposed after the deal, before the Dealer's hand is shown.
    ExposedAfterDeal,
    /// IR-10: the Dealer has more or fewer than three cards.
    DealerCountWrong,
    /// IR-11: a Player's hand has more or fewer than three cards.
    PlayerCountWrong,
    /// IR-12: a count is wrong and the correct deal can be put together again.
    CountReconstructable,
    /// IR-13: the first card of the shoe was dealt instead of burnt.
    BurnMissed,
    /// IR-14: a card lies face up in the device.
    FaceUpCard,
    /// IR-15: cards were drawn together and their order is not known.
    CardsTogether,
    /// IR-16: the community cards are too many, too few or exposed.
    CommunityWrong,
    /// IR-17: any other error of the deal.
    OtherDealingError,
    /// IR-18: play stood still for a technical reason.
    Interruption,
    /// IR-19: the jackpot's device or system does not fully work.
    JackpotFault,
    /// IR-20: a bet was placed or raised after the closing call.
    LateBet,
    /// IR-21: chips were taken off after the closing call.
    LateWithdrawal,
    /// IR-22: a bet lies above its maximum.
    OverMaximum,
    /// IR-23: a bet lies below its minimum.
    UnderMinimum,
    /// IR-24: more chips on Play than on the Ante.
    PlayAboveAnte,
    /// IR-25: fewer chips on Play than on the Ante.
    PlayBelowAnte,
    /// IR-26: a jackpot bet without the bet it needs.
    LoneJackpot,
    /// IR-27: a Player leaves with a decision to make.
    LeavesDecisionDue,
    /// IR-28: a Player leaves with nothing left to decide.
    LeavesNothingDue,
    /// IR-29: a hand is not shown.
    HandNotRevealed,
    /// IR-30: a Player looked at a hand that may not be looked at.
    ExtraLook,
    /// IR-31: a Player staked several positions by mistake.
    MistakenPositions,
    /// IR-32: a Player showed own cards or looked at another's.
    Disclosure,
    /// IR-33: the number of cards is in doubt.
    CountDoubted,
    /// IR-34: an error noticed only in a later round.
    NoticedLater,
    /// IR-35: anything else.
    Uncovered,
}

/// How far the round had come when it was noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Between the opening call and the closing call.
    BetsOpen,
    /// Bets are locked and no card is out.
    BetsClosed,
    /// Cards are going out.
    Dealing,
    /// Every hand is dealt and Players decide.
    Deciding,
    /// The Dealer's hand is shown, until the last bet is posted.
    Shown,
    /// Over, and the next opening call not yet made.
    Concluded,
    /// In a later round.
    Later,
}

impl Moment {
    /// Every moment, in order.
    pub const ALL: [Moment; 7] = [
        Moment::BetsOpen,
        Moment::BetsClosed,
        Moment::Dealing,
        Moment::Deciding,
        Moment::Shown,
        Moment::Concluded,
        Moment::Later,
    ];

    /// In words, as the matrix heads its columns.
    pub const fn title(self) -> &'static str {
        match self {
            Moment::BetsOpen => "bets open",
            Moment::BetsClosed => "bets closed",
            Moment::Dealing => "dealing",
            Moment::Deciding => "deciding",
            Moment::Shown => "Dealer shown",
            Moment::Concluded => "round over",
            Moment::Later => "later round",
        }
    }
}

/// Whose cards the trouble is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// A Player's hand.
    Player,
    /// The Dealer's hand.
    Dealer,
    /// The community cards.
    Community,
}

/// Everything an answer turns on besides the irregularity itself.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts of a round, each asked by a clause of its own"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// How far the round had come.
    pub moment: Moment,
    /// A Player has seen, or handled, own cards: whichever the rulebook asks (G-13).
    pub contact: bool,
    /// A bet is won or lost for good: a fold, the Dealer's hand, a posting (G-15).
    pub outcome: bool,
    /// Whose cards it is about.
    pub whose: Whose,
    /// The correct deal can be put together again from what is known.
    pub reconstructable: bool,
    /// The card was exposed, rather than missing or too many.
    pub exposed: bool,
    /// Exposed by the Dealer, rather than by a Player or a passer-by.
    pub by_dealer: bool,
    /// The interruption is a power failure.
    pub power: bool,
    /// A jackpot bet was made in this round.
    pub jackpot_bets: bool,
}

impl Circumstances {
    /// Nothing particular, at this moment.
    pub const fn at(moment: Moment) -> Circumstances {
        Circumstances {
            moment,
            contact: false,
            outcome: false,
            whose: Whose::Player,
            reconstructable: false,
            exposed: false,
            by_dealer: true,
            power: true,
            jackpot_bets: true,
        }
    }
}

impl Irregularity {
    /// Every row of the matrix, in order.
    pub const ALL: [Irregularity; 35] = [
        Irregularity::ForeignCard,
        Irregularity::DeckCountWrong,
        Irregularity::TooFewCards,
        Irregularity::NotShuffled,
        Irregularity::HandsMisplaced,
        Irregularity::CardsMisplaced,
        Irregularity::CardsExposed,
        Irregularity::CardExposed,
        Irregularity::ExposedAfterDeal,
        Irregularity::DealerCountWrong,
        Irregularity::PlayerCountWrong,
        Irregularity::CountReconstructable,
        Irregularity::BurnMissed,
        Irregularity::FaceUpCard,
        Irregularity::CardsTogether,
        Irregularity::CommunityWrong,
        Irregularity::OtherDealingError,
        Irregularity::Interruption,
        Irregularity::JackpotFault,
        Irregularity::LateBet,
        Irregularity::LateWithdrawal,
        Irregularity::OverMaximum,
        Irregularity::UnderMinimum,
        Irregularity::PlayAboveAnte,
        Irregularity::PlayBelowAnte,
        Irregularity::LoneJackpot,
        Irregularity::LeavesDecisionDue,
        Irregularity::LeavesNothingDue,
        Irregularity::HandNotRevealed,
        Irregularity::ExtraLook,
        Irregularity::MistakenPositions,
        Irregularity::Disclosure,
        Irregularity::CountDoubted,
        Irregularity::NoticedLater,
        Irregularity::Uncovered,
    ];

    /// From 1, as `IR-01` counts.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The row a name such as `IR-07`, or its bare number, stands for.
    pub fn named(id: &str) -> Option<Irregularity> {
        let is_named = |row: &Irregularity| {
            row.to_string().eq_ignore_ascii_case(id) || id.parse() == Ok(row.number())
        };
        Irregularity::ALL.into_iter().find(is_named)
    }

    /// As the matrix titles its rows.
    // tidy: table
    pub const fn title(self) -> &'static str {
        match self {
            Irregularity::ForeignCard => "foreign card found",
            Irregularity::DeckCountWrong => "deck short or over",
            Irregularity::TooFewCards => "too few cards to finish",
            Irregularity::NotShuffled => "cards not shuffled",
            Irregularity::HandsMisplaced => "hands misplaced, curable by moving whole hands",
            Irregularity::CardsMisplaced => "cards misplaced, not so curable",
            Irregularity::CardsExposed => "two or more cards exposed in the deal",
            Irregularity::CardExposed => "one card exposed in the deal",
            Irregularity::ExposedAfterDeal => "card exposed after the deal, before ShowDealer",
            Irregularity::DealerCountWrong => "Dealer's count wrong, not reconstructable",
            Irregularity::PlayerCountWrong => "Player's count wrong, not reconstructable",
            Irregularity::CountReconstructable => "count wrong, reconstructable",
            Irregularity::BurnMissed => "burn missed",
            Irregularity::FaceUpCard => "card face up in the device",
            Irregularity::CardsTogether => "cards drawn together, order unknown",
            Irregularity::CommunityWrong => "community cards wrong or exposed (ml)",
            Irregularity::OtherDealingError => "other dealing error",
            Irregularity::Interruption => "technical interruption (mbs: power failure)",
            Irregularity::JackpotFault => "jackpot device or system fault",
            Irregularity::LateBet => "bet or raise after closing",
            Irregularity::LateWithdrawal => "withdrawal after closing",
            Irregularity::OverMaximum => "over maximum",
            Irregularity::UnderMinimum => "under minimum",
            Irregularity::PlayAboveAnte => "Play above Ante",
            Irregularity::PlayBelowAnte => "Play below Ante",
            Irregularity::LoneJackpot => "lone jackpot bet",
            Irregularity::LeavesDecisionDue => "Player leaves, decision due",
            Irregularity::LeavesNothingDue => "Player leaves, nothing due",
            Irregularity::HandNotRevealed => "hand not revealed",
            Irregularity::ExtraLook => "extra hand looked at",
            Irregularity::MistakenPositions => "several positions staked by mistake",
            Irregularity::Disclosure => "disclosure or peeking",
            Irregularity::CountDoubted => "card count doubted",
            Irregularity::NoticedLater => "error noticed only in a later round",
            Irregularity::Uncovered => "anything else",
        }
    }

    /// Which comes first where several apply, the lowest number (rounds.md 8.3).
    // tidy: table
    pub const fn precedence(self) -> u8 {
        match self {
            Irregularity::ForeignCard
            | Irregularity::DeckCountWrong
            | Irregularity::NotShuffled
            | Irregularity::CountDoubted => 1,
            Irregularity::DealerCountWrong => 2,
            Irregularity::TooFewCards => 3,
            Irregularity::BurnMissed => 4,
            Irregularity::CardsExposed => 5,
            Irregularity::PlayerCountWrong | Irregularity::CountReconstructable => 6,
            Irregularity::HandsMisplaced | Irregularity::CardsMisplaced => 7,
            Irregularity::CardExposed
            | Irregularity::ExposedAfterDeal
            | Irregularity::FaceUpCard
            | Irregularity::CardsTogether
            | Irregularity::CommunityWrong
            | Irregularity::OtherDealingError => 8,
            Irregularity::Interruption | Irregularity::JackpotFault => 9,
            Irregularity::LateBet
            | Irregularity::LateWithdrawal
            | Irregularity::OverMaximum
            | Irregularity::UnderMinimum
            | Irregularity::PlayAboveAnte
            | Irregularity::PlayBelowAnte
            | Irregularity::LoneJackpot
            | Irregularity::LeavesDecisionDue
            | Irregularity::LeavesNothingDue
            | Irregularity::HandNotRevealed
            | Irregularity::ExtraLook
            | Irregularity::MistakenPositions
            | Irregularity::Disclosure
            | Irregularity::NoticedLater
            | Irregularity::Uncovered => 10,
        }
    }

    /// Whether the report itself names an amount of money: a second person has to confirm it.
    pub const fn has_amount(self) -> bool {
        matches!(
            self,
            Irregularity::JackpotFault | Irregularity::PlayAboveAnte | Irregularity::PlayBelowAnte
        )
    }

    /// A hand has too many cards or too few.
    pub const fn is_a_count(self) -> bool {
        matches!(
            self,
            Irregularity::DealerCountWrong
                | Irregularity::PlayerCountWrong
                | Irregularity::CountReconstructable
        )
    }

    /// Something is wrong with where the cards lie.
    pub const fn is_of_the_deal(self) -> bool {
        matches!(
            self,
            Irregularity::HandsMisplaced
                | Irregularity::CardsMisplaced
                | Irregularity::DealerCountWrong
                | Irregularity::PlayerCountWrong
                | Irregularity::CountReconstructable
                | Irregularity::BurnMissed
                | Irregularity::CommunityWrong
        )
    }

    /// A count that is wrong, and not yet known whether it can be put right: if so it is IR-12.
    pub const fn can_be_reconstructed(self) -> bool {
        matches!(
            self,
            Irregularity::DealerCountWrong | Irregularity::PlayerCountWrong
        )
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IR-{:02}", self.number())
    }
}
