//! `queenhigh rules`: the rulebooks, clause by clause, how they differ, and which tests cite each clause.
//!
//! All content comes from `game` or was collected at build time; this module only lays it out, as a page for
//! people or as JSON for programs.

mod ask;
pub(crate) mod clause;
mod coverage;
mod diff;
mod in_order;
pub(crate) mod irregularities;
pub(crate) mod list;
#[cfg(test)]
mod naming;
mod pay;
pub(crate) mod show;
mod text;

use std::io::Write as _;

use game::{Rulebook, RulebookId};

use crate::{Format, Verdict};

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    question: Option<Question>,
    /// How to print the answer
    #[arg(long, global = true, value_enum, default_value = "table")]
    format: Format,
}

#[derive(clap::Subcommand)]
enum Question {
    /// The five rulebooks
    List,
    /// One rulebook clause by clause and switch by switch, one of its sections, or one of its clauses (or an entry of
    /// the ambiguities, as G-19)
    Show {
        /// Which rulebook
        #[arg(value_name = "ID")]
        rulebook: RulebookId,
        /// Which clause, as 3.12.1, 4.2[pair] or Appendix A; or a whole section, as 5 or ofg.deal
        clause: Vec<String>,
        /// A choice of the house; may be given several times
        #[arg(long = "option", value_name = "NAME=VALUE", value_parser = house_option)]
        options: Vec<(String, String)>,
    },
    /// What two rulebooks answer differently
    Diff {
        #[arg(value_name = "ID")]
        one: RulebookId,
        #[arg(value_name = "ID")]
        other: RulebookId,
    },
    /// What each rulebook does when something goes wrong: all of it, or one irregularity in full
    Irregularities {
        /// Which irregularity, as IR-07 or 7
        #[arg(value_name = "ID")]
        irregularity: Option<String>,
        /// Only this rulebook; may be given several times
        #[arg(long = "rulebook", value_name = "ID")]
        rulebooks: Vec<RulebookId>,
        /// A choice of the house, taken by every rulebook that leaves it open
        #[arg(long = "option", value_name = "NAME=VALUE", value_parser = house_option)]
        options: Vec<(String, String)>,
    },
    /// The irregularity somebody describes in their own words, and what to do about it
    Ask {
        /// What happened, as "four cards to box 3, player looked"; `-` reads questions from standard input, one a
        /// line, and answers each by one line of JSON
        words: String,
        /// The table's rulebook
        #[arg(long, value_name = "ID")]
        rulebook: RulebookId,
    },
    /// Every clause with the scenarios and tests that cite it
    Coverage {
        /// Only the clauses that nothing cites
        #[arg(long)]
        missing: bool,
    },
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let page = match args.question.as_ref().unwrap_or(&Question::List) {
        Question::List => list::print(args.format)?,
        Question::Show {
            rulebook,
            clause,
            options,
        } => {
            let rulebook = chosen(*rulebook, options)?;
            if clause.is_empty() {
                show::print(&rulebook, args.format)?
            } else {
                // `Appendix A` may come as two words.
                clause::print(&rulebook, &clause.join(" "), args.format)?
            }
        }
        Question::Diff { one, other } => diff::print(one.form(), other.form(), args.format)?,
        Question::Irregularities {
            irregularity,
            rulebooks,
            options,
        } => {
            let forms = irregularities::forms(rulebooks, options)?;
            irregularities::print(&forms, irregularity.as_deref(), args.format)?
        }
        Question::Ask { words, rulebook } if words == "-" => {
            let (questions, out) = (std::io::stdin().lock(), std::io::stdout().lock());
            return ask::answer_lines(questions, out, rulebook.form());
        }
        Question::Ask { words, rulebook } => ask::print(words, rulebook.form(), args.format)?,
        Question::Coverage { missing } => {
            let extent = if *missing {
                coverage::Extent::Missing
            } else {
                coverage::Extent::All
            };
            coverage::print(extent, args.format)?
        }
    };
    std::io::stdout().lock().write_all(page.as_bytes())?;
    Ok(Verdict::Done)
}

pub(crate) fn chosen(id: RulebookId, options: &[(String, String)]) -> anyhow::Result<Rulebook> {
    let mut rulebook = id.form().clone();
    for (switch, value) in options {
        rulebook.choose(switch, value)?;
    }
    Ok(rulebook)
}

pub(crate) fn house_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err("expected NAME=VALUE, as fold_envy_receive=yes".to_owned()),
    }
}

fn json(answer: &impl serde::Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(answer)? + "\n")
}

/// A section of `rounds.md` with its title.
fn section(number: &str) -> String {
    let title = match number {
        "10.1" => "Table and participation",
        "10.2" => "Bets and limits",
        "10.3" => "Dealing and decisions",
        "10.4" => "Ranking and pay",
        "10.5" => "Jackpot and envy",
        "10.6" => "Irregularities and authority",
        _ => "",
    };
    format!("{number} {title}").trim_end().to_owned()
}

/// `3 Card Poker (RWS), version 3, in force from 2020-03-17 08:00`.
pub(crate) fn title(rulebook: &Rulebook) -> String {
    let version = match rulebook.version {
        "unknown" => "no version given".to_owned(),
        version => format!("version {version}"),
    };
    let effective = match rulebook.effective {
        "unknown" => "undated".to_owned(),
        _ => format!("in force from {}", effective(rulebook)),
    };
    format!("{}, {version}, {effective}", rulebook.title)
}

fn effective(rulebook: &Rulebook) -> String {
    rulebook.effective.replace('T', " ")
}
