//! The progressive jackpot: what is fixed, what rides on the meter, and the meter that breaks even.

use maths::{Fraction, Jackpot};
use report::{Axis, Chart, Column, Level, Plot, Section, Series, Show, Table, Unit};

use super::Subject;
use super::cells::{money, one_in, shown};

/// Stakes that the rulebooks set, in cents.
pub const STAKES: [u32; 3] = [100, 200, 500];

/// None where the rulebook has no jackpot.
pub fn section(subject: &Subject<'_>) -> Option<Section> {
    let jackpot = subject.jackpot.as_ref()?;
    let section = Section::new("jackpot", "Progressive jackpot")
        .paragraph(
            "Money is in dollars. A bet returns on average its fixed part plus the meter times the share \
             of each dollar on it; the meter breaks even where that is the stake, envy left out. A \
             negative meter means that the fixed awards alone return more than the stake.",
        )
        .table(figures(jackpot))
        .table(breakeven(jackpot))
        .chart(chart(jackpot));
    Some(section)
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

/// Straight lines: a return of one at the meter that breaks even, and the share of the meter from there.
fn chart(jackpot: &Jackpot) -> Chart {
    let float = |number: Fraction| shown(number, Show::Decimals(0)).nearest();
    let points = STAKES.map(|cents| float(jackpot.breakeven(cents)));
    let widest = points.into_iter().map(f64::abs).fold(0.0, f64::max);
    let end = if widest > 0.0 { widest * 1.3 } else { 1.0 };
    let series = STAKES.into_iter().zip(points).map(|(cents, even)| {
        let slope = float(jackpot.per_jackpot_unit) * 100.0 / f64::from(cents);
        let at = |meter: f64| (meter, 1.0 + (meter - even) * slope);
        let mark = || {
            (
                (even, 1.0),
                money(jackpot.breakeven(cents))
                    .shown_as(Show::Grouped(0))
                    .to_string(),
            )
        };
        Series {
            name: format!("{} stake", stake(cents)),
            points: vec![at(0.0), at(end)],
            mark: (even > 0.0).then(mark),
        }
    });
    Chart {
        title: "What comes back of a jackpot bet as the meter grows".to_owned(),
        says: "Average return per stake against the meter; each line crosses 100% at its break-even meter.".to_owned(),
        plot: Plot::Lines {
            across: Axis {
                name: "meter, dollars".to_owned(),
                unit: Unit::Plain,
            },
            up: Axis {
                name: "average return, of the stake".to_owned(),
                unit: Unit::Percent,
            },
            series: series.collect(),
            levels: vec![Level {
                name: "breaks even".to_owned(),
                value: 1.0,
            }],
        },
    }
}
