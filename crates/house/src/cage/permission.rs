//! Who may move what at the cage.

use game::{Actor, Money, PersonId, PlayerId, Post};
use ledger::{Account, CageMove};

use super::CageCommand;
use crate::bounds::OutOfBounds;
use crate::people::{People, WrongSigner, check_actor, check_known};

/// Why the cage refuses a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CageRefusal {
    /// Nothing, or less, is to be moved.
    #[error("amount: found {}, expected more than 0", .found.in_minor())]
    Amount {
        /// The amount of the command.
        found: Money,
    },
    /// A player or the system wants to put a purse right.
    #[error("a purse is put right by people of the house")]
    HousePeople,
    /// A purse is put right with two names.
    #[error("a purse is put right by two people")]
    TwoPeople,
    /// Neither the owner of the chips nor a person of the house.
    #[error("only the house may do this")]
    NotYours,
    /// The account would hold more than any account may.
    #[error("{account} may hold {} at most", Money::LIMIT.in_minor())]
    AccountLimit {
        /// The account that was to be paid.
        account: Account,
    },
    /// A person who answers for it is not a person of the house.
    #[error("{}", WrongSigner::Unknown { person: *.person })]
    UnknownPerson {
        /// The number that was given.
        person: PersonId,
    },
    /// One person of the house wants to move a player's money.
    #[error("with: missing, expected a second person, or the player himself asks")]
    OwnerOrTwo,
    /// The person who asks does not hold the post in which he asks.
    #[error("{}", WrongSigner::OtherPost { person: *.person, post: *.post })]
    OtherPost {
        /// The person who asks.
        person: PersonId,
        /// The post in which the person asks.
        post: Post,
    },
    /// The amount is out of bounds.
    #[error("{0}")]
    OutOfBounds(OutOfBounds),
}

/// What a command must satisfy under every version of the house, so that an old log can be checked too.
/// New commands must also pass [`check_signers`].
// STANDARDS P20, RELIABILITY B7.
pub fn check_permission(command: &CageCommand) -> Result<(), CageRefusal> {
    let found = command.moves.amount();
    if !found.is_positive() {
        return Err(CageRefusal::Amount { found });
    }
    if found > Money::LIMIT {
        let (field, found) = ("amount", found.in_minor());
        return Err(CageRefusal::OutOfBounds(OutOfBounds::Amount {
            field,
            found,
        }));
    }
    let house = command.by.post() == Some(Post::House);
    let owner = |player| command.by == Actor::Player(player);
    let allowed = match command.moves {
        CageMove::BuyIn { player, .. }
        | CageMove::CashOut { player, .. }
        | CageMove::Tip { player, .. } => owner(player) || command.by.post().is_some(),
        CageMove::Withdrawal { player, .. } => owner(player) || house,
        CageMove::Deposit { .. } | CageMove::TipsPaid { .. } => house,
        CageMove::Adjustment { .. } => {
            let Actor::Staff { person, .. } = command.by else {
                return Err(CageRefusal::HousePeople);
            };
            if command.with.is_none_or(|second| second == person) {
                return Err(CageRefusal::TwoPeople);
            }
            house
        }
    };
    if allowed {
        Ok(())
    } else {
        Err(CageRefusal::NotYours)
    }
}

/// Money that leaves a player goes on the word of the player, or of two people whom the house knows; so
/// does what the house adds to a purse by hand. Between a player's own purse and rack one person may
/// move it, and one person may take in what is paid at the cage.
// RELIABILITY B7: no single-person path.
pub(super) fn check_signers(command: &CageCommand, people: &dyn People) -> Result<(), CageRefusal> {
    let by_owner = |player: PlayerId| command.by == Actor::Player(player);
    match command.moves {
        CageMove::Deposit { .. }
        | CageMove::BuyIn { .. }
        | CageMove::CashOut { .. }
        | CageMove::TipsPaid { .. } => Ok(()),
        CageMove::Tip { player, .. } | CageMove::Withdrawal { player, .. } if by_owner(player) => {
            Ok(())
        }
        CageMove::Tip { .. } | CageMove::Withdrawal { .. } | CageMove::Adjustment { .. } => {
            let (Some(first), Some(second)) = (command.by.person(), command.with) else {
                return Err(CageRefusal::OwnerOrTwo);
            };
            if first == second {
                return Err(CageRefusal::OwnerOrTwo);
            }
            check_actor(people, command.by)?;
            check_known(people, second)?;
            Ok(())
        }
    }
}

impl From<WrongSigner> for CageRefusal {
    fn from(wrong: WrongSigner) -> CageRefusal {
        match wrong {
            WrongSigner::Unknown { person } => CageRefusal::UnknownPerson { person },
            WrongSigner::OtherPost { person, post } => CageRefusal::OtherPost { person, post },
        }
    }
}
