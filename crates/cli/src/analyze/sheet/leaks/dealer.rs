//! The Dealer's cards seen, or a mark on their backs.

use game::Rank;
use maths::leak::{Laboratory, Marks};
use report::{Column, Section, Table};

use super::{line, line_columns};
use crate::analyze::sheet::cells::percent;

/// The section on seeing a card of the Dealer.
pub fn section(lab: &Laboratory) -> Section {
    Section::new("leaks-dealer", "The Dealer's cards seen")
        .paragraph(
            "Each of the Dealer's three cards is as likely to be the one that shows. Where the suits \
             tip the balance a hand above the lowest one played may still be folded.",
        )
        .table(
            Table::new("one-card", "Best decisions with one card seen", line_columns("card"))
                .rows(lab.dealer_cards[0].lines.iter().map(line)),
        )
        .table(
            Table::new("two-cards", "Best decisions with two cards seen", line_columns("cards"))
                .rows(lab.dealer_cards[1].lines.iter().map(line)),
        )
        .paragraph(
            "Marked backs tell a class and not a card, as edge sorting does: below, all cards of a \
             rank and higher are marked, and the marks on one, two or three of the Dealer's cards are \
             read. Of all 4,095 ways to split the ranks in two, the best for one card is the one \
             given first in the laboratory.",
        )
        .table(marks(&lab.marks))
}

fn marks(marks: &[Marks]) -> Table {
    let columns = vec![
        Column::words("marked"),
        Column::exact("house edge, one back read"),
        Column::exact("two backs read"),
        Column::exact("three backs read"),
    ];
    let row = |marks: &Marks| {
        let [one, two, three] = marks
            .dealer_cards
            .each_ref()
            .map(|leak| percent(leak.house_edge));
        vec![
            from(marks.from).into(),
            one.into(),
            two.into(),
            three.into(),
        ]
    };
    Table::new("marks", "Marked from one rank up", columns).rows(marks.iter().map(row))
}

fn from(rank: Rank) -> String {
    if rank == Rank::Ace {
        rank.plural().to_owned()
    } else {
        format!("{} and higher", rank.plural())
    }
}

/// Ranks in a row as people say them, else one by one.
pub fn ranks(ranks: &[Rank]) -> String {
    let row = ranks.windows(2).all(|two| two[1] as u8 == two[0] as u8 + 1);
    match (ranks.first(), ranks.last()) {
        (Some(low), Some(high)) if row && low != high => {
            format!("{} to {}", low.plural(), high.plural())
        }
        _ => {
            let names: Vec<&str> = ranks.iter().map(|rank| rank.plural()).collect();
            names.join(", ")
        }
    }
}
