//! A round as `settle` reads it, field by field, and its settlement.
//!
//! Amounts are in cents, cards are text (`"As Ks Qs"`), and names are the words of the form. What is left
//! out is an amount of 0 or an empty text.

/// One round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub rulebook: String,
    /// The house options that are not the rulebook's own, each with its value.
    pub options: Vec<(String, String)>,
    pub limits: Limits,
    pub jackpot: Option<Jackpot>,
    /// The clause the whole round is void by.
    pub void: Option<String>,
    pub dealer: String,
    pub community: String,
    pub boxes: Vec<Seat>,
    /// Awards of other tables, paid before those of this one and after.
    pub paid_before: Vec<String>,
    pub paid_after: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub ante: Range,
    pub pair_plus: Range,
    pub five_card: Option<Range>,
}

/// What one bet may be; a bound that is left out binds nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    pub min: Option<i64>,
    pub max: Option<i64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Jackpot {
    pub stake: i64,
    pub displayed: i64,
    pub seed: i64,
}

/// One box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    pub number: i64,
    pub player: String,
    pub ante: i64,
    pub play: i64,
    pub pair_plus: i64,
    pub five_card: i64,
    pub jackpot: i64,
    pub cards: String,
    pub decision: String,
    /// The player has had his one stake below the minimum.
    pub under_minimum_before: bool,
    /// The clauses it is out by.
    pub invalidated: Option<String>,
    pub withdrawn: Option<String>,
}

/// What a round comes to. Boxes stand in the order they came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    pub dealer: Option<DealerHand>,
    pub settlement_order: Vec<i64>,
    pub payments: Vec<Payment>,
    /// Once everything is paid.
    pub meter: i64,
    pub boxes: Vec<SettledBox>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealerHand {
    pub hand: &'static str,
    pub qualifies: bool,
}

/// One award paid to a box of this table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    pub seat: i64,
    pub amount: i64,
    pub award: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledBox {
    pub number: i64,
    pub hand: Option<&'static str>,
    pub lines: Vec<Line>,
}

/// One bet of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub bet: &'static str,
    pub staked: i64,
    pub at_risk: i64,
    pub returned: i64,
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
    pub fn staked(&self) -> i64 {
        self.lines.iter().map(|line| line.staked).sum()
    }

    pub fn returned(&self) -> i64 {
        self.lines.iter().map(|line| line.returned).sum()
    }
}
