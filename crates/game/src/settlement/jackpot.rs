//! The progressive jackpot: who wins it, in what order it is paid, what it leaves on the meter, and
//! the Envy Bonus of the others.

use super::envy::{envies, envy_line};
use super::standing::{Standing, standing};
use super::{BoxNumber, JackpotTerms, Line, Outcome, Reason, Showdown, StakedBox};
use crate::card::{Card, Suit};
use crate::clause::Citations;
use crate::five_card::{FiveCardRank, rank_five};
use crate::hand::{Hand, HandRank};
use crate::money::{Money, Rounding};
use crate::rulebook::{
    Award, JackpotClaim, JackpotHand, JackpotRequires, JackpotRow, JackpotTable, PercentRounding,
    PercentWinEffect, Rulebook, SameTableOrder, StakeOnWin, YesNo,
};
use crate::wager::Wager;

/// A win at another linked table, which moves the meter as it would here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkedWin {
    /// The whole meter.
    Major,
    /// What a five-card straight flush wins by the table: a tenth of it.
    StraightFlush,
}

/// One award of the jackpot table, paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JackpotPayment {
    /// The box that won it.
    pub number: BoxNumber,
    /// The award alone, without any stake handed back beside it.
    pub amount: Money,
    /// What of it came out of the meter; the House pays the rest.
    pub drawn: Money,
    /// The row its hand made.
    pub row: JackpotRow,
}

/// The jackpot of one round: what was paid and what is left on the meter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JackpotSettlement {
    /// The meter before this table's awards.
    pub before: Money,
    /// This table's awards in the order paid.
    pub payments: Vec<JackpotPayment>,
    /// The meter once everything is paid.
    pub after: Money,
    /// For each box in the order given: the jackpot bet's line and the envy line.
    pub lines: Vec<[Option<Line>; 2]>,
}

/// What a jackpot bet has come to before the winners are paid.
enum Claim {
    NoBet,
    Done(Line),
    /// Live, with the row its hand makes.
    Live(JackpotRow),
}

struct Meter {
    value: Money,
    seed: Money,
}

/// Settles every jackpot bet and envy of a round, and moves the meter.
pub fn settle_jackpots(rulebook: &Rulebook, showdown: &Showdown<'_>) -> JackpotSettlement {
    let Some(terms) = showdown.jackpot else {
        return no_jackpot(showdown.boxes);
    };
    let mut meter = Meter {
        value: terms.displayed,
        seed: terms.seed,
    };
    for win in showdown.paid_before {
        meter.pay_linked(rulebook, *win);
    }
    let boxes = showdown.boxes;
    let mut lines = Vec::with_capacity(boxes.len());
    let mut winners = Vec::new();
    for (at, staked) in boxes.iter().enumerate() {
        let bet = match claim(rulebook, terms, showdown.community, staked) {
            Claim::NoBet => None,
            Claim::Done(line) => Some(line),
            Claim::Live(row) => {
                winners.push((at, row));
                None
            }
        };
        lines.push([bet, None]);
    }
    put_in_order(rulebook, boxes, &mut winners);
    let mut payments = Vec::new();
    for (at, row) in winners {
        let staked = &boxes[at];
        let (amount, drawn) = meter.pay(rulebook, row.award, terms.stake);
        let payment = JackpotPayment {
            number: staked.number,
            amount,
            drawn,
            row,
        };
        lines[at][0] = Some(won(rulebook, terms, staked, &payment));
        payments.push(payment);
    }
    for win in showdown.paid_after {
        meter.pay_linked(rulebook, *win);
    }
    let envies = envies(rulebook, &showdown.limits, boxes, &lines);
    for ((staked, [_, envied]), envy) in boxes.iter().zip(&mut lines).zip(envies) {
        *envied = envy_line(rulebook, staked, envy);
    }
    JackpotSettlement {
        before: terms.displayed,
        payments,
        after: meter.value,
        lines,
    }
}

/// A jackpot bet that comes to its end before the winners are paid: lost, or not counted at all.
pub(crate) fn jackpot_bet_ended(
    rulebook: &Rulebook,
    terms: JackpotTerms,
    community: Option<[Card; 2]>,
    staked: &StakedBox,
) -> Option<Line> {
    match claim(rulebook, terms, community, staked) {
        Claim::Done(line) => Some(line),
        Claim::NoBet | Claim::Live(_) => None,
    }
}

fn no_jackpot(boxes: &[StakedBox]) -> JackpotSettlement {
    JackpotSettlement {
        before: Money::ZERO,
        payments: Vec::new(),
        after: Money::ZERO,
        lines: vec![[None, None]; boxes.len()],
    }
}

/// Whether a jackpot bet counts, and what hand it has.
fn claim(
    rulebook: &Rulebook,
    terms: JackpotTerms,
    community: Option<[Card; 2]>,
    staked: &StakedBox,
) -> Claim {
    let bet = staked.stakes.jackpot;
    if bet.is_zero() {
        return Claim::NoBet;
    }
    let standing = standing(rulebook, staked);
    if let Some((cites, reason)) = not_counted(rulebook, terms, staked, standing) {
        return Claim::Done(Line::back(Wager::Jackpot, bet, cites, reason));
    }
    let (cites, reason) = if let Some(lost) = forfeited(rulebook, staked, standing) {
        lost
    } else {
        let makes = |hand| jackpot_row(rulebook, hand, community);
        let must_notify = rulebook.jackpot_claim.says == Some(JackpotClaim::MustNotify);
        match staked.hand.and_then(makes) {
            Some(_) if must_notify && !staked.claimed => (
                Citations::one(rulebook.jackpot_claim.cites),
                Reason::NotClaimed,
            ),
            Some(row) => return Claim::Live(row),
            None => (
                Citations::one(rulebook.grounds.jackpot),
                Reason::NoJackpotHand(staked.hand.and_then(|hand| with_community(hand, community))),
            ),
        }
    };
    let at_risk = bet.min(terms.stake);
    Claim::Done(Line {
        wager: Wager::Jackpot,
        staked: bet,
        at_risk,
        returned: bet - at_risk,
        outcome: Outcome::Lose,
        cites: over_amount(rulebook, terms, bet, cites),
        reason,
    })
}

/// Why a jackpot bet goes back, in order of precedence.
#[inline]
fn not_counted(
    rulebook: &Rulebook,
    terms: JackpotTerms,
    staked: &StakedBox,
    standing: Standing,
) -> Option<(Citations, Reason)> {
    if let Standing::Out {
        lost,
        clause,
        reason,
    } = standing
    {
        return (!lost).then_some((Citations::one(clause), reason));
    }
    let (ante, pair_plus) = (staked.stakes.ante, staked.stakes.pair_plus);
    let based = match rulebook.jackpot_requires.says {
        Some(JackpotRequires::Ante) => ante.is_positive(),
        Some(JackpotRequires::AnteOrPairPlus) | None => (ante + pair_plus).is_positive(),
    };
    if !based {
        return Some((
            Citations::one(rulebook.jackpot_without_base.cites),
            Reason::NoBase,
        ));
    }
    // A jackpot whose set amount is nothing takes no bets (G-03).
    let short = staked.stakes.jackpot < terms.stake || terms.stake.is_zero();
    let cites = Citations::one(rulebook.grounds.jackpot_amount);
    short.then_some((cites, Reason::ShortOfSetAmount))
}

/// Why a jackpot bet that counts is lost before the hand is looked at.
#[inline]
fn forfeited(
    rulebook: &Rulebook,
    staked: &StakedBox,
    standing: Standing,
) -> Option<(Citations, Reason)> {
    let proven = matches!(staked.fate, super::Fate::Hidden { established: true });
    match standing {
        Standing::Out {
            lost,
            clause,
            reason,
        } => Some((Standing::out_by(rulebook, lost, clause), reason)),
        Standing::Folded { alive, .. } if alive.jackpot => None,
        Standing::Folded { absent: true, .. } => {
            let away = rulebook.absent_undecided.cites;
            let cites = Citations::two(away, rulebook.fold_jackpot.cites);
            Some((cites, Reason::FoldedByAbsence))
        }
        Standing::Folded { .. } => {
            Some((Citations::one(rulebook.fold_jackpot.cites), Reason::Folded))
        }
        Standing::Hidden if proven && rulebook.proves_jackpot() => None,
        Standing::Hidden => Some((
            Citations::one(rulebook.decline_reveal.cites),
            Reason::NotShown,
        )),
        Standing::Shown | Standing::NotDealt => None,
    }
}

/// The best row a hand makes: its own three cards, or with the community cards five.
pub fn jackpot_row(
    rulebook: &Rulebook,
    hand: Hand,
    community: Option<[Card; 2]>,
) -> Option<JackpotRow> {
    let table = rulebook.jackpot_table.says.as_ref()?;
    let (rank, suit) = (hand.rank(), hand.cards()[0].suit());
    let royal_in = |spades: bool| rank == HandRank::MiniRoyal && (suit == Suit::Spades) == spades;
    let five = with_community(hand, community);
    let makes = |row: &&JackpotRow| match row.hand {
        JackpotHand::SpadeRoyal => royal_in(true),
        JackpotHand::OtherRoyal => royal_in(false),
        JackpotHand::ThreeCards(listed) => rank == listed,
        JackpotHand::FiveCards(listed) => five == Some(listed),
    };
    table.rows().iter().find(makes).copied()
}

/// The five-card hand that three cards make with the community cards.
#[inline]
fn with_community(hand: Hand, community: Option<[Card; 2]>) -> Option<FiveCardRank> {
    let [fourth, fifth] = community?;
    let [first, second, third] = hand.cards();
    Some(rank_five([first, second, third, fourth, fifth]))
}

/// Winners in the order they are paid: the order decides what a share of the meter comes to.
fn put_in_order(rulebook: &Rulebook, boxes: &[StakedBox], winners: &mut [(usize, JackpotRow)]) {
    let clockwise = |(at, _): &(usize, JackpotRow)| boxes[*at].number;
    match rulebook.jackpot_same_table_order.says {
        Some(SameTableOrder::FixedFirstSpadeLast) => {
            winners
                .sort_by_key(|winner| (winner.1.award == Award::Percent(100), clockwise(winner)));
        }
        Some(SameTableOrder::Any | SameTableOrder::ClockwiseByDeal) | None => {
            winners.sort_by_key(clockwise);
        }
    }
}

impl Meter {
    /// What is awarded, and what of it the meter gives.
    fn pay(&mut self, rulebook: &Rulebook, award: Award, stake: Money) -> (Money, Money) {
        match award {
            Award::Percent(100) => {
                let all = core::mem::replace(&mut self.value, self.seed);
                (all, all)
            }
            Award::Percent(percent) => {
                let paid = self.pay_share(rulebook, percent);
                (paid, paid)
            }
            Award::Sum(sum) => self.pay_fixed(rulebook, sum),
            Award::ForOne(times) => self.pay_fixed(rulebook, stake.times(times)),
        }
    }

    fn pay_linked(&mut self, rulebook: &Rulebook, win: LinkedWin) {
        let award = match win {
            LinkedWin::Major => Some(Award::Percent(100)),
            LinkedWin::StraightFlush => {
                let hand = JackpotHand::FiveCards(FiveCardRank::StraightFlush);
                let table = rulebook.jackpot_table.says.iter();
                let mut rows = table.flat_map(JackpotTable::rows);
                rows.find(|row| row.hand == hand).map(|row| row.award)
            }
        };
        if let Some(award) = award {
            self.pay(rulebook, award, Money::ZERO);
        }
    }

    /// A part of the meter (ML-04), brought to a whole minor unit (G-16).
    fn pay_share(&mut self, rulebook: &Rulebook, percent: u8) -> Money {
        let rounding = match rulebook.percent_rounding.says {
            Some(PercentRounding::Nearest) => Rounding::Nearest,
            Some(PercentRounding::Down) | None => Rounding::Down,
        };
        let paid = self.value.share(percent, rounding);
        self.value = match rulebook.percent_win_effect.says {
            Some(PercentWinEffect::Deduct) | None => self.value - paid,
            Some(PercentWinEffect::DeductFloorSeed) => (self.value - paid).max(self.seed),
            Some(PercentWinEffect::Reset) => self.seed,
        };
        paid
    }

    /// The House pays fixed awards, unless it takes them out of the meter (G-05), never below nothing.
    fn pay_fixed(&mut self, rulebook: &Rulebook, sum: Money) -> (Money, Money) {
        if rulebook.fixed_awards_from_meter.says != Some(YesNo::Yes) {
            return (sum, Money::ZERO);
        }
        let drawn = self.value.min(sum);
        self.value -= drawn;
        (sum, drawn)
    }
}

fn won(
    rulebook: &Rulebook,
    terms: JackpotTerms,
    staked: &StakedBox,
    payment: &JackpotPayment,
) -> Line {
    let bet = staked.stakes.jackpot;
    // "For 1" contains the stake; sums and shares give it back only where a house chose so (G-02).
    let contains_stake = matches!(payment.row.award, Award::ForOne(_));
    let gives_back = rulebook.jackpot_stake_on_win.says == Some(StakeOnWin::Returned);
    let stake_back = if gives_back && !contains_stake {
        terms.stake
    } else {
        Money::ZERO
    };
    let cites = Citations::one(rulebook.grounds.jackpot);
    let cites = if stake_back.is_positive() {
        cites.and(rulebook.jackpot_stake_on_win.cites)
    } else {
        cites
    };
    Line {
        wager: Wager::Jackpot,
        staked: bet,
        at_risk: terms.stake,
        returned: payment.amount + stake_back + (bet - terms.stake),
        outcome: Outcome::Win,
        cites: over_amount(rulebook, terms, bet, cites),
        reason: Reason::Jackpot(payment.row.hand, payment.row.award),
    }
}

/// More than the set amount was staked: the excess goes back (G-19).
fn over_amount(
    rulebook: &Rulebook,
    terms: JackpotTerms,
    bet: Money,
    cites: Citations,
) -> Citations {
    if bet > terms.stake {
        cites.and(rulebook.grounds.jackpot_amount)
    } else {
        cites
    }
}
