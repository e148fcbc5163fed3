//! A player that knows the public API of a house and nothing else: it sees what a browser sees, asks
//! only what `moves` lists, and plays the strategy that loses least.
//!
//! It keeps people company at quiet tables, is the client of our tests, and shows how a program plays.

mod connection;
mod http;
mod player;
mod strategy;
mod wire;

pub use http::Api;
pub use hyper::Method;
pub use player::{Bets, Bot, Played};
pub use strategy::is_worth_playing;
pub use tokio_tungstenite::tungstenite::Message;
pub use wire::{Heard, Live};
