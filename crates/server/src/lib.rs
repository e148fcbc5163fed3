//! The doors of a house: HTTP and WebSocket, people and sessions, the floor as a file describes it, and
//! the automatic dealer.
//!
//! Everything that is decided here is decided by asking: what may be done is `TableState::moves`, what
//! comes next `TableState::next_duty`, what a person sees `TableState::view_for`. This crate knows no
//! rule, no posting and no SQL.

mod answers;
mod app;
mod automatic;
pub mod config;
mod connections;
mod floor;
mod http;
mod hub;
mod library;
mod limits;
mod listener;
mod metrics;
mod openapi;
mod passwords;
mod problem;
mod replay;
mod roles;
mod serve;
mod sessions;
mod socket;
mod token;
mod wire;

#[cfg(feature = "schema")]
pub use http::calls;
pub use http::make_ticket;
pub use library::Library;
pub use listener::ListenError;
#[cfg(feature = "schema")]
pub use openapi::describe;
pub use passwords::hash as hash_password;
pub use serve::{Opened, ServeError, ServeSettings, SignInLinks, serve};
