//! The report as a document: each section a table, the sums of a period a row.

use std::collections::BTreeMap;

use audit::books::{Books, ChipTotals, Kept, LinkTotals, Takings};
use audit::calendar::moment;
use audit::total::Total;
use game::Digest;
use house::feed::LogFeed;
use house::log::CorruptEntry;
use ledger::{LinkId, TableId};
use maths::actual::{Game, Played};
use report::{Cell, Column, Document, Number, Section, Show, Table};

use super::about::{About, Period};

/// Takings by period, table and rules; chips by period and table; jackpots by period.
struct Summed {
    takings: BTreeMap<(String, TableId, Digest), Takings>,
    chips: BTreeMap<(String, TableId), ChipTotals>,
    links: BTreeMap<(String, LinkId), LinkTotals>,
}

impl Summed {
    fn of(books: &Books, period: Period) -> Summed {
        let mut summed = Summed {
            takings: BTreeMap::new(),
            chips: BTreeMap::new(),
            links: BTreeMap::new(),
        };
        for ((table, digest, day), takings) in &books.takings {
            let key = (period.of(*day), *table, *digest);
            summed.takings.entry(key).or_default().add(takings);
        }
        for ((table, day), chips) in &books.chips {
            let key = (period.of(*day), *table);
            summed.chips.entry(key).or_default().add(chips);
        }
        for ((link, day), fed) in &books.links {
            let key = (period.of(*day), *link);
            summed.links.entry(key).or_default().add(fed);
        }
        summed
    }
}

/// The report as a document.
pub fn document(
    books: &Books,
    feed: &LogFeed,
    about: About,
    corrupt_entries: &[CorruptEntry],
) -> Document {
    let About { period, kept } = about;
    let summed = Summed::of(books, period);
    let mut sections = vec![
        win(&summed),
        chance(books, &summed),
        jackpots(feed, &summed, kept),
        payouts(books),
        acts(books, period),
        unfinished(books, feed, kept),
        events(books, period),
    ];
    if !corrupt_entries.is_empty() {
        sections.insert(0, missing(corrupt_entries));
    }
    let mut marks: Vec<(String, String)> = Vec::new();
    for (digest, rules) in &books.rules {
        marks.push((rules.id.to_string(), digest.to_string()));
    }
    Document {
        title: "Report of the house".to_owned(),
        subtitle: about.subtitle(),
        maker: format!("queenhigh {}", env!("CARGO_PKG_VERSION")),
        facts: marks,
        sections,
    }
}

fn money(amount: impl Into<Total>) -> Cell {
    Number::exact(amount.into().in_minor(), 100, Show::Grouped(2)).into()
}

fn count(number: u64) -> Cell {
    Number::count(number).into()
}

fn table_name(table: TableId) -> Cell {
    format!("table {}", table.0).into()
}

fn missing(corrupt_entries: &[CorruptEntry]) -> Section {
    let rows = corrupt_entries
        .iter()
        .map(|corrupt| vec![Cell::from(corrupt.to_string())]);
    Section::new("missing", "What could not be read")
        .paragraph(
            "Everything behind these entries is missing in the sums below. Run `queenhigh verify`.",
        )
        .table(
            Table::new(
                "entries",
                "The first bad entries",
                vec![Column::words("Entry")],
            )
            .rows(rows),
        )
}

fn win(summed: &Summed) -> Section {
    let columns = [Column::words("Period"), Column::words("Table")];
    let names = [
        "Rounds",
        "Void",
        "Wagered",
        "Handed back",
        "Win",
        "Drop",
        "Cashed out",
        "Hold",
        "Tips",
    ];
    let columns = columns
        .into_iter()
        .chain(names.map(Column::number))
        .collect();
    let mut tables: BTreeMap<(String, TableId), Takings> = BTreeMap::new();
    for ((period, table, _), takings) in &summed.takings {
        let key = (period.clone(), *table);
        tables.entry(key).or_default().add(takings);
    }
    for key in summed.chips.keys() {
        tables.entry(key.clone()).or_default();
    }
    let row = |((period, table), takings): (&(String, TableId), &Takings)| {
        let chips = summed.chips.get(&(period.clone(), *table));
        let chips = chips.copied().unwrap_or_default();
        won(
            [period.as_str().into(), table_name(*table)],
            takings,
            &chips,
        )
    };
    let (mut all, mut all_chips) = (Takings::default(), ChipTotals::default());
    for takings in tables.values() {
        all.add(takings);
    }
    for chips in summed.chips.values() {
        all_chips.add(chips);
    }
    let foot = won(["all".into(), Cell::Empty], &all, &all_chips);
    let caption = "Wagered is what could win or lose; handed back what could not, as bets of void rounds; win is what \
         the account of the house gained, drop what was bought in, hold their ratio";
    let table = Table::new("tables", caption, columns).labelled_by(2);
    let table = table.rows(tables.iter().map(row)).foot(foot);
    Section::new("win", "Table win").table(table)
}

/// The figures of one table and period, or of all together.
fn won(about: [Cell; 2], takings: &Takings, chips: &ChipTotals) -> Vec<Cell> {
    let drop = chips.bought.in_minor();
    let hold = (drop > 0).then(|| {
        let won = takings.won.in_minor();
        Number::exact(won, drop, Show::Percent(2))
    });
    let figures = [
        count(takings.rounds),
        count(takings.void),
        money(takings.wagered()),
        money(takings.handed_back()),
        money(takings.won),
        money(chips.bought),
        money(chips.cashed),
        hold.into(),
        money(chips.tips),
    ];
    about.into_iter().chain(figures).collect()
}

/// None where no such bet was made, or the squares of its bets are beyond all numbers here.
fn played(game: Game, takings: &Takings) -> Option<Played> {
    let (base, all) = game.wagers();
    let bets = takings.bets.get(&base)?;
    Some(Played {
        at_risk: bets.at_risk.in_minor(),
        squares: bets.squares.sum()?,
        won: takings.kept(all).in_minor(),
    })
}

fn chance(books: &Books, summed: &Summed) -> Section {
    let words = ["Period", "Table", "Rulebook", "Game"].map(Column::words);
    let names = ["At risk", "Win", "Expected", "Deviation", "Away"].map(Column::number);
    let judged = Column::words("Against chance");
    let columns = words.into_iter().chain(names).chain([judged]).collect();
    let mut rows = Vec::new();
    for ((period, table, digest), takings) in &summed.takings {
        let Some(rules) = books.rules.get(digest) else {
            continue;
        };
        for game in Game::ALL {
            let Some(played) = played(game, takings) else {
                continue;
            };
            let Some(found) = played.against_chance(game, rules) else {
                continue;
            };
            let expected = crate::analyze::shown(found.expected, Show::Grouped(2));
            let judged = if found.outside {
                "outside, one period in a thousand"
            } else {
                "inside"
            };
            rows.push(vec![
                period.as_str().into(),
                table_name(*table),
                rules.id.to_string().into(),
                game.title().into(),
                money(takings.bets[&game.wagers().0].at_risk),
                money(takings.kept(game.wagers().1)),
                expected.into(),
                Cell::decimals(&found.deviation, Show::Grouped(2)),
                Cell::decimals(&found.away, Show::Signed(2)),
                judged.into(),
            ]);
        }
    }
    let text = "Expected and deviation are exact for the rulebook, its options and the stakes that were \
                made, with Players who decide as well as can be; every mistake of theirs is the house's \
                gain. Rounds are taken for independent. What lies more than 3.29 deviations away happens \
                once in a thousand periods and wants an explanation.";
    let caption = "The house's win against what the mathematics expect";
    let table = Table::new("games", caption, columns).labelled_by(4);
    Section::new("chance", "Win against chance")
        .paragraph(text)
        .table(table.rows(rows))
}

fn jackpots(feed: &LogFeed, summed: &Summed, kept: Kept) -> Section {
    let columns = |names: &[&'static str]| {
        let words = [Column::words("Period"), Column::words("Place")];
        let numbers = names.iter().map(|name| Column::number(*name));
        words.into_iter().chain(numbers).collect::<Vec<Column>>()
    };
    let mut by_table: BTreeMap<(&str, TableId), Takings> = BTreeMap::new();
    for ((period, table, _), takings) in &summed.takings {
        by_table.entry((period, *table)).or_default().add(takings);
    }
    let rows = by_table.iter().map(|((period, table), takings)| {
        vec![
            (*period).into(),
            table_name(*table),
            money(takings.fed),
            count(takings.awards),
            money(takings.awarded),
        ]
    });
    let names = ["Contributed", "Awards", "Awarded"];
    let at_tables = Table::new("tables", "At the tables", columns(&names)).labelled_by(2);
    let links = summed.links.iter().map(|((period, link), totals)| {
        vec![
            period.as_str().into(),
            format!("link {}", link.0).into(),
            money(totals.contributed),
            money(totals.refused),
            money(totals.received),
            count(totals.hits),
            money(totals.drawn),
            count(totals.reversed),
        ]
    });
    let names = [
        "Contributed",
        "Refused",
        "Received",
        "Hits",
        "Drawn",
        "Reversed",
    ];
    let of_links = Table::new("links", "Linked jackpots", columns(&names)).labelled_by(2);
    // A link is of no one table.
    let meters = Books::meters(feed).into_iter();
    let meters = meters.filter(|_| kept.has_table(None));
    let meters = meters.map(|(link, meters)| {
        vec![
            Cell::from("now"),
            format!("link {}", link.0).into(),
            money(meters.shown),
            money(meters.reserve),
            money(meters.overflow),
        ]
    });
    let names = ["Shown", "Reserve", "Overflow"];
    let standing = Table::new("meters", "As they stand", columns(&names)).labelled_by(2);
    Section::new("jackpots", "Jackpots")
        .table(at_tables.rows(rows))
        .table(of_links.rows(links))
        .table(standing.rows(meters))
}

fn payouts(books: &Books) -> Section {
    let words = ["At", "Table", "Round", "Player", "Bet"].map(Column::words);
    let columns = words.into_iter().chain([Column::number("Won")]).collect();
    let mut payouts: Vec<_> = books.payouts.iter().collect();
    payouts.sort_by_key(|payout| (payout.at, payout.table, payout.round));
    let rows = payouts.into_iter().map(|payout| {
        vec![
            moment(payout.at).into(),
            table_name(payout.table),
            payout.round.to_string().into(),
            payout.player.0.to_string().into(),
            payout.wager.title().into(),
            money(payout.amount),
        ]
    });
    let table = Table::new("payouts", "One by one, as they were made", columns).labelled_by(5);
    Section::new("payouts", "Large payouts").table(table.rows(rows))
}

fn acts(books: &Books, period: Period) -> Section {
    let words = ["Period", "By", "What"].map(Column::words);
    let columns = words.into_iter().chain([Column::number("Times")]).collect();
    let mut acts: BTreeMap<(String, &str, &str), u64> = BTreeMap::new();
    for ((by, kind, day, _), times) in &books.acts {
        *acts.entry((period.of(*day), by, kind)).or_default() += times;
    }
    let rows = acts.into_iter().map(|((period, by, kind), times)| {
        vec![period.into(), by.into(), kind.into(), count(times)]
    });
    let table = Table::new("acts", "By the person who answers for them", columns).labelled_by(3);
    Section::new("acts", "Rulings, voids and corrections").table(table.rows(rows))
}

fn unfinished(books: &Books, feed: &LogFeed, kept: Kept) -> Section {
    let words = ["Table", "Round", "Waits in", "Since"].map(Column::words);
    let columns = words
        .into_iter()
        .chain([Column::number("On the felt")])
        .collect();
    let open = books.unfinished(feed).into_iter();
    let open = open.filter(|open| kept.has_table(Some(open.table)));
    let rows = open.map(|open| {
        vec![
            table_name(open.table),
            open.round.to_string().into(),
            open.phase.into(),
            moment(open.since).into(),
            money(open.held),
        ]
    });
    let table = Table::new(
        "rounds",
        "Rounds that are not over, with the money in them",
        columns,
    );
    Section::new("unfinished", "Unfinished").table(table.labelled_by(4).rows(rows))
}

fn events(books: &Books, period: Period) -> Section {
    let words = ["Period", "What"].map(Column::words);
    let columns = words.into_iter().chain([Column::number("Times")]).collect();
    let mut events: BTreeMap<(String, &str), u64> = BTreeMap::new();
    for ((kind, day, _), times) in &books.events {
        *events.entry((period.of(*day), kind)).or_default() += times;
    }
    let rows = events
        .into_iter()
        .map(|((period, kind), times)| vec![period.into(), kind.into(), count(times)]);
    let caption = "By kind; one by one in `queenhigh export events`";
    let table = Table::new("kinds", caption, columns).labelled_by(2);
    Section::new("events", "Significant events").table(table.rows(rows))
}
