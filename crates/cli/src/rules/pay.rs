//! A rulebook's pay tables, row by row in words: the switches write them as bare numbers.
//!
//! Only lays out what `game` answers for each hand; which hands there are and what they pay is not
//! known here.

use game::{Award, BestOfSix, HandRank, JackpotHand, JackpotRow, Odds, PayTable, Rulebook};

/// One table: the switch it belongs to and its rows, the best hand first.
pub struct Table {
    /// Name of the switch.
    pub switch: &'static str,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// One row of a pay table.
#[derive(Clone, PartialEq, Eq, serde::Serialize)]
pub struct Row {
    /// Name of the hand.
    pub hand: String,
    /// What it pays, as text.
    pub pays: String,
}

/// The tables in the order of the switches; one that the rulebook does not have is empty.
pub fn tables(rulebook: &Rulebook) -> [Table; 4] {
    let side_bet = rulebook.side_bet_table.says.iter().flat_map(|table| {
        let best_first = BestOfSix::ALL.into_iter().rev();
        best_first.filter_map(|best| Some(row(best.name(), table.odds(best)?)))
    });
    let jackpot = rulebook
        .jackpot_table
        .says
        .iter()
        .flat_map(|table| table.rows().iter());
    let tables = [
        (
            "ante_bonus_table",
            three_cards(&rulebook.ante_bonus_table.says),
        ),
        (
            "pair_plus_table",
            three_cards(&rulebook.pair_plus_table.says),
        ),
        ("side_bet_table", side_bet.collect()),
        ("jackpot_table", jackpot.map(jackpot_row).collect()),
    ];
    tables.map(|(switch, rows)| Table { switch, rows })
}

fn three_cards(table: &PayTable) -> Vec<Row> {
    let best_first = HandRank::ALL.into_iter().rev();
    best_first
        .filter_map(|rank| Some(row(rank.name(), table.odds(rank)?)))
        .collect()
}

fn jackpot_row(row: &JackpotRow) -> Row {
    let suit = match row.hand {
        JackpotHand::SpadeRoyal => " in spades",
        JackpotHand::OtherRoyal => " in another suit",
        JackpotHand::ThreeCards(_) | JackpotHand::FiveCards(_) => "",
    };
    let award = match row.award {
        Award::Percent(percent) => format!("{percent}% of the meter"),
        Award::Sum(sum) => sum.to_string(),
        Award::ForOne(times) => format!("{times} for 1"),
    };
    let envy = row
        .envy
        .map_or_else(String::new, |envy| format!(", envy {envy}"));
    Row {
        hand: words(row.hand.name()) + suit,
        pays: award + &envy,
    }
}

fn row(hand: &str, pays: Odds) -> Row {
    Row {
        hand: words(hand),
        pays: pays.to_string(),
    }
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}
