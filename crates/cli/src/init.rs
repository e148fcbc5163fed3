//! `queenhigh init`: writes the configuration of the demo floor, to be changed into one's own.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;

use crate::Verdict;

#[derive(clap::Args)]
pub struct Args {
    /// The file to write; it must not exist
    #[arg(default_value = "house.toml", value_name = "FILE")]
    file: PathBuf,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let file = args.file.display().to_string();
    let mut options = OpenOptions::new();
    let made = options.write(true).create_new(true).open(&args.file);
    let mut made = made.with_context(|| file.clone())?;
    made.write_all(server::config::DEMO.as_bytes())?;
    made.sync_all()?;
    writeln!(
        std::io::stdout().lock(),
        "{file} describes the demo floor. Change it, look at it with \
         `queenhigh serve --config {file} --check`, and open with `queenhigh serve --config {file}`."
    )?;
    Ok(Verdict::Done)
}
