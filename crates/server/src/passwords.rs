//! Passwords as slow salted hashes.

use argon2::{Argon2, PasswordHash, PasswordHasher as _, PasswordVerifier as _};
use tokio::sync::Semaphore;

/// Each takes some 20 MiB and 20 ms: no more at once than there are cores for.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// The shortest password, and the longest that is looked at.
pub const LETTERS: core::ops::RangeInclusive<usize> = 10..=200;

/// What became of a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It is the one.
    Right,
    /// It is not, or there is none.
    Wrong,
}

/// Compares a password with its stored hash, on a thread of its own. Where there is no hash as much work
/// is done.
pub async fn check(password: String, stored: Option<String>) -> Checked {
    if password.len() > *LETTERS.end() * 4 {
        return Checked::Wrong;
    }
    let Ok(_permit) = AT_ONCE.acquire().await else {
        return Checked::Wrong;
    };
    let compared = tokio::task::spawn_blocking(move || {
        let Some(stored) = stored else {
            drop(hash_now(&password));
            return Checked::Wrong;
        };
        let right = PasswordHash::new(&stored).is_ok_and(|hash| {
            let verified = Argon2::default().verify_password(password.as_bytes(), &hash);
            verified.is_ok()
        });
        if right {
            Checked::Right
        } else {
            Checked::Wrong
        }
    });
    compared.await.unwrap_or(Checked::Wrong)
}

/// The hash to be stored, or what is wrong with the password.
pub async fn hash(password: String) -> Result<String, String> {
    let letters = password.chars().count();
    if !LETTERS.contains(&letters) {
        let (least, most) = (LETTERS.start(), LETTERS.end());
        return Err(format!(
            "password: found {letters} letters, expected {least} to {most}"
        ));
    }
    let permit = AT_ONCE.acquire().await.map_err(|error| error.to_string())?;
    let hashed = tokio::task::spawn_blocking(move || hash_now(&password)).await;
    drop(permit);
    hashed.map_err(|error| error.to_string())?
}

fn hash_now(password: &str) -> Result<String, String> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    Ok(hash.map_err(|error| error.to_string())?.to_string())
}
