//! The simulator beside the loop one writes first.
//!
//! The reference shuffles a `Vec` of 52 cards with the same cipher, takes hands from its top and plays
//! the same bets by the strength of hands; it knows no limits, options or clauses. Both run on one core
//! in turns, a millisecond or two each. The best pass of each counts, the least disturbed one; the
//! middle one stands beside it, as what to expect of a machine with neighbours. Below stand the same
//! plans by the rules engine beside the fast one.

use std::hint::black_box;
use std::time::Instant;

use game::{Card, Hand, HandRank, Rank, RulebookId, Strength, best_of_six, rank_five};
use maths::Strategy;
use maths::simulate::{BLOCK_ROUNDS, Engine, Plan, Player};
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha20Rng;

const PASSES: u64 = 201;
/// Blocks of one box in a pass, fewer of more.
const BLOCKS: u64 = 7;
const REFERENCE_ROUNDS: u32 = 4_000;

struct Case {
    name: &'static str,
    id: RulebookId,
    seats: usize,
}

const CASES: [Case; 6] = [
    case("rws-2020, one box", RulebookId::Rws2020, 1),
    case("rws-2020, seven boxes", RulebookId::Rws2020, 7),
    case("rws-2013, one box", RulebookId::Rws2013, 1),
    case("mbs-2019, one box", RulebookId::Mbs2019, 1),
    case("multilink, one box", RulebookId::RwsMultilink2024, 1),
    case("oceanfront, one box", RulebookId::Oceanfront, 1),
];

const fn case(name: &'static str, id: RulebookId, seats: usize) -> Case {
    Case { name, id, seats }
}

fn main() {
    say("case                                       ours    its middle      reference    ratio");
    for case in &CASES {
        let plan = plan(case, u64::MAX >> 16);
        let mut player = Player::new(&plan, Engine::Fast).expect("a usual plan");
        let mut deck = Naive::new(case);
        let mut block = 0;
        let blocks = BLOCKS / case.seats as u64;
        compare(case.name, "loop", || {
            let ours = timed(blocks * BLOCK_ROUNDS, || {
                for _ in 0..blocks {
                    black_box(player.play(block).expect("the rules took it"));
                    block += 1;
                }
            });
            let rounds = u64::from(REFERENCE_ROUNDS);
            (
                ours,
                timed(rounds, || black_box(deck.play(REFERENCE_ROUNDS))),
            )
        });
    }
    for case in &CASES {
        let plan = plan(case, u64::MAX >> 16);
        let mut rules = Player::new(&plan, Engine::Rules).expect("a usual plan");
        let mut fast = Player::new(&plan, Engine::Fast).expect("a usual plan");
        let mut block = 0;
        // Never the same rounds again: a core remembers what it guessed wrong.
        compare(&format!("{} by the rules", case.name), "fast", || {
            block += 1;
            let slow = timed(BLOCK_ROUNDS, || black_box(rules.play(block)));
            (slow, timed(BLOCK_ROUNDS, || black_box(fast.play(block))))
        });
    }
}

fn plan(case: &Case, rounds: u64) -> Plan {
    let rounds = rounds.min(1_000_000_000_000);
    let mut plan = Plan::usual(case.id.form().clone(), 1, rounds);
    plan.strategies = vec![Strategy::Optimal; case.seats];
    plan
}

/// Runs passes of both and prints millions of rounds a second.
fn compare(name: &str, against: &str, mut pass: impl FnMut() -> (f64, f64)) {
    let (mut ours, mut theirs): (Vec<f64>, Vec<f64>) = (0..PASSES).map(|_| pass()).unzip();
    ours.sort_by(f64::total_cmp);
    theirs.sort_by(f64::total_cmp);
    let middle = ours[ours.len() / 2];
    let (best, reference) = (ours[ours.len() - 1], theirs[theirs.len() - 1]);
    let ratio = best / reference;
    say(&format!(
        "{name:<35} {best:>7.3} M/s   {middle:>7.3} M/s {reference:>10.3} M/s {ratio:>8.3}   {against}"
    ));
}

/// Millions of rounds a second.
#[expect(clippy::cast_precision_loss, reason = "a rate to a few digits")]
fn timed<T>(rounds: u64, work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    rounds as f64 / start.elapsed().as_secs_f64() / 1e6
}

#[expect(clippy::print_stdout, reason = "the table is what a bench is for")]
fn say(line: &str) {
    println!("{line}");
}

/// The loop one writes first.
struct Naive {
    deck: Vec<Card>,
    rng: ChaCha20Rng,
    seats: usize,
    id: RulebookId,
    lowest: Strength,
}

impl Naive {
    fn new(case: &Case) -> Naive {
        let lowest: Hand = "Qs 6h 4d".parse().expect("a hand");
        Naive {
            deck: Card::ALL.to_vec(),
            rng: ChaCha20Rng::from_seed([1; 32]),
            seats: case.seats,
            id: case.id,
            lowest: lowest.strength(),
        }
    }

    /// The Players' net in cents: Ante and Pair Plus of ten dollars, a jackpot or side bet of five.
    fn play(&mut self, rounds: u32) -> i64 {
        let mut net = 0;
        for _ in 0..rounds {
            self.deck.shuffle(&mut self.rng);
            let hand = |at: usize| {
                let three = [self.deck[at], self.deck[at + 1], self.deck[at + 2]];
                Hand::new(three).expect("a deck holds each card once")
            };
            let dealer = hand(0);
            let middle = [self.deck[48], self.deck[49]];
            for seat in 1..=self.seats {
                net += self.one_box(hand(seat * 3), dealer, middle);
            }
        }
        net
    }

    fn one_box(&self, hand: Hand, dealer: Hand, middle: [Card; 2]) -> i64 {
        let (own, others) = (hand.strength(), dealer.strength());
        let rank = own.rank();
        let plays = own >= self.lowest;
        let qualifies = others >= Strength::QUEEN_HIGH;
        let bonus = match rank {
            HandRank::MiniRoyal | HandRank::StraightFlush => 5_000,
            HandRank::ThreeOfAKind => 4_000,
            HandRank::Straight => 1_000,
            HandRank::Flush | HandRank::Pair | HandRank::HighCard => 0,
        };
        let ante = match own.cmp(&others) {
            _ if !plays => -1_000,
            _ if !qualifies => 1_000 + bonus,
            core::cmp::Ordering::Greater => 2_000 + bonus,
            core::cmp::Ordering::Equal => bonus,
            core::cmp::Ordering::Less => bonus - 2_000,
        };
        let pair_plus = match rank {
            HandRank::MiniRoyal | HandRank::StraightFlush => 40_000,
            HandRank::ThreeOfAKind => 30_000,
            HandRank::Straight => 5_000,
            HandRank::Flush => 4_000,
            HandRank::Pair => 1_000,
            HandRank::HighCard => -1_000,
        };
        ante + pair_plus + self.side(hand, dealer, middle)
    }

    fn side(&self, hand: Hand, dealer: Hand, [fourth, fifth]: [Card; 2]) -> i64 {
        let [first, second, third] = hand.cards();
        match self.id {
            RulebookId::Oceanfront => 100 * best_of_six(hand.cards(), dealer.cards()) as i64 - 500,
            RulebookId::RwsMultilink2024 => {
                100 * rank_five([first, second, third, fourth, fifth]) as i64 - 500
            }
            RulebookId::Rws2020 | RulebookId::Rws2013 | RulebookId::Mbs2019 => match hand.rank() {
                HandRank::MiniRoyal if first.rank() == Rank::Ace => 5_000_000,
                HandRank::MiniRoyal => 125_000,
                HandRank::StraightFlush => 17_500,
                HandRank::ThreeOfAKind => 15_000,
                HandRank::Straight => 1_500,
                HandRank::Flush | HandRank::Pair | HandRank::HighCard => -500,
            },
        }
    }
}
