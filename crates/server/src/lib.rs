//! The doors of a house: HTTP and WebSocket, people and sessions, the floor as a file describes it, and
//! the automatic dealer.
//!
//! Everything that is decided here is decided by asking: what may be done is `TableState::moves`, what
//! comes next `TableState::next_duty`, what a person sees `TableState::view_for`. This crate knows no
//! rule, no posting and no SQL.

mod answers;
mod app;
mod automatic;
mod chips;
mod company;
pub mod config;
mod connections;
mod dealers;
pub mod desk;
mod disputes;
mod drain;
mod empty_seats;
mod floor;
mod http;
mod hub;
mod library;
mod limits;
mod listener;
mod local;
mod metrics;
mod names;
mod numbers;
mod openapi;
mod pages;
mod passwords;
mod problem;
mod protection;
mod reload;
mod replay;
pub mod roles;
mod serve;
mod sessions;
mod socket;
mod soft;
mod software;
mod token;
mod totp;
mod views;
mod wire;

#[cfg(feature = "schema")]
pub use http::calls;
pub use http::make_ticket;
pub use library::{DealerHands, Edges, Exact, HandWorth, Library};
pub use listener::ListenError;
pub use local::SOCKET as ADMIN_SOCKET;
pub use numbers::keep_free_of_strangers;
#[cfg(feature = "schema")]
pub use openapi::{describe, protocol};
pub use passwords::hash as hash_password;
pub use problem::Problem;
pub use reload::{ReadConfig, Reloading};
pub use serve::{Opened, ServeError, ServeSettings, SignInLinks, serve, serve_and_reload};
pub use totp::has_second_device;
pub use wire::WireId;
