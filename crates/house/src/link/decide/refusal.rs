//! Why a link refuses a request.

use game::{Money, PersonId, Post};
use ledger::{LinkId, TableId};

use crate::people::WrongSigner;

/// Why a link refuses a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkRefusal {
    /// The request is the system's own.
    #[error("only the system takes turns at a link")]
    NotTheSystem,
    /// One person asked, or two of the same post (STANDARDS P20).
    #[error("this needs two people of two different posts")]
    TwoPeople,
    /// A parameter cannot be; the text names it.
    #[error("{0}")]
    Parameters(String),
    /// It is declared once.
    #[error("the link is declared already")]
    Declared,
    /// Nothing else can be asked before it is declared.
    #[error("the link is not declared")]
    NotDeclared,
    /// The jackpot has ended, and this link has what it held.
    #[error("the link was ended: what it held went to link {}", .0.0)]
    Ended(LinkId),
    /// The value may be set only right after the start or a reset (STANDARDS P7).
    #[error(
        "the value can be set only before it is fed or won: it has changed since the last reset"
    )]
    NotUntouched,
    /// The value is outside what may be shown.
    #[error("value: found {}, expected {} to {}", found.in_minor(), least.in_minor(), most.in_minor())]
    Value {
        /// What was asked.
        found: Money,
        /// The reset.
        least: Money,
        /// The limit.
        most: Money,
    },
    /// A limit below what is shown would take from the players (STANDARDS P8).
    #[error("limit: found {}, expected at least the {} shown now", found.in_minor(), shown.in_minor())]
    LimitBelowShown {
        /// The limit that was asked.
        found: Money,
        /// What is shown.
        shown: Money,
    },
    /// The table is not as the request needs it (STANDARDS P19).
    #[error("table {} is {}", .table.0, .found)]
    Table {
        /// The table.
        table: TableId,
        /// How it is.
        found: &'static str,
    },
    /// The win is not as the request needs it.
    #[error("win {number} is {found}")]
    Hit {
        /// The number of the win.
        number: u64,
        /// How it is.
        found: &'static str,
    },
    /// A win from a deck that is not whole does not count.
    #[error("deck: found {found} cards, expected 52")]
    Deck {
        /// How many cards it has.
        found: u8,
    },
    /// A win is counted at the meter as it stands.
    #[error("the meter shows {}, the claim says {}", shown.in_minor(), found.in_minor())]
    OtherMeter {
        /// What is shown.
        shown: Money,
        /// What the win was reckoned with.
        found: Money,
    },
    /// Nothing is counted while the link does not work (IR-19).
    #[error("the link does not work: nothing is counted until the fault is cleared")]
    Faulty,
    /// There is no fault to report or to clear.
    #[error("the link works")]
    NoFault,
    /// It has wins that wait or tables that take part.
    #[error("a jackpot ends with no win unpaid and no table that takes part")]
    InUse,
    /// A signer is not a person of the house.
    #[error("{}", WrongSigner::Unknown { person: *.person })]
    UnknownPerson {
        /// The number that was given.
        person: PersonId,
    },
    /// A signer does not hold the post he signs in.
    #[error("{}", WrongSigner::OtherPost { person: *.person, post: *.post })]
    OtherPost {
        /// The signer.
        person: PersonId,
        /// The post he signs in.
        post: Post,
    },
}
