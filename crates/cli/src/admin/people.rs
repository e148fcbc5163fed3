//! Accounts: made, changed, locked, erased, and signed in by a link.

use std::io::{BufRead as _, Write as _};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use house::game::Timestamp;
use house::people::{Account, NewAccount, PeopleStore, Role};

use crate::Format;

type People = Arc<dyn PeopleStore>;

/// Makes an account.
pub async fn add(people: &People, name: &str, role: Role, now: Timestamp) -> anyhow::Result<()> {
    let new = NewAccount {
        role,
        name: Some(name.to_owned()),
        password: None,
        created: now,
    };
    let account = people.add_account(new).await?;
    say(&account, "has an account")?;
    Ok(())
}

/// Gives an account another role.
pub async fn set_role(
    people: &People,
    name: &str,
    role: Role,
    now: Timestamp,
) -> anyhow::Result<()> {
    let mut account = named(people, name).await?;
    account.role = role;
    people.save_account(&account).await?;
    people.end_sessions_of(account.id, None, now).await?;
    say(&account, "has another role")?;
    Ok(())
}

/// Makes a link that signs its holder in once.
pub async fn make_link(
    people: &People,
    name: &str,
    url: &str,
    now: Timestamp,
) -> anyhow::Result<()> {
    let account = named(people, name).await?;
    let ticket = server::make_ticket(&**people, &account, now).await?;
    let url = url.trim_end_matches('/');
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} {url}/enter/{ticket}", account.role)?;
    Ok(())
}

/// Signs a person out and refuses him.
pub async fn lock(people: &People, name: &str, now: Timestamp) -> anyhow::Result<()> {
    let mut account = named(people, name).await?;
    account.locked = true;
    people.save_account(&account).await?;
    people.end_sessions_of(account.id, None, now).await?;
    say(&account, "is signed out and locked")?;
    Ok(())
}

/// Lets a person sign in again.
pub async fn unlock(people: &People, name: &str) -> anyhow::Result<()> {
    let mut account = named(people, name).await?;
    (account.locked, account.failures) = (false, 0);
    people.save_account(&account).await?;
    say(&account, "may sign in")?;
    Ok(())
}

/// Erases the personal data of an account.
pub async fn erase(people: &People, name: &str, now: Timestamp) -> anyhow::Result<()> {
    let account = named(people, name).await?;
    people.erase(account.id, now).await?;
    say(&account, "is erased")?;
    Ok(())
}

/// Takes a second device back: another may be enrolled.
pub async fn reset_device(people: &People, name: &str, now: Timestamp) -> anyhow::Result<()> {
    let mut account = named(people, name).await?;
    account.totp = None;
    people.save_account(&account).await?;
    people.end_sessions_of(account.id, None, now).await?;
    say(&account, "has no second device, and is signed out")?;
    Ok(())
}

/// The account of this name.
pub async fn named(people: &People, name: &str) -> anyhow::Result<Account> {
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

/// Prints the people of the house.
pub async fn list(people: &People, format: Format) -> anyhow::Result<()> {
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
                    "second_device": server::has_second_device(account),
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

/// Sets a password that stands on standard input.
pub async fn set_password(people: &People, name: &str, now: Timestamp) -> anyhow::Result<()> {
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
