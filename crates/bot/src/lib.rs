//! A player that knows the public API of a house and nothing else: it sees what a browser sees, asks
//! only what `moves` lists, and plays the strategy that loses least.
//!
//! It keeps people company at quiet tables, is the client of our tests, and shows how a program plays.

#[cfg(feature = "client")]
mod connection;
#[cfg(feature = "client")]
mod http;
mod mind;
#[cfg(feature = "client")]
mod player;
mod strategy;
#[cfg(feature = "client")]
mod wire;

#[cfg(feature = "client")]
pub use http::Api;
#[cfg(feature = "client")]
pub use hyper::Method;
pub use mind::{Bets, Mind};
#[cfg(feature = "client")]
pub use player::{Bot, Played};
pub use strategy::is_worth_playing;
#[cfg(feature = "client")]
pub use tokio_tungstenite::tungstenite::Message;
#[cfg(feature = "client")]
pub use wire::{Heard, Live};
