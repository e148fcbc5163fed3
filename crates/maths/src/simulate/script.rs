//! What is said at the tables of a plan. Stakes, boxes and people are the same in every round, so nearly
//! every word of a round is known before the first: it is put down once, and said at every table.

use game::{
    Actor, Area, BoxNumber, Command, DeclineReveal, FoldedPairPlus, PersonId, PlayerId, Post,
    Request, Requirement, YesNo,
};

use super::plan::Plan;

pub const HOUSE: Actor = staff(Post::House, 1);
pub const DEALER: Actor = staff(Post::Dealer, 2);

const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

/// The Dealer's words, and those at each box.
pub struct Script {
    pub open: Command,
    pub close: Command,
    /// Where the Dealer calls boxes without Pair Plus.
    pub call_missing: Option<Command>,
    pub discard: Command,
    pub collect: Command,
    pub show_dealer: Command,
    pub conclude: Command,
    /// Clockwise; every box is another Player's.
    pub boxes: Vec<Lines>,
}

/// What is said at one box, by its Player or by the Dealer.
pub struct Lines {
    /// Every bet that is made, and the offer of one that is not where it must be made.
    pub bets: Vec<Command>,
    pub look: Command,
    pub play: Command,
    pub fold: Command,
    /// By the Player or the Dealer, whichever turns the hand.
    pub show: Command,
    pub claim: Command,
    pub settle: Command,
}

impl Script {
    pub fn of(plan: &Plan) -> Script {
        let dealer = |asks| Command::new(DEALER, asks);
        let calls = plan.rulebook.missing_pair_plus_call.says == YesNo::Yes;
        let boxes = 1..=u8::try_from(plan.seats()).unwrap_or(u8::MAX);
        Script {
            open: dealer(Request::OpenBets),
            close: dealer(Request::CloseBets),
            call_missing: calls.then(|| dealer(Request::CallMissingPairPlus)),
            discard: dealer(Request::DiscardCommunity),
            collect: dealer(Request::CollectFolded),
            show_dealer: dealer(Request::ShowDealer),
            conclude: dealer(Request::Conclude),
            boxes: boxes.map(|at| Lines::at(BoxNumber(at), plan)).collect(),
        }
    }
}

impl Lines {
    fn at(at: BoxNumber, plan: &Plan) -> Lines {
        let dealer = |asks| Command::new(DEALER, asks);
        let player = |asks| Command::new(Actor::Player(PlayerId(u32::from(at.0))), asks);
        let pair_plus = FoldedPairPlus::Plain;
        let dealer_turns = plan.rulebook.decline_reveal.says == DeclineReveal::DealerReveals;
        Lines {
            bets: bets(at, plan),
            look: player(Request::Look { at }),
            play: player(Request::Play {
                at,
                amount: plan.stakes.ante,
            }),
            fold: player(Request::Fold { at, pair_plus }),
            show: if dealer_turns {
                dealer(Request::ShowBox { at })
            } else {
                player(Request::Reveal { at })
            },
            claim: player(Request::ClaimJackpot { at }),
            settle: dealer(Request::Settle { at }),
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
    let mut bets: Vec<Command> = made.map(bet).collect();
    // Where the Dealer has to offer the jackpot bet, taking it needs no offer (mbs-2019 3.5.1).
    if stakes.jackpot.is_zero() && plan.rulebook.offer_jackpot.says == Some(Requirement::Required) {
        bets.push(Command::new(DEALER, Request::OfferJackpot { at }));
    }
    bets
}
