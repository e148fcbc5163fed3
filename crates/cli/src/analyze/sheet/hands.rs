//! Every suit class of hands with all it can meet and what it is worth.

use maths::{DEALER_HANDS, Decided, Fraction};
use report::{Column, Number, Section, Table};

use super::Subject;
use super::cells::{hand_name, percent};

/// The section on every suit class of hands.
pub fn section(subject: &Subject<'_>) -> Section {
    let columns = vec![
        Column::words("hand"),
        Column::words("kind"),
        Column::number("hands"),
        Column::number("Dealer not qualified"),
        Column::number("Dealer worse"),
        Column::number("equal"),
        Column::number("Dealer better"),
        Column::number("played"),
        Column::number("folded"),
        Column::words("decision"),
    ];
    let mut all: Vec<&Decided> = subject.ante.hands.iter().collect();
    // A stable order: the strongest first, classes of one strength as they come.
    all.sort_by_key(|decided| core::cmp::Reverse(decided.class.strength));
    let table = Table::new(
        "classes",
        "All 1,755 suit classes, the strongest first",
        columns,
    );
    Section::new("hands", "Every hand")
        .paragraph(format!(
            "A class is one hand in all its suits. The Dealer's {} hands are counted against each. Values \
             are of the whole round per Ante.",
            Number::count(DEALER_HANDS)
        ))
        .table(table.rows(all.into_iter().map(row)))
}

fn row(decided: &Decided) -> Vec<report::Cell> {
    let against = decided.against;
    let value = |units: i64| percent(Fraction::new(i128::from(units), i128::from(DEALER_HANDS)));
    let decision = if decided.plays { "play" } else { "fold" };
    vec![
        decided.class.hand.to_string().into(),
        hand_name(decided.class.hand.rank().name()).into(),
        Number::count(decided.class.size).into(),
        Number::count(against.unqualified).into(),
        Number::count(against.worse).into(),
        Number::count(against.equal).into(),
        Number::count(against.better).into(),
        value(decided.play_value).into(),
        value(decided.fold_value).into(),
        decision.into(),
    ]
}
