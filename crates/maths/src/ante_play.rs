//! Ante, Play and Ante Bonus: every deal of Player against Dealer, weighed by the best decision or a
//! given one.

use std::collections::BTreeMap;
use std::ops::Add;

use game::{Hand, HandRank, Rulebook, Tie, YesNo};

use crate::classes::{Class, class_of};
use crate::deals::{Against, DEALER_HANDS, Deals};
use crate::fraction::Fraction;
use crate::moments::Moments;
use crate::pair_plus::won;
use crate::strategy::Strategy;

/// Deals of Player against Dealer: 22,100 hands times 18,424.
pub const DEALS: u64 = 407_170_400;

/// The bet as a par sheet tells it, per unit of Ante.
#[derive(Clone, Debug)]
pub struct AntePlay {
    /// The strategy of the Player.
    pub strategy: Strategy,
    /// In the order of [`classes`](crate::classes).
    pub hands: Vec<Decided>,
    /// Deals by net units.
    pub net_histogram: BTreeMap<i64, u64>,
    /// All deals by outcome.
    pub outcomes: Outcomes,
    /// The same by the Player's hand, in the order of [`HandRank::ALL`].
    pub by_rank: [Outcomes; 7],
}

/// One class of hands with its decision.
#[derive(Clone, Copy, Debug)]
pub struct Decided {
    /// The class.
    pub class: Class,
    /// What the Dealer can hold against it.
    pub against: Against,
    /// Ante Bonus in units of the Ante, where the hand is played.
    pub bonus: i64,
    /// What playing is worth over the Dealer's 18,424 hands, in units of the Ante.
    pub play_value: i64,
    /// The same for folding.
    pub fold_value: i64,
    /// Whether the strategy plays it.
    pub plays: bool,
}

/// Deals by what became of them: the five add to all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// The Player folded.
    pub fold: u64,
    /// The Dealer did not qualify.
    pub dealer_not_qualified: u64,
    /// The Player won.
    pub win: u64,
    /// Both hands were equal.
    pub stand_off: u64,
    /// The Player lost.
    pub lose: u64,
}

/// What the rulebook pays, in units of the Ante.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pays {
    bonus: [i64; 7],
    folded_bonus: [i64; 7],
    equal: i64,
}

impl AntePlay {
    /// Counts all deals under a rulebook and a strategy.
    pub fn new(rulebook: &Rulebook, strategy: Strategy) -> AntePlay {
        AntePlay::over(rulebook, &Deals::new(rulebook), strategy)
    }

    /// Over deals counted before: they depend on who qualifies alone, not on what is paid.
    pub fn over(rulebook: &Rulebook, deals: &Deals, strategy: Strategy) -> AntePlay {
        let pays = Pays::new(rulebook);
        let mut by_rank = [Outcomes::default(); 7];
        let mut hands = Vec::with_capacity(deals.faced.len());
        for (class, against) in &deals.faced {
            let decided = Decided::new(&pays, *class, *against, strategy);
            by_rank[class.strength.rank() as usize].count(&decided, &pays);
            hands.push(decided);
        }
        AntePlay {
            strategy,
            hands,
            net_histogram: net_histogram(&by_rank, &pays),
            outcomes: by_rank.into_iter().fold(Outcomes::default(), Outcomes::add),
            by_rank,
        }
    }

    /// The decision on this hand.
    pub fn decided(&self, hand: Hand) -> &Decided {
        &self.hands[class_of(hand)]
    }

    /// Mean and variance of the Player's net per unit of Ante.
    pub fn moments(&self) -> Moments {
        Moments::of(self.net_histogram.iter().map(|(net, deals)| (*net, *deals)))
    }

    /// Positive in the house's favour.
    pub fn house_edge(&self) -> Fraction {
        let sum = self.net_histogram.iter();
        let sum: i128 = sum
            .map(|(net, deals)| i128::from(*net) * i128::from(*deals))
            .sum();
        Fraction::new(-sum, i128::from(DEALS))
    }

    /// How often a hand is played.
    pub fn play_frequency(&self) -> Fraction {
        share(DEALS - self.outcomes.fold)
    }

    /// The loss over everything wagered, Play included.
    pub fn element_of_risk(&self) -> Fraction {
        self.house_edge() / (Fraction::ONE + self.play_frequency())
    }

    /// The weakest hand that is played.
    pub fn lowest_played(&self) -> Option<Hand> {
        let played = self.hands.iter().filter(|decided| decided.plays);
        let lowest = played.min_by_key(|decided| decided.class.strength)?;
        Some(lowest.class.hand)
    }

    /// The strongest hand that is folded.
    pub fn highest_folded(&self) -> Option<Hand> {
        let folded = self.hands.iter().filter(|decided| !decided.plays);
        let highest = folded.max_by_key(|decided| decided.class.strength)?;
        Some(highest.class.hand)
    }
}

/// So many of all deals.
pub fn share(deals: u64) -> Fraction {
    Fraction::new(i128::from(deals), i128::from(DEALS))
}

/// What a deal comes to is known from the hand's rank and the outcome.
fn net_histogram(by_rank: &[Outcomes; 7], pays: &Pays) -> BTreeMap<i64, u64> {
    let mut histogram = BTreeMap::new();
    for (rank, outcomes) in HandRank::ALL.into_iter().zip(by_rank) {
        let bonus = pays.bonus(rank);
        for (net, deals) in [
            (pays.fold(rank), outcomes.fold),
            (1 + bonus, outcomes.dealer_not_qualified),
            (2 + bonus, outcomes.win),
            (bonus, outcomes.stand_off),
            (-2 + bonus, outcomes.lose),
        ] {
            if deals > 0 {
                *histogram.entry(net).or_default() += deals;
            }
        }
    }
    histogram
}

impl Pays {
    pub(crate) fn new(rulebook: &Rulebook) -> Pays {
        let table = &rulebook.ante_bonus_table.says;
        let bonus = HandRank::ALL.map(|rank| won(table, rank).unwrap_or(0));
        Pays {
            bonus,
            // A house may pay the bonus on folded hands too (G-08).
            folded_bonus: match rulebook.ante_bonus_requires_play.says {
                YesNo::Yes => [0; 7],
                YesNo::No => bonus,
            },
            equal: match rulebook.tie.says {
                Tie::Push => 0,
                Tie::PlayerWins => 2,
            },
        }
    }

    pub(crate) fn bonus(&self, rank: HandRank) -> i64 {
        self.bonus[rank as usize]
    }

    /// Net of a folded hand.
    pub(crate) fn fold(&self, rank: HandRank) -> i64 {
        self.folded_bonus[rank as usize] - 1
    }

    /// Net of Ante and Play against an equal hand, without the bonus.
    pub(crate) fn equal(&self) -> i64 {
        self.equal
    }
}

impl Decided {
    fn new(pays: &Pays, class: Class, against: Against, strategy: Strategy) -> Decided {
        let rank = class.strength.rank();
        let bonus = pays.bonus(rank);
        let count = |deals: u32| i64::from(deals);
        let play_value = count(against.unqualified)
            + 2 * count(against.worse)
            + pays.equal * count(against.equal)
            - 2 * count(against.better)
            + bonus * count(DEALER_HANDS);
        let fold_value = pays.fold(rank) * count(DEALER_HANDS);
        let best = play_value > fold_value;
        Decided {
            class,
            against,
            bonus,
            play_value,
            fold_value,
            plays: strategy.plays(class.strength).unwrap_or(best),
        }
    }

    /// What the decision is worth over the Dealer's 18,424 hands, in units of the Ante.
    pub fn decided_value(&self) -> i64 {
        if self.plays {
            self.play_value
        } else {
            self.fold_value
        }
    }

    /// The same per unit of Ante.
    pub fn value(&self) -> Fraction {
        per_deal(self.decided_value())
    }

    /// What playing is worth per unit of Ante.
    pub fn worth_playing(&self) -> Fraction {
        per_deal(self.play_value)
    }

    /// What folding is worth per unit of Ante.
    pub fn worth_folding(&self) -> Fraction {
        per_deal(self.fold_value)
    }

    /// What playing is worth more than folding.
    pub fn margin(&self) -> Fraction {
        per_deal(self.play_value - self.fold_value)
    }
}

fn per_deal(value: i64) -> Fraction {
    Fraction::new(i128::from(value), i128::from(DEALER_HANDS))
}

impl Outcomes {
    fn count(&mut self, decided: &Decided, pays: &Pays) {
        let size = u64::from(decided.class.size);
        if !decided.plays {
            self.fold += size * u64::from(DEALER_HANDS);
            return;
        }
        let against = decided.against;
        self.dealer_not_qualified += size * u64::from(against.unqualified);
        self.win += size * u64::from(against.worse);
        self.lose += size * u64::from(against.better);
        let equal = size * u64::from(against.equal);
        if pays.equal == 0 {
            self.stand_off += equal;
        } else {
            self.win += equal;
        }
    }
}

impl Add for Outcomes {
    type Output = Outcomes;

    fn add(self, other: Outcomes) -> Outcomes {
        Outcomes {
            fold: self.fold + other.fold,
            dealer_not_qualified: self.dealer_not_qualified + other.dealer_not_qualified,
            win: self.win + other.win,
            stand_off: self.stand_off + other.stand_off,
            lose: self.lose + other.lose,
        }
    }
}
