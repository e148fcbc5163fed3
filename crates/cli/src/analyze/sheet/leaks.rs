//! The leak laboratory: what it is worth to a Player to know more cards, and by which decisions the pit can
//! tell a Player who does.

mod dealer;
mod house;
mod others;

use maths::Fraction;
use maths::leak::{Laboratory, Line, MOST_OTHERS, Sign};
use report::{Bar, Cell, Chart, Column, Plot, Section, Table};

use self::others::Further;
use super::Subject;
use super::cells::{hand_or_none, percent};

/// The sections of the leak laboratory.
pub fn sections(subject: &Subject<'_>) -> Vec<Section> {
    let lab = Laboratory::new(subject.rulebook);
    let further = Further::new(subject.rulebook, &lab);
    let worth = Section::new("leaks", "The leak laboratory")
        .paragraph(
            "What it is worth to know more than one's own hand before deciding, each with the best \
             decisions for what is seen. All of it is counted over every deal; full sight of four to \
             six other boxes is enclosed between two such counts. A negative edge is the Player's.",
        )
        .table(overview(&lab, &further))
        .chart(chart(&lab, &further));
    vec![
        worth,
        dealer::section(&lab),
        others::section(&lab, &further),
        house::section(subject.rulebook, subject.ante.strategy, &lab),
    ]
}

/// What is seen and the house edge that is left.
fn rows(lab: &Laboratory, further: &Further) -> Vec<(String, Fraction)> {
    let mut rows = vec![("own hand alone".to_owned(), lab.none.house_edge())];
    let cards = [
        "one Dealer's card",
        "two Dealer's cards",
        "all three Dealer's cards",
    ];
    for (name, leak) in cards.into_iter().zip(&lab.dealer_cards) {
        rows.push((name.to_owned(), leak.house_edge));
    }
    let marks = dealer::ranks(&lab.best_mark.ranks);
    rows.push((
        format!("one back, {marks} marked"),
        lab.best_mark.house_edge,
    ));
    rows.push(("one other box's cards".to_owned(), lab.one_other));
    rows.push(("two other boxes' cards".to_owned(), lab.two_others));
    let three = further.three;
    rows.extend(three.map(|edge| ("three other boxes' cards".to_owned(), edge)));
    for bounds in &further.bounds {
        rows.push((in_others("all ranks", bounds.others), bounds.most));
    }
    for counted in &lab.counted {
        let name = in_others("Queens and better", counted.others);
        rows.push((name, counted.house_edge));
    }
    rows
}

fn in_others(what: &str, others: usize) -> String {
    let boxes = if others == 1 { "box" } else { "boxes" };
    format!("{what} in {others} other {boxes}")
}

fn overview(lab: &Laboratory, further: &Further) -> Table {
    let columns = vec![
        Column::words("known before deciding"),
        Column::exact("house edge"),
        Column::number("worth to the Player"),
    ];
    let none = lab.none.house_edge();
    let row = |(name, edge): (String, Fraction)| {
        vec![
            name.into(),
            percent(edge).into(),
            percent(none - edge).into(),
        ]
    };
    let rows = rows(lab, further).into_iter().map(row);
    Table::new("worth", "The house edge by what is known", columns).rows(rows)
}

fn chart(lab: &Laboratory, further: &Further) -> Chart {
    let bar = |(name, edge): (String, Fraction)| Bar {
        name,
        value: percent(edge),
    };
    Chart {
        title: "House edge by what is known before deciding".to_owned(),
        says: format!(
            "A sight of one Dealer's card turns the game round; what {MOST_OTHERS} other boxes hold \
             moves it by about a hundredth of the Ante."
        ),
        plot: Plot::Bars(rows(lab, further).into_iter().map(bar).collect()),
    }
}

/// The columns of [`line`].
fn line_columns(sign: &str) -> Vec<Column> {
    vec![
        Column::words(sign),
        Column::number("seen"),
        Column::words("lowest hand played"),
        Column::words("highest hand folded"),
        Column::number("hands played"),
        Column::exact("house edge then"),
    ]
}

/// The best decisions on one sign.
fn line(line: &Line) -> Vec<Cell> {
    vec![
        sign(line.sign).into(),
        percent(line.chance).into(),
        hand_or_none(line.lowest_played).into(),
        hand_or_none(line.highest_folded).into(),
        percent(line.played).into(),
        percent(line.house_edge).into(),
    ]
}

fn sign(sign: Sign) -> String {
    match sign {
        Sign::Card(rank) => rank.name().to_owned(),
        Sign::TwoCards {
            ranks: [high, low],
            suited,
        } => {
            let apart = if suited { "suited" } else { "unsuited" };
            format!("{}-{} {apart}", high.letter(), low.letter())
        }
        Sign::Outcome(outcome) => outcome.says().to_owned(),
        Sign::Marked(count) | Sign::Courts(count) => count.to_string(),
    }
}
