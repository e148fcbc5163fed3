//! `queenhigh jackpot`: whether a linked jackpot balances, and how the amount of one of its wins came about,
//! from the logs alone.

use std::collections::BTreeMap;
use std::io::Write as _;

use game::{Event, Money};
use house::feed::{LogFeed, LoggedEntry, Payload, Projection};
use house::link::account::{balance, origin};
use house::log::Stream;
use house::store::Row;
use house::table::TableEvent;
use ledger::{LinkId, TableId};
use serde::Serialize;

use crate::store_args::{StoreArgs, wait};
use crate::{Format, Verdict};

#[derive(clap::Args)]
pub struct Args {
    /// The number of the link
    #[arg(value_name = "LINK", value_parser = crate::whole::<u32>)]
    link: u32,
    /// How the amount of this win came about, instead of the balance
    #[arg(long, value_name = "NUMBER", value_parser = crate::whole::<u64>)]
    win: Option<u64>,
    #[command(flatten)]
    store: StoreArgs,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let answer = wait(read_link(args))?;
    writeln!(std::io::stdout().lock(), "{}", answer.text.trim_end())?;
    Ok(if answer.balances {
        Verdict::Done
    } else {
        Verdict::No
    })
}

struct Answer {
    text: String,
    balances: bool,
}

async fn read_link(args: &Args) -> anyhow::Result<Answer> {
    let store = args.store.open_to_read().await?;
    let link = LinkId(args.link);
    let rows = store.read(Stream::Link(link), 0, usize::MAX).await?;
    anyhow::ensure!(
        !rows.is_empty(),
        "link: found {}, expected one that was declared",
        link.0
    );
    if let Some(number) = args.win {
        return explain_win(args, &rows, number);
    }
    let mut fed = Contributions {
        link,
        fed: BTreeMap::new(),
    };
    let corrupt_entries = LogFeed::default().catch_up(&*store, &mut fed).await?;
    if let Some(corrupt) = corrupt_entries.first() {
        anyhow::bail!("{corrupt}");
    }
    let report = balance(link, &rows)?.against(&fed.fed);
    let text = shown(args.format, &report)?;
    let balances = report.is_clean();
    Ok(Answer { text, balances })
}

fn explain_win(args: &Args, rows: &[Row], number: u64) -> anyhow::Result<Answer> {
    let Some(report) = origin(LinkId(args.link), rows, number)? else {
        anyhow::bail!(
            "--win: found {number}, expected the number of a win of link {}",
            args.link
        );
    };
    let text = shown(args.format, &report)?;
    let balances = true;
    Ok(Answer { text, balances })
}

fn shown(format: Format, report: &(impl Serialize + std::fmt::Display)) -> anyhow::Result<String> {
    Ok(match format {
        Format::Table => report.to_string(),
        Format::Json => serde_json::to_string_pretty(report)?,
    })
}

/// What the tables' own logs say they fed to a link.
struct Contributions {
    link: LinkId,
    fed: BTreeMap<TableId, Money>,
}

impl Projection for Contributions {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of some ninety kinds of event two feed a link"
    )]
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let (Payload::Table { event, before }, Stream::Table(table)) =
            (logged.payload, logged.stream)
        else {
            return;
        };
        let TableEvent::Game(event) = event else {
            return;
        };
        let amount = match event {
            Event::ContributionAdded { amount, .. } => *amount,
            Event::ContributionReversed { amount, .. } => -*amount,
            _ => return,
        };
        if before.link_of_round() == Some(self.link) {
            *self.fed.entry(table).or_default() += amount;
        }
    }
}
