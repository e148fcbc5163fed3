//! `queenhigh prepare`: the owner of a database runs it before a house is served from it, and after each new
//! version of this program.

use std::io::Write as _;

use house::store::PostgresStore;

use crate::Verdict;
use crate::store_args::wait;

#[derive(clap::Args)]
pub struct Args {
    /// The database, as its owner, such as `postgres://OWNER@HOST/DATABASE`
    #[arg(long, value_name = "URL")]
    database_url: String,
    /// The role that will serve the house: it must exist, own nothing there and have no powers
    #[arg(long, value_name = "NAME")]
    role: String,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let Args { database_url, role } = args;
    wait(async { Ok(PostgresStore::prepare(database_url, role).await?) })?;
    writeln!(
        std::io::stdout().lock(),
        "A house can be served by {role}, who adds to its logs and can neither change nor remove them."
    )?;
    Ok(Verdict::Done)
}
