//! Ante and Pair Plus together: one hand decides both.

use report::{Cell, Column, Section, Show, Table};

use super::Subject;
use super::cells::{decimals, percent, root};

/// The section on Ante and Pair Plus together.
pub fn section(subject: &Subject<'_>) -> Section {
    let joint = &subject.joint;
    let moments = joint.moments(|cell| cell.ante_play() + cell.pair_plus);
    let covariance = joint.covariance(maths::Cell::ante_play, |cell| cell.pair_plus);
    let correlation = joint.correlation(maths::Cell::ante_play, |cell| cell.pair_plus);
    let columns = vec![Column::words("figure"), Column::exact("value")];
    let table = Table::new(
        "ante-pair-plus",
        "One unit on Ante and one on Pair Plus",
        columns,
    )
    .rows([
        vec!["Player's average net".into(), percent(moments.mean).into()],
        vec!["variance".into(), decimals(moments.variance).into()],
        vec![
            "standard deviation".into(),
            root(&moments.standard_deviation()),
        ],
        vec!["covariance".into(), decimals(covariance).into()],
        vec![
            "correlation".into(),
            Cell::decimals(&correlation, Show::Decimals(6)),
        ],
    ]);
    Section::new("together", "Bets together")
        .paragraph(
            "The same three cards decide both bets, so they win together more often than apart. Where \
             a fold forfeits Pair Plus, that is counted.",
        )
        .table(table)
}
