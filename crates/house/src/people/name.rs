//! Names of accounts: which ones are refused, and when two are the same.
//!
//! Apart from the stores, because all of them must agree about it. The name of an account that has none
//! of its own contains its number, and no other account may choose such a name.

use sha2::{Digest as _, Sha256};

use super::account::{AccountId, Role};
use super::store::PeopleError;
use crate::bounds::TEXT_LETTERS_MAX;

/// Before the number of an account that was erased.
const ERASED: &str = "erased";

/// The SHA-256 of a name in lower case: of fixed length, and compared byte for byte in every engine.
pub type NameKey = [u8; 32];

/// Equal for names that differ in the case of their letters alone. Each letter is first made upper case:
/// some have two lower cases (σ and ς) or share one upper case (ſ and s).
pub fn key(name: &str) -> NameKey {
    let upper = name.chars().flat_map(char::to_uppercase);
    let folded: String = upper.flat_map(char::to_lowercase).collect();
    Sha256::digest(folded.as_bytes()).into()
}

/// The name of an account that was made without one.
pub fn numbered(role: Role, id: AccountId) -> String {
    format!("{role}-{}", id.0)
}

/// The name of an account once it is erased.
pub fn erased(id: AccountId) -> String {
    format!("{ERASED}-{}", id.0)
}

/// Whether the account of this number may have this name. A new account has no number yet.
pub fn check(name: &str, of: Option<AccountId>) -> Result<(), PeopleError> {
    let refused = |expected: &'static str| {
        Err(PeopleError::NameRefused {
            found: name.chars().take(TEXT_LETTERS_MAX).collect(),
            expected,
        })
    };
    if name.is_empty() {
        return refused("one letter at least");
    }
    if name.chars().count() > TEXT_LETTERS_MAX {
        return refused("at most 1000 letters");
    }
    if name.chars().any(char::is_control) {
        return refused("no control characters");
    }
    if is_given(name, of) {
        return refused("no name that an account without one of its own is given");
    }
    Ok(())
}

/// Whether [`numbered`] makes such a name for another account, or [`erased`] for any.
fn is_given(name: &str, of: Option<AccountId>) -> bool {
    let Some((word, number)) = name.rsplit_once('-') else {
        return false;
    };
    let (word, Ok(number)) = (word.to_lowercase(), number.parse()) else {
        return false;
    };
    let is_role = Role::ALL.iter().any(|role| role.name() == word);
    word == ERASED || is_role && of != Some(AccountId(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_in_case_alone_have_one_key() {
        for (one, other) in [
            ("ada", "ADA"),
            ("Ärger", "äRGER"),
            ("ΟΔΟΣ", "οδος"),
            ("οδοσ", "οδος"),
            ("straße", "STRASSE"),
            ("ſam", "SAM"),
        ] {
            assert_eq!(key(one), key(other), "{one} and {other}");
        }
        assert_ne!(key("ada"), key("ida"));
        assert_ne!(key("ada"), key("ada "));
    }

    #[test]
    fn a_name_with_a_number_of_ours_belongs_to_that_account() {
        let of = |name| check(name, Some(AccountId(7)));
        for name in ["guest-7", "Pit-Supervisor-7", "guest-007"] {
            assert_eq!(of(name), Ok(()), "{name}");
            assert!(check(name, None).is_err(), "{name}");
            assert!(check(name, Some(AccountId(8))).is_err(), "{name}");
        }
        for of in [None, Some(AccountId(7)), Some(AccountId(8))] {
            assert!(check("Erased-7", of).is_err(), "{of:?}");
        }
        for name in [
            "guest",
            "guest-",
            "guest-x",
            "7",
            "ace-7",
            "guest-99999999999",
        ] {
            assert_eq!(check(name, None), Ok(()), "{name}");
        }
        let long = "é".repeat(TEXT_LETTERS_MAX);
        assert_eq!(check(&long, None), Ok(()));
        for name in ["", "a\0b", "a\nb", &format!("{long}é")] {
            assert!(check(name, None).is_err(), "{name:?}");
        }
        let error = check("guest-7", None).unwrap_err().to_string();
        assert!(
            error.starts_with("name: found guest-7, expected no name"),
            "{error}"
        );
    }
}
