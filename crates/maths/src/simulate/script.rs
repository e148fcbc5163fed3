//! What the Players of a plan ask for. Stakes, boxes and people are the same in every round, so every
//! request of theirs is known before the first: it is written once, and made at every table.

use game::{Actor, Area, BoxNumber, Command, FoldedPairPlus, PersonId, PlayerId, Post, Request};

use super::plan::Plan;

pub const HOUSE: Actor = staff(Post::House, 1);
pub const DEALER: Actor = staff(Post::Dealer, 2);

const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

/// The requests of every box.
pub struct Script {
    /// Clockwise; every box is another Player's.
    pub boxes: Vec<Lines>,
}

/// What the Player of one box asks for.
pub struct Lines {
    /// Every bet that is made.
    pub bets: Vec<Command>,
    pub look: Command,
    pub play: Command,
    pub fold: Command,
    /// Turns the hand, where its Player does.
    pub reveal: Command,
    pub claim: Command,
}

impl Script {
    pub fn of(plan: &Plan) -> Script {
        let boxes = 1..=u8::try_from(plan.seats()).unwrap_or(u8::MAX);
        Script {
            boxes: boxes.map(|at| Lines::at(BoxNumber(at), plan)).collect(),
        }
    }

    pub fn at(&self, at: BoxNumber) -> &Lines {
        &self.boxes[usize::from(at.0) - 1]
    }
}

impl Lines {
    fn at(at: BoxNumber, plan: &Plan) -> Lines {
        let player = |asks| Command::new(Actor::Player(PlayerId(u32::from(at.0))), asks);
        let pair_plus = FoldedPairPlus::Plain;
        Lines {
            bets: bets(at, plan),
            look: player(Request::Look { at }),
            play: player(Request::Play {
                at,
                amount: plan.stakes.ante,
            }),
            fold: player(Request::Fold { at, pair_plus }),
            reveal: player(Request::Reveal { at }),
            claim: player(Request::ClaimJackpot { at }),
        }
    }
}

fn bets(at: BoxNumber, plan: &Plan) -> Vec<Command> {
    let stakes = &plan.stakes;
    let all = [
        (Area::Ante, stakes.ante),
        (Area::PairPlus, stakes.pair_plus),
        (Area::FiveCard, stakes.five_card),
        (Area::Jackpot, stakes.jackpot),
    ];
    let player = Actor::Player(PlayerId(u32::from(at.0)));
    let made = all.into_iter().filter(|(_, amount)| amount.is_positive());
    let bet = |(area, amount)| Command::new(player, Request::PlaceBet { at, area, amount });
    made.map(bet).collect()
}
