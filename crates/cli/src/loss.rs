//! `queenhigh accept-loss`: two people of the house accept in its log that signed entries are lost.
//! `restore --accept-loss` does the same for a copy that lacks them.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use game::{Actor, PersonId, Post};
use house::clock::{Clock as _, SystemClock};
use house::loss::{Acceptance, AcceptedLoss, accept, preview};
use house::people::{NamedPeople, People, PeopleStore, RegisteredPeople};
use house::store::Store;

use crate::Verdict;
use crate::store_args::{StoreArgs, wait};
use crate::verify::{Against, verify_copy};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    against: Against,
    /// The number of the person who accepts the loss for the house
    #[arg(long, value_name = "PERSON", value_parser = crate::whole::<u32>)]
    by: u32,
    /// The number of a second person, who answers for it too
    #[arg(long, value_name = "PERSON", value_parser = crate::whole::<u32>)]
    with: u32,
    /// A register to use instead of the accounts of the house, should these be lost: a line for each person,
    /// with number and post, as in "41 house"
    #[arg(long, value_name = "FILE")]
    people: Option<PathBuf>,
    /// Why it is accepted; it stays in the log for ever, so name no people
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    wait(async {
        let people: Box<dyn People> = match &args.people {
            Some(file) => Box::new(read_people(file)?),
            None => Box::new(registered(args.store.open_people().await?).await?),
        };
        let accepting = AcceptLoss {
            against: &args.against,
            by: args.by,
            with: Some(args.with),
            people,
            reason: &args.reason,
        };
        let store = args.store.open_to_write().await?;
        accepting.write(&*store).await
    })
}

/// The register that the accounts of a house are.
pub async fn registered(accounts: Arc<dyn PeopleStore>) -> anyhow::Result<RegisteredPeople> {
    let register = RegisteredPeople::new(accounts);
    register.refresh().await?;
    Ok(register)
}

/// Reads the register of the people of the house.
pub fn read_people(file: &Path) -> anyhow::Result<NamedPeople> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| name.to_string())?;
    NamedPeople::read(&text).with_context(|| name.to_string())
}

/// Writes the acceptance into the log and verifies the whole house.
pub struct AcceptLoss<'a> {
    /// The statements the house falls short of.
    pub against: &'a Against,
    /// Number of the person who accepts.
    pub by: u32,
    /// Number of the second person.
    pub with: Option<u32>,
    /// The register that must know both.
    pub people: Box<dyn People>,
    /// Why it is accepted.
    pub reason: &'a str,
}

impl AcceptLoss<'_> {
    /// Makes the checks of the acceptance before anything is written.
    pub async fn check(&self, store: &dyn Store) -> anyhow::Result<()> {
        let (statements, keys) = self.statements()?;
        preview(store, (&statements, keys), self.acceptance()).await?;
        Ok(())
    }

    fn statements(&self) -> anyhow::Result<(Vec<u8>, &[String])> {
        let read = self.against.read()?;
        let expected = "expected --statements FILE: a loss is what they say and the house has not";
        read.ok_or_else(|| anyhow::anyhow!(expected))
    }

    fn acceptance(&self) -> Acceptance<'_> {
        let by = Actor::staff(Post::House, PersonId(self.by));
        Acceptance {
            approvers: (by, self.with.map(PersonId)),
            people: &*self.people,
            reason: self.reason,
        }
    }

    /// Writes the acceptance down and verifies the whole house again.
    pub async fn write(&self, store: &dyn Store) -> anyhow::Result<Verdict> {
        let (statements, keys) = self.statements()?;
        let now = SystemClock.now();
        let accepted = accept(store, (&statements, keys), self.acceptance(), now).await?;
        let mut out = std::io::stdout();
        match accepted {
            Some(AcceptedLoss { entry, .. }) => {
                writeln!(out, "The loss is accepted: house entry {entry}.")?;
            }
            None => writeln!(
                out,
                "Nothing that was stated is missing: nothing is written."
            )?,
        }
        verify_copy(store, self.against, &mut out).await
    }
}
