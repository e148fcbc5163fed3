//! Whether those who sign a request to a link may: the system, or two people of different posts whom the
//! register of the house has in these posts.

use game::Actor;

use crate::link::{LinkRefusal, Signers};
use crate::people::{People, WrongSigner, check_actor};

impl Signers {
    /// Whether the signers exist and hold the posts they sign in. The register is of the moment and not in
    /// the log, so this is asked before a request is decided, and not when a log is checked.
    // STANDARDS P20, RELIABILITY B7.
    pub(in crate::link) fn check(self, people: &dyn People) -> Result<(), LinkRefusal> {
        let signers = [Some(self.by), self.with];
        for signer in signers.into_iter().flatten() {
            check_actor(people, signer)?;
        }
        Ok(())
    }

    pub(super) fn by_system(self) -> Result<(), LinkRefusal> {
        match self.by {
            Actor::System => Ok(()),
            Actor::Staff { .. } | Actor::Player(_) => Err(LinkRefusal::NotTheSystem),
        }
    }

    pub(super) fn by_two(self) -> Result<(), LinkRefusal> {
        let (
            Actor::Staff { post, person },
            Some(Actor::Staff {
                post: second,
                person: other,
            }),
        ) = (self.by, self.with)
        else {
            return Err(LinkRefusal::TwoPeople);
        };
        if person == other || post == second {
            return Err(LinkRefusal::TwoPeople);
        }
        Ok(())
    }
}

impl From<WrongSigner> for LinkRefusal {
    fn from(wrong: WrongSigner) -> LinkRefusal {
        match wrong {
            WrongSigner::Unknown { person } => LinkRefusal::UnknownPerson { person },
            WrongSigner::OtherPost { person, post } => LinkRefusal::OtherPost { person, post },
        }
    }
}
