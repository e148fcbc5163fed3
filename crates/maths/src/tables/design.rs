//! Which pay tables give an edge between two bounds: every one of them, counted exactly.
//!
//! A bet loses its stake or is paid by its hand, so over all deals the Player's net is a sum with
//! one term for each hand, and a term depends on that hand's payment alone. The terms are counted
//! once for each payment a hand may have; a table is then as many additions as it has rows. For the
//! Ante Bonus a term takes the better decision, class by class, so that each table is judged by its
//! own best strategy. Tables in which a better hand pays less are not looked at.

mod keep;
mod range;

use core::fmt;
use core::ops::{Add, RangeInclusive};
use std::collections::BTreeMap;

use game::{Rulebook, Tie, YesNo};

use crate::ante_play::{AntePlay, DEALS, Decided};
use crate::classes::classes;
use crate::deals::DEALER_HANDS;
use crate::fraction::Fraction;
use crate::moments::Moments;
use crate::pair_plus::{HANDS, hands_by_rank};
use crate::strategy::Strategy;
use crate::tables::bet::TabledBet;
use crate::tables::figures::{Figures, side_bet};
use keep::Kept;

pub use range::{Edges, NoRange, Range, Rows};

/// The largest search taken on: some seconds on one core.
pub const MOST_TABLES: u64 = 100_000_000;

/// Why a search was not begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DesignRefused {
    NoSuchBet { bet: TabledBet, rulebook: String },
    TooLarge { tables: u64, widest: &'static str },
    NoTable,
}

/// A pay table and what it comes to.
#[derive(Clone, Debug)]
pub struct Designed {
    /// "To 1" in the order of [`TabledBet::hands`].
    pub pays: Vec<u32>,
    pub figures: Figures,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Designs {
    /// How many tables there were to judge.
    pub looked_at: u64,
    /// How many of them lie between the bounds.
    pub found: u64,
    /// The first of those: the lower edge, then the more frequent hit, then the smaller deviation.
    pub first: Vec<Designed>,
}

/// Every table of `rows` whose house edge lies in `edges`, both bounds included.
pub fn design(
    bet: TabledBet,
    rulebook: &Rulebook,
    strategy: Strategy,
    rows: &Rows,
    edges: Edges,
    limit: usize,
) -> Result<Designs, DesignRefused> {
    if bet.pays(rulebook).is_none() {
        let rulebook = rulebook.id.to_string();
        return Err(DesignRefused::NoSuchBet { bet, rulebook });
    }
    let looked_at = rows.tables();
    if looked_at > MOST_TABLES {
        return Err(DesignRefused::TooLarge {
            tables: looked_at,
            widest: rows.widest(),
        });
    }
    if looked_at == 0 {
        return Err(DesignRefused::NoTable);
    }
    let terms = Terms::new(bet, rulebook, strategy, rows);
    let mut search = Search {
        rows,
        terms: &terms,
        most: rows.most(),
        nets: terms.nets(edges),
        pays: vec![0; bet.hands().len()],
        found: 0,
        kept: Kept::new(limit),
    };
    search.row(0, terms.fixed);
    let found = search.found;
    let first = search.kept.in_order().map(|(sum, pays)| {
        let figures = match bet {
            TabledBet::AnteBonus => Figures::new(bet, &bet.paid(rulebook, &pays), strategy),
            TabledBet::PairPlus | TabledBet::FiveCard => None,
        };
        // Where nothing is decided the sums say it all.
        let figures = figures.unwrap_or_else(|| terms.figures(sum));
        Designed { pays, figures }
    });
    Ok(Designs {
        looked_at,
        found,
        first: first.collect(),
    })
}

/// What some of the deals come to: the Player's net, its square, and how many of them hit.
#[derive(Clone, Copy, Default)]
struct Term {
    net: i128,
    squares: i128,
    hits: u64,
}

/// All deals, taken apart by hands.
struct Terms {
    deals: i128,
    /// Those that no row pays.
    fixed: Term,
    /// For each hand its payments and what they come to.
    by_hand: Vec<Vec<(u32, Term)>>,
}

impl Terms {
    fn new(bet: TabledBet, rulebook: &Rulebook, strategy: Strategy, rows: &Rows) -> Terms {
        match bet {
            TabledBet::AnteBonus => Terms::ante(rulebook, strategy, rows),
            TabledBet::PairPlus => {
                let mut counts: Vec<u64> = hands_by_rank(&classes())
                    .into_iter()
                    .skip(1)
                    .map(|(_, count)| count)
                    .collect();
                // The straight flushes were counted with the mini royals among them.
                counts[4] -= counts[5];
                Terms::by_table(HANDS, &counts, rows)
            }
            TabledBet::FiveCard => {
                // Paid 1 to 8, the eight hands tell themselves apart in the histogram.
                let marked = bet.paid(rulebook, &[1, 2, 3, 4, 5, 6, 7, 8]);
                let sheet = side_bet(&marked, strategy);
                let nets = sheet.map_or_else(BTreeMap::new, |sheet| sheet.net_histogram);
                let count = |mark: i64| nets.get(&mark).copied().unwrap_or(0);
                let counts: Vec<u64> = (1..=8).map(count).collect();
                Terms::by_table(DEALS, &counts, rows)
            }
        }
    }

    /// A hand that is paid nothing loses the stake.
    fn by_table(deals: u64, counts: &[u64], rows: &Rows) -> Terms {
        let by_hand = counts.iter().enumerate().map(|(at, count)| {
            let term = |pays: u32| match pays {
                0 => Term::of(-1, *count),
                _ => Term {
                    hits: *count,
                    ..Term::of(i64::from(pays), *count)
                },
            };
            let terms = rows.payments(at).map(|pays| (pays, term(pays)));
            terms.collect()
        });
        Terms {
            deals: i128::from(deals),
            fixed: Term::of(-1, deals - counts.iter().sum::<u64>()),
            by_hand: by_hand.collect(),
        }
    }

    /// Hands of one rank together, each class played or folded as is better with that bonus.
    fn ante(rulebook: &Rulebook, strategy: Strategy, rows: &Rows) -> Terms {
        let bet = TabledBet::AnteBonus;
        let bare = AntePlay::new(&bet.paid(rulebook, &[0; 6]), strategy);
        let term = |rank: usize, pays: u32| {
            let hands = bare.hands.iter();
            hands
                .filter(|hand| hand.class.hand.rank() as usize == rank)
                .map(|hand| Term::of_hand(rulebook, strategy, hand, i64::from(pays)))
                .fold(Term::default(), Add::add)
        };
        let by_hand = (0..bet.hands().len()).map(|at| {
            let terms = rows.payments(at).map(|pays| (pays, term(at + 1, pays)));
            terms.collect()
        });
        Terms {
            deals: i128::from(DEALS),
            // A high card has no row.
            fixed: term(0, 0),
            by_hand: by_hand.collect(),
        }
    }

    /// What a bet without a decision comes to.
    fn figures(&self, sum: Term) -> Figures {
        let deals = self.deals;
        Figures {
            moments: Moments {
                mean: Fraction::new(sum.net, deals),
                variance: Fraction::new(sum.squares * deals - sum.net * sum.net, deals * deals),
            },
            hit_frequency: Fraction::new(i128::from(sum.hits), deals),
            decision: None,
        }
    }

    /// The whole numbers a table's net must lie between: an edge is minus net over deals.
    fn nets(&self, edges: Edges) -> RangeInclusive<i128> {
        let least = -edges.most() * Fraction::whole(self.deals);
        let most = -edges.least() * Fraction::whole(self.deals);
        -(-least).floor()..=most.floor()
    }
}

impl Term {
    /// As many deals that all come to `net`.
    fn of(net: i64, deals: u64) -> Term {
        let (net, deals) = (i128::from(net), i128::from(deals));
        Term {
            net: net * deals,
            squares: net * net * deals,
            hits: 0,
        }
    }

    /// All deals of a class of hands that had no bonus yet, with this one.
    fn of_hand(rulebook: &Rulebook, strategy: Strategy, hand: &Decided, bonus: i64) -> Term {
        let folded = match rulebook.ante_bonus_requires_play.says {
            YesNo::Yes => 0,
            YesNo::No => bonus,
        };
        let all = i64::from(DEALER_HANDS);
        let (play, fold) = (
            hand.play_value + bonus * all,
            hand.fold_value + folded * all,
        );
        let plays = strategy.plays(hand.class.strength).unwrap_or(play > fold);
        let size = u64::from(hand.class.size);
        let of = |net: i64, deals: u32| Term::of(net, u64::from(deals) * size);
        let (sum, paid) = if plays {
            let equal = match rulebook.tie.says {
                Tie::Push => 0,
                Tie::PlayerWins => 2,
            };
            let against = hand.against;
            let sum = of(1 + bonus, against.unqualified)
                + of(2 + bonus, against.worse)
                + of(equal + bonus, against.equal)
                + of(bonus - 2, against.better);
            (sum, bonus)
        } else {
            (of(folded - 1, DEALER_HANDS), folded)
        };
        Term {
            hits: if paid > 0 { size } else { 0 },
            ..sum
        }
    }
}

impl Add for Term {
    type Output = Term;

    fn add(self, other: Term) -> Term {
        Term {
            net: self.net + other.net,
            squares: self.squares + other.squares,
            hits: self.hits + other.hits,
        }
    }
}

struct Search<'a> {
    rows: &'a Rows,
    terms: &'a Terms,
    /// What each hand may pay at most and leave the better ones something in their ranges.
    most: Vec<u32>,
    nets: RangeInclusive<i128>,
    pays: Vec<u32>,
    found: u64,
    kept: Kept,
}

impl Search<'_> {
    /// Every payment of the hand at `at`, none less than the hand below it, and all above in turn.
    fn row(&mut self, at: usize, so_far: Term) {
        if at == self.pays.len() {
            if self.nets.contains(&so_far.net) {
                self.found += 1;
                self.kept.offer(so_far, &self.pays);
            }
            return;
        }
        let below = if at == 0 { 0 } else { self.pays[at - 1] };
        let most = if self.rows.follows(at) {
            below
        } else {
            self.most[at]
        };
        let terms = self.terms;
        let fits = terms.by_hand[at].partition_point(|(pays, _)| *pays < below);
        for (pays, term) in &terms.by_hand[at][fits..] {
            if *pays > most {
                break;
            }
            self.pays[at] = *pays;
            self.row(at + 1, so_far + *term);
        }
    }
}

impl fmt::Display for DesignRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DesignRefused::NoSuchBet { bet, rulebook } => write!(f, "{rulebook} has no {bet}"),
            DesignRefused::TooLarge { tables, widest } => write!(
                f,
                "found a search of {tables} tables, expected {MOST_TABLES} at most; narrow it with --rows, first of all {widest}"
            ),
            DesignRefused::NoTable => f.write_str(
                "found no table in which a better hand pays no less than a worse one, expected rows that leave one",
            ),
        }
    }
}

impl core::error::Error for DesignRefused {}
