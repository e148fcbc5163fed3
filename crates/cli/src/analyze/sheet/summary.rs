//! What is asked first, each figure as shown, to twelve places and as the fraction it is.

use maths::{Fraction, Moments};
use report::{Cell, Column, Section, Table};

use super::Subject;
use super::cells::{money, one_in, percent, root, shown};

/// The section with the figures asked for most.
pub fn section(subject: &Subject<'_>) -> Section {
    let mut rows = ante_play(subject);
    rows.extend(pair_plus(subject));
    rows.extend(six_cards(subject));
    rows.extend(jackpot(subject));
    let columns = vec![
        Column::words("bet"),
        Column::words("figure"),
        Column::exact("value"),
    ];
    let table = Table::new("figures", "The figures in brief", columns)
        .labelled_by(2)
        .rows(rows);
    Section::new("summary", "Summary").table(table)
}

fn row(bet: &str, figure: &str, value: impl Into<Cell>) -> Vec<Cell> {
    vec![bet.into(), figure.into(), value.into()]
}

fn ante_play(subject: &Subject<'_>) -> Vec<Vec<Cell>> {
    let ante = &subject.ante;
    let moments = ante.moments();
    let bet = "Ante and Play";
    vec![
        row(bet, "house edge, of the Ante", percent(ante.house_edge())),
        row(
            bet,
            "element of risk, of all wagered",
            percent(ante.element_of_risk()),
        ),
        row(bet, "hands played", percent(ante.play_frequency())),
        row(bet, "variance", super::cells::decimals(moments.variance)),
        row(
            bet,
            "standard deviation",
            root(&moments.standard_deviation()),
        ),
    ]
}

fn pair_plus(subject: &Subject<'_>) -> Vec<Vec<Cell>> {
    let sheet = &subject.pair_plus;
    let shares = [
        sheet.house_edge(),
        sheet.return_to_player(),
        sheet.hit_frequency(),
    ];
    side_bet("Pair Plus", shares, &sheet.moments())
}

fn six_cards(subject: &Subject<'_>) -> Vec<Vec<Cell>> {
    let Some(sheet) = &subject.six_cards else {
        return Vec::new();
    };
    let shares = [
        sheet.house_edge(),
        sheet.return_to_player(),
        sheet.hit_frequency(),
    ];
    side_bet("Six-card side bet", shares, &sheet.moments())
}

/// The figures of a bet on the cards alone: edge, return and hits, then the deviation.
fn side_bet(bet: &str, [edge, back, hits]: [Fraction; 3], moments: &Moments) -> Vec<Vec<Cell>> {
    vec![
        row(bet, "house edge", percent(edge)),
        row(bet, "return to player", percent(back)),
        row(bet, "hit frequency", percent(hits)),
        row(
            bet,
            "standard deviation",
            root(&moments.standard_deviation()),
        ),
    ]
}

fn jackpot(subject: &Subject<'_>) -> Vec<Vec<Cell>> {
    let Some(jackpot) = &subject.jackpot else {
        return Vec::new();
    };
    let bet = "Jackpot";
    let meter = shown(jackpot.per_jackpot_unit, report::Show::Decimals(10));
    let mut rows = vec![
        row(bet, "any award", one_in(jackpot.hit_frequency)),
        row(
            bet,
            "fixed part of the return, dollars",
            money(jackpot.fixed_per_bet),
        ),
        row(bet, "share of each dollar on the meter", meter),
    ];
    for cents in super::jackpot::STAKES {
        let figure = format!("meter that breaks even at a stake of ${}", cents / 100);
        if let Some(even) = jackpot.breakeven_beside(cents, 0) {
            rows.push(row(bet, &figure, money(even)));
        }
    }
    rows
}
