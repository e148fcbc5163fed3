//! `queenhigh admin`: the people, tables, links and purses of a house, whether it is open or not.
//!
//! Accounts lie beside the logs and may be changed while a process serves the house: it learns of an
//! ended session within a second, and of a new account at once. What goes into a log is done by the
//! process that serves the house where one does, and here where none does.

mod changes;
mod lists;
mod local;
mod people;

use house::clock::{Clock as _, SystemClock};
use house::people::Role;
use server::desk::DeskRequest;

use self::changes::{Amount, Signed};
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
    #[command(flatten)]
    OfPeople(OfPeople),
    #[command(flatten)]
    List(List),
    #[command(flatten)]
    Change(Change),
}

/// What is kept beside the logs.
#[derive(clap::Subcommand)]
enum OfPeople {
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
    /// Take the second device of a person back; the account's sessions end
    ResetDevice {
        /// The name of the account
        name: String,
    },
    /// Erase the personal data of an account; its number stays in the logs
    Erase {
        /// The name of the account
        name: String,
    },
}

/// What is only looked at.
#[derive(clap::Subcommand)]
enum List {
    /// The tables of the house
    Tables {
        #[arg(long, value_enum, default_value_t = Format::Table)]
        format: Format,
    },
    /// The linked jackpots of the house
    Links {
        #[arg(long, value_enum, default_value_t = Format::Table)]
        format: Format,
    },
    /// What a player has in the purse and at the tables
    Purse {
        /// The name or the number of the player
        player: String,
        #[arg(long, value_enum, default_value_t = Format::Table)]
        format: Format,
    },
}

/// What is written into a log.
#[derive(clap::Subcommand)]
enum Change {
    /// Open no further round at a table; the one that is played goes on to its end
    Pause {
        /// The number of the table
        #[arg(value_parser = crate::whole::<u32>)]
        table: u32,
        #[command(flatten)]
        signed: Signed,
    },
    /// Open rounds at a paused table again
    Resume {
        /// The number of the table
        #[arg(value_parser = crate::whole::<u32>)]
        table: u32,
        #[command(flatten)]
        signed: Signed,
    },
    /// Ask something of a linked jackpot, for which two people of two posts sign
    AskLink {
        /// The number of the link
        #[arg(value_parser = crate::whole::<u32>)]
        link: u32,
        /// What is asked, as JSON: {"request":"verify","number":1,"deck":52}
        #[arg(value_name = "JSON")]
        asks: String,
        #[command(flatten)]
        signed: Signed,
    },
    /// Take in money for a purse
    Deposit {
        #[command(flatten)]
        amount: Amount,
        #[command(flatten)]
        signed: Signed,
    },
    /// Pay out money of a purse; two people answer for it
    Withdraw {
        #[command(flatten)]
        amount: Amount,
        #[command(flatten)]
        signed: Signed,
    },
    /// Put a purse right on the account of a table; two people answer for it
    Adjust {
        #[command(flatten)]
        amount: Amount,
        /// The number of the table whose account bears it
        #[arg(long, value_parser = crate::whole::<u32>)]
        table: u32,
        /// Take from the purse instead of paying it
        #[arg(long)]
        from_player: bool,
        #[command(flatten)]
        signed: Signed,
    },
    /// Have the process that serves the house read its configuration again
    Reload {
        #[command(flatten)]
        signed: Signed,
    },
}

pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    let Args { store, what } = args;
    wait(async {
        match what {
            What::OfPeople(asked) => of_people(store, asked).await?,
            What::List(List::Tables { format }) => lists::tables(store, *format).await?,
            What::List(List::Links { format }) => lists::links(store, *format).await?,
            What::List(List::Purse { player, format }) => {
                lists::purse(store, player, *format).await?;
            }
            What::Change(asked) => return change(store, asked).await,
        }
        Ok(Verdict::Done)
    })
}

async fn of_people(store: &StoreArgs, asked: &OfPeople) -> anyhow::Result<()> {
    let accounts = store.open_people().await?;
    let now = SystemClock.now();
    match asked {
        OfPeople::People { format } => people::list(&accounts, *format).await,
        OfPeople::Add { name, role } => {
            // Not a number that the logs know, should the accounts have been lost.
            server::keep_free_of_strangers(&store.settings()?, &*accounts).await?;
            people::add(&accounts, name, *role, now).await
        }
        OfPeople::Role { name, role } => people::set_role(&accounts, name, *role, now).await,
        OfPeople::Password { name } => people::set_password(&accounts, name, now).await,
        OfPeople::Link { name, url } => people::make_link(&accounts, name, url, now).await,
        OfPeople::Lock { name } => people::lock(&accounts, name, now).await,
        OfPeople::Unlock { name } => people::unlock(&accounts, name).await,
        OfPeople::ResetDevice { name } => people::reset_device(&accounts, name, now).await,
        OfPeople::Erase { name } => people::erase(&accounts, name, now).await,
    }
}

async fn change(store: &StoreArgs, asked: &Change) -> anyhow::Result<Verdict> {
    let (signed, request) = match asked {
        Change::Pause { table, signed } => {
            let table = ledger::TableId(*table);
            (signed, DeskRequest::PauseTable { table })
        }
        Change::Resume { table, signed } => {
            let table = ledger::TableId(*table);
            (signed, DeskRequest::ResumeTable { table })
        }
        Change::AskLink { link, asks, signed } => (signed, changes::ask_link(*link, asks)?),
        Change::Deposit { amount, signed } => {
            let (player, amount) = amount.read(store).await?;
            (signed, DeskRequest::Deposit { player, amount })
        }
        Change::Withdraw { amount, signed } => {
            let (player, amount) = amount.read(store).await?;
            (signed, DeskRequest::Withdraw { player, amount })
        }
        Change::Adjust {
            amount,
            table,
            from_player,
            signed,
        } => {
            let (player, amount) = amount.read(store).await?;
            let way = if *from_player {
                ledger::Adjusted::FromPlayer
            } else {
                ledger::Adjusted::ToPlayer
            };
            let table = ledger::TableId(*table);
            let adjusts = DeskRequest::Adjust {
                player,
                table,
                way,
                amount,
            };
            (signed, adjusts)
        }
        Change::Reload { signed } => (signed, DeskRequest::ReloadConfiguration),
    };
    changes::submit(store, signed, &request).await
}
