//! Ante, Play and Ante Bonus: every deal of Player against Dealer, weighed by the best decision or a
//! given one.

use std::collections::BTreeMap;

use game::{Hand, Money, Rulebook, Tie, YesNo};

use crate::classes::Class;
use crate::deals::{Against, DEALER_HANDS, Deals};
use crate::fraction::Fraction;
use crate::moments::Moments;
use crate::strategy::Strategy;

/// Deals of Player against Dealer: 22,100 hands times 18,424.
pub const DEALS: u64 = 407_170_400;

/// One class of hands with its decision.
#[derive(Clone, Copy, Debug)]
pub struct Decided {
    pub class: Class,
    pub against: Against,
    /// Ante Bonus in units of the Ante, where the hand is played.
    pub bonus: i64,
    /// What playing is worth over the Dealer's 18,424 hands, in units of the Ante.
    pub play_value: i64,
    /// The same for folding.
    pub fold_value: i64,
    pub plays: bool,
}

/// The bet as a par sheet tells it, per unit of Ante.
#[derive(Clone, Debug)]
pub struct AntePlay {
    pub strategy: Strategy,
    pub hands: Vec<Decided>,
    /// Deals by net units.
    pub net_histogram: BTreeMap<i64, u64>,
    pub fold: u64,
    pub dealer_not_qualified: u64,
    pub win: u64,
    pub stand_off: u64,
    pub lose: u64,
}

impl AntePlay {
    pub fn new(rulebook: &Rulebook, strategy: Strategy) -> AntePlay {
        AntePlay::over(rulebook, &Deals::new(rulebook), strategy)
    }

    pub fn over(rulebook: &Rulebook, deals: &Deals, strategy: Strategy) -> AntePlay {
        let hands: Vec<Decided> = deals
            .classes
            .iter()
            .map(|class| Decided::new(rulebook, deals, *class, strategy))
            .collect();
        let mut sheet = AntePlay {
            strategy,
            net_histogram: BTreeMap::new(),
            fold: 0,
            dealer_not_qualified: 0,
            win: 0,
            stand_off: 0,
            lose: 0,
            hands: Vec::new(),
        };
        let pushes = rulebook.tie.says == Tie::Push;
        for decided in &hands {
            sheet.add(decided, pushes);
        }
        sheet.hands = hands;
        sheet
    }

    fn add(&mut self, decided: &Decided, pushes: bool) {
        let size = u64::from(decided.class.size);
        let histogram = &mut self.net_histogram;
        let mut count = |deals: u32, net: i64, outcome: &mut u64| {
            let deals = u64::from(deals) * size;
            *outcome += deals;
            if deals > 0 {
                *histogram.entry(net).or_default() += deals;
            }
        };
        if !decided.plays {
            count(DEALER_HANDS, decided.fold_net(), &mut self.fold);
            return;
        }
        let Against {
            unqualified,
            worse,
            equal,
            better,
        } = decided.against;
        let bonus = decided.bonus;
        count(unqualified, 1 + bonus, &mut self.dealer_not_qualified);
        count(worse, 2 + bonus, &mut self.win);
        if pushes {
            count(equal, bonus, &mut self.stand_off);
        } else {
            count(equal, 2 + bonus, &mut self.win);
        }
        count(better, -2 + bonus, &mut self.lose);
    }

    /// Mean and variance of the Player's net per unit of Ante.
    pub fn moments(&self) -> Moments {
        Moments::of(self.net_histogram.iter().map(|(net, deals)| (*net, *deals)))
    }

    /// Positive in the house's favour.
    pub fn house_edge(&self) -> Fraction {
        -self.moments().mean
    }

    pub fn play_frequency(&self) -> Fraction {
        Fraction::new(i128::from(DEALS - self.fold), i128::from(DEALS))
    }

    /// The loss over everything wagered, Play included.
    pub fn element_of_risk(&self) -> Fraction {
        self.house_edge() / (Fraction::ONE + self.play_frequency())
    }

    pub fn share(&self, deals: u64) -> Fraction {
        Fraction::new(i128::from(deals), i128::from(DEALS))
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

impl Decided {
    fn new(rulebook: &Rulebook, deals: &Deals, class: Class, strategy: Strategy) -> Decided {
        let against = deals.against(rulebook, class.hand);
        let bonus = rulebook.ante_bonus_table.says.odds(class.hand.rank());
        let bonus = bonus.and_then(|odds| Money::minor(1).pays(odds));
        let bonus = bonus.map_or(0, Money::in_minor);
        let count = |deals: u32| i64::from(deals);
        let equal = match rulebook.tie.says {
            Tie::Push => 0,
            Tie::PlayerWins => 2 * count(against.equal),
        };
        let play_value = count(against.unqualified) + 2 * count(against.worse) + equal
            - 2 * count(against.better)
            + bonus * count(DEALER_HANDS);
        // A house may pay the bonus on folded hands too (G-08).
        let folded_bonus = match rulebook.ante_bonus_requires_play.says {
            YesNo::Yes => 0,
            YesNo::No => bonus,
        };
        let fold_value = (folded_bonus - 1) * count(DEALER_HANDS);
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

    fn fold_net(&self) -> i64 {
        self.fold_value / i64::from(DEALER_HANDS)
    }

    /// What the decision is worth, per unit of Ante.
    pub fn value(&self) -> Fraction {
        let value = if self.plays {
            self.play_value
        } else {
            self.fold_value
        };
        Fraction::new(i128::from(value), i128::from(DEALER_HANDS))
    }
}
