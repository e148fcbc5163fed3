//! All bets of a box together: how each moves with each, and every way a deal can fall.

use maths::{Cell as Deal, Fraction, Joint};
use report::{Cell, Column, Number, Section, Show, Table};

use super::Subject;
use super::cells::{award, decimals, net, percent, shown};

/// A bet and what a deal brings it.
struct Bet {
    name: &'static str,
    worth: fn(&Deal) -> i64,
}

const ANTE: Bet = Bet {
    name: "Ante",
    worth: |deal| deal.ante,
};
const PLAY: Bet = Bet {
    name: "Play",
    worth: |deal| deal.play,
};
const BONUS: Bet = Bet {
    name: "Ante Bonus",
    worth: |deal| deal.bonus,
};
const PAIR_PLUS: Bet = Bet {
    name: "Pair Plus",
    worth: |deal| deal.pair_plus,
};
const SIDE_BET: Bet = Bet {
    name: "Six-card side bet",
    worth: |deal| deal.five_card,
};
/// The meter moves, so only whether an award is made is counted.
const AWARD: Bet = Bet {
    name: "Jackpot award (0 or 1)",
    worth: |deal| i64::from(deal.jackpot.is_some()),
};

/// The section on all bets of a round together.
pub fn section(subject: &Subject<'_>) -> Section {
    let joint = Joint::new(subject.rulebook, &subject.ante);
    let mut bets = vec![ANTE, PLAY, BONUS, PAIR_PLUS];
    if subject.six_cards.is_some() {
        bets.push(SIDE_BET);
    }
    if subject.jackpot.is_some() {
        bets.push(AWARD);
    }
    Section::new("joint", "Every bet with every other")
        .paragraph(format!(
            "One unit on each bet, {} deals. Play counts nothing where the hand is folded. Bets that a \
             fold forfeits are lost with it.",
            Number::count(joint.deals)
        ))
        .table(moments(&joint, &bets))
        .table(pairs(&joint, &bets))
        .table(distribution(subject, &joint))
}

fn moments(joint: &Joint, bets: &[Bet]) -> Table {
    let columns = vec![
        Column::words("bet"),
        Column::number("average net"),
        Column::exact("variance"),
    ];
    let row = |bet: &Bet| {
        let moments = joint.moments(bet.worth);
        vec![
            bet.name.into(),
            percent(moments.mean).into(),
            decimals(moments.variance).into(),
        ]
    };
    Table::new("moments", "Each bet", columns).rows(bets.iter().map(row))
}

fn pairs(joint: &Joint, bets: &[Bet]) -> Table {
    let columns = vec![
        Column::words("bet"),
        Column::words("with"),
        Column::exact("covariance"),
        Column::number("correlation"),
    ];
    let mut rows = Vec::new();
    for (at, one) in bets.iter().enumerate() {
        for other in &bets[at + 1..] {
            let correlation = joint.correlation(one.worth, other.worth);
            rows.push(vec![
                one.name.into(),
                other.name.into(),
                decimals(joint.covariance(one.worth, other.worth)).into(),
                Cell::decimals(&correlation, Show::Decimals(6)),
            ]);
        }
    }
    Table::new("pairs", "Each bet with each other", columns)
        .labelled_by(2)
        .rows(rows)
}

fn distribution(subject: &Subject<'_>, joint: &Joint) -> Table {
    let side_bet = subject.six_cards.is_some();
    let table = subject.rulebook.jackpot_table.says.as_ref();
    let awards = table.map(game::JackpotTable::rows);
    let mut columns = ["Ante", "Play", "Ante Bonus", "Pair Plus"]
        .map(Column::number)
        .to_vec();
    columns.extend(side_bet.then(|| Column::number("side bet")));
    columns.extend(awards.map(|_| Column::words("jackpot")));
    let labels = columns.len();
    columns.push(Column::number("deals"));
    columns.push(Column::number("probability"));
    let row = |(deal, deals): (&Deal, &u64)| {
        let units = [deal.ante, deal.play, deal.bonus, deal.pair_plus];
        let mut cells: Vec<Cell> = units.map(|units| net(units).into()).into();
        cells.extend(side_bet.then(|| net(deal.five_card).into()));
        if let Some(awards) = awards {
            let made = deal.jackpot.and_then(|row| awards.get(row));
            let name = made.map_or_else(|| "none".to_owned(), award);
            cells.push(name.into());
        }
        cells.push(Number::count(*deals).into());
        let chance = Fraction::new(i128::from(*deals), i128::from(joint.deals));
        cells.push(shown(chance, Show::Percent(6)).into());
        cells
    };
    Table::new(
        "cells",
        "Every way a deal can fall, net units by bet",
        columns,
    )
    .labelled_by(labels)
    .rows(joint.cells.iter().map(row))
}
