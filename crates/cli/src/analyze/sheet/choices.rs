//! What the choices a rulebook leaves to its house are worth.

use maths::{Choice, Figures, Fraction, choices_that_matter};
use report::{Cell, Column, Section, Table};

use super::Subject;
use super::cells::percent;

pub fn section(subject: &Subject<'_>) -> Section {
    let section = Section::new("choices", "Choices of the house").paragraph(
        "Each choice the rulebook leaves open is made and the sheet drawn up again under the best \
         strategy; only those that move a figure are listed. Edges are of the bet's stake, envy is per \
         other box, in dollars.",
    );
    let choices = choices_that_matter(subject.rulebook);
    if choices.is_empty() {
        return section.paragraph("None of them moves a figure.");
    }
    let columns = vec![
        Column::words("switch"),
        Column::words("choice"),
        Column::number("Ante and Play edge"),
        Column::number("Pair Plus edge"),
        Column::number("side bet edge"),
        Column::number("jackpot, fixed part"),
        Column::number("envy"),
    ];
    let now = Figures::new(subject.rulebook);
    let as_is = row("as it is", "", &now);
    let rows = choices.iter().map(
        |Choice {
             switch,
             value,
             figures,
         }| row(switch, value, figures),
    );
    let table = Table::new("figures", "Choices that move a figure", columns)
        .labelled_by(2)
        .rows([as_is])
        .rows(rows);
    section.table(table)
}

fn row(switch: &str, value: &str, figures: &Figures) -> Vec<Cell> {
    let dollars = |number: Fraction| super::cells::decimals(number);
    let (fixed, envy) = match figures.jackpot {
        Some((fixed, _, envy)) => (Some(fixed), envy),
        None => (None, None),
    };
    vec![
        switch.into(),
        value.into(),
        percent(figures.ante_play).into(),
        percent(figures.pair_plus).into(),
        figures.five_card.map(percent).into(),
        fixed.map(dollars).into(),
        envy.map(dollars).into(),
    ]
}
