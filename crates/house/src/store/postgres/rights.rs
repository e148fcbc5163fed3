//! What the role that serves a house may do, and how that is read back.
//!
//! Whoever can delete a log will one day be asked to. So the tables belong to an owner, who prepares
//! them and is not there when cards are dealt, and the house serves as a role that adds to its logs and
//! changes nothing but where streams, balances and readers stand. A role that could do more, itself or
//! as another that it may turn into, is refused: a right nobody uses is missed by nobody.

use tokio_postgres::{Client, Error};

use super::super::OpenError;

const READ: &[&str] = &["SELECT"];
const ADD: &[&str] = &["SELECT", "INSERT"];
const CHANGE: &[&str] = &["SELECT", "INSERT", "UPDATE"];
/// Snapshots follow from the logs: those that are no longer needed are deleted.
const DISCARD: &[&str] = &["SELECT", "INSERT", "DELETE"];

/// Every table of a house, and all that may be done to it.
pub const RIGHTS: [(&str, &[&str]); 11] = [
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
];
/// Those that can be given for single columns, and those for whole tables alone.
const OF_COLUMNS: [&str; 4] = ["SELECT", "INSERT", "UPDATE", "REFERENCES"];
const OF_TABLES: [&str; 3] = ["DELETE", "TRUNCATE", "TRIGGER"];
/// Roles of PostgreSQL itself that reach behind every right.
const BEHIND: [&str; 3] = [
    "pg_execute_server_program",
    "pg_write_server_files",
    "pg_write_all_data",
];
/// A role can turn into every one it is a member of, whether it has their rights before or not.
const ROLES: &str = "SELECT rolname::TEXT, rolsuper, rolcreaterole FROM pg_roles \
                     WHERE pg_has_role($1::TEXT::NAME, oid, 'MEMBER') ORDER BY rolname <> $1";
/// Who owns a table owns its rights; the owner of what it lies in can drop it.
const OWNED: &str = "\
    SELECT 'the database ' || datname FROM pg_database \
    WHERE datname = current_database() AND pg_has_role($1::TEXT::NAME, datdba, 'MEMBER') \
    UNION ALL SELECT 'the schema ' || nspname FROM pg_namespace \
    WHERE nspname = current_schema() AND pg_has_role($1::TEXT::NAME, nspowner, 'MEMBER') \
    UNION ALL SELECT 'the table ' || tablename FROM pg_tables \
    WHERE schemaname = current_schema() AND tablename = ANY($2::TEXT[]) \
    AND pg_has_role($1::TEXT::NAME, tableowner, 'MEMBER')";
/// As whom, to which table, what.
const FOUND: &str = "\
    SELECT able.rolname::TEXT, kept.name, may.name \
    FROM pg_roles AS able, unnest($2::TEXT[]) AS kept (name), \
    unnest($3::TEXT[] || $4::TEXT[]) AS may (name) \
    WHERE pg_has_role($1::TEXT::NAME, able.oid, 'MEMBER') AND CASE WHEN may.name = ANY($3::TEXT[]) \
    THEN has_any_column_privilege(able.oid, kept.name, may.name) \
    ELSE has_table_privilege(able.oid, kept.name, may.name) END \
    ORDER BY able.rolname = $1";

/// Refuses a session that could do more than serve a house, or cannot do that.
pub async fn read_back(client: &Client, place: &str) -> Result<(), OpenError> {
    let failed = |error| super::open::unreachable(place, &error);
    // Whoever signed in, whatever role is taken for the moment: it can be put down again.
    let sql = "SELECT session_user::TEXT, current_user::TEXT";
    let row = client.query_one(sql, &[]).await.map_err(failed)?;
    let (role, serving): (String, String) = (row.get(0), row.get(1));
    let wrong = match power(client, &role).await.map_err(failed)? {
        Some(wrong) => Some(wrong),
        None => difference(client, &role, &serving).await.map_err(failed)?,
    };
    wrong.map_or(Ok(()), |wrong| Err(wrong.of(place, role)))
}

/// What is wrong with a role, what would be right, and what makes it so.
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
            found: format!("owns {what}, or may turn into who does"),
            expected: format!("another role than the owner: {}", prepare("NAME")),
        }
    }
}

fn prepare(role: &str) -> String {
    format!("the owner runs queenhigh prepare --database-url URL --role {role}")
}

/// A power of a role that makes every right beside the point.
pub async fn power(client: &Client, role: &str) -> Result<Option<Wrong>, Error> {
    for row in client.query(ROLES, &[&role]).await? {
        let (name, is_super, makes_roles): (String, bool, bool) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let what = if is_super {
            "is a superuser"
        } else if makes_roles {
            "may make roles (CREATEROLE)"
        } else if BEHIND.contains(&name.as_str()) {
            "may write behind all rights"
        } else {
            continue;
        };
        let found = if name == role {
            what.to_owned()
        } else {
            format!("may turn into {name}, who {what}")
        };
        let expected = format!("a role without powers: {}", prepare("NAME"));
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

/// The first right that `role` has and should not, or that it should have while it is `serving` and
/// has not.
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

/// A name as SQL writes one.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
