//! The money of a house: where it lies, and why it moved.
//!
//! Every amount lies on an [`Account`]. A [`Posting`] is one row: an amount above nothing from one
//! account to another, so all accounts together are nothing at any time, whatever the rows are. No
//! posting is thought up: [`post`] derives those of a table's event from the event and the round
//! before it, [`CageMove`] those of the cage. A [`Book`] adds them up, refuses what would leave
//! somebody below nothing, and [`Audit`] says of any book whether it holds together.
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
