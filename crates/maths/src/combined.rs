//! Ante and Pair Plus together: the hand decides both, so they move together.

use game::{FoldPairPlus, PlainFoldPairPlus, Rulebook};

use crate::ante_play::{AntePlay, DEALS};
use crate::deals::DEALER_HANDS;
use crate::fraction::Fraction;
use crate::moments::Moments;
use crate::pair_plus::net;

/// The Player's net with one unit on each bet.
#[derive(Clone, Debug)]
pub struct AnteAndPairPlus {
    pub moments: Moments,
    pub covariance: Fraction,
    pub correlation: String,
}

impl AnteAndPairPlus {
    pub fn new(rulebook: &Rulebook, sheet: &AntePlay) -> AnteAndPairPlus {
        let dies = dies_on_fold(rulebook);
        let (mut sum, mut squares, mut products) = (0_i128, 0_i128, 0_i128);
        for decided in &sheet.hands {
            let lost = dies && !decided.plays;
            let pair_plus = if lost {
                -1
            } else {
                net(&rulebook.pair_plus_table.says, decided.class.hand.rank())
            };
            let hands = i128::from(decided.class.size);
            let deals = hands * i128::from(DEALER_HANDS);
            let pair_plus = i128::from(pair_plus);
            let value = if decided.plays {
                decided.play_value
            } else {
                decided.fold_value
            };
            sum += pair_plus * deals;
            squares += pair_plus * pair_plus * deals;
            products += pair_plus * hands * i128::from(value);
        }
        let all = i128::from(DEALS);
        let own = Moments {
            mean: Fraction::new(sum, all),
            variance: Fraction::new(squares * all - sum * sum, all * all),
        };
        let ante = sheet.moments();
        let covariance = Fraction::new(products, all) - ante.mean * own.mean;
        let twice = covariance + covariance;
        AnteAndPairPlus {
            moments: Moments {
                mean: ante.mean + own.mean,
                variance: ante.variance + own.variance + twice,
            },
            correlation: correlation(covariance, ante.variance, own.variance),
            covariance,
        }
    }
}

/// To twelve decimals; nothing where one of the two never varies.
fn correlation(covariance: Fraction, one: Fraction, other: Fraction) -> String {
    if one.is_zero() || other.is_zero() {
        return Fraction::ZERO.decimal(12);
    }
    let squared = (covariance / one) * (covariance / other);
    let sign = if covariance.is_negative() { "-" } else { "" };
    format!("{sign}{}", squared.sqrt_decimal(12))
}

fn dies_on_fold(rulebook: &Rulebook) -> bool {
    match rulebook.fold_pair_plus.says {
        FoldPairPlus::Lost => true,
        FoldPairPlus::Kept => false,
        FoldPairPlus::ByElection => {
            rulebook.plain_fold_pair_plus.says == Some(PlainFoldPairPlus::Lost)
        }
    }
}
