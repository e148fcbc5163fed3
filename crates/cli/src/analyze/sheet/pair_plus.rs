//! Pair Plus by hand: how often, what it pays, what it gives back.

use game::{HandRank, Money};
use maths::{Decided, Fraction, HANDS, dies_with_fold};
use report::{Bar, Cell, Chart, Column, Number, Plot, Section, Show, Table};

use super::Subject;
use super::cells::{hand_name, percent, returned_by, root, share};

/// One kind of hand on the Player's three cards.
struct Row {
    name: String,
    pays: Option<String>,
    hands: u64,
    /// Stake and winnings, per unit and hand.
    returned: i128,
}

impl Row {
    /// Of the return to player.
    fn part(&self) -> Fraction {
        Fraction::new(self.returned * i128::from(self.hands), i128::from(HANDS))
    }
}

/// The section on Pair Plus.
pub fn section(subject: &Subject<'_>) -> Section {
    let rows = rows(subject);
    let sheet = &subject.pair_plus;
    let moments = sheet.moments();
    let bars = rows.iter().filter(|row| row.returned > 0).map(|row| Bar {
        name: row.name.clone(),
        value: percent(row.part()).shown_as(Show::Percent(2)),
    });
    let chart = Chart {
        title: "Return by hand: where the return of Pair Plus comes from".to_owned(),
        says: "Stake and winnings each paying hand gives back, as a share of all stakes."
            .to_owned(),
        plot: Plot::Bars(bars.collect()),
    };
    let columns = vec![Column::words("figure"), Column::exact("value")];
    let figures = Table::new("figures", "Pair Plus in figures", columns).rows([
        vec!["house edge".into(), percent(sheet.house_edge()).into()],
        vec![
            "return to player".into(),
            percent(sheet.return_to_player()).into(),
        ],
        vec![
            "hit frequency".into(),
            percent(sheet.hit_frequency()).into(),
        ],
        vec![
            "variance".into(),
            super::cells::decimals(moments.variance).into(),
        ],
        vec![
            "standard deviation".into(),
            root(&moments.standard_deviation()),
        ],
    ]);
    Section::new("pair-plus", "Pair Plus")
        .paragraph(words(subject))
        .table(by_hand(&rows))
        .chart(chart)
        .table(figures)
}

fn words(subject: &Subject<'_>) -> String {
    let fold = if dies_with_fold(subject.rulebook) {
        "the bet lies beside an Ante, and a hand that is folded loses it"
    } else {
        "the bet stands whatever becomes of the Ante"
    };
    format!(
        "The Player's three cards alone decide; {fold}. The return counts the stake that comes back \
         beside winnings."
    )
}

fn rows(subject: &Subject<'_>) -> Vec<Row> {
    let table = &subject.rulebook.pair_plus_table.says;
    let dies = dies_with_fold(subject.rulebook);
    let hands = subject.ante.hands.iter();
    // A folded hand that the table would not pay anyway is one among its kind.
    let given_up = |decided: &&Decided| {
        let paid = table.odds(decided.class.hand.rank()).is_some();
        dies && paid && !decided.plays
    };
    let of = |rank: HandRank| {
        let own = hands.clone().filter(|decided| !given_up(decided));
        let own = own
            .map(|decided| &decided.class)
            .filter(|class| class.hand.rank() == rank);
        let odds = table.odds(rank);
        let won = odds.and_then(|odds| Money::minor(1).pays(odds));
        Row {
            name: hand_name(rank.name()),
            pays: odds.map(|odds| odds.to_string()),
            hands: own.map(|class| u64::from(class.size)).sum(),
            returned: won.map_or(0, |won| i128::from(won.in_minor()) + 1),
        }
    };
    let folded: u64 = hands
        .clone()
        .filter(given_up)
        .map(|decided| u64::from(decided.class.size))
        .sum();
    let lost = (folded > 0).then(|| Row {
        name: "folded, though it pays".to_owned(),
        pays: None,
        hands: folded,
        returned: 0,
    });
    HandRank::ALL
        .into_iter()
        .rev()
        .map(of)
        .chain(lost)
        .collect()
}

fn by_hand(rows: &[Row]) -> Table {
    let columns = vec![
        Column::words("hand"),
        Column::words("pays"),
        Column::number("hands"),
        Column::number("probability"),
        Column::number("odds"),
        Column::number("return"),
    ];
    let line = |row: &Row| {
        let pays = row.pays.as_deref();
        returned_by(&row.name, pays, (row.hands, HANDS), row.part())
    };
    let all: Fraction = rows.iter().map(Row::part).sum();
    Table::new("by-hand", "Return by hand", columns)
        .rows(rows.iter().map(line))
        .foot(vec![
            "All hands".into(),
            Cell::Empty,
            Number::count(HANDS).into(),
            share(HANDS, HANDS).into(),
            Cell::Empty,
            percent(all).into(),
        ])
}
