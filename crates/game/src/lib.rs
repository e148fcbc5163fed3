//! The rules of casino Three Card Poker, as five casinos wrote them.

mod actor;
mod card;
mod clause;
mod five_card;
mod hand;
mod money;
mod register;
mod round;
mod rulebook;
mod settlement;
mod table;
mod wager;

pub use actor::*;
pub use card::*;
pub use clause::*;
pub use five_card::*;
pub use hand::*;
pub use money::*;
pub use register::*;
pub use round::*;
pub use rulebook::*;
pub use settlement::*;
pub use table::*;
pub use wager::*;
