//! One round settled by the rules as if it had been written down: what the fast engine knows of money.

use std::sync::Arc;

use game::{
    Award, BoxNumber, DealerHand, Fate, FoldedPairPlus, Hand, JackpotRow, JackpotTerms, Limits,
    Money, Outcome, PlayerId, Rulebook, Showdown, StakedBox, Stakes, Wager, YesNo, jackpot_row,
    settle,
};

use super::choices::Choices;
use super::dealing::Deal;
use super::plan::{Bet, Plan};
use super::tally::{BoxPaid, Fell};

/// A round and what it left on the meter.
pub struct RoundPaid {
    pub boxes: Vec<BoxPaid>,
    pub after: Money,
    /// The whole meter was won.
    pub major: bool,
}

/// Settles deals of one plan.
pub struct Settling {
    rulebook: Rulebook,
    stakes: Stakes,
    seed: Money,
    /// One a box.
    pub choices: Vec<Arc<Choices>>,
}

impl Settling {
    pub fn new(plan: &Plan, choices: Vec<Arc<Choices>>) -> Settling {
        Settling {
            rulebook: plan.rulebook.clone(),
            stakes: plan.stakes,
            seed: plan.link.seed,
            choices,
        }
    }

    pub fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// The whole round, each box deciding by its own strategy.
    pub fn round(&self, deal: &Deal, displayed: Money) -> RoundPaid {
        let hands = deal.boxes().iter().zip(&self.choices);
        let boxes: Vec<StakedBox> = hands
            .enumerate()
            .map(|(at, (hand, choices))| {
                self.staked(at, *hand, choices.plays(*hand, hand.strength()))
            })
            .collect();
        self.settled(deal, &boxes, displayed)
    }

    /// One of its boxes alone at the table.
    pub fn alone(&self, deal: &Deal, at: usize, displayed: Money) -> BoxPaid {
        let hand = deal.boxes()[at];
        let plays = self.choices[at].plays(hand, hand.strength());
        let staked = self.staked(0, hand, plays);
        self.settled(deal, &[staked], displayed).boxes[0]
    }

    fn staked(&self, at: usize, hand: Hand, plays: bool) -> StakedBox {
        let number = u8::try_from(at + 1).unwrap_or(u8::MAX);
        let play = if plays { self.stakes.ante } else { Money::ZERO };
        StakedBox {
            number: BoxNumber(number),
            player: PlayerId(u32::from(number)),
            hand: Some(hand),
            stakes: Stakes {
                play,
                ..self.stakes
            },
            fate: if plays {
                Fate::Played
            } else {
                Fate::Folded(FoldedPairPlus::Plain)
            },
            claimed: true,
            grace_used: false,
        }
    }

    fn settled(&self, deal: &Deal, boxes: &[StakedBox], displayed: Money) -> RoundPaid {
        let terms = JackpotTerms {
            stake: self.stakes.jackpot,
            displayed,
            seed: self.seed,
        };
        let showdown = Showdown {
            dealer: deal.dealer,
            community: deal.community,
            limits: Limits::default(),
            jackpot: self.stakes.jackpot.is_positive().then_some(terms),
            paid_before: &[],
            paid_after: &[],
            boxes,
        };
        let settlement = settle(&self.rulebook, &showdown);
        let qualifies = DealerHand::new(&self.rulebook, deal.dealer).qualifies;
        let paid = settlement.boxes.iter().zip(boxes).map(|(settled, staked)| {
            let hand = staked.hand.unwrap_or(deal.dealer);
            let mut paid = BoxPaid {
                staked: [0; 4],
                returned: [0; 4],
                ante: staked.stakes.ante.in_minor(),
                fell: Fell::Fold,
                rank: hand.rank(),
                row: None,
            };
            for line in &settled.lines {
                let bet = Bet::of(line.wager) as usize;
                paid.staked[bet] += line.staked.in_minor();
                paid.returned[bet] += line.returned.in_minor();
                match line.wager {
                    Wager::Ante if staked.fate == Fate::Played => {
                        paid.fell = Fell::of(qualifies, line.outcome);
                    }
                    Wager::Jackpot if line.outcome == Outcome::Win => {
                        paid.row = row_made(&self.rulebook, hand, deal);
                    }
                    Wager::Play
                    | Wager::AnteBonus
                    | Wager::Ante
                    | Wager::PairPlus
                    | Wager::FiveCard
                    | Wager::Jackpot
                    | Wager::Envy => {}
                }
            }
            paid
        });
        let boxes = paid.collect();
        let jackpot = settlement.jackpot;
        RoundPaid {
            boxes,
            after: jackpot.as_ref().map_or(displayed, |settled| settled.after),
            major: jackpot.is_some_and(|settled| {
                let mut payments = settled.payments.iter();
                payments.any(|payment| payment.row.award == Award::Percent(100))
            }),
        }
    }
}

impl Fell {
    /// A hand that was played.
    pub fn of(qualifies: bool, ante: Outcome) -> Fell {
        match ante {
            _ if !qualifies => Fell::NotQualified,
            Outcome::Win => Fell::Win,
            Outcome::Lose => Fell::Lose,
            Outcome::StandOff | Outcome::Returned => Fell::StandOff,
        }
    }
}

/// The rows of the jackpot's table; none where there is no jackpot.
pub fn rows(rulebook: &Rulebook) -> &[JackpotRow] {
    rulebook
        .jackpot_table
        .says
        .as_ref()
        .map_or(&[], |t| t.rows())
}

/// The row a hand makes, by its place in the table.
pub fn row_made(rulebook: &Rulebook, hand: Hand, deal: &Deal) -> Option<usize> {
    let made = jackpot_row(rulebook, hand, deal.community)?;
    rows(rulebook).iter().position(|row| row.hand == made.hand)
}

/// Whether an award changes what the meter stands at, or depends on it.
pub fn moves_meter(rulebook: &Rulebook, award: Award) -> bool {
    match award {
        Award::Percent(_) => true,
        Award::Sum(_) | Award::ForOne(_) => {
            rulebook.fixed_awards_from_meter.says == Some(YesNo::Yes)
        }
    }
}
