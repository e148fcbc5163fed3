//! Whether those who sign a request to a link may: the system, or two people of different posts.

use game::Actor;

use crate::link::{LinkRefusal, Signers};

impl Signers {
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
