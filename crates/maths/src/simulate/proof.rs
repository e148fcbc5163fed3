//! That the fast engine pays what the rules pay, deal by deal, and that its deals are fair.

use std::collections::BTreeMap;

use game::{Card, Hand, HandRank, MeterIncrement, Rulebook, RulebookId, Suit};

use super::cells::{Cells, base};
use super::choices::Choices;
use super::dealing::{
    BLOCK_ROUNDS, Deal, Dealing, HANDS, Numbered, PAIR_WORD, PAIRS, bits, number_of, two_hands,
    two_hands_and_pair,
};
use super::plan::{Meter, Plan};
use super::player::{Engine, Player};
use super::settling::Settling;
use super::single::Single;
use super::tally::{BoxPaid, Tally};
use super::{BadPlan, Total};
use crate::classes::classes;
use crate::strategy::Strategy;

/// One hand of each class, and all four royals: suits carry no weight but for those.
fn hands() -> Vec<Hand> {
    let all = classes().into_iter().map(|class| class.hand);
    let (royals, others): (Vec<Hand>, Vec<Hand>) =
        all.partition(|hand| hand.rank() == HandRank::MiniRoyal);
    let in_suit = |suit: Suit| {
        let royal = royals[0].cards().map(|card| Card::new(card.rank(), suit));
        Hand::new(royal).expect("three ranks of one suit")
    };
    others
        .into_iter()
        .chain(Suit::ALL.into_iter().map(in_suit))
        .collect()
}

/// Settles every hand of the Player against the Dealer's hands, `step` apart, and holds each against the
/// first of its cell.
fn settles_alike(rulebook: &Rulebook, strategy: Strategy, step: usize) {
    let mut plan = Plan::usual(rulebook.clone(), 1, 1);
    plan.strategies = vec![strategy];
    let settling = Settling::new(&plan, Choices::of_boxes(&plan));
    let cells = Cells::new(&plan);
    let single = Single::new(&settling, cells, plan.rulebook.community.says);
    let numbered = Numbered::new();
    let middle = |cards: u64| {
        let mut free = Card::ALL
            .into_iter()
            .filter(|card| cards >> card.index() & 1 == 0);
        let pair = [free.next()?, free.next()?];
        plan.has_community().then_some(pair)
    };
    let mut first: BTreeMap<usize, (BoxPaid, Deal)> = BTreeMap::new();
    for (turn, hand) in hands().into_iter().enumerate() {
        let own = bits(&hand.cards());
        // Royals are few and worth the most: against all.
        let royal = hand.rank() == HandRank::MiniRoyal;
        let (skip, step) = if royal { (0, 1) } else { (turn % step, step) };
        for dealer in numbered.hands.iter().skip(skip).step_by(step) {
            let both = own | bits(&dealer.cards());
            if both.count_ones() < 6 {
                continue;
            }
            let deal = Deal::new(&[hand], *dealer, middle(both));
            let cell = cells.of(base(&settling, &deal, 0), hand, &deal);
            let number = deal.community.map(number_of_pair);
            let found = single.cell(number_of(hand), number_of(*dealer), number);
            assert_eq!(found, cell, "{deal:?}");
            let paid = settling.alone(&deal, 0, plan.link.displayed);
            let (expected, by) = first.entry(cell).or_insert((paid, deal));
            assert_eq!(*expected, paid, "{deal:?} is not paid as {by:?}");
        }
    }
}

fn number_of_pair(pair: [Card; 2]) -> usize {
    let [low, high] = pair.map(|card| usize::from(card.index()));
    high * (high - 1) / 2 + low
}

/// All 32 million deals that differ by more than the names of suits take some half a minute a rulebook:
/// the other tests take every so manyth of them.
#[test]
#[ignore = "three minutes; run it when cells or settlement change"]
fn every_deal_is_paid_as_the_first_of_its_cell() {
    for id in RulebookId::ALL {
        settles_alike(id.form(), Strategy::Optimal, 1);
    }
}

#[test]
fn deals_of_a_cell_are_paid_alike() {
    for id in RulebookId::ALL {
        settles_alike(id.form(), Strategy::Optimal, 97);
    }
}

#[test]
fn deals_of_a_cell_are_paid_alike_under_other_options() {
    let high: Strategy = "K-K-2".parse().expect("a hand to play from");
    for (id, switch, value) in [
        (RulebookId::Mbs2019, "qualifier", "literal_card"),
        (RulebookId::Mbs2019, "plain_fold_pair_plus", "lost"),
        (RulebookId::Rws2020, "ante_bonus_requires_play", "no"),
        (RulebookId::Rws2020, "jackpot_stake_on_win", "returned"),
        (RulebookId::Rws2013, "fold_jackpot", "alive"),
        (RulebookId::Oceanfront, "fold_side_bet", "lost"),
        (RulebookId::Oceanfront, "side_bet_requires", "pair_plus"),
    ] {
        let mut rulebook = id.form().clone();
        rulebook.choose(switch, value).expect("an option it has");
        settles_alike(&rulebook, high, 397);
    }
}

/// The Dealer's cards do not touch a jackpot on five cards, so it is enough to deal one hand to him. Cells
/// are compared for every pair, payments for every fifth.
#[test]
fn community_cards_of_a_cell_are_paid_alike() {
    let plan = Plan::usual(RulebookId::RwsMultilink2024.form().clone(), 1, 1);
    let settling = Settling::new(&plan, Choices::of_boxes(&plan));
    let cells = Cells::new(&plan);
    let single = Single::new(&settling, cells, plan.rulebook.community.says);
    let numbered = Numbered::new();
    let mut first: BTreeMap<usize, BoxPaid> = BTreeMap::new();
    for (turn, hand) in hands().into_iter().enumerate() {
        let own = bits(&hand.cards());
        for (at, pair) in numbered.pairs.iter().enumerate() {
            let taken = own | bits(pair);
            let apart = |dealer: &&Hand| bits(&dealer.cards()) & taken == 0;
            let dealer = numbered.hands.iter().skip(turn * 11).find(apart);
            let (Some(dealer), 5) = (dealer, taken.count_ones()) else {
                continue;
            };
            let deal = Deal::new(&[hand], *dealer, Some(*pair));
            let cell = cells.of(base(&settling, &deal, 0), hand, &deal);
            let found = single.cell(number_of(hand), number_of(*dealer), Some(at));
            assert_eq!(found, cell, "{deal:?}");
            if at % 5 == turn % 5 {
                let paid = settling.alone(&deal, 0, plan.link.displayed);
                assert_eq!(*first.entry(cell).or_insert(paid), paid, "{deal:?}");
            }
        }
    }
}

/// Words in a row have the same first hand: of each some are gone through, and every second hand must
/// come as often as any other.
#[test]
fn a_word_draws_two_hands_without_favour() {
    let all = HANDS as u64;
    for player in (0..all).step_by(491).chain([all - 1]) {
        let from = (player << 32).div_ceil(all);
        let to = ((player + 1) << 32).div_ceil(all);
        let mut seconds = vec![0_u32; HANDS];
        for word in from..to {
            let word = u32::try_from(word).expect("below 2^32");
            let (first, second, fair) = two_hands(word);
            assert_eq!(first as u64, player);
            seconds[second] += u32::from(fair);
        }
        // 2^32 words are eight times all pairs of hands, and a rest that is not fair.
        assert!(seconds.iter().all(|times| *times == 8), "hand {player}");
    }
}

/// Likewise for the pair after two hands, of a few hands: 2^48 words are 434 times all deals, and a rest.
#[test]
fn a_word_draws_a_pair_without_favour() {
    let (all, pairs) = (HANDS as u128, PAIRS as u128);
    for hands in (0..all * all).step_by(61_000_001).chain([all * all - 1]) {
        let from = (hands << 48).div_ceil(all * all);
        let to = ((hands + 1) << 48).div_ceil(all * all);
        let mut drawn = vec![0_u32; PAIRS];
        for word in from..to {
            let bytes = u64::try_from(word).expect("below 2^48").to_le_bytes();
            let (first, second, pair, fair) = two_hands_and_pair(&bytes[..PAIR_WORD]);
            assert_eq!((first * HANDS + second) as u128, hands);
            drawn[pair] += u32::from(fair);
        }
        let times = (1_u128 << 48) / (all * all * pairs);
        let all_alike = drawn.iter().all(|drawn| u128::from(*drawn) == times);
        assert!(all_alike, "hands {hands}");
    }
}

#[test]
fn every_deal_holds_each_card_once_and_every_card_comes_as_often() {
    for (id, seats) in [
        (RulebookId::Rws2020, 1),
        (RulebookId::RwsMultilink2024, 1),
        (RulebookId::Rws2020, 2),
        (RulebookId::Rws2020, 7),
        (RulebookId::Rws2020, 15),
        (RulebookId::RwsMultilink2024, 15),
    ] {
        let mut plan = Plan::usual(id.form().clone(), 3, 1);
        plan.strategies = vec![Strategy::Optimal; seats];
        let mut dealing = Dealing::new(&plan);
        dealing.start(0);
        let rounds = 40_000;
        let cards = dealing.deal().cards().count();
        // By place in the deal and card.
        let mut seen = vec![[0_u32; 52]; cards];
        for _ in 0..rounds {
            let deal = dealing.deal();
            let all: Vec<Card> = deal.cards().collect();
            assert_eq!(bits(&all).count_ones() as usize, cards);
            for (at, card) in all.iter().enumerate() {
                seen[at][usize::from(card.index())] += 1;
            }
        }
        // Whole hands come in the order of their numbers, so places are told apart only by boxes.
        for three in seen.chunks(3) {
            let expected = f64::from(rounds) * three.iter().map(|_| 1.0).sum::<f64>() / 52.0;
            let chi_square: f64 = (0..52)
                .map(|card| {
                    let count: u32 = three.iter().map(|place| place[card]).sum();
                    (f64::from(count) - expected).powi(2) / expected
                })
                .sum();
            // 51 degrees of freedom: beyond 100 once in twenty thousand; the seed is fixed.
            assert!(chi_square < 100.0, "{id} {seats}: {chi_square}");
        }
    }
}

/// The meter walked round by round, with nothing put off.
#[test]
fn a_live_meter_is_walked_as_it_is_told() {
    for (id, increment, from_meter) in [
        (RulebookId::Rws2020, "at_accept", "no"),
        (RulebookId::Mbs2019, "at_settlement_if_not_won", "yes"),
        (RulebookId::RwsMultilink2024, "at_accept", "yes"),
        (
            RulebookId::RwsMultilink2024,
            "at_settlement_if_not_won",
            "no",
        ),
    ] {
        let mut rulebook = id.form().clone();
        rulebook
            .choose("meter_increment", increment)
            .expect("an option");
        rulebook
            .choose("fixed_awards_from_meter", from_meter)
            .expect("an option");
        let mut plan = Plan::usual(rulebook, 8, 3 * BLOCK_ROUNDS - 5_000);
        plan.strategies = vec![Strategy::Optimal; 4];
        plan.link.meter = Meter::Live;
        let total = played(&plan, Engine::Fast);
        let settling = Settling::new(&plan, Choices::of_boxes(&plan));
        let mut dealing = Dealing::new(&plan);
        let mut tally = Tally::empty(super::settling::rows(&plan.rulebook).len());
        let mut meter = plan.link.displayed;
        let late = plan.rulebook.meter_increment.says == Some(MeterIncrement::AtSettlementIfNotWon);
        for round in 0..plan.rounds {
            if round % BLOCK_ROUNDS == 0 {
                dealing.start(round / BLOCK_ROUNDS);
            }
            if !late {
                meter += plan.fed_in_a_round();
            }
            let paid = settling.round(&dealing.deal(), meter);
            meter = paid.after;
            if late && !paid.major {
                meter += plan.fed_in_a_round();
            }
            tally.add_round(&paid.boxes);
        }
        assert_eq!((total.tally(), total.meter()), (&tally, meter), "{id}");
        assert!(tally.awards[0] > 0 || id == RulebookId::RwsMultilink2024);
    }
}

fn played(plan: &Plan, engine: Engine) -> Total {
    let made = || -> Result<Total, BadPlan> {
        let mut player = Player::new(plan, engine)?;
        let mut total = Total::new(plan, engine)?;
        for block in 0..Total::blocks_of(plan) {
            let block = player.play(block).map_err(BadPlan::Refused)?;
            total.take(&block).map_err(BadPlan::Refused)?;
        }
        Ok(total)
    };
    made().expect("a plan that can be played")
}
