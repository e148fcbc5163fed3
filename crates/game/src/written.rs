//! Rounds that were written down: the fields of `settle`, whether such a round can have happened, and
//! what is paid.
//!
//! Reading is serde's, so that a program brings the text and its format: [`WrittenRound`] takes only the
//! shape (names, types, ranges), [`WrittenRound::check`] judges the round by its rulebook and names the
//! field that is wrong ([`WrittenFault`]), [`CheckedRound::settle`] pays, and [`SettledRound`] serializes
//! as the answer. The command `settle` and the server say the same because both ask here.
//!
//! ```
//! use game::written::WrittenRound;
//!
//! let written = |play: &str| {
//!     let text = format!(
//!         r#"{{"rulebook":"rws-2020","dealer":"Js 8h 3d","boxes":[
//!             {{"box":1,"player":"Ann","cards":"Ks 9d 4c","ante":1000,"decision":"{play}"}}]}}"#
//!     );
//!     serde_json::from_str::<WrittenRound<'_>>(&text).map(|round| {
//!         let round = round.check().map_err(|fault| fault.to_string())?;
//!         Ok::<i64, String>(round.settle().house_net().in_minor())
//!     })
//! };
//! // The Dealer does not qualify: the Ante is paid even money, the Play stands off.
//! assert_eq!(written("play").unwrap(), Ok(-1000));
//! let fault = "boxes[0].decision: found none, expected play, fold, absent or hidden beside an Ante";
//! assert_eq!(written("none").unwrap(), Err(fault.to_owned()));
//! ```

mod answer;
mod check;
mod fault;
mod field;
mod round;
mod seat;
mod settled;
mod word;

pub use check::CheckedRound;
pub use fault::{WrittenFault, quoted};
pub use round::WrittenRound;
pub use settled::SettledRound;
