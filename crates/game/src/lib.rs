//! The rules of casino Three Card Poker, as five casinos wrote them.
//!
//! Pure: no clock, no randomness, no file, no socket. Commands go in, events or a refusal with its
//! clause come out; cards and time are inputs. Read in this order: [`Card`] and [`Hand`], the form
//! every rulebook fills in ([`Rulebook`]), a table and its rounds ([`Table`], [`Round`]), who is paid
//! ([`settle`]), and who may see what ([`Round::view_for`]).
//!
//! One whole round of rws-2020, from the opening of the table to the settlement:
//!
//! ```
//! use game::*;
//!
//! let rulebook = RulebookId::Rws2020.form();
//! let house = Actor::staff(Post::House, PersonId(1));
//! let dealer = Actor::staff(Post::Dealer, PersonId(2));
//! let (player, at) = (Actor::Player(PlayerId(1)), BoxNumber(1));
//! let bounds = Bounds::between(Money::major(25), Money::major(1000));
//! let jackpot = JackpotSetup::new(Money::major(5), Money::major(1), Money::major(20_000));
//! let setup = Box::new(Setup::new(rulebook, bounds, jackpot));
//! let packet = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect();
//! let ante = Money::major(50);
//!
//! let mut table = Table::closed();
//! let mut told = Vec::new();
//! for (by, asks) in [
//!     (house, Request::OpenTable { setup }),
//!     (house, Request::DisplayNotice { notice: Notice::Limits }),
//!     (house, Request::DisplayNotice { notice: Notice::JackpotAmount }),
//!     (dealer, Request::OpenBets),
//!     (player, Request::PlaceBet { at, area: Area::Ante, amount: ante }),
//!     (dealer, Request::CloseBets),
//!     (dealer, Request::DealPacket { cards: packet("Ks 9d 4c") }),
//!     (dealer, Request::DealPacket { cards: packet("Js 8h 3d") }),
//!     (player, Request::Look { at }),
//!     (player, Request::Play { at, amount: ante }),
//!     (dealer, Request::ShowDealer),
//!     (player, Request::Reveal { at }),
//!     (dealer, Request::Settle { at }),
//!     (dealer, Request::Conclude),
//! ] {
//!     for event in table.decide(rulebook, &Command::new(by, asks))? {
//!         if let Event::WagerSettled(end) = &event {
//!             told.push(format!("{} {}", end.why, end.cites));
//!         }
//!         table.evolve(&event);
//!     }
//! }
//! assert_eq!(told, [
//!     "Dealer has Jack high and does not qualify: your Play bet is returned. 3.13",
//!     "Dealer has Jack high and does not qualify: Ante paid 1 to 1. 3.13, 4.1",
//! ]);
//!
//! // A refusal says which rule refused.
//! let late = Command::new(player, Request::PlaceBet { at, area: Area::Ante, amount: ante });
//! let refusal = table.decide(rulebook, &late).unwrap_err();
//! assert_eq!(refusal.to_string(), "bets are not open yet (rws-2020 3.2)");
//! # Ok::<(), Refusal>(())
//! ```

mod actor;
mod card;
mod clause;
mod five_card;
mod gcd;
mod hand;
mod hexadecimal;
mod irregularity;
mod money;
mod register;
mod round;
mod rulebook;
#[cfg(feature = "schema")]
mod schema;
mod settlement;
mod table;
mod timestamp;
mod wager;
pub mod written;

pub use actor::*;
pub use card::*;
pub use clause::*;
pub use five_card::*;
pub use gcd::gcd;
pub use hand::*;
pub use hexadecimal::*;
pub use irregularity::*;
pub use money::*;
pub use register::*;
pub use round::*;
pub use rulebook::*;
pub use settlement::*;
pub use table::*;
pub use timestamp::*;
pub use wager::*;
