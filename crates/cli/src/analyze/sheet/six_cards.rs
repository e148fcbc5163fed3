//! The six-card side bet: best five of the Player's three cards and the Dealer's.

use game::{BestOfSix, Money};
use maths::{Fraction, SETS};
use report::{Bar, Cell, Chart, Column, Number, Plot, Section, Show, Table};

use super::Subject;
use super::cells::{decimals, hand_name, one_in, percent, root, share};

/// None where the rulebook has no such bet.
pub fn section(subject: &Subject<'_>) -> Option<Section> {
    let sheet = subject.six_cards.as_ref()?;
    let table = subject.rulebook.side_bet_table.says?;
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut bars: Vec<Bar> = Vec::new();
    let mut all = Fraction::ZERO;
    for best in BestOfSix::ALL.into_iter().rev() {
        let sets = sheet.counts.get(&best).copied().unwrap_or(0);
        let odds = table.odds(best);
        let won = odds.and_then(|odds| Money::minor(1).pays(odds));
        let returned = won.map_or(0, |won| i128::from(won.in_minor()) + 1);
        let part = Fraction::new(returned * i128::from(sets), i128::from(SETS));
        let chance = Fraction::new(i128::from(sets), i128::from(SETS));
        all = all + part;
        if returned > 0 {
            bars.push(Bar {
                name: hand_name(best.name()),
                value: percent(part).shown_as(Show::Percent(2)),
            });
        }
        rows.push(vec![
            hand_name(best.name()).into(),
            odds.map_or_else(|| "loses".to_owned(), |odds| odds.to_string())
                .into(),
            Number::count(sets).into(),
            percent(chance).into(),
            one_in(chance).into(),
            percent(part).into(),
        ]);
    }
    // What a house lets die with a folded hand (OFG-06) is paid to nobody.
    let lost = sheet.return_to_player() - all;
    if !lost.is_zero() {
        let mut row: Vec<Cell> = vec!["Lost with a folded hand".into()];
        row.resize(5, Cell::Empty);
        row.push(percent(lost).into());
        rows.push(row);
    }
    let columns = vec![
        Column::words("best five of six"),
        Column::words("pays"),
        Column::number("sets of six"),
        Column::number("probability"),
        Column::number("odds"),
        Column::number("return"),
    ];
    let by_hand = Table::new("by-hand", "Return by hand", columns)
        .rows(rows)
        .foot(vec![
            "All sets".into(),
            Cell::Empty,
            Number::count(SETS).into(),
            share(SETS, SETS).into(),
            Cell::Empty,
            percent(all + lost).into(),
        ]);
    let moments = sheet.moments();
    let columns = vec![Column::words("figure"), Column::exact("value")];
    let figures = Table::new("figures", "The side bet in figures", columns).rows([
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
    ]);
    let chart = Chart {
        title: "Return by hand: where the return of the side bet comes from".to_owned(),
        says: "Stake and winnings each paying hand gives back, as a share of all stakes."
            .to_owned(),
        plot: Plot::Bars(bars),
    };
    let section = Section::new("five-card", "Six-card side bet")
        .paragraph(
            "The best five-card hand of six: the Player's three cards and the Dealer's three. The \
             return counts the stake that comes back beside winnings.",
        )
        .table(by_hand)
        .chart(chart)
        .table(figures);
    Some(section)
}
