//! Ante, Play and Ante Bonus: outcomes, net results, and what each kind of hand brings.

use game::{HandRank, Odds};
use maths::{AntePlay, DEALER_HANDS, DEALS, Decided, Fraction, HANDS};
use report::{Bar, Cell, Chart, Column, Number, Plot, Section, Show, Table};

use super::Subject;
use super::cells::{hand_name, net, one_in, percent, share};

/// The section on Ante and Play.
pub fn section(subject: &Subject<'_>) -> Section {
    let ante = &subject.ante;
    Section::new("ante-play", "Ante, Play and Ante Bonus")
        .paragraph(format!(
            "Of {} deals of Player against Dealer: {} hands of three cards, and against each {} of the \
             Dealer's. Net results are in units of the Ante, Ante Bonus included.",
            Number::count(DEALS),
            Number::count(HANDS),
            Number::count(DEALER_HANDS),
        ))
        .table(outcomes(ante))
        .table(results(ante))
        .chart(results_chart(ante))
        .table(by_hand(ante))
        .chart(by_hand_chart(ante))
        .table(bonus(subject))
}

fn outcomes(ante: &AntePlay) -> Table {
    let rows = [
        ("Player folds", ante.outcomes.fold),
        (
            "Dealer does not qualify",
            ante.outcomes.dealer_not_qualified,
        ),
        ("Player wins", ante.outcomes.win),
        ("Stand-off", ante.outcomes.stand_off),
        ("Dealer wins", ante.outcomes.lose),
    ];
    let row = |(name, deals): (&str, u64)| {
        vec![
            name.into(),
            Number::count(deals).into(),
            share(deals, DEALS).into(),
        ]
    };
    let columns = vec![
        Column::words("outcome"),
        Column::number("deals"),
        Column::exact("probability"),
    ];
    Table::new("outcomes", "Outcomes", columns)
        .rows(rows.map(row))
        .foot(vec![
            "All deals".into(),
            Number::count(DEALS).into(),
            share(DEALS, DEALS).into(),
        ])
}

fn results(ante: &AntePlay) -> Table {
    let columns = vec![
        Column::number("net units"),
        Column::number("deals"),
        Column::number("probability"),
        Column::number("contribution"),
    ];
    let rows = ante.net_histogram.iter().map(|(units, deals)| {
        let part = Fraction::new(i128::from(*units) * i128::from(*deals), i128::from(DEALS));
        vec![
            net(*units).into(),
            Number::count(*deals).into(),
            share(*deals, DEALS).into(),
            percent(part).into(),
        ]
    });
    Table::new("net", "Net result per Ante", columns)
        .rows(rows)
        .foot(vec![
            "all".into(),
            Number::count(DEALS).into(),
            share(DEALS, DEALS).into(),
            percent(ante.moments().mean).into(),
        ])
}

fn results_chart(ante: &AntePlay) -> Chart {
    let bars = ante.net_histogram.iter().map(|(units, deals)| Bar {
        name: net(*units).to_string(),
        value: share(*deals, DEALS).shown_as(Show::Percent(2)),
    });
    Chart {
        title: "How often each net result occurs".to_owned(),
        says: "Share of all deals by net result in units of the Ante, as in the table above."
            .to_owned(),
        plot: Plot::Columns {
            bars: bars.collect(),
            across: "net result, units of the Ante".to_owned(),
        },
    }
}

/// One kind of hand: how many there are, how many are played, and what they come to together.
struct Kind {
    rank: HandRank,
    hands: u64,
    played: u64,
    /// Over all of their deals.
    units: i128,
}

impl Kind {
    fn part(&self) -> Fraction {
        Fraction::new(self.units, i128::from(DEALS))
    }

    fn each(&self) -> Option<Fraction> {
        let deals = i128::from(self.hands) * i128::from(DEALER_HANDS);
        (deals > 0).then(|| Fraction::new(self.units, deals))
    }
}

/// From the best down.
fn kinds(ante: &AntePlay) -> Vec<Kind> {
    let of = |rank: HandRank| {
        let mut kind = Kind {
            rank,
            hands: 0,
            played: 0,
            units: 0,
        };
        for decided in ante
            .hands
            .iter()
            .filter(|decided| decided.class.hand.rank() == rank)
        {
            let size = u64::from(decided.class.size);
            kind.hands += size;
            kind.played += if decided.plays { size } else { 0 };
            let value = if decided.plays {
                decided.play_value
            } else {
                decided.fold_value
            };
            kind.units += i128::from(size) * i128::from(value);
        }
        kind
    };
    HandRank::ALL.into_iter().rev().map(of).collect()
}

fn by_hand(ante: &AntePlay) -> Table {
    let columns = vec![
        Column::words("Player's hand"),
        Column::number("hands"),
        Column::number("probability"),
        Column::number("played"),
        Column::number("worth on average"),
        Column::number("contribution"),
    ];
    let kinds = kinds(ante);
    let played: u64 = kinds.iter().map(|kind| kind.played).sum();
    let rows = kinds.iter().map(|kind| {
        vec![
            hand_name(kind.rank.name()).into(),
            Number::count(kind.hands).into(),
            share(kind.hands, HANDS).into(),
            Number::count(kind.played).into(),
            kind.each().map(percent).into(),
            percent(kind.part()).into(),
        ]
    });
    Table::new(
        "by-hand",
        "What each kind of hand brings, per Ante",
        columns,
    )
    .rows(rows)
    .foot(vec![
        "All hands".into(),
        Number::count(HANDS).into(),
        share(HANDS, HANDS).into(),
        Number::count(played).into(),
        percent(ante.moments().mean).into(),
        percent(ante.moments().mean).into(),
    ])
}

fn by_hand_chart(ante: &AntePlay) -> Chart {
    let bars = kinds(ante).into_iter().map(|kind| Bar {
        name: hand_name(kind.rank.name()),
        value: percent(kind.part()).shown_as(Show::Percent(2)),
    });
    Chart {
        title: "Return by hand: what each kind of hand adds to the Player's result".to_owned(),
        says: "Contribution of each kind of hand to the average net result per Ante; together they are \
               the house edge with the sign turned."
            .to_owned(),
        plot: Plot::Bars(bars.collect()),
    }
}

fn bonus(subject: &Subject<'_>) -> Table {
    let table = &subject.rulebook.ante_bonus_table.says;
    let columns = vec![
        Column::words("Player's hand"),
        Column::words("pays"),
        Column::number("hands paid"),
        Column::number("odds"),
        Column::number("contribution"),
    ];
    let hands = subject.ante.hands.iter();
    let paid = hands.filter(|decided| bonus_paid(decided) != 0);
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let (mut all, mut units) = (0, 0);
    for rank in HandRank::ALL.into_iter().rev() {
        let of = paid
            .clone()
            .filter(|decided| decided.class.hand.rank() == rank);
        let (hands, won) = of.fold((0, 0), |(hands, won), decided| {
            let size = i128::from(decided.class.size);
            (hands + size, won + size * i128::from(bonus_paid(decided)))
        });
        if hands == 0 {
            continue;
        }
        let chance = |hands| Fraction::new(hands, i128::from(HANDS));
        rows.push(vec![
            hand_name(rank.name()).into(),
            table.odds(rank).map(|odds: Odds| odds.to_string()).into(),
            Number::count(hands).into(),
            one_in(chance(hands)).into(),
            percent(chance(won)).into(),
        ]);
        all += hands;
        units += won;
    }
    let chance = |hands| Fraction::new(hands, i128::from(HANDS));
    Table::new("ante-bonus", "Ante Bonus", columns)
        .rows(rows)
        .foot(vec![
            "Any bonus".into(),
            Cell::Empty,
            Number::count(all).into(),
            one_in(chance(all)).into(),
            percent(chance(units)).into(),
        ])
}

/// In units; folding costs the Ante, so what it is worth beyond that is bonus.
fn bonus_paid(decided: &Decided) -> i64 {
    if decided.plays {
        decided.bonus
    } else {
        decided.fold_value / i64::from(DEALER_HANDS) + 1
    }
}
