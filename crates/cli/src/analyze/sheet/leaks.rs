//! The leak laboratory: what it is worth to know a card one should not.

use game::{Hand, Rank};
use maths::leak::{Estimate, Laboratory, Leak, Line, Sign};
use maths::{Fraction, spread};
use report::{Cell, Column, Number, Section, Show, Table};

use super::Subject;
use super::cells::percent;

/// Enough to settle the fifth decimal.
const SHUFFLES: u64 = 200_000;

pub fn section(subject: &Subject<'_>) -> Section {
    let laboratory = Laboratory::new(subject.rulebook);
    Section::new("leaks", "What leaks are worth")
        .paragraph(
            "House edges on Ante and Play under the best strategy for what is seen; negative where the \
             Player has the edge. Exact but where a standard error stands beside the figure.",
        )
        .table(in_brief(subject, &laboratory))
        .table(one_card(&laboratory.dealer_cards[0]))
        .table(marks(&laboratory))
        .table(others(subject, &laboratory))
}

fn in_brief(subject: &Subject<'_>, laboratory: &Laboratory) -> Table {
    let none = laboratory.none.house_edge();
    let row = |seen: &str, edge: Fraction| {
        vec![
            seen.into(),
            percent(edge).into(),
            percent(none - edge).into(),
        ]
    };
    let [one, two, three] = laboratory
        .dealer_cards
        .each_ref()
        .map(|leak| leak.house_edge);
    let ranks: Vec<String> = laboratory
        .best_mark
        .ranks
        .iter()
        .map(|rank| rank.letter().to_string())
        .collect();
    let mark = format!("one Dealer's back, marked {}", ranks.join(" "));
    let mut rows = vec![
        row("one's own hand alone", none),
        row("one Dealer's card", one),
        row("two Dealer's cards", two),
        row("all three Dealer's cards", three),
        row(&mark, laboratory.best_mark.house_edge),
        row("all cards of one other box", laboratory.one_other),
        row("a hand played unseen", laboratory.unseen),
    ];
    if subject.ante.strategy != maths::Strategy::Optimal {
        rows.insert(1, row("this sheet's strategy", subject.ante.house_edge()));
    }
    let columns = vec![
        Column::words("what is seen"),
        Column::exact("house edge"),
        Column::number("worth to the Player"),
    ];
    Table::new("seen", "What is seen, and what it is worth", columns).rows(rows)
}

fn hand(hand: Option<Hand>) -> Cell {
    hand.map_or_else(|| "none".to_owned(), spread).into()
}

fn one_card(leak: &Leak) -> Table {
    let columns = vec![
        Column::words("Dealer's card"),
        Column::number("seen"),
        Column::number("hands played"),
        Column::number("house edge"),
        Column::words("lowest played"),
        Column::words("highest folded"),
    ];
    let row = |line: &Line| {
        vec![
            sign(line.sign).into(),
            percent(line.chance).into(),
            percent(line.played).into(),
            percent(line.house_edge).into(),
            hand(line.lowest_played),
            hand(line.highest_folded),
        ]
    };
    Table::new(
        "one-card",
        "One Dealer's card seen: the best play on each",
        columns,
    )
    .rows(leak.lines.iter().map(row))
}

fn sign(sign: Sign) -> String {
    match sign {
        Sign::Card(rank) => rank.name().to_owned(),
        Sign::TwoCards { ranks, suited } => {
            let [high, low] = ranks.map(Rank::letter);
            let suits = if suited { "suited" } else { "of two suits" };
            format!("{high}-{low} {suits}")
        }
        Sign::Outcome(outcome) => format!("{outcome:?}"),
        Sign::Marked(count) => format!("{count} marked"),
        Sign::Courts(count) => format!("{count} of Queen to Ace"),
    }
}

fn marks(laboratory: &Laboratory) -> Table {
    let columns = vec![
        Column::words("ranks marked"),
        Column::number("one back"),
        Column::number("two backs"),
        Column::number("three backs"),
    ];
    let rows = laboratory.marks.iter().map(|marks| {
        let edges = marks
            .dealer_cards
            .each_ref()
            .map(|leak| Cell::from(percent(leak.house_edge)));
        let mut cells = vec![Cell::from(format!("{} and higher", marks.from.name()))];
        cells.extend(edges);
        cells
    });
    Table::new(
        "marks",
        "Edge sorting: the house edge by ranks marked and Dealer's backs seen",
        columns,
    )
    .rows(rows)
}

fn others(subject: &Subject<'_>, laboratory: &Laboratory) -> Table {
    let columns = vec![
        Column::number("other boxes"),
        Column::number("count of Queens to Aces told"),
        Column::number("all their cards known, about"),
        Column::number("standard error"),
    ];
    let rows = laboratory.counted.iter().map(|counted| {
        let Estimate {
            house_edge,
            standard_error,
            ..
        } = laboratory.estimate(subject.rulebook, counted.others, SHUFFLES);
        let about =
            |value: f64, places| Cell::decimals(&format!("{value:.12}"), Show::Percent(places));
        vec![
            Number::count(counted.others as u64).into(),
            percent(counted.house_edge).into(),
            about(house_edge, 3),
            about(standard_error, 3),
        ]
    });
    Table::new(
        "others",
        "Other boxes' hands known: the house edge",
        columns,
    )
    .rows(rows)
}
