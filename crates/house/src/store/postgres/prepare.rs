//! What the owner of the database does: creates the tables and grants rights to the role that will serve
//! the house.
//!
//! Apart from opening, because another person does it, with rights that the house must never have. May be
//! run again at any time, also while the house is open: rights beyond those needed are revoked.

use tokio_postgres::{Client, Error};

use super::super::OpenError;
use super::error::Patience;
use super::migrate::{migrate, wait_for_others};
use super::open::{Opening, Purpose, first, unreachable};
use super::rights::{RIGHTS, Wrong, difference, power, quoted};

/// Boxed for the same reason as [`super::open::open`].
pub fn prepare<'a>(url: &'a str, role: &'a str) -> Opening<'a, ()> {
    Box::pin(prepare_once(url, role))
}

async fn prepare_once(url: &str, role: &str) -> Result<(), OpenError> {
    let (client, hosts) = first(url, Purpose::Prepare).await?;
    let place = hosts.place();
    let failed = |error| unreachable(&place, &error);
    let refused = |wrong: Wrong| Err(wrong.of(&place, role.to_owned()));
    let sql = "SELECT count(*) FROM pg_roles WHERE rolname = $1::TEXT";
    let there: i64 = client
        .query_one(sql, &[&role])
        .await
        .map_err(failed)?
        .get(0);
    if there == 0 {
        return refused(Wrong::no_such_role(role));
    }
    // Checked before anything is created. Tables that do not exist yet will be owned by the current role.
    if let Some(wrong) = power(&client, role).await.map_err(failed)? {
        return refused(wrong);
    }
    if is_member_of_us(&client, role).await.map_err(failed)? {
        return refused(Wrong::owns("the tables"));
    }
    migrate(&client, &place).await?;
    let mut patience = Patience::with_others();
    loop {
        match grant(&client, role).await {
            Ok(None) => return Ok(()),
            Ok(Some(wrong)) => return refused(wrong),
            Err(error) => wait_for_others(&client, &place, error, &mut patience).await?,
        }
    }
}

async fn is_member_of_us(client: &Client, role: &str) -> Result<bool, Error> {
    let sql = "SELECT pg_has_role($1::TEXT::NAME, current_user, 'MEMBER')";
    client.query_one(sql, &[&role]).await?.try_get(0)
}

/// Grants all rights in one transaction, and commits only if the role then has exactly these. It may have
/// others through another role; the owner is told of them, and they are not revoked here.
async fn grant(client: &Client, role: &str) -> Result<Option<Wrong>, Error> {
    // Of two processes that grant at once one would fail with a concurrent update of the catalogue. So
    // each first locks the row of the house, and the second waits.
    client
        .batch_execute("BEGIN; UPDATE schema SET version = version")
        .await?;
    let (role_name, to) = (role, quoted(role));
    let sql = "SELECT current_schema()::TEXT, has_schema_privilege($1::TEXT::NAME, current_schema(), 'USAGE')";
    let row = client.query_one(sql, &[&role_name]).await?;
    let (schema, usable): (String, bool) = (row.try_get(0)?, row.try_get(1)?);
    if !usable {
        let sql = format!("GRANT USAGE ON SCHEMA {} TO {to}", quoted(&schema));
        client.batch_execute(&sql).await?;
    }
    for (table, rights) in RIGHTS {
        let rights = rights.join(", ");
        let sql =
            format!("REVOKE ALL ON {table} FROM PUBLIC, {to}; GRANT {rights} ON {table} TO {to}");
        client.batch_execute(&sql).await?;
    }
    let wrong = difference(client, role, role).await?;
    let end = if wrong.is_none() {
        "COMMIT"
    } else {
        "ROLLBACK"
    };
    client.batch_execute(end).await?;
    Ok(wrong)
}
