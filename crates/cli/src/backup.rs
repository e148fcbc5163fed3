//! `queenhigh backup` and `queenhigh restore`: copy a house while it is open, and make a house from a copy.
//! Both verify the copy from its first entry before they report success.

use std::io::Write as _;
use std::path::PathBuf;

use house::people::People;
use house::store::{SqliteStore, Store as _, StoreSettings};

use crate::Verdict;
use crate::loss::{AcceptLoss, read_people, registered};
use crate::store_args::wait;
use crate::verify::{Against, verify_copy_blocking};

#[derive(clap::Args)]
pub struct BackupArgs {
    /// The folder of the house; it may be open
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Where to put the copy: a folder without a house
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    #[command(flatten)]
    against: Against,
}

#[derive(clap::Args)]
pub struct RestoreArgs {
    /// The folder of the copy
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// Where to put the house: a folder without a house
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    #[command(flatten)]
    against: Against,
    /// Restore a copy even if it lacks signed entries: the reason, which stays in the log for ever
    #[arg(long, value_name = "REASON", requires_all = ["statements", "by", "with"])]
    accept_loss: Option<String>,
    /// The number of the person who accepts the loss for the house
    #[arg(long, value_name = "PERSON", value_parser = crate::whole::<u32>, requires = "accept_loss")]
    by: Option<u32>,
    /// The number of a second person, who answers for it too
    #[arg(long, value_name = "PERSON", value_parser = crate::whole::<u32>, requires = "accept_loss")]
    with: Option<u32>,
    /// A register to use instead of the accounts in the copy, should these be lost: a line for each person,
    /// with number and post, as in "41 house"
    #[arg(long, value_name = "FILE", requires = "accept_loss")]
    people: Option<PathBuf>,
}

/// Copies the house and verifies the copy. The copy stays even if it is not clean, for the operator to
/// examine.
pub fn back_up(args: &BackupArgs) -> anyhow::Result<Verdict> {
    SqliteStore::copy(&args.data, &args.to)?;
    let mut out = std::io::stdout().lock();
    let (from, to) = (args.data.display(), args.to.display());
    writeln!(out, "{from} copied to {to}.")?;
    verify_copy_blocking(
        &SqliteStore::open_to_read(&args.to)?,
        &args.against,
        &mut out,
    )
}

/// Verifies a copy and makes a house from it. Refuses a copy that is not clean, or that ends before what the
/// house has signed, unless two people accept that loss.
pub fn restore(args: &RestoreArgs) -> anyhow::Result<Verdict> {
    let mut out = std::io::stdout();
    let copy = SqliteStore::open_to_read(&args.from)?;
    let (from, data) = (args.from.display(), args.data.display());
    let accepting = match &args.accept_loss {
        Some(reason) => Some(AcceptLoss {
            against: &args.against,
            by: args.by.unwrap_or_default(),
            with: args.with,
            people: register(args)?,
            reason,
        }),
        None => None,
    };
    if let Some(accepting) = &accepting {
        wait(accepting.check(&copy))?;
    }
    let nothing = Against::default();
    let against = accepting.as_ref().map_or(&args.against, |_| &nothing);
    match verify_copy_blocking(&copy, against, &mut out)? {
        Verdict::Done => {}
        verdict @ (Verdict::No | Verdict::BadInput | Verdict::Interrupted) => {
            writeln!(out, "{from} is not restored.")?;
            return Ok(verdict);
        }
    }
    SqliteStore::copy(&args.from, &args.data)?;
    let made = SqliteStore::open_to_read(&args.data)?;
    let same = wait(async { Ok(made.heads().await? == copy.heads().await?) })?;
    anyhow::ensure!(
        same,
        "{data}: found other entries than in {from}, expected the same"
    );
    drop(made);
    writeln!(out, "{from} restored to {data}.")?;
    let Some(accepting) = &accepting else {
        return Ok(Verdict::Done);
    };
    wait(accepting.write(&SqliteStore::open(&args.data)?))
}

/// Those who may accept a loss: the accounts in the copy, or those of a file.
fn register(args: &RestoreArgs) -> anyhow::Result<Box<dyn People>> {
    if let Some(file) = &args.people {
        return Ok(Box::new(read_people(file)?));
    }
    let accounts = args.from.join("people.sqlite");
    anyhow::ensure!(
        accounts.is_file(),
        "{}: found nothing, expected the accounts of the house, or --people FILE",
        accounts.display()
    );
    let copy = StoreSettings::Folder(args.from.clone());
    wait(async {
        let register = registered(copy.open_people().await?).await?;
        Ok(Box::new(register) as Box<dyn People>)
    })
}
