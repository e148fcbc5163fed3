//! A session of many rounds: where the Player stands, how ruin comes, what an auditor expects.

use std::collections::BTreeMap;

use game::Money;
use maths::session::{Audit, Bankroll, CONFIDENCES, Handle, PerRound, SessionRefused, fan};
use report::{Axis, Band, Cell, Chart, Column, Number, Plot, Section, Show, Table, Unit};

use super::Subject;
use super::cells::about;
use crate::analyze::terms::Actual;

const ROUNDS: [u64; 5] = [10, 100, 1_000, 10_000, 100_000];
const SHARES: [f64; 7] = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];
const BANKROLLS: [i64; 5] = [10, 20, 50, 100, 200];
const RUIN_ROUNDS: [u64; 3] = [100, 1_000, 10_000];
/// Places of the fan chart, evenly apart.
const PLACES: u64 = 40;

/// Prizes so large that sums of many rounds cannot be kept are a reason to leave the section out, and
/// no reason to have no sheet; an actual result is judged or refused.
pub fn or_why_not(subject: &Subject<'_>) -> Result<Section, SessionRefused> {
    match section(subject) {
        Err(refused) if subject.terms.actual().is_none() => {
            let left_out = Section::new("session", "A session of many rounds");
            Ok(left_out.paragraph(format!("Left out for this game: {refused}.")))
        }
        told => told,
    }
}

fn section(subject: &Subject<'_>) -> Result<Section, SessionRefused> {
    let ante = PerRound::new(&subject.ante.net_histogram)?;
    let both = PerRound::new(&both(subject))?;
    let mut section = Section::new("session", "A session of many rounds")
        .paragraph(
            "One unit of Ante every round, Play equal to it. Chances are convolved from the counted \
             law of one round in floating point, good to the digits shown; a share of sessions ends \
             at the net given or below. Ruined is who can no longer put down Ante and Play, two units.",
        )
        .table(nets("ante-play", "Ante and Play: net units after so many rounds", &ante)?)
        .table(nets("with-pair-plus", "Ante, Play and Pair Plus, a unit on each: net units", &both)?)
        .chart(fan_chart(&ante, subject.terms.session_rounds)?)
        .table(ruin(&ante)?)
        .table(audit(&ante)?);
    if let Some(actual) = subject.terms.actual() {
        section = section.table(judged(&ante, actual)?);
    }
    Ok(section)
}

fn both(subject: &Subject<'_>) -> BTreeMap<i64, u64> {
    let mut histogram = BTreeMap::new();
    for (cell, deals) in &subject.joint.cells {
        *histogram
            .entry(cell.ante_play() + cell.pair_plus)
            .or_default() += *deals;
    }
    histogram
}

fn nets(id: &'static str, caption: &str, per_round: &PerRound) -> Result<Table, SessionRefused> {
    let mut columns = vec![
        Column::number("rounds"),
        Column::number("average"),
        Column::number("deviation"),
        Column::number("ahead"),
    ];
    columns.extend(SHARES.map(|share| Column::number(percentage(share))));
    let row = |rounds: u64| {
        let session = per_round.after(rounds)?;
        let mut cells = vec![
            Number::count(rounds).into(),
            super::cells::shown(session.mean, Show::Signed(1)).into(),
            about(session.standard_deviation(), Show::Grouped(1)),
            about(session.ahead(), Show::Percent(2)),
        ];
        cells.extend(SHARES.map(|share| Cell::from(super::cells::net(session.quantile(share)))));
        Ok(cells)
    };
    let rows: Result<Vec<Vec<Cell>>, SessionRefused> = ROUNDS.into_iter().map(row).collect();
    Ok(Table::new(id, caption, columns).rows(rows?))
}

fn percentage(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

#[expect(clippy::cast_precision_loss, reason = "places on paper")]
fn fan_chart(per_round: &PerRound, rounds: u64) -> Result<Chart, SessionRefused> {
    let step = rounds.div_ceil(PLACES);
    let mut at: Vec<u64> = (1..PLACES)
        .map(|place| place * step)
        .filter(|at| *at < rounds)
        .collect();
    at.push(rounds);
    let rows = fan(per_round, &at, &SHARES)?;
    let line = |share: usize| -> Vec<f64> {
        let nets = rows.iter().map(|row| row.quantiles[share] as f64);
        core::iter::once(0.0).chain(nets).collect()
    };
    let band = |low: usize, high: usize| Band {
        name: format!(
            "{} to {}",
            percentage(SHARES[low]),
            percentage(SHARES[high])
        ),
        low: line(low),
        high: line(high),
    };
    let axis = |name: &str| Axis {
        name: name.to_owned(),
        unit: Unit::Plain,
    };
    let last = rows.last().map_or(0, |row| row.quantiles[3]);
    Ok(Chart {
        title: format!(
            "Where sessions of up to {} rounds stand",
            Number::count(rounds)
        ),
        says: format!(
            "Bands of the net on Ante and Play that hold 98, 90 and 50 percent of sessions; the middle \
             one ends at {last} units."
        ),
        plot: Plot::Fan {
            across: axis("rounds"),
            up: axis("net result, units of the Ante"),
            at: core::iter::once(0.0)
                .chain(at.iter().map(|at| *at as f64))
                .collect(),
            middle: line(3),
            bands: vec![band(0, 6), band(1, 5), band(2, 4)],
        },
    })
}

fn ruin(per_round: &PerRound) -> Result<Table, SessionRefused> {
    let mut columns = vec![Column::number("bankroll, units")];
    let within = |rounds| Column::number(format!("within {} rounds", Number::count(rounds)));
    columns.extend(RUIN_ROUNDS.map(within));
    columns.push(Column::number("before it is doubled"));
    columns.push(Column::number("ever"));
    let row = |units: i64| {
        let bankroll = Bankroll { units, needs: 2 };
        let mut cells = vec![Cell::from(Number::count(units))];
        for rounds in RUIN_ROUNDS {
            cells.push(about(
                bankroll.ruin_within(per_round, rounds)?.value,
                Show::Percent(4),
            ));
        }
        let doubled = bankroll.ruin_before(per_round, 2 * units)?;
        cells.push(about(doubled.value, Show::Percent(4)));
        cells.push(about(
            bankroll.ruin_for_ever(per_round)?.value,
            Show::Percent(4),
        ));
        Ok(cells)
    };
    let rows: Result<Vec<Vec<Cell>>, SessionRefused> = BANKROLLS.into_iter().map(row).collect();
    Ok(Table::new("ruin", "Ruin on Ante and Play", columns).rows(rows?))
}

fn audit(per_round: &PerRound) -> Result<Table, SessionRefused> {
    let mut columns = vec![
        Column::number("rounds"),
        Column::number("house expects"),
        Column::number("deviation"),
    ];
    for confidence in CONFIDENCES {
        let name = format!("{}%", confidence * 100.0);
        columns.push(Column::number(format!("{name} from")));
        columns.push(Column::number(format!("{name} to")));
    }
    let row = |rounds: u64| {
        let staked = Money::major(i64::try_from(rounds).unwrap_or(i64::MAX));
        let handle = Handle {
            rounds,
            staked,
            squares: None,
        };
        let audit = Audit::new(per_round, handle)?;
        let units = Show::Signed(0);
        let mut cells = vec![
            Cell::from(Number::count(rounds)),
            super::cells::shown(audit.expected, Show::Signed(1)).into(),
            about(audit.deviation, Show::Grouped(1)),
        ];
        for band in &audit.bands {
            let bounds = band.by_rounds.unwrap_or(band.by_deviation);
            cells.extend(bounds.map(|bound| about(bound, units)));
        }
        Ok(cells)
    };
    let rows: Result<Vec<Vec<Cell>>, SessionRefused> =
        ROUNDS.into_iter().skip(1).map(row).collect();
    let caption =
        "What an auditor expects: the house's win in units, and the bands that chance explains";
    Ok(Table::new("audit", caption, columns).rows(rows?))
}

/// An actual result against what chance explains.
fn judged(per_round: &PerRound, actual: Actual) -> Result<Table, SessionRefused> {
    let audit = Audit::new(per_round, actual.handle)?;
    let judgement = audit.judge(actual.won);
    let verdict = match judgement.outside {
        None => format!("inside the {}% band", CONFIDENCES[0] * 100.0),
        Some(confidence) => format!("outside the {}% band", confidence * 100.0),
    };
    let dollars = |money: Money| Number::exact(money.in_minor().into(), 100, Show::Grouped(2));
    let columns = vec![Column::words("figure"), Column::number("value")];
    let rows = [
        ("rounds", Cell::from(Number::count(actual.handle.rounds))),
        ("Antes, dollars", dollars(actual.handle.staked).into()),
        ("the house won, dollars", dollars(actual.won).into()),
        (
            "expected, dollars",
            super::cells::money(audit.expected).into(),
        ),
        (
            "deviation, dollars",
            about(audit.deviation, Show::Grouped(2)),
        ),
        ("deviations apart", about(judgement.z, Show::Signed(2))),
        (
            "chance of a result so far out",
            about(
                judgement.tail_by_rounds.unwrap_or(judgement.tail),
                Show::Percent(4),
            ),
        ),
        ("verdict", verdict.into()),
    ];
    let rows = rows.map(|(name, cell)| vec![name.into(), cell]);
    Ok(Table::new("judged", "The actual result of Ante and Play", columns).rows(rows))
}
