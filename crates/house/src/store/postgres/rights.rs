//! What the role that serves a house may do, and the check that it has these rights and no others.
//!
//! A role that can delete a log can be made to. So the tables belong to an owner, who prepares them and
//! does not serve; the house connects as a role that may insert into the logs and update only heads,
//! balances, positions of readers, leases and what is kept of people. A role that may do more, itself or through a role it is a
//! member of, is refused: the house never needs such a right, so it can be revoked.

use tokio_postgres::{Client, Error};

use super::super::OpenError;

const READ: &[&str] = &["SELECT"];
const ADD: &[&str] = &["SELECT", "INSERT"];
const CHANGE: &[&str] = &["SELECT", "INSERT", "UPDATE"];
/// Snapshots follow from the logs: those that are no longer needed are deleted.
const DISCARD: &[&str] = &["SELECT", "INSERT", "DELETE"];

/// Sessions and tickets are no record, and those that are over are deleted; what is kept about a person is
/// erased with the account.
const KEEP: &[&str] = &["SELECT", "INSERT", "UPDATE", "DELETE"];

/// Every table of a house, and all rights the serving role has on it.
pub const RIGHTS: [(&str, &[&str]); 16] = [
    ("schema", READ),
    ("log", ADD),
    ("posting", ADD),
    ("contribution", ADD),
    ("answer", ADD),
    ("outbox", ADD),
    ("head", CHANGE),
    ("balance", CHANGE),
    ("consumed", CHANGE),
    ("lease", CHANGE),
    ("snapshot", DISCARD),
    ("account", CHANGE),
    ("session", KEEP),
    ("ticket", KEEP),
    ("personal", KEEP),
    ("dispute", CHANGE),
];
/// Rights that PostgreSQL grants on single columns, and those it grants only on whole tables.
const OF_COLUMNS: [&str; 4] = ["SELECT", "INSERT", "UPDATE", "REFERENCES"];
const OF_TABLES: [&str; 3] = ["DELETE", "TRUNCATE", "TRIGGER"];
/// Predefined roles of PostgreSQL that can change data without any right on the tables.
const BEHIND: [&str; 3] = [
    "pg_execute_server_program",
    "pg_write_server_files",
    "pg_write_all_data",
];
/// A role can `SET ROLE` to every role it is a member of, whether or not it inherits that role's rights.
const ROLES: &str = "SELECT rolname::TEXT, rolsuper, rolcreaterole FROM pg_roles \
                     WHERE pg_has_role($1::TEXT::NAME, oid, 'MEMBER') ORDER BY rolname <> $1";
/// The owner of a table can grant itself any right; the owner of its schema or database can drop it.
const OWNED: &str = "\
    SELECT 'the database ' || datname FROM pg_database \
    WHERE datname = current_database() AND pg_has_role($1::TEXT::NAME, datdba, 'MEMBER') \
    UNION ALL SELECT 'the schema ' || nspname FROM pg_namespace \
    WHERE nspname = current_schema() AND pg_has_role($1::TEXT::NAME, nspowner, 'MEMBER') \
    UNION ALL SELECT 'the table ' || tablename FROM pg_tables \
    WHERE schemaname = current_schema() AND tablename = ANY($2::TEXT[]) \
    AND pg_has_role($1::TEXT::NAME, tableowner, 'MEMBER')";
/// The rights found: as which role, on which table, which right.
const FOUND: &str = "\
    SELECT able.rolname::TEXT, kept.name, may.name \
    FROM pg_roles AS able, unnest($2::TEXT[]) AS kept (name), \
    unnest($3::TEXT[] || $4::TEXT[]) AS may (name) \
    WHERE pg_has_role($1::TEXT::NAME, able.oid, 'MEMBER') AND CASE WHEN may.name = ANY($3::TEXT[]) \
    THEN has_any_column_privilege(able.oid, kept.name, may.name) \
    ELSE has_table_privilege(able.oid, kept.name, may.name) END \
    ORDER BY able.rolname = $1";

/// Refuses a session whose role has more rights than serving a house needs, or fewer.
pub async fn read_back(client: &Client, place: &str) -> Result<(), OpenError> {
    let failed = |error| super::open::unreachable(place, &error);
    // The role that signed in counts too: a session can return to it from any role it has set.
    let sql = "SELECT session_user::TEXT, current_user::TEXT";
    let row = client.query_one(sql, &[]).await.map_err(failed)?;
    let (role, serving): (String, String) = (row.get(0), row.get(1));
    let wrong = match power(client, &role).await.map_err(failed)? {
        Some(wrong) => Some(wrong),
        None => difference(client, &role, &serving).await.map_err(failed)?,
    };
    wrong.map_or(Ok(()), |wrong| Err(wrong.of(place, role)))
}

/// What is wrong with a role, and what is expected, with the command that mends it.
pub struct Wrong {
    found: String,
    expected: String,
}

impl Wrong {
    pub fn of(self, place: &str, role: String) -> OpenError {
        OpenError::Rights {
            place: place.to_owned(),
            role,
            found: self.found,
            expected: self.expected,
        }
    }

    pub fn may_not(right: &str, table: &str, role: &str) -> Wrong {
        let (_, rights) = RIGHTS
            .iter()
            .find(|(name, _)| *name == table)
            .unwrap_or(&RIGHTS[0]);
        Wrong {
            found: format!("may not {right} in {table}"),
            expected: format!("{}: {}", rights.join(" and "), prepare(role)),
        }
    }

    pub fn no_such_role(role: &str) -> Wrong {
        Wrong {
            found: "does not exist".to_owned(),
            expected: format!("one that signs in: CREATE ROLE {} LOGIN", quoted(role)),
        }
    }

    pub fn owns(what: &str) -> Wrong {
        Wrong {
            found: format!("owns {what}, or is a member of the role that does"),
            expected: format!("another role than the owner: {}", prepare("NAME")),
        }
    }
}

fn prepare(role: &str) -> String {
    format!("the owner runs queenhigh prepare --database-url URL --role {role}")
}

/// An attribute, membership or ownership by which a role can bypass the rights on the tables.
pub async fn power(client: &Client, role: &str) -> Result<Option<Wrong>, Error> {
    for row in client.query(ROLES, &[&role]).await? {
        let (name, is_super, makes_roles): (String, bool, bool) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let what = if is_super {
            "is a superuser"
        } else if makes_roles {
            "may create roles (CREATEROLE)"
        } else if BEHIND.contains(&name.as_str()) {
            "may write without any right on the tables"
        } else {
            continue;
        };
        let found = if name == role {
            what.to_owned()
        } else {
            format!("is a member of {name}, which {what}")
        };
        let expected = format!("an ordinary role: {}", prepare("NAME"));
        return Ok(Some(Wrong { found, expected }));
    }
    let names: Vec<&str> = RIGHTS.iter().map(|(name, _)| *name).collect();
    let owned = client.query(OWNED, &[&role, &names]).await?;
    let first = owned
        .first()
        .map(|row| row.try_get::<_, String>(0))
        .transpose()?;
    Ok(first.map(|what| Wrong::owns(&what)))
}

/// The first right that `role` has and should not have, or that `serving`, the role set in the session,
/// should have and lacks.
pub async fn difference(
    client: &Client,
    role: &str,
    serving: &str,
) -> Result<Option<Wrong>, Error> {
    let names: Vec<&str> = RIGHTS.iter().map(|(name, _)| *name).collect();
    let (of_columns, of_tables) = (OF_COLUMNS.to_vec(), OF_TABLES.to_vec());
    let rows = client
        .query(FOUND, &[&role, &names, &of_columns, &of_tables])
        .await?;
    let mut found: Vec<(String, String, String)> = Vec::with_capacity(rows.len());
    for row in &rows {
        found.push((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
    }
    for (table, rights) in RIGHTS {
        for (able, name, right) in &found {
            if name != table || rights.contains(&right.as_str()) {
                continue;
            }
            let only = rights.join(" and ");
            let (through, mended) = if able == role {
                (String::new(), prepare(role))
            } else {
                let revoke = format!("REVOKE {} FROM {}", quoted(able), quoted(role));
                (format!(" as {able}"), revoke)
            };
            return Ok(Some(Wrong {
                found: format!("may {right} in {table}{through}"),
                expected: format!("{only} alone: {mended}"),
            }));
        }
        for right in rights {
            let has = |(able, name, has): &(String, String, String)| {
                able == serving && name == table && has == right
            };
            if !found.iter().any(has) {
                return Ok(Some(Wrong::may_not(right, table, role)));
            }
        }
    }
    Ok(None)
}

/// A name as a quoted SQL identifier.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
