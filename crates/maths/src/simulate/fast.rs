//! The fast engine: deals counted by cell, money looked up.
//!
//! A single box before a standing meter has its own loop ([`Single`]); everything else goes round by
//! round.

use std::sync::Arc;

use game::Money;

use super::cells::{BASES, Cells, Known, MOVES_METER, against, base, qualifying};
use super::choices::Choices;
use super::dealing::{Deal, Dealing, Numbered, index};
use super::plan::{Plan, SEATS_MAX};
use super::player::Block;
use super::settling::{RoundPaid, Settling};
use super::single::Single;
use super::tally::{BoxPaid, square};

/// Rounds of several boxes dealt at a time, before any of them is looked at.
const DEALT: usize = 64;

pub struct Fast {
    plan: Plan,
    settling: Settling,
    cells: Cells,
    known: Vec<Known>,
    /// What a box of a cell is paid, once a deal of it was settled.
    paid: Vec<Option<BoxPaid>>,
    counts: Vec<u64>,
    /// For several boxes: a hand's strength, and whether it does not qualify, by its number.
    by_number: Box<[u16; PLACES]>,
    /// For one box before a standing meter.
    single: Option<Single>,
}

impl Fast {
    pub fn new(plan: &Plan, choices: Vec<Arc<Choices>>) -> Fast {
        let (settling, cells) = (Settling::new(plan, choices), Cells::new(plan));
        let is_single = plan.seats() == 1 && !plan.is_live();
        Fast {
            plan: plan.clone(),
            cells,
            known: vec![Known::NOTHING; cells.count()],
            paid: vec![None; cells.count()],
            counts: vec![0; cells.count()],
            single: is_single.then(|| Single::new(&settling, cells, plan.rulebook.community.says)),
            by_number: by_number(plan, &settling),
            settling,
        }
    }

    pub fn settle(&self, deal: &Deal, displayed: Money) -> RoundPaid {
        self.settling.round(deal, displayed)
    }

    pub fn play(&mut self, dealing: &mut Dealing, block: &mut Block) {
        self.counts.fill(0);
        match &self.single {
            Some(single) => {
                single.count(dealing, block.rounds, &mut self.counts);
                self.learn_from(dealing, block.number);
                self.squares_of_one(block);
                block.tally.rounds += block.rounds;
            }
            None => self.one_by_one(dealing, block),
        }
        let filled = self.paid.iter().zip(&self.counts);
        for (paid, count) in filled.filter(|(_, count)| **count > 0) {
            if let Some(paid) = paid {
                block.tally.add_boxes(paid, *count);
            }
        }
    }

    /// Deals the block again until every cell it filled has a deal that was settled.
    fn learn_from(&mut self, dealing: &mut Dealing, block: u64) {
        let filled = self.counts.iter().zip(&self.paid);
        let mut missing = filled
            .filter(|(count, paid)| **count > 0 && paid.is_none())
            .count();
        if missing > 0 {
            dealing.start(block);
        }
        while missing > 0 {
            let deal = dealing.deal();
            let cell = self.cell(&deal, 0);
            if self.paid[cell].is_none() {
                self.learn(cell, &deal, 0);
                missing -= 1;
            }
        }
    }

    fn cell(&self, deal: &Deal, at: usize) -> usize {
        let base = base(&self.settling, deal, at);
        self.cells.of(base, deal.boxes()[at], deal)
    }

    fn learn(&mut self, cell: usize, deal: &Deal, at: usize) {
        let paid = self.settling.alone(deal, at, self.plan.link.displayed);
        self.known[cell] = Known::learnt(&paid, &self.plan, deal.boxes()[at], deal);
        self.paid[cell] = Some(paid);
    }

    /// With one box the net of a round is that of its cell.
    fn squares_of_one(&self, block: &mut Block) {
        let filled = self.known.iter().zip(&self.counts);
        for (known, count) in filled.filter(|(_, count)| **count > 0) {
            for (bet, net) in block.tally.bets.iter_mut().zip(known.nets) {
                bet.squares.add(square(net) * u128::from(*count));
            }
        }
    }

    /// A few hundred rounds at a time; those that need a closer look afterwards.
    fn one_by_one(&mut self, dealing: &mut Dealing, block: &mut Block) {
        const STEP: u64 = 256;
        let mut closer = Vec::new();
        let mut from = 0;
        while from < block.rounds {
            let to = block.rounds.min(from + STEP);
            let mut rounds = Rounds::new(block, &mut closer);
            let mut counts = core::mem::take(&mut self.counts);
            if dealing.by_whole_hands {
                self.hands_alone(dealing, from..to, &mut counts, &mut rounds);
            } else {
                self.look(dealing, from..to, &mut counts, &mut rounds);
            }
            self.counts = counts;
            rounds.finish();
            for (round, deal) in closer.drain(..) {
                self.whole(&deal, round, block);
            }
            from = to;
        }
    }

    /// Several boxes whose bets look at nothing but hands: a cell is its base.
    fn hands_alone(
        &self,
        dealing: &mut Dealing,
        numbers: core::ops::Range<u64>,
        counts: &mut [u64],
        rounds: &mut Rounds<'_>,
    ) {
        let known = self.known.first_chunk::<BASES>();
        let counts = counts.first_chunk_mut::<BASES>();
        let (Some(known), Some(counts)) = (known, counts) else {
            return;
        };
        let seats = self.plan.seats();
        let mut dealt = [[0; 16]; DEALT];
        // Four sets of counts in turn: boxes of one round are often alike, and adding twice to one place
        // would wait for the first.
        let mut banks = [[0_u32; BASES]; 4];
        for (turn, round) in numbers.clone().enumerate() {
            if turn % DEALT == 0 {
                let left = index(numbers.end - round);
                dealt
                    .iter_mut()
                    .take(left)
                    .for_each(|numbers| dealing.draw(numbers));
            }
            let hands = &dealt[turn % DEALT];
            let dealer = self.entry(hands[seats]);
            let mut cells = [0_u8; SEATS_MAX];
            let mut sum = Sum::default();
            let boxes = self.settling.choices.iter().zip(hands);
            for ((choices, number), cell) in boxes.zip(&mut cells) {
                let own = self.entry(*number);
                let hand = || dealing.numbered.hands[usize::from(*number)];
                let kind = choices.kind_by(own.strength, hand);
                let base = kind + dealer.qualifying + against(&own.strength, &dealer.strength);
                sum.add(&known[base % BASES]);
                *cell = low_byte(base);
            }
            if rounds.take(&sum, || (round, dealing.dealt(hands))) {
                for (at, cell) in cells[..seats].iter().enumerate() {
                    let count = &mut banks[at % 4][usize::from(*cell) % BASES];
                    *count = count.wrapping_add(1);
                }
            }
        }
        for (cell, count) in counts.iter_mut().enumerate() {
            *count += banks.iter().map(|bank| u64::from(bank[cell])).sum::<u64>();
        }
    }

    #[inline]
    fn entry(&self, number: u16) -> Entry {
        let entry = self.by_number[usize::from(number) % self.by_number.len()];
        Entry {
            strength: entry % STRENGTHS,
            qualifying: usize::from(entry / STRENGTHS),
        }
    }

    /// Any number of boxes and any bets.
    fn look(
        &self,
        dealing: &mut Dealing,
        numbers: core::ops::Range<u64>,
        counts: &mut [u64],
        rounds: &mut Rounds<'_>,
    ) {
        let seats = self.plan.seats();
        let mut cells = [0_usize; SEATS_MAX];
        for round in numbers {
            let deal = dealing.deal();
            let strength = deal.dealer.strength();
            let qualifying = qualifying(&self.plan.rulebook, deal.dealer);
            let mut sum = Sum::default();
            let boxes = self.settling.choices.iter().zip(deal.boxes());
            for ((choices, hand), cell) in boxes.zip(&mut cells) {
                let own = hand.strength();
                let base = choices.kind(*hand, own) + qualifying + against(&own, &strength);
                *cell = self.cells.of(base, *hand, &deal);
                sum.add(&self.known[*cell]);
            }
            if rounds.take(&sum, || (round, deal)) {
                for cell in &cells[..seats] {
                    counts[*cell] += 1;
                }
            }
        }
    }

    /// A round in which boxes touch each other's money, or with a cell not met before.
    #[cold]
    fn whole(&mut self, deal: &Deal, round: u64, block: &mut Block) {
        let mut marks = 0;
        for at in 0..self.plan.seats() {
            let cell = self.cell(deal, at);
            if self.paid[cell].is_none() {
                self.learn(cell, deal, at);
            }
            marks |= self.known[cell].marks;
        }
        if marks & MOVES_METER != 0 && self.plan.is_live() {
            block.put_off(round, *deal);
        } else {
            let paid = self.settle(deal, self.plan.link.displayed);
            block.tally.add_round(&paid.boxes);
        }
    }
}

/// A power of two above the strengths there are; an entry above it is [`qualifying`].
const STRENGTHS: u16 = 1 << 10;
/// A power of two above the hands there are.
const PLACES: usize = 1 << 15;

struct Entry {
    strength: u16,
    qualifying: usize,
}

fn by_number(plan: &Plan, settling: &Settling) -> Box<[u16; PLACES]> {
    let mut all: Box<[u16; PLACES]> = vec![0; PLACES].try_into().expect("as many as places");
    if plan.seats() == 1 {
        return all;
    }
    for (entry, hand) in all.iter_mut().zip(Numbered::new().hands.iter()) {
        let qualifying = qualifying(settling.rulebook(), *hand);
        *entry = hand.strength().index() + u16::from(low_byte(qualifying)) * STRENGTHS;
    }
    all
}

/// Of a base.
#[expect(clippy::cast_possible_truncation, reason = "a base is below 128")]
const fn low_byte(base: usize) -> u8 {
    base as u8
}

/// What the boxes of one round come to together.
#[derive(Default)]
struct Sum {
    nets: [i64; 4],
    winners: u8,
    marks: u8,
}

impl Sum {
    #[inline]
    fn add(&mut self, known: &Known) {
        // Fifteen boxes at the largest stakes come to 10^17: nothing wraps.
        for (net, own) in self.nets.iter_mut().zip(known.nets) {
            *net = net.wrapping_add(own);
        }
        self.winners = self.winners.wrapping_add(known.wins);
        self.marks |= known.marks;
    }
}

/// Rounds that are counted as they come, beside those that are put aside.
struct Rounds<'a> {
    block: &'a mut Block,
    closer: &'a mut Vec<(u64, Deal)>,
    squares: [u128; 4],
    counted: u64,
    several: u64,
}

impl<'a> Rounds<'a> {
    fn new(block: &'a mut Block, closer: &'a mut Vec<(u64, Deal)>) -> Rounds<'a> {
        Rounds {
            block,
            closer,
            squares: [0; 4],
            counted: 0,
            several: 0,
        }
    }

    /// Whether the round counts as it is.
    #[inline]
    fn take(&mut self, sum: &Sum, round: impl FnOnce() -> (u64, Deal)) -> bool {
        if sum.marks != 0 {
            self.closer.push(round());
            return false;
        }
        for (squares, net) in self.squares.iter_mut().zip(sum.nets) {
            *squares += square(net);
        }
        self.counted += 1;
        self.several += u64::from(sum.winners > 1);
        true
    }

    fn finish(self) {
        let tally = &mut self.block.tally;
        for (bet, squares) in tally.bets.iter_mut().zip(self.squares) {
            bet.squares.add(squares);
        }
        tally.rounds += self.counted;
        tally.several_winners += self.several;
    }
}
