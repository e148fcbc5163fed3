//! `queenhigh verify`: replays a whole house and trusts nothing that is stored.

mod answer;

use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use audit::export::read_log;
use audit::verify::verify_with_key;
use house::notary::check;
use house::shuffle::Vault;
use house::store::Store;

use self::answer::{Answer, Verified};
use crate::store_args::{StoreArgs, wait};
use crate::{Format, Verdict};

#[derive(clap::Args)]
pub struct Args {
    /// An exported log to verify instead of a house
    #[arg(value_name = "FILE", conflicts_with = "StoreArgs")]
    file: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    against: Against,
    /// The file of the vault's key, with which rounds in play that the house deals are replayed too
    /// [default: vault.key in the folder of --data]
    #[arg(long, value_name = "FILE")]
    vault_key: Option<PathBuf>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The signed statements to check a house against.
#[derive(clap::Args, Default)]
pub struct Against {
    /// The file of signed statements about the house, as the auditor received it
    #[arg(long, value_name = "FILE")]
    statements: Option<PathBuf>,
    /// A key that may have signed them, in hexadecimal; may be given more than once [default: any]
    #[arg(long, value_name = "KEY", requires = "statements")]
    key: Vec<String>,
}

impl Against {
    /// The contents of the file, and the keys that may have signed it.
    pub fn read(&self) -> anyhow::Result<Option<(Vec<u8>, &[String])>> {
        let Some(path) = &self.statements else {
            return Ok(None);
        };
        let place = || format!("--statements {}", path.display());
        let bytes = std::fs::read(path).with_context(place)?;
        Ok(Some((bytes, &self.key)))
    }
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let key = match (&args.vault_key, &args.file) {
        (Some(named), _) => Some(named.clone()),
        (None, None) => args.store.vault_key()?,
        (None, Some(_)) => None,
    };
    let vault = key.as_deref().map(open_vault).transpose()?;
    let answer = match &args.file {
        None => wait(async {
            let store = args.store.open_to_read().await?;
            verify_against(&*store, &args.against, vault, Verified::House).await
        })?,
        Some(path) => {
            let place = || path.display().to_string();
            let file = std::fs::File::open(path).with_context(place)?;
            let store = read_log(BufReader::new(file)).with_context(place)?;
            wait(verify_against(&store, &args.against, vault, Verified::File))?
        }
    };
    let mut out = std::io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?,
        Format::Table => answer.print(&mut out)?,
    }
    Ok(answer.verdict())
}

/// The vault's key in this file; one that is missing is not made, as the house itself would.
pub fn open_vault(path: &Path) -> anyhow::Result<Arc<Vault>> {
    let place = || format!("--vault-key {}", path.display());
    std::fs::metadata(path).with_context(place)?;
    let vault = Vault::open(path).map_err(|error| anyhow::anyhow!("--vault-key {error}"))?;
    Ok(Arc::new(vault))
}

/// Verifies a copy of a house and prints the result for people. Rounds in play and a clock that was set back
/// are said and do not keep a copy from being used; anything wrong does.
pub fn verify_copy_blocking(
    store: &dyn Store,
    against: &Against,
    out: &mut impl std::io::Write,
) -> anyhow::Result<Verdict> {
    wait(verify_copy(store, against, out))
}

/// The same for callers inside the async runtime.
pub async fn verify_copy(
    store: &dyn Store,
    against: &Against,
    out: &mut impl std::io::Write,
) -> anyhow::Result<Verdict> {
    let answer = verify_against(store, against, None, Verified::House).await?;
    answer.print(out)?;
    Ok(answer.verdict_of_copy())
}

async fn verify_against(
    store: &dyn Store,
    against: &Against,
    vault: Option<Arc<Vault>>,
    verified: Verified,
) -> anyhow::Result<Answer> {
    let read = verify_with_key(store, vault).await?;
    let statements = match against.read()? {
        None => None,
        Some((bytes, keys)) => Some(check(store, &bytes, keys).await),
    };
    Answer::new(&read, statements, verified)
}
