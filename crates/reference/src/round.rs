//! A round as `settle` reads it, field by field, and its settlement.
//!
//! Amounts are in cents, cards are text (`"As Ks Qs"`), and names are the words of the form. What is left
//! out is an amount of 0 or an empty text.

/// One round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Id of the rulebook.
    pub rulebook: String,
    /// The house options that differ from the rulebook's own, each with its value.
    pub options: Vec<(String, String)>,
    /// The limits of the bets.
    pub limits: Limits,
    /// The jackpot, if the table has one.
    pub jackpot: Option<Jackpot>,
    /// The clause the whole round is void by.
    pub void: Option<String>,
    /// The Dealer's cards.
    pub dealer: String,
    /// The community cards.
    pub community: String,
    /// The boxes, in any order.
    pub boxes: Vec<Seat>,
    /// Awards of other tables, paid before those of this one.
    pub paid_before: Vec<String>,
    /// Awards of other tables, paid after those of this one.
    pub paid_after: Vec<String>,
}

/// The limits of the bets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Of the Ante.
    pub ante: Range,
    /// Of Pair Plus.
    pub pair_plus: Range,
    /// Of the five-card side bet, where the rulebook has one.
    pub five_card: Option<Range>,
}

/// The bounds of one bet; a bound that is left out does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub min: Option<i64>,
    /// The most.
    pub max: Option<i64>,
}

/// The jackpot of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Jackpot {
    /// The fixed stake of a jackpot bet.
    pub stake: i64,
    /// The displayed meter before the first award.
    pub displayed: i64,
    /// The amount the meter restarts from.
    pub seed: i64,
}

/// One box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// Number of the box.
    pub number: i64,
    /// Name of the player.
    pub player: String,
    /// Stake on the Ante.
    pub ante: i64,
    /// Stake on Play.
    pub play: i64,
    /// Stake on Pair Plus.
    pub pair_plus: i64,
    /// Stake on the five-card side bet.
    pub five_card: i64,
    /// Stake on the jackpot.
    pub jackpot: i64,
    /// Its three cards.
    pub cards: String,
    /// `play`, `fold`, `hidden`, `absent` or `none`.
    pub decision: String,
    /// Whether the player has already used his one stake below the minimum.
    pub under_minimum_before: bool,
    /// The clause that invalidates the hand.
    pub invalidated: Option<String>,
    /// The clause the player withdrew by.
    pub withdrawn: Option<String>,
}

/// A settled round. The boxes are in the order of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The Dealer's hand, where it was needed.
    pub dealer: Option<DealerHand>,
    /// The boxes in the order the Dealer settles them.
    pub settlement_order: Vec<i64>,
    /// The jackpot awards in the order paid.
    pub payments: Vec<Payment>,
    /// The meter once everything is paid.
    pub meter: i64,
    /// What each box came to.
    pub boxes: Vec<SettledBox>,
}

/// The Dealer's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealerHand {
    /// Its name.
    pub hand: &'static str,
    /// Whether it qualifies.
    pub qualifies: bool,
}

/// One award paid to a box of this table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Number of the box.
    pub seat: i64,
    /// What it pays.
    pub amount: i64,
    /// Name of the award.
    pub award: &'static str,
}

/// What one box came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledBox {
    /// Number of the box.
    pub number: i64,
    /// Name of its hand, where it has one.
    pub hand: Option<&'static str>,
    /// A line for each bet.
    pub lines: Vec<Line>,
}

/// One bet of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Name of the bet.
    pub bet: &'static str,
    /// What lay on it.
    pub staked: i64,
    /// The part that could win or lose.
    pub at_risk: i64,
    /// What was handed back: stake and winnings.
    pub returned: i64,
    /// `win`, `lose`, `stand_off` and the like.
    pub outcome: &'static str,
}

impl Limits {
    pub(crate) fn of(&self, area: &str) -> Range {
        match area {
            "ante" => self.ante,
            "pair_plus" => self.pair_plus,
            _ => self.five_card.unwrap_or_default(),
        }
    }
}

impl SettledBox {
    /// The stakes of all its bets.
    pub fn staked(&self) -> i64 {
        self.lines.iter().map(|line| line.staked).sum()
    }

    /// What was handed back on all its bets.
    pub fn returned(&self) -> i64 {
        self.lines.iter().map(|line| line.returned).sum()
    }
}
