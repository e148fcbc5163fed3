//! `analyze --catalogue`: the pay tables of other houses with the figures they come to.

use std::collections::BTreeMap;

use game::Rulebook;
use maths::tables::{CatalogueEntry, Figures, TabledBet, catalogue, house_with};
use maths::{Strategy, spread};
use report::{Column, Document, Section, Table};
use serde::Serialize;

use super::sheet::cells::{hand_or_none, percent, root};
use crate::exact::Exact;

/// One table as programs read it.
#[derive(Serialize)]
pub struct Listed {
    name: String,
    bet: &'static str,
    title: String,
    source: String,
    /// The rulebook the figures are counted under.
    rulebook: String,
    pays: BTreeMap<&'static str, u32>,
    #[serde(flatten)]
    figures: BetFigures,
    #[serde(skip)]
    entry: CatalogueEntry,
    #[serde(skip)]
    counted: Figures,
}

/// The figures of a pay table as programs read them.
#[derive(Serialize)]
pub struct BetFigures {
    house_edge: Exact,
    hit_frequency: Exact,
    variance: Exact,
    standard_deviation: String,
    /// Of the Ante alone: what its decision comes to.
    #[serde(flatten)]
    decision: Option<DecisionFigures>,
}

#[derive(Serialize)]
struct DecisionFigures {
    element_of_risk: Exact,
    lowest_hand_played: Option<String>,
    highest_hand_folded: Option<String>,
}

impl From<&Figures> for BetFigures {
    fn from(figures: &Figures) -> BetFigures {
        BetFigures {
            house_edge: figures.house_edge().into(),
            hit_frequency: figures.hit_frequency.into(),
            variance: figures.moments.variance.into(),
            standard_deviation: figures.moments.standard_deviation(),
            decision: figures.decision.as_ref().map(|decision| DecisionFigures {
                element_of_risk: decision.element_of_risk.into(),
                lowest_hand_played: decision.lowest_played.map(spread),
                highest_hand_folded: decision.highest_folded.map(spread),
            }),
        }
    }
}

/// Every table whose bet the rulebook has; without one, every table under the first that has it.
/// By bet, the least edge first.
pub fn listed(rulebook: Option<&Rulebook>, strategy: Strategy) -> Vec<Listed> {
    let all = catalogue().into_iter().filter_map(|entry| {
        let house = rulebook.unwrap_or_else(|| house_with(entry.bet));
        let counted = entry.figures(house, strategy)?;
        Some(Listed {
            name: entry.name.clone(),
            bet: entry.bet.name(),
            title: entry.title.clone(),
            source: entry.source.clone(),
            rulebook: house.id.to_string(),
            pays: pays(entry.bet, &entry.pays),
            figures: BetFigures::from(&counted),
            entry,
            counted,
        })
    });
    let mut all: Vec<Listed> = all.collect();
    all.sort_by_key(|listed| (listed.entry.bet, listed.counted.house_edge()));
    all
}

/// A table's payments by the names of the hands.
pub fn pays(bet: TabledBet, pays: &[u32]) -> BTreeMap<&'static str, u32> {
    bet.hands()
        .iter()
        .copied()
        .zip(pays.iter().copied())
        .collect()
}

/// The catalogue as a document.
pub fn document(all: &[Listed], strategy: Strategy) -> Document {
    let sections = TabledBet::ALL.into_iter().filter_map(|bet| {
        let own: Vec<&Listed> = all
            .iter()
            .filter(|listed| listed.entry.bet == bet)
            .collect();
        let house = own.first()?.rulebook.clone();
        Some(section(bet, &own, &house))
    });
    Document {
        title: "Pay tables of other houses".to_owned(),
        subtitle: "Figures are counted by this program; a source says where a table was seen. \
                   A name goes after `--tables catalogue:`, or after `--catalogue` to be printed as a file."
            .to_owned(),
        maker: format!("queenhigh {}", env!("CARGO_PKG_VERSION")),
        facts: vec![("Strategy".to_owned(), strategy.to_string())],
        sections: sections.collect(),
    }
}

fn section(bet: TabledBet, own: &[&Listed], house: &str) -> Section {
    let (id, title, says) = match bet {
        TabledBet::AnteBonus => (
            "ante-bonus",
            "Ante Bonus",
            "Straight flush, three of a kind, straight. The edge is that of Ante, Play and bonus together, per unit of Ante.",
        ),
        TabledBet::PairPlus => (
            "pair-plus",
            "Pair Plus",
            "Mini royal where it has a row, straight flush, three of a kind, straight, flush, pair.",
        ),
        TabledBet::FiveCard => (
            "six-card",
            "Six-card bet",
            "Major royal where it has a row, royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind.",
        ),
    };
    let decides = bet == TabledBet::AnteBonus;
    let mut columns = vec![
        Column::words("table"),
        Column::exact("house edge"),
        Column::number("hits"),
        Column::number("deviation"),
    ];
    if decides {
        columns.push(Column::number("element of risk"));
        columns.push(Column::words("lowest hand played"));
    }
    columns.push(Column::words("seen"));
    let rows = own.iter().map(|listed| {
        let figures = &listed.counted;
        let mut cells = vec![
            listed.name.as_str().into(),
            percent(figures.house_edge()).into(),
            percent(figures.hit_frequency).into(),
            root(&figures.moments.standard_deviation()),
        ];
        if let Some(decision) = &figures.decision {
            cells.push(percent(decision.element_of_risk).into());
            cells.push(hand_or_none(decision.lowest_played).into());
        }
        cells.push(listed.source.as_str().into());
        cells
    });
    let caption = format!("{title} tables, counted under {house}");
    Section::new(id, title)
        .paragraph(says)
        .table(Table::new("tables", caption, columns).rows(rows))
}
