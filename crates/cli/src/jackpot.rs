//! `queenhigh jackpot`: checks from the logs alone whether a linked jackpot balances, and shows how the
//! amount of one of its wins came about.

use std::collections::BTreeMap;
use std::io::Write as _;

use game::Money;
use house::feed::{LogFeed, LoggedEntry, Projection};
use house::link::account::{balance, origin};
use house::log::Stream;
use house::store::{Row, Store};
use ledger::{Account, JackpotPart, LinkId, TableId};
use serde::Serialize;

use crate::store_args::{StoreArgs, Visitor};
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
    let answer = args.store.visit(&mut ReadLink { args })?;
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

struct ReadLink<'a> {
    args: &'a Args,
}

impl Visitor for ReadLink<'_> {
    type Output = Answer;

    async fn visit(&mut self, store: &impl Store) -> anyhow::Result<Answer> {
        let link = LinkId(self.args.link);
        let rows = store.read(Stream::Link(link), 0, usize::MAX).await?;
        anyhow::ensure!(
            !rows.is_empty(),
            "link: found {}, expected one that was declared",
            link.0
        );
        if let Some(number) = self.args.win {
            return self.win(link, &rows, number);
        }
        let mut fed = Contributions {
            link,
            fed: BTreeMap::new(),
        };
        let corrupt_entries = LogFeed::default().catch_up(store, &mut fed).await?;
        if let Some(corrupt) = corrupt_entries.first() {
            anyhow::bail!("{corrupt}");
        }
        let report = balance(link, &rows)?.against(&fed.fed);
        let text = self.shown(&report)?;
        let balances = report.is_clean();
        Ok(Answer { text, balances })
    }
}

impl ReadLink<'_> {
    fn win(&self, link: LinkId, rows: &[Row], number: u64) -> anyhow::Result<Answer> {
        let Some(report) = origin(link, rows, number)? else {
            anyhow::bail!(
                "--win: found {number}, expected the number of a win of link {}",
                link.0
            );
        };
        let text = self.shown(&report)?;
        let balances = true;
        Ok(Answer { text, balances })
    }

    fn shown(&self, report: &(impl Serialize + std::fmt::Display)) -> anyhow::Result<String> {
        Ok(match self.args.format {
            Format::Table => report.to_string(),
            Format::Json => serde_json::to_string_pretty(report)?,
        })
    }
}

/// What each table fed to a link, by the money rows in the tables' own logs.
struct Contributions {
    link: LinkId,
    fed: BTreeMap<TableId, Money>,
}

impl Projection for Contributions {
    fn apply(&mut self, logged: &LoggedEntry<'_>) {
        let Stream::Table(table) = logged.stream else {
            return;
        };
        let inflow = Account::Jackpot(self.link, JackpotPart::Inflow);
        for row in logged.rows.iter().map(|posted| posted.row) {
            if row.to() == inflow {
                *self.fed.entry(table).or_default() += row.amount();
            }
            if row.from() == inflow {
                *self.fed.entry(table).or_default() -= row.amount();
            }
        }
    }
}
