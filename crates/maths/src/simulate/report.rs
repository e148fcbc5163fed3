//! Sums held against exact figures: house edge, standard error, and how many of those lie between.
//!
//! Rounds are independent, boxes of one round are not: they share the Dealer's hand. So errors are taken
//! over the totals of rounds. A sample that holds no jackpot knows nothing of its spread; the variance is
//! therefore never taken below the exact one of boxes on their own.

use game::HandRank;

use super::exact::{Exact, named};
use super::meter::Total;
use super::plan::Bet;
use super::tally::Tally;
use crate::fraction::Fraction;
use crate::jackpot::Figure;

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Report {
    /// The bets that were made, in the order of [`Bet::ALL`].
    pub bets: Vec<(Bet, BetReport)>,
    /// The five outcomes of Ante and Play over all boxes.
    pub outcomes: [(&'static str, Compared); 5],
    /// The hands dealt.
    pub hands: HandsReport,
    /// The house edge of a live jackpot in the long run, where it can be said. A run from another meter
    /// than the usual one lies beside it, and rounds that share a meter are not independent: so no z.
    pub long_run: Option<Figure>,
}

/// One bet over the whole run.
#[derive(Clone, Copy, Debug)]
pub struct BetReport {
    /// Sum of the stakes, in minor units.
    pub staked: i128,
    /// Sum of what was handed back, in minor units.
    pub returned: i128,
    /// The house edge found.
    pub house_edge: f64,
    /// None where the meter lived: there is no edge at a meter that moves.
    pub exact: Option<Fraction>,
    /// The standard error of the edge found.
    pub standard_error: f64,
    /// Standard errors between the edge found and the exact one.
    pub z: Option<f64>,
}

/// Something counted beside its exact chance.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// How often it happened.
    pub count: u64,
    /// Its share of all.
    pub share: f64,
    /// The exact chance.
    pub exact: Fraction,
    /// None for several boxes: they share a Dealer, and a count does not tell how much.
    pub z: Option<f64>,
}

/// The Players' hands by kind, and whether the cards fell evenly.
#[derive(Clone, Debug)]
pub struct HandsReport {
    /// Each kind of hand.
    pub ranks: Vec<(HandRank, Compared)>,
    /// The chi-square statistic.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: u32,
    /// How often a fair deck would be as uneven or worse.
    pub p_value: f64,
}

impl Report {
    /// Compares the sums with the exact figures.
    pub fn new(total: &Total) -> Report {
        let (plan, tally) = (total.plan(), total.tally());
        let exact = Exact::new(plan);
        let made = Bet::ALL
            .into_iter()
            .filter(|bet| plan.stake(*bet).is_positive());
        let in_a_round =
            |bet: Bet| float(plan.stake(bet).in_minor().into()) * float(plan.seats() as i128);
        let bets = made.map(|bet| {
            let report = BetReport::new(tally, bet, in_a_round(bet), &exact);
            (bet, report)
        });
        let boxes = tally.rounds * plan.seats() as u64;
        let mut chances = exact.outcomes.iter();
        Report {
            bets: bets.collect(),
            outcomes: named(&tally.outcomes).map(|(name, count)| {
                let chance = chances.next().copied().unwrap_or(Fraction::ZERO);
                let compared = Compared::new(count, boxes, chance);
                let alone = compared.z.filter(|_| plan.seats() == 1);
                (
                    name,
                    Compared {
                        z: alone,
                        ..compared
                    },
                )
            }),
            hands: HandsReport::new(tally, boxes),
            long_run: exact.long_run,
        }
    }
}

impl BetReport {
    /// `base` is what the edge is reckoned on, for one round.
    fn new(tally: &Tally, bet: Bet, base: f64, exact: &Exact) -> BetReport {
        let sums = tally.bet(bet);
        let rounds = float(tally.rounds.into());
        let lost = float(sums.staked - sums.returned);
        let mean = lost / rounds;
        let sample = sums.squares.approximate() / rounds - mean * mean;
        let variance = sample.max(exact.variances[bet as usize]);
        let house_edge = mean / base;
        let standard_error = (variance / rounds).sqrt() / base;
        let exact = exact.edges[bet as usize];
        BetReport {
            staked: sums.staked,
            returned: sums.returned,
            house_edge,
            exact,
            standard_error,
            z: exact.map(|exact| deviations(house_edge - exact.to_f64(), standard_error)),
        }
    }
}

impl Compared {
    fn new(count: u64, of: u64, exact: Fraction) -> Compared {
        let of = float(of.into());
        let (share, chance) = (float(count.into()) / of, exact.to_f64());
        let error = (chance * (1.0 - chance) / of).sqrt();
        Compared {
            count,
            share,
            exact,
            z: Some(deviations(share - chance, error)),
        }
    }
}

impl HandsReport {
    fn new(tally: &Tally, boxes: u64) -> HandsReport {
        // Of 22,100; the mini royals are not among the straight flushes here.
        const HANDS: [i128; 7] = [16_440, 3_744, 1_096, 720, 52, 44, 4];
        let counted = HandRank::ALL.into_iter().zip(tally.hands).zip(HANDS);
        let ranks: Vec<(HandRank, Compared)> = counted
            .map(|((rank, count), hands)| {
                let exact = Fraction::new(hands, 22_100);
                (rank, Compared::new(count, boxes, exact))
            })
            .collect();
        let parts = ranks.iter().map(|(_, compared)| {
            let expected = compared.exact.to_f64() * float(boxes.into());
            let off = float(compared.count.into()) - expected;
            off * off / expected
        });
        let chi_square: f64 = parts.sum();
        // For an even number of degrees the tail has a closed form: here six.
        let half = chi_square / 2.0;
        HandsReport {
            ranks,
            chi_square,
            degrees: 6,
            p_value: (-half).exp() * (1.0 + half + half * half / 2.0),
        }
    }
}

/// How many standard errors; none where there is no error and nothing off.
fn deviations(off: f64, error: f64) -> f64 {
    if error > 0.0 { off / error } else { 0.0 }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "errors and their ratios need no more"
)]
fn float(number: i128) -> f64 {
    number as f64
}
