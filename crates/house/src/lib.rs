//! The building: tables, cage, jackpots and their logs, on a store that loses no entry and no cent.
//!
//! [`House`] opens everything in one order and closes it in the reverse. [`log`] is what is kept and
//! [`store`] where; [`table`] is a table as its log tells it, [`dealer`] the task that serves one and
//! [`pit`] the tables of a process; [`cage`] moves money, [`link`] is a jackpot that several tables feed,
//! and [`background`] what a process does without a request. This is the only crate that waits for disks
//! and networks. [`game`] and [`ledger`] are re-exported, so that a caller needs no other dependency.
//!
//! One round dealt by the house:
//!
//! ```
//! use house::game::{Area, Bounds, BoxNumber, JackpotSetup, Notice, Request, RulebookId, Setup};
//! use house::table::{CardRequest, Source};
//! use house::{
//!     Account, Actor, CommandId, House, HouseSettings, Money, PersonId, PlayerId, Post,
//!     StoreSettings, Stream, TableCommand, TableId, TableRequest,
//! };
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! let folder = tempfile::tempdir()?;
//! let settings = HouseSettings::new(StoreSettings::Memory, "process 1")
//!     .with_vault(folder.path().join("vault.key"));
//! let house = House::open(settings).await?;
//!
//! let manager = Actor::staff(Post::House, PersonId(1));
//! let dealer = Actor::staff(Post::Dealer, PersonId(2));
//! let (table, player, amount) = (TableId(1), PlayerId(7), Money::major(500));
//! house.create_table(table, CommandId(1), manager).await?;
//! house.cage().deposit(CommandId(2), manager, player, amount).await?;
//! house.cage().buy_in(CommandId(3), manager, (player, table), amount).await?;
//!
//! let rulebook = RulebookId::Rws2020.form();
//! let bounds = Bounds::between(Money::major(25), Money::major(500));
//! let jackpot = JackpotSetup::new(Money::major(5), Money::major(1), Money::major(20_000));
//! let setup = Box::new(Setup::new(rulebook, bounds, jackpot));
//! let (at, person) = (BoxNumber(1), Actor::Player(player));
//! let game = TableRequest::Game;
//! let cards = TableRequest::Cards;
//! let handle = house.table(table).await?;
//! for (nth, (by, request)) in [
//!     (manager, game(Request::OpenTable { setup })),
//!     (manager, cards(CardRequest::TakeCards { from: Source::House })),
//!     (manager, game(Request::DisplayNotice { notice: Notice::Limits })),
//!     (manager, game(Request::DisplayNotice { notice: Notice::JackpotAmount })),
//!     (dealer, game(Request::OpenBets)),
//!     (person, game(Request::PlaceBet { at, area: Area::Ante, amount: Money::major(50) })),
//!     (dealer, game(Request::CloseBets)),
//!     // The house has drawn its seed and made the deck by now.
//!     (dealer, cards(CardRequest::Deal)),
//!     (person, game(Request::Look { at })),
//!     (person, game(Request::Play { at, amount: Money::major(50) })),
//!     (dealer, game(Request::ShowDealer)),
//!     (person, game(Request::Reveal { at })),
//!     (dealer, game(Request::Settle { at })),
//!     (dealer, game(Request::Conclude)),
//! ]
//! .into_iter()
//! .enumerate()
//! {
//!     let id = CommandId::named(&format!("example {nth}"));
//!     let command = TableCommand::new(id, by, request).under(rulebook);
//!     handle.submit(command).await?.done()?;
//! }
//!
//! // What every viewer is shown, without a question to the store.
//! let state = handle.state().ok_or("the log was read")?;
//! assert!(state.table().round().is_some_and(|round| round.is_over()));
//! // The seed of the deck is published, and the log can be read back.
//! assert!(state.shuffle().is_some_and(|shuffle| shuffle.told().is_some()));
//! let rows = house.store().read(Stream::Table(table), 0, 1_000).await?;
//! assert_eq!(rows.len() as u64, state.head().seq);
//! let rack = house.store().balance(Account::Rack(table, player)).await?;
//! println!("the round left {} of {}", rack.in_minor(), amount.in_minor());
//! house.close().await?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate `audit` verifies a house; its example `play_and_verify` goes on from here.

pub mod background;
pub mod bounds;
pub mod cage;
pub mod clock;
pub mod dealer;
pub mod feed;
pub mod history;
pub mod house;
pub mod link;
pub mod lobby;
pub mod log;
pub mod loss;
pub mod notary;
pub mod people;
pub mod pit;
pub mod projections;
pub mod recovery;
mod refusal_codes;
pub mod response;
#[cfg(feature = "schema")]
mod schema;
mod secret;
pub mod shuffle;
pub mod snapshot;
pub mod store;
pub mod table;

pub use game;
pub use ledger;

pub use crate::cage::{Cage, CageCommand};
pub use crate::clock::{Clock, SystemClock};
pub use crate::dealer::{Committed, TableCommand, TableHandle};
pub use crate::house::{House, HouseError, HouseSettings, NotarySettings};
pub use crate::log::{CommandId, Stream};
pub use crate::people::{NamedPeople, People};
pub use crate::pit::Pit;
pub use crate::response::{NotDone, Response, ServiceError};
pub use crate::store::{Store, StoreError, StoreSettings};
pub use crate::table::{TableEvent, TableMove, TableRequest, TableState};
pub use game::{Actor, Money, PersonId, PlayerId, Post, Rulebook, RulebookId, Timestamp};
pub use ledger::{Account, CageMove, LinkId, TableId};
