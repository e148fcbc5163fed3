//! The leak laboratory: what it is worth to know more than one's own hand, and how to use it.
//!
//! A leak is a sight of something: Dealer's cards, a mark on their backs, other Players' hands. With
//! every sign it can give, playing and folding are worth something else, and the best strategy takes
//! the larger. The house edge under that strategy says what the procedure protects; the line for each
//! sign is what a pit that suspects a Player looks for in his decisions.

mod marks;
mod others;
mod seen;
mod sight;
mod weighed;

use game::{Card, Rank, Rulebook};

use crate::ante_play::{AntePlay, Decided, Pays};
use crate::beside::{Beside, Dealers};
use crate::fraction::Fraction;
use crate::strategy::Strategy;

pub use marks::{BestMark, Marks};
pub use others::{Counted, MOST_OTHERS};
pub use sight::Between;
pub use weighed::{Line, Outcome, Sign};

/// What a leak makes of the game.
#[derive(Clone, Debug)]
pub struct Leak {
    /// The house edge under the best strategy; negative where the Player has it.
    pub house_edge: Fraction,
    /// The best decisions by what is seen.
    pub lines: Vec<Line>,
}

/// Everything a rulebook leaks, exact; full sight of more than three boxes lies between two bounds.
#[derive(Clone, Debug)]
pub struct Laboratory {
    /// With one's own hand alone.
    pub none: AntePlay,
    /// One, two and three of the Dealer's cards seen.
    pub dealer_cards: [Leak; 3],
    /// Every line that can be drawn through the ranks by a mark on the backs.
    pub marks: Vec<Marks>,
    /// The best of the 4,095 ways to tell some ranks from the others by one Dealer's card.
    pub best_mark: BestMark,
    /// All three cards of one other box: exact.
    pub one_other: Fraction,
    /// All six cards of two other boxes: exact.
    pub two_others: Fraction,
    /// A second box played unseen, as a rule that lets one hand be looked at makes it: always played.
    pub unseen: Fraction,
    /// Told how many Queens, Kings and Aces one to six other boxes hold: exact.
    pub counted: Vec<Counted>,
}

impl Laboratory {
    /// A second's work: every class of hands against every hand of the Dealer, card by card.
    pub fn new(rulebook: &Rulebook) -> Laboratory {
        let none = AntePlay::new(rulebook, Strategy::Optimal);
        let (dealers, pays) = (Dealers::new(rulebook), Pays::new(rulebook));
        let mut seen = seen::Seen::default();
        let mut marks = marks::Work::default();
        let mut others = others::Work::default();
        for decided in &none.hands {
            let case = Case::new(&dealers, &pays, decided);
            seen.add(&case);
            marks.add(&case);
            others.add(&case, &dealers);
        }
        let (marks, best_mark) = marks.told();
        let (one_other, counted) = others.told();
        let two_others = sight::house_edge(&none, &dealers, &pays, 2);
        let blind = AntePlay::new(rulebook, Strategy::AlwaysPlay).house_edge();
        Laboratory {
            none,
            dealer_cards: seen.told(),
            marks,
            best_mark,
            one_other,
            two_others,
            // To fold unseen loses the Ante.
            unseen: blind.min(Fraction::ONE),
            counted,
        }
    }

    /// All nine cards of three other boxes known: exact. Ten times the work of all the rest, so only
    /// for those who ask.
    pub fn three_others(&self, rulebook: &Rulebook) -> Fraction {
        let (dealers, pays) = (Dealers::new(rulebook), Pays::new(rulebook));
        sight::house_edge(&self.none, &dealers, &pays, 3)
    }

    /// All cards of `others` other boxes known: bounds, for more boxes than can be counted out in
    /// seconds.
    ///
    /// # Panics
    ///
    /// On more others than [`MOST_OTHERS`], or none.
    pub fn between(&self, rulebook: &Rulebook, others: usize) -> Between {
        assert!(
            (1..=MOST_OTHERS).contains(&others),
            "one to six other boxes"
        );
        let (dealers, pays) = (Dealers::new(rulebook), Pays::new(rulebook));
        sight::between(&self.none, &dealers, &pays, others)
    }
}

/// One class of the Player's hands and all it can meet.
struct Case<'a> {
    decided: &'a Decided,
    beside: Beside,
    /// What each outcome is worth to a hand that plays.
    worth: [i64; 4],
    /// What folding is worth.
    fold: i64,
    /// The cards that are left, by number.
    left: Vec<usize>,
    /// How many of each rank are left.
    ranks: [i64; 13],
}

impl<'a> Case<'a> {
    fn new(dealers: &Dealers, pays: &Pays, decided: &'a Decided) -> Case<'a> {
        let hand = decided.class.hand;
        let own = hand.cards().map(|card| usize::from(card.index()));
        let mut ranks = [4; 13];
        for card in hand.cards() {
            ranks[card.rank() as usize] -= 1;
        }
        Case {
            decided,
            beside: dealers.beside(hand),
            worth: worth(pays, decided),
            fold: pays.fold(decided.class.strength.rank()),
            left: (0..Card::ALL.len())
                .filter(|card| !own.contains(card))
                .collect(),
            ranks,
        }
    }

    fn size(&self) -> i128 {
        i128::from(self.decided.class.size)
    }

    /// How many cards of this rank or a higher one are left.
    fn left_from(&self, rank: Rank) -> i64 {
        self.ranks[rank as usize..].iter().sum()
    }

    /// What playing is worth over the Dealer's hands, by how many of their cards are of this rank or
    /// a higher one: none, one, two, three.
    fn by_count_from(&self, rank: Rank) -> [i64; 4] {
        let value = |counts: crate::beside::Counts| counts.value(self.worth);
        let from = 4 * rank as usize;
        let high = || self.left.iter().filter(move |card| **card >= from);
        let ones: i64 = high().map(|card| value(self.beside.with_card[*card])).sum();
        let mut twos = 0;
        for (at, card) in high().enumerate() {
            for other in high().take(at) {
                twos += value(self.beside.with_pair(*other, *card));
            }
        }
        let lowest = &self.beside.with_lowest[rank as usize..];
        let three: i64 = lowest.iter().map(|counts| value(*counts)).sum();
        // A hand with j such cards is in `ones` j times, in `twos` as often as it has pairs of them.
        let two = twos - 3 * three;
        let one = ones - 2 * two - 3 * three;
        [value(self.beside.all) - one - two - three, one, two, three]
    }
}

/// What each outcome is worth to a hand that plays.
fn worth(pays: &Pays, decided: &Decided) -> [i64; 4] {
    let bonus = decided.bonus;
    [1 + bonus, 2 + bonus, pays.equal() + bonus, bonus - 2]
}

/// In how many ways `taken` can be chosen of `of`.
fn choose(of: i64, taken: i64) -> i128 {
    if taken < 0 || taken > of {
        return 0;
    }
    let (of, taken) = (i128::from(of), i128::from(taken));
    (1..=taken).fold(1, |ways, step| ways * (of - taken + step) / step)
}
