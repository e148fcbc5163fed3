//! The six-card side bet: best five of the Player's three cards and the Dealer's.

use game::{BestOfSix, Money, SideBetTable};
use maths::{Fraction, SETS, SixCards};
use report::{Bar, Cell, Chart, Column, Number, Plot, Section, Show, Table};

use super::Subject;
use super::cells::{decimals, hand_name, percent, returned_by, root, share};

/// One kind of best hand.
struct Row {
    name: String,
    pays: Option<String>,
    sets: u64,
    /// Of the return to player: stake and winnings, over all sets.
    part: Fraction,
}

/// None where the rulebook has no such bet.
pub fn section(subject: &Subject<'_>) -> Option<Section> {
    let sheet = subject.six_cards.as_ref()?;
    let table = subject.rulebook.side_bet_table.says?;
    let rows = rows(sheet, &table);
    let bars = rows.iter().filter(|row| row.pays.is_some()).map(|row| Bar {
        name: row.name.clone(),
        value: percent(row.part).shown_as(Show::Percent(2)),
    });
    let chart = Chart {
        title: "Return by hand: where the return of the side bet comes from".to_owned(),
        says: "Stake and winnings each paying hand gives back, as a share of all stakes."
            .to_owned(),
        plot: Plot::Bars(bars.collect()),
    };
    let section = Section::new("five-card", "Six-card side bet")
        .paragraph(
            "The best five-card hand of six: the Player's three cards and the Dealer's three. The \
             return counts the stake that comes back beside winnings.",
        )
        .table(by_hand(sheet, &rows))
        .chart(chart)
        .table(figures(sheet));
    Some(section)
}

/// From the best down.
fn rows(sheet: &SixCards, table: &SideBetTable) -> Vec<Row> {
    let row = |best: BestOfSix| {
        let sets = sheet.counts.get(&best).copied().unwrap_or(0);
        let odds = table.odds(best);
        let won = odds.and_then(|odds| Money::minor(1).pays(odds));
        let returned = won.map_or(0, |won| i128::from(won.in_minor()) + 1);
        Row {
            name: hand_name(best.name()),
            pays: odds.map(|odds| odds.to_string()),
            sets,
            part: Fraction::new(returned * i128::from(sets), i128::from(SETS)),
        }
    };
    BestOfSix::ALL.into_iter().rev().map(row).collect()
}

fn by_hand(sheet: &SixCards, rows: &[Row]) -> Table {
    let line = |row: &Row| returned_by(&row.name, row.pays.as_deref(), (row.sets, SETS), row.part);
    let mut lines: Vec<Vec<Cell>> = rows.iter().map(line).collect();
    let all = sheet.return_to_player();
    // An award that the house cancels with a folded hand (OFG-06) is not paid.
    let lost = all - rows.iter().map(|row| row.part).sum::<Fraction>();
    if !lost.is_zero() {
        let mut line: Vec<Cell> = vec!["Lost with a folded hand".into()];
        line.resize(5, Cell::Empty);
        line.push(percent(lost).into());
        lines.push(line);
    }
    let columns = vec![
        Column::words("best five of six"),
        Column::words("pays"),
        Column::number("sets of six"),
        Column::number("probability"),
        Column::number("odds"),
        Column::number("return"),
    ];
    Table::new("by-hand", "Return by hand", columns)
        .rows(lines)
        .foot(vec![
            "All sets".into(),
            Cell::Empty,
            Number::count(SETS).into(),
            share(SETS, SETS).into(),
            Cell::Empty,
            percent(all).into(),
        ])
}

fn figures(sheet: &SixCards) -> Table {
    let moments = sheet.moments();
    let columns = vec![Column::words("figure"), Column::exact("value")];
    Table::new("figures", "The side bet in figures", columns).rows([
        vec!["house edge".into(), percent(sheet.house_edge()).into()],
        vec![
            "return to player".into(),
            percent(sheet.return_to_player()).into(),
        ],
        vec![
            "hit frequency".into(),
            percent(sheet.hit_frequency()).into(),
        ],
        vec!["variance".into(), decimals(moments.variance).into()],
        vec![
            "standard deviation".into(),
            root(&moments.standard_deviation()),
        ],
    ])
}
