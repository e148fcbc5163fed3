//! Double-entry bookkeeping of a house: where the money lies, and why it moved.
//!
//! Every amount lies on an [`Account`]. A [`Posting`] is one row: a positive amount from one account to
//! another, so the balances of all accounts add up to zero at any time. Postings are always derived:
//! [`post`] derives those of a table's event from the event and the round before it, [`CageMove`] those of
//! the cage. A [`Book`] adds them up and refuses a row that would overdraw an account; [`Audit`] checks a
//! whole book.
//!
//! Nothing here knows how a round is played or where rows are kept.

mod account;
mod audit;
mod book;
mod cage;
mod post;
mod posting;

pub use account::{Account, AccountError, JackpotPart, LinkId, TableId};
pub use audit::{Audit, Unsound};
pub use book::{Book, Overdrawn};
pub use cage::{Adjusted, CageMove};
pub use post::{AtTable, post};
pub use posting::Posting;
