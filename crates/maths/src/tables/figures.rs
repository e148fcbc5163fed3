//! What is asked first of a pay table: edge, hits, deviation, and for the Ante the best decision.

use game::{Hand, Rulebook};

use crate::ante_play::AntePlay;
use crate::classes::classes;
use crate::deals::DEALER_HANDS;
use crate::fraction::Fraction;
use crate::moments::Moments;
use crate::pair_plus::{HANDS, PairPlus};
use crate::six_cards::SixCards;
use crate::strategy::Strategy;
use crate::tables::bet::TabledBet;

/// The figures of one bet under a rulebook, per unit staked on it.
///
/// Of the Ante Bonus: Ante, Play and bonus together per unit of Ante, with the bonus as the hit.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Mean and variance of the Player's net.
    pub moments: Moments,
    /// How often the table pays.
    pub hit_frequency: Fraction,
    /// What the Ante's decision comes to; none for bets that have none.
    pub decision: Option<Decision>,
}

/// Where the line between playing and folding lies, and what it costs.
#[derive(Clone, Debug)]
pub struct Decision {
    /// House edge per unit of all money staked.
    pub element_of_risk: Fraction,
    /// The lowest hand that is played.
    pub lowest_played: Option<Hand>,
    /// The highest hand that is folded.
    pub highest_folded: Option<Hand>,
}

impl Figures {
    /// None where the rulebook has no such bet.
    pub fn new(bet: TabledBet, rulebook: &Rulebook, strategy: Strategy) -> Option<Figures> {
        match bet {
            TabledBet::AnteBonus => Some(ante(rulebook, strategy)),
            TabledBet::PairPlus => {
                let sheet = PairPlus::new(rulebook, &classes());
                Some(Figures {
                    moments: sheet.moments(),
                    hit_frequency: sheet.hit_frequency(),
                    decision: None,
                })
            }
            // A house may let the bet die with a folded hand, so the Ante's strategy counts.
            TabledBet::FiveCard => side_bet(rulebook, strategy).map(|sheet| Figures {
                moments: sheet.moments(),
                hit_frequency: sheet.hit_frequency(),
                decision: None,
            }),
        }
    }

    /// Positive in the house's favour.
    pub fn house_edge(&self) -> Fraction {
        -self.moments.mean
    }
}

/// The six-card bet beside an Ante.
pub(crate) fn side_bet(rulebook: &Rulebook, strategy: Strategy) -> Option<SixCards> {
    SixCards::with_ante(rulebook, &AntePlay::new(rulebook, strategy))
}

fn ante(rulebook: &Rulebook, strategy: Strategy) -> Figures {
    let sheet = AntePlay::new(rulebook, strategy);
    let paid = sheet.hands.iter().filter(|hand| {
        if hand.plays {
            hand.bonus > 0
        } else {
            // Folding costs the Ante, unless the house pays the bonus on folded hands too.
            hand.fold_value > -i64::from(DEALER_HANDS)
        }
    });
    let paid: u64 = paid.map(|hand| u64::from(hand.class.size)).sum();
    Figures {
        moments: sheet.moments(),
        hit_frequency: Fraction::new(i128::from(paid), i128::from(HANDS)),
        decision: Some(Decision {
            element_of_risk: sheet.element_of_risk(),
            lowest_played: sheet.lowest_played(),
            highest_folded: sheet.highest_folded(),
        }),
    }
}
