//! The fast engine: deals counted by cell, money looked up.
//!
//! A single box before a standing meter has its own loop ([`Single`]); everything else goes round by
//! round.

use game::{DealerHand, Money};

use super::cells::{Cells, ENVIED, Known, MOVES_METER, against, base};
use super::dealing::{Deal, Dealing};
use super::plan::{Plan, SEATS_MAX};
use super::player::Block;
use super::settling::{RoundPaid, Settling};
use super::single::Single;
use super::tally::{BoxPaid, square};

pub struct Fast {
    plan: Plan,
    settling: Settling,
    cells: Cells,
    known: Vec<Known>,
    /// What a box of a cell is paid, once a deal of it was settled.
    paid: Vec<Option<BoxPaid>>,
    counts: Vec<u64>,
    /// For one box before a standing meter.
    single: Option<Single>,
}

impl Fast {
    pub fn new(plan: &Plan) -> Fast {
        let (settling, cells) = (Settling::new(plan), Cells::new(plan));
        let is_single = plan.seats() == 1 && !plan.is_live();
        Fast {
            plan: plan.clone(),
            cells,
            known: vec![Known::NOTHING; cells.count()],
            paid: vec![None; cells.count()],
            counts: vec![0; cells.count()],
            single: is_single.then(|| Single::new(&settling, cells)),
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
        for (paid, count) in self.paid.iter().zip(&self.counts) {
            if let (Some(paid), 1..) = (paid, *count) {
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
            let cell = self
                .cells
                .of(base(&self.settling, &deal, 0), deal.boxes()[0], &deal);
            if self.paid[cell].is_none() {
                self.learn(cell, &deal, 0);
                missing -= 1;
            }
        }
    }

    fn learn(&mut self, cell: usize, deal: &Deal, at: usize) {
        let paid = self.settling.alone(deal, at, self.plan.link.displayed);
        self.known[cell] = Known::learnt(&paid, &self.plan, deal.boxes()[at], deal);
        self.paid[cell] = Some(paid);
    }

    /// With one box the net of a round is that of its cell.
    fn squares_of_one(&self, block: &mut Block) {
        for (known, count) in self.known.iter().zip(&self.counts) {
            for (bet, net) in block.tally.bets.iter_mut().zip(known.nets) {
                bet.squares.add(square(net) * u128::from(*count));
            }
        }
    }

    fn one_by_one(&mut self, dealing: &mut Dealing, block: &mut Block) {
        let seats = self.plan.seats();
        let mut cells = [0_usize; SEATS_MAX];
        let mut squares = [0_u128; 4];
        for round in 0..block.rounds {
            let deal = dealing.deal();
            let dealer = DealerHand::new(&self.plan.rulebook, deal.dealer);
            let strength = deal.dealer.strength();
            let (mut nets, mut marks, mut winners) = ([0_i64; 4], 0, 0);
            for (at, (hand, cell)) in deal.boxes().iter().zip(&mut cells).enumerate() {
                let own = hand.strength();
                let kind = self.settling.choices[at].kind(*hand, own);
                let base = kind + against(own, strength, dealer.qualifies);
                *cell = self.cells.of(base, *hand, &deal);
                let known = &self.known[*cell];
                marks |= known.marks;
                winners += known.wins;
                // Fifteen boxes at the largest stakes come to 10^17: nothing wraps.
                for (net, own) in nets.iter_mut().zip(known.nets) {
                    *net = net.wrapping_add(own);
                }
            }
            if marks != 0 {
                self.whole(&deal, &cells[..seats], round, block);
                continue;
            }
            for cell in &cells[..seats] {
                self.counts[*cell] += 1;
            }
            for (sum, net) in squares.iter_mut().zip(nets) {
                *sum += square(net);
            }
            block.tally.rounds += 1;
            block.tally.several_winners += u64::from(winners > 1);
        }
        for (bet, sum) in block.tally.bets.iter_mut().zip(squares) {
            bet.squares.add(sum);
        }
    }

    /// A round in which boxes touch each other's money, or with a cell nobody has seen yet.
    #[cold]
    fn whole(&mut self, deal: &Deal, cells: &[usize], round: u64, block: &mut Block) {
        for (at, cell) in cells.iter().enumerate() {
            if self.paid[*cell].is_none() {
                self.learn(*cell, deal, at);
            }
        }
        let marks = cells
            .iter()
            .fold(0, |marks, cell| marks | self.known[*cell].marks);
        debug_assert!(marks & !(ENVIED | MOVES_METER) == 0);
        if marks & MOVES_METER != 0 && self.plan.is_live() {
            block.waiting.push((round, *deal));
        } else {
            let paid = self.settle(deal, self.plan.link.displayed);
            block.tally.add_round(&paid.boxes);
        }
    }
}
