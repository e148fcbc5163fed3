//! `queenhigh admin`: the people of a house, whether it is open or not.
//!
//! Accounts lie beside the logs and may be changed while a process serves the house: it learns of an
//! ended session within a second, and of a new account at once.

use std::io::{BufRead as _, Write as _};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use house::clock::{Clock as _, SystemClock};
use house::game::Timestamp;
use house::people::{Account, NewAccount, PeopleStore, Role};

use crate::store_args::{StoreArgs, wait};
use crate::{Format, Verdict};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    store: StoreArgs,
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// The people of the house
    People {
        #[arg(long, value_enum, default_value_t = Format::Table)]
        format: Format,
    },
    /// Make an account for a person of the house, or for a player
    Add {
        /// The name to sign in with
        name: String,
        /// What the person does
        #[arg(long)]
        role: Role,
    },
    /// Give an account another role; its sessions end
    Role {
        /// The name of the account
        name: String,
        /// What the person does from now on
        role: Role,
    },
    /// Set a password, read from standard input; the account's sessions end and it is unlocked
    Password {
        /// The name of the account
        name: String,
    },
    /// Make a link that signs its holder in, once, within a day
    Link {
        /// The name of the account
        name: String,
        /// Where the house is, as it says itself
        #[arg(long, default_value = "http://127.0.0.1:8210/", value_name = "URL")]
        url: String,
    },
    /// Sign a person out everywhere and refuse to sign in again
    Lock {
        /// The name of the account
        name: String,
    },
    /// Let a person sign in again
    Unlock {
        /// The name of the account
        name: String,
    },
    /// Erase the personal data of an account; its number stays in the logs
    Erase {
        /// The name of the account
        name: String,
    },
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    wait(async {
        let people = args.store.open_people().await?;
        let now = SystemClock.now();
        match &args.what {
            What::People { format } => list(&people, *format).await?,
            What::Add { name, role } => {
                let new = NewAccount {
                    role: *role,
                    name: Some(name.clone()),
                    password: None,
                    created: now,
                };
                let account = people.add_account(new).await?;
                say(&account, "has an account")?;
            }
            What::Role { name, role } => {
                let mut account = named(&people, name).await?;
                account.role = *role;
                people.save_account(&account).await?;
                people.end_sessions_of(account.id, None, now).await?;
                say(&account, "has another role")?;
            }
            What::Password { name } => set_password(&people, name, now).await?,
            What::Link { name, url } => {
                let account = named(&people, name).await?;
                let ticket = server::make_ticket(&*people, &account, now).await?;
                let url = url.trim_end_matches('/');
                let mut out = std::io::stdout().lock();
                writeln!(out, "{} {url}/enter/{ticket}", account.role)?;
            }
            What::Lock { name } => {
                let mut account = named(&people, name).await?;
                account.locked = true;
                people.save_account(&account).await?;
                people.end_sessions_of(account.id, None, now).await?;
                say(&account, "is signed out and locked")?;
            }
            What::Unlock { name } => {
                let mut account = named(&people, name).await?;
                (account.locked, account.failures) = (false, 0);
                people.save_account(&account).await?;
                say(&account, "may sign in")?;
            }
            What::Erase { name } => {
                let account = named(&people, name).await?;
                people.erase(account.id, now).await?;
                say(&account, "is erased")?;
            }
        }
        Ok(Verdict::Done)
    })
}

async fn named(people: &Arc<dyn PeopleStore>, name: &str) -> anyhow::Result<Account> {
    let found = people.account_by_name(name).await?;
    found.with_context(|| format!("name: found {name:?}, expected the name of an account"))
}

fn say(account: &Account, what: &str) -> std::io::Result<()> {
    let (name, role, number) = (&account.name, account.role, account.id.0);
    writeln!(
        std::io::stdout().lock(),
        "{name} ({role}, number {number}) {what}."
    )
}

async fn list(people: &Arc<dyn PeopleStore>, format: Format) -> anyhow::Result<()> {
    let staff = people.staff().await?;
    let mut out = std::io::stdout().lock();
    match format {
        Format::Json => {
            let line = |account: &Account| {
                serde_json::json!({
                    "number": account.id,
                    "name": account.name,
                    "role": account.role,
                    "locked": account.locked,
                    "password": account.password.is_some(),
                    "last_sign_in": account.last_sign_in,
                })
            };
            let lines: Vec<_> = staff.iter().map(line).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&lines)?)?;
        }
        Format::Table => {
            for account in &staff {
                let password = match (account.locked, &account.password) {
                    (true, _) => "locked",
                    (false, Some(_)) => "password",
                    (false, None) => "no password",
                };
                let (number, role, name) = (account.id.0, account.role.name(), &account.name);
                writeln!(out, "{number:>6}  {role:<15} {password:<12} {name}")?;
            }
        }
    }
    Ok(())
}

async fn set_password(
    people: &Arc<dyn PeopleStore>,
    name: &str,
    now: Timestamp,
) -> anyhow::Result<()> {
    let mut account = named(people, name).await?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let password = line.trim_end_matches(['\n', '\r']).to_owned();
    let hash = match server::hash_password(password).await {
        Ok(hash) => hash,
        Err(wrong) => bail!("{wrong}"),
    };
    account.password = Some(hash);
    (account.locked, account.failures) = (false, 0);
    people.save_account(&account).await?;
    people.end_sessions_of(account.id, None, now).await?;
    say(&account, "has a new password")?;
    Ok(())
}
