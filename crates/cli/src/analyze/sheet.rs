//! The par sheet as a document: what the mathematics found, in the words of the felt.
//!
//! A section a file. Each takes the [`Subject`] and lays out numbers that `maths` counted; nothing is
//! computed here but shares and sums of what stands in the same table.

mod ante_play;
pub mod cells;
mod hands;
mod jackpot;
mod joint;
mod leaks;
mod link;
mod pair_plus;
mod session;
mod six_cards;
mod strategy;
mod summary;
mod together;

use game::Rulebook;
use maths::tables::PayFileNames;
use maths::{AntePlay, Jackpot, Joint, PairPlus, SixCards, Strategy};
use report::{Document, Section};

use super::parts::Part;
use super::tables::{Departure, departures};
use super::terms::Terms;

/// Everything the sections tell of.
pub struct Subject<'a> {
    rulebook: &'a Rulebook,
    names: &'a PayFileNames,
    ante: AntePlay,
    pair_plus: PairPlus,
    six_cards: Option<SixCards>,
    jackpot: Option<Jackpot>,
    joint: Joint,
    terms: Terms,
}

impl<'a> Subject<'a> {
    /// Computes what every section needs.
    pub fn new(
        rulebook: &'a Rulebook,
        names: &'a PayFileNames,
        strategy: Strategy,
        terms: Terms,
    ) -> Subject<'a> {
        let ante = AntePlay::new(rulebook, strategy);
        Subject {
            rulebook,
            names,
            pair_plus: PairPlus::with_ante(rulebook, &ante),
            six_cards: SixCards::with_ante(rulebook, &ante),
            jackpot: Jackpot::new(rulebook, &ante),
            joint: Joint::of_hands(rulebook, &ante),
            ante,
            terms,
        }
    }
}

/// The par sheet with these parts.
pub fn document(subject: &Subject<'_>, parts: &[Part]) -> anyhow::Result<Document> {
    let mut sections: Vec<Section> = vec![
        summary::section(subject),
        ante_play::section(subject),
        strategy::section(subject),
        pair_plus::section(subject),
    ];
    sections.extend(six_cards::section(subject));
    sections.extend(jackpot::section(subject));
    sections.push(together::section(subject));
    sections.extend(larger(subject, parts)?);
    Ok(Document {
        title: title(subject),
        subtitle: "Every figure is counted, not simulated: a fraction of all deals, in lowest terms. \
                   Money is in units of the Ante, with Play equal to the Ante, unless a table says otherwise."
            .to_owned(),
        // On every page: a loose one still tells which game it is of.
        maker: format!(
            "queenhigh {}, digest {:.12}",
            env!("CARGO_PKG_VERSION"),
            subject.rulebook.digest().to_string()
        ),
        facts: facts(subject),
        sections,
    })
}

/// The sections that were asked for, the longest last.
pub fn larger(subject: &Subject<'_>, parts: &[Part]) -> anyhow::Result<Vec<Section>> {
    let mut sections = Vec::new();
    for part in parts {
        match part {
            Part::Joint => sections.push(joint::section(subject)),
            Part::Link => sections.extend(link::section(subject)?),
            Part::Session => sections.push(session::or_why_not(subject)?),
            Part::Leaks => sections.extend(leaks::sections(subject)),
            Part::Hands => sections.push(hands::section(subject)),
            Part::None | Part::All => {}
        }
    }
    Ok(sections)
}

fn title(subject: &Subject<'_>) -> String {
    let id = subject.rulebook.id;
    let other = !departures(subject.rulebook).is_empty();
    let game = match &subject.names.title {
        Some(title) if other => format!("{title}, another game than {id}"),
        Some(_) | None if other => format!("another game than {id}"),
        Some(_) | None => id.to_string(),
    };
    match subject.ante.strategy {
        Strategy::Optimal => format!("Par sheet: {game}"),
        Strategy::AlwaysPlay => format!("Par sheet: {game}, every hand played"),
        Strategy::QueenOrBetter => format!("Par sheet: {game}, Queen or better played"),
        from @ Strategy::From(_) => format!("Par sheet: {game}, {from} or better played"),
    }
}

fn facts(subject: &Subject<'_>) -> Vec<(String, String)> {
    let rulebook = subject.rulebook;
    let options: Vec<String> = rulebook
        .options()
        .into_iter()
        .map(|(switch, says)| format!("{switch} = {says}"))
        .collect();
    let options = if options.is_empty() {
        "as the rulebook has it".to_owned()
    } else {
        options.join("; ")
    };
    let strategy = match subject.ante.strategy {
        Strategy::Optimal => {
            "optimal: every hand played that loses less than folding it".to_owned()
        }
        Strategy::AlwaysPlay => "always-play: no hand is folded".to_owned(),
        Strategy::QueenOrBetter => "queen-or-better: folded below Queen high".to_owned(),
        from @ Strategy::From(_) => format!("{from} and better is played, the rest folded"),
    };
    let departures = departures(rulebook);
    let departures: Vec<String> = departures.iter().map(Departure::told).collect();
    let facts = [
        (
            "Rulebook",
            format!("{} ({})", crate::rules::title(rulebook), rulebook.id),
        ),
        ("Options", options),
        ("Strategy", strategy),
        ("Digest", rulebook.digest().to_string()),
        (
            "Program",
            format!("queenhigh {}", env!("CARGO_PKG_VERSION")),
        ),
    ];
    let mut facts: Vec<(String, String)> =
        facts.map(|(name, value)| (name.to_owned(), value)).into();
    for (name, said) in [
        ("Source", &subject.names.source),
        ("Pay tables", &subject.names.title),
    ] {
        if let Some(said) = said {
            facts.insert(2, (name.to_owned(), said.clone()));
        }
    }
    if !departures.is_empty() {
        facts.insert(2, ("Another game".to_owned(), departures.join("; ")));
    }
    facts
}
