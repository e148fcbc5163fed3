//! `analyze ID --design BET --edge A..B`: every pay table that gives such an edge.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use game::{Rulebook, RulebookId};
use maths::Strategy;
use maths::tables::{Designs, Edges, Rows, TabledBet, design};
use report::{Column, Document, Number, Section, Table};
use serde::Serialize;

use super::catalogue::{BetFigures, pays};
use super::sheet::cells::{hand_name, hand_or_none, percent, root};
use crate::exact::Exact;

/// Most designs listed: more than a person reads, and still little memory.
const MOST_LISTED: usize = 10_000;

#[derive(clap::Args)]
pub struct DesignArgs {
    /// Which pay tables give an edge: of `ante_bonus`, `pair_plus` or `five_card`
    #[arg(
        long,
        value_name = "BET",
        requires = "edge",
        conflicts_with = "catalogue"
    )]
    design: Option<TabledBet>,
    /// The house edge from and to, as 2%..3%, 0.02..0.03 or 1/50..3/100
    #[arg(
        long,
        value_name = "FROM..TO",
        requires = "design",
        allow_hyphen_values = true
    )]
    edge: Option<Edges>,
    /// What a hand may pay, as `flush=3..4 straight_flush=30..50/5`; else around the rulebook's own
    #[arg(long, value_name = "HAND=FROM..TO", num_args = 1.., requires = "design")]
    rows: Vec<String>,
    /// How many tables to list, the lowest edges first
    #[arg(long, value_name = "N", default_value_t = 20, requires = "design", value_parser = crate::whole::<usize>, allow_negative_numbers = true)]
    limit: usize,
}

impl DesignArgs {
    /// Whether a design was asked for.
    pub fn asked(&self) -> bool {
        self.design.is_some()
    }
}

/// What was asked, and what was found.
pub struct Answer {
    rulebook: RulebookId,
    digest: String,
    strategy: Strategy,
    bet: TabledBet,
    edges: Edges,
    rows: Rows,
    designs: Designs,
}

/// None where no design was asked for.
pub fn answer(
    args: &DesignArgs,
    rulebook: &Rulebook,
    strategy: Strategy,
) -> anyhow::Result<Option<Answer>> {
    let (Some(bet), Some(edges)) = (args.design, args.edge) else {
        return Ok(None);
    };
    if args.limit == 0 || args.limit > MOST_LISTED {
        bail!(
            "--limit: found {}, expected a number from 1 to {MOST_LISTED}",
            args.limit
        );
    }
    let around = Rows::around(bet, rulebook);
    let mut rows = around.with_context(|| format!("--design: {} has no {bet}", rulebook.id))?;
    for row in &args.rows {
        rows = rows.with(row).context("--rows")?;
    }
    let designs = design(bet, rulebook, strategy, &rows, edges, args.limit).context("--design")?;
    Ok(Some(Answer {
        rulebook: rulebook.id,
        digest: rulebook.digest().to_string(),
        strategy,
        bet,
        edges,
        rows,
        designs,
    }))
}

/// As programs read it.
#[derive(Serialize)]
pub struct Json {
    rulebook: RulebookId,
    digest: String,
    strategy: String,
    bet: &'static str,
    edge: Bounds,
    rows: BTreeMap<&'static str, String>,
    looked_at: u64,
    found: u64,
    tables: Vec<Listed>,
}

#[derive(Serialize)]
struct Bounds {
    from: Exact,
    to: Exact,
}

#[derive(Serialize)]
struct Listed {
    pays: BTreeMap<&'static str, u32>,
    #[serde(flatten)]
    figures: BetFigures,
}

impl Answer {
    /// The designs as JSON.
    pub fn json(&self) -> Json {
        let ranges = self.rows.ranges();
        let tables = self.designs.first.iter().map(|found| Listed {
            pays: pays(self.bet, &found.pays),
            figures: BetFigures::from(&found.figures),
        });
        Json {
            rulebook: self.rulebook,
            digest: self.digest.clone(),
            strategy: self.strategy.to_string(),
            bet: self.bet.name(),
            edge: Bounds {
                from: self.edges.least().into(),
                to: self.edges.most().into(),
            },
            rows: ranges
                .map(|(hand, range)| (hand, range.to_string()))
                .collect(),
            looked_at: self.designs.looked_at,
            found: self.designs.found,
            tables: tables.collect(),
        }
    }

    /// The first table as a file; none where nothing was found.
    pub fn toml(&self) -> Option<String> {
        let best = self.designs.first.first()?;
        let title = format!(
            "title = \"{} with a house edge of {}\"\n\n",
            self.bet,
            percent(best.figures.house_edge())
        );
        Some(title + &maths::tables::table_as_toml(self.bet, &best.pays))
    }

    /// The designs as a document.
    pub fn document(&self) -> Document {
        let ranges: Vec<String> = self
            .rows
            .ranges()
            .map(|(hand, range)| format!("{hand}={range}"))
            .collect();
        let (from, to) = (percent(self.edges.least()), percent(self.edges.most()));
        let facts = [
            ("Rulebook", self.rulebook.to_string()),
            ("Edge", format!("from {from} to {to}")),
            ("Rows", ranges.join(" ")),
            ("Strategy", self.strategy.to_string()),
            ("Digest", self.digest.clone()),
        ];
        Document {
            title: format!("Pay tables for {} under {}", self.bet, self.rulebook),
            subtitle:
                "Every table of these rows in which a better hand never pays less than a worse one \
                       was counted exactly; those between the bounds are found."
                    .to_owned(),
            maker: format!("queenhigh {}", env!("CARGO_PKG_VERSION")),
            facts: facts.map(|(name, value)| (name.to_owned(), value)).into(),
            sections: vec![self.section()],
        }
    }

    fn section(&self) -> Section {
        let designs = &self.designs;
        let decides = self.bet == TabledBet::AnteBonus;
        let mut columns: Vec<Column> = self
            .bet
            .hands()
            .iter()
            .rev()
            .map(|hand| Column::number(hand_name(hand)))
            .collect();
        columns.extend([
            Column::exact("house edge"),
            Column::number("hits"),
            Column::number("deviation"),
        ]);
        if decides {
            columns.push(Column::words("lowest hand played"));
        }
        let rows = designs.first.iter().map(|found| {
            let pays = found.pays.iter().rev();
            let mut cells: Vec<report::Cell> = pays
                .map(|pays| Number::count(i128::from(*pays)).into())
                .collect();
            cells.push(percent(found.figures.house_edge()).into());
            cells.push(percent(found.figures.hit_frequency).into());
            cells.push(root(&found.figures.moments.standard_deviation()));
            if let Some(decision) = &found.figures.decision {
                cells.push(hand_or_none(decision.lowest_played).into());
            }
            cells
        });
        let listed = designs.first.len();
        let table = Table::new("tables", "Payments to 1, the lowest edge first", columns)
            .labelled_by(self.bet.hands().len())
            .rows(rows);
        Section::new("tables", "Tables found")
            .paragraph(format!(
                "Looked at {}, found {}, listed {listed}.",
                Number::count(i128::from(designs.looked_at)),
                Number::count(i128::from(designs.found)),
            ))
            .table(table)
    }
}
