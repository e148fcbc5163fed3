//! The building: what makes of the rules a house that can lose power and no cent.
//!
//! Read [`log`] first, what is kept; then [`store`], where it is kept: one trait, and whoever
//! implements it passes one contract. Then [`table`], a table as its log tells it, and [`dealer`], the
//! task that serves one; [`cage`] and [`link`] beside them. This is the only crate that waits for disks and networks.

pub mod background;
pub mod cage;
pub mod clock;
pub mod dealer;
pub mod feed;
pub mod history;
pub mod link;
pub mod lobby;
pub mod log;
pub mod loss;
pub mod notary;
pub mod pit;
pub mod projections;
pub mod recovery;
pub mod response;
mod secret;
pub mod shuffle;
pub mod snapshot;
pub mod store;
pub mod table;
