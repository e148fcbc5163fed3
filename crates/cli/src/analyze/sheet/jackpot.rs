//! The progressive jackpot: what is fixed, what rides on the meter, and the meter that breaks even.

use game::{Award, Money};
use maths::jackpot::RowOdds;
use maths::{Fraction, Jackpot};
use report::{Axis, Cell, Chart, Column, Level, Number, Plot, Section, Series, Show, Table, Unit};

use super::Subject;
use super::cells::{award, money, one_in, shown};

/// Stakes that the rulebooks set, in cents.
pub const STAKES: [u32; 3] = [100, 200, 500];

/// None where the rulebook has no jackpot.
pub fn section(subject: &Subject<'_>) -> Option<Section> {
    let jackpot = subject.jackpot.as_ref()?;
    let section = Section::new("jackpot", "Progressive jackpot")
        .paragraph(
            "Money is in dollars. A bet returns on average its fixed part plus the meter times the share \
             of each dollar on it; the meter breaks even where that is the stake. A negative meter means \
             that the other awards alone return more than the stake.",
        )
        .table(awards(jackpot))
        .table(figures(jackpot));
    if jackpot.per_jackpot_unit.is_zero() {
        return Some(section.paragraph("No award is a share of the meter, so none breaks even."));
    }
    let section = section.table(breakeven(jackpot)).chart(chart(jackpot));
    Some(match &jackpot.envy_by_others {
        Some(envy) => section.table(beside(jackpot, envy)),
        None => section,
    })
}

fn awards(jackpot: &Jackpot) -> Table {
    let columns = vec![
        Column::words("hand"),
        Column::words("pays"),
        Column::number("envy"),
        Column::number("hands"),
        Column::number("odds"),
        Column::number("fixed part"),
        Column::number("part of the meter"),
    ];
    let tiny = |number: Fraction| (!number.is_zero()).then(|| shown(number, Show::Decimals(8)));
    let row = |odds: &RowOdds| {
        let [sums, multiples, share] = odds.parts();
        let envy = odds.row.envy.map(|envy| money(dollars(envy)));
        vec![
            award(&odds.row).into(),
            pays(odds.row.award).into(),
            envy.into(),
            Number::count(odds.hands).into(),
            one_in(odds.chance()).into(),
            tiny(sums + multiples).into(),
            tiny(share).into(),
        ]
    };
    let of = jackpot.rows.first().map_or(0, |odds| odds.of);
    let caption = format!(
        "Awards, hands of {} that a bet still alive makes",
        Number::count(of)
    );
    Table::new("awards", caption, columns)
        .rows(jackpot.rows.iter().map(row))
        .foot(vec![
            "Any award".into(),
            Cell::Empty,
            Cell::Empty,
            Number::count(jackpot.rows.iter().map(|odds| odds.hands).sum::<u64>()).into(),
            one_in(jackpot.hit_frequency).into(),
            tiny(jackpot.fixed_per_bet).into(),
            tiny(jackpot.per_jackpot_unit).into(),
        ])
}

fn pays(award: Award) -> String {
    match award {
        Award::Percent(100) => "the whole meter".to_owned(),
        Award::Percent(percent) => format!("{percent}% of the meter"),
        Award::Sum(sum) => format!("${}", money(dollars(sum))),
        Award::ForOne(times) => format!("{times} for 1"),
    }
}

fn dollars(money: Money) -> Fraction {
    Fraction::new(i128::from(money.in_minor()), 100)
}

fn beside(jackpot: &Jackpot, envy: &[Fraction]) -> Table {
    let mut columns = vec![Column::number("other boxes"), Column::number("envy a bet")];
    columns.extend(STAKES.map(|cents| Column::number(format!("at {}", stake(cents)))));
    let row = |(others, envy): (u8, &Fraction)| {
        let mut cells: Vec<Cell> = vec![
            Number::count(others).into(),
            shown(*envy, Show::Decimals(6)).into(),
        ];
        let even = STAKES.map(|cents| jackpot.breakeven_beside(cents, others));
        cells.extend(even.map(|even| Cell::from(even.map(money))));
        cells
    };
    Table::new(
        "envy",
        "The meter that breaks even beside other players' boxes, each with Ante and jackpot bet",
        columns,
    )
    .rows((0..).zip(envy).map(row))
}

fn figures(jackpot: &Jackpot) -> Table {
    let columns = vec![Column::words("figure"), Column::exact("value")];
    let tiny = |number: Fraction| shown(number, Show::Decimals(10));
    let mut rows = vec![
        vec!["any award".into(), one_in(jackpot.hit_frequency).into()],
        vec![
            "fixed part, per bet".into(),
            shown(jackpot.fixed_per_bet, Show::Decimals(6)).into(),
        ],
        vec![
            "per dollar on the meter".into(),
            tiny(jackpot.per_jackpot_unit).into(),
        ],
    ];
    if !jackpot.stake_back.is_zero() {
        let back = shown(jackpot.stake_back, Show::Decimals(6));
        rows.push(vec![
            "handed back of each dollar staked, beside a prize".into(),
            back.into(),
        ]);
    }
    if let Some(envy) = jackpot.envy_per_other_box {
        let envy = shown(envy, Show::Decimals(6));
        rows.push(vec!["envy, per other box with an Ante".into(), envy.into()]);
    }
    Table::new("figures", "The jackpot bet in figures", columns).rows(rows)
}

fn breakeven(jackpot: &Jackpot) -> Table {
    let columns = vec![Column::words("stake"), Column::exact("meter, dollars")];
    let rows =
        STAKES.map(|cents| vec![stake(cents).into(), money(jackpot.breakeven(cents)).into()]);
    Table::new("breakeven", "The meter that breaks even, by stake", columns).rows(rows)
}

fn stake(cents: u32) -> String {
    format!("${}", cents / 100)
}

/// Straight lines of one slope, each through nothing at the meter that breaks even.
fn chart(jackpot: &Jackpot) -> Chart {
    let float = |number: Fraction| shown(number, Show::Decimals(0)).nearest();
    let even = STAKES.map(|cents| (cents, jackpot.breakeven(cents)));
    let widest = even.map(|(_, even)| float(even).abs());
    let widest = widest.into_iter().fold(0.0, f64::max);
    let end = if widest > 0.0 { widest * 1.3 } else { 1.0 };
    let slope = float(jackpot.per_jackpot_unit);
    let series = even.into_iter().map(|(cents, even)| {
        let at = |meter: f64| (meter, (meter - float(even)) * slope);
        let meter = money(even).shown_as(Show::Grouped(0));
        Series {
            name: format!("{} stake", stake(cents)),
            points: vec![at(0.0), at(end)],
            mark: (!even.is_negative()).then(|| ((float(even), 0.0), meter.to_string())),
        }
    });
    Chart {
        title: "Average net of a jackpot bet as the meter grows".to_owned(),
        says: "Each line crosses nothing at the meter that breaks even for its stake.".to_owned(),
        plot: Plot::Lines {
            across: Axis {
                name: "meter, dollars".to_owned(),
                unit: Unit::Plain,
            },
            up: Axis {
                name: "Player's average net per bet, dollars".to_owned(),
                unit: Unit::Plain,
            },
            series: series.collect(),
            levels: vec![Level {
                name: "breaks even".to_owned(),
                value: 0.0,
            }],
        },
    }
}
