//! Settling a seven-box round with all its clauses, beside a bare reckoning of the same money.
//!
//! The reference knows one rulebook, no limits, no options and no clauses: what a student game does.
//! The aim is an absolute one, two microseconds a round; the ratio says what exactness costs.

mod harness;

use game::{
    BoxNumber, Card, Fate, FoldedPairPlus, Hand, HandRank, JackpotTerms, Limits, Money, PlayerId,
    RulebookId, Settlement, Showdown, StakedBox, Stakes, settle,
};
use harness::{Case, Chance, heading};

/// Seven boxes and a Dealer from one deck.
struct Deal {
    dealer: Hand,
    community: [Card; 2],
    boxes: Vec<StakedBox>,
}

fn deal(chance: &mut Chance) -> Deal {
    let mut deck = Card::ALL;
    chance.shuffle(&mut deck);
    let hand = |at: usize| Hand::new([deck[at], deck[at + 1], deck[at + 2]]).expect("one deck");
    let boxes = (0..7_u8).map(|at| {
        let ante = Money::major(25);
        let fold = chance.below(3) == 0;
        StakedBox {
            number: BoxNumber(at + 1),
            player: PlayerId(u32::from(at)),
            hand: Some(hand(usize::from(at) * 3)),
            stakes: Stakes {
                ante,
                play: if fold { Money::ZERO } else { ante },
                pair_plus: Money::major(10),
                five_card: Money::ZERO,
                jackpot: Money::major(5),
            },
            fate: if fold {
                Fate::Folded(FoldedPairPlus::Plain)
            } else {
                Fate::Played
            },
            claimed: true,
            grace_used: false,
        }
    });
    let boxes = boxes.collect();
    Deal {
        dealer: hand(21),
        community: [deck[24], deck[25]],
        boxes,
    }
}

fn ours(id: RulebookId, deal: &Deal) -> Settlement {
    let terms = JackpotTerms {
        stake: Money::major(5),
        displayed: Money::major(50_000),
        seed: Money::major(20_000),
    };
    let showdown = Showdown {
        dealer: deal.dealer,
        community: (id == RulebookId::RwsMultilink2024).then_some(deal.community),
        limits: Limits::default(),
        jackpot: (id != RulebookId::Oceanfront).then_some(terms),
        paid_before: &[],
        paid_after: &[],
        boxes: &deal.boxes,
    };
    settle(id.form(), &showdown)
}

/// The house's result of Ante, Play, Ante Bonus and Pair Plus, as a bare sum.
fn plain(deal: &Deal) -> i64 {
    let qualifies = deal.dealer.strength() >= game::Strength::QUEEN_HIGH;
    let mut net = 0;
    for staked in &deal.boxes {
        let (ante, pair_plus) = (
            staked.stakes.ante.in_minor(),
            staked.stakes.pair_plus.in_minor(),
        );
        let Some(hand) = staked.hand else { continue };
        if staked.stakes.play.is_zero() {
            net += ante + pair_plus;
            continue;
        }
        if !qualifies {
            net -= ante;
        } else if hand.strength() > deal.dealer.strength() {
            net -= 2 * ante;
        } else if hand.strength() < deal.dealer.strength() {
            net += 2 * ante;
        }
        let (bonus, odds) = match hand.rank() {
            HandRank::MiniRoyal | HandRank::StraightFlush => (5, 40),
            HandRank::ThreeOfAKind => (4, 30),
            HandRank::Straight => (1, 5),
            HandRank::Flush => (0, 4),
            HandRank::Pair => (0, 1),
            HandRank::HighCard => (0, -1),
        };
        net -= ante * bonus + pair_plus * odds;
    }
    net
}

fn main() {
    let mut chance = Chance::seeded(5);
    let deals: Vec<Deal> = (0..1_000).map(|_| deal(&mut chance)).collect();
    let deals: Vec<&Deal> = deals.iter().collect();
    heading();
    for id in RulebookId::ALL {
        let name = format!("seven boxes, {id}");
        let case = Case {
            name: &name,
            inputs: &deals,
            reference: "bare sum, no clauses",
        };
        case.compare(|deal| ours(id, deal), plain);
    }
}
