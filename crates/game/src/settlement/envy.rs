//! The Envy Bonus: what a jackpot bet is paid because another box made a top hand.

use super::jackpot::jackpot_row;
use super::stakes::count;
use super::standing::{Standing, standing};
use super::{Limits, Line, Outcome, Reason, StakedBox};
use crate::clause::Citations;
use crate::money::Money;
use crate::rulebook::{DeclineReveal, EnvyMultiple, EnvyUnit, FoldEnvyTrigger, Rulebook, YesNo};
use crate::wager::Wager;

/// What each box is paid because of hands of others, and for how many of them; an empty list where
/// there is no such hand.
pub(super) fn envies(
    rulebook: &Rulebook,
    limits: &Limits,
    boxes: &[StakedBox],
    lines: &[[Option<Line>; 2]],
) -> Vec<(Money, u8)> {
    // A box earns no envy from its own hand.
    if boxes.len() < 2 {
        return Vec::new();
    }
    let triggers: Vec<(&StakedBox, Money)> = boxes
        .iter()
        .zip(lines)
        .filter_map(|(staked, [bet, _])| {
            let sum = trigger(rulebook, limits, staked, bet.as_ref())?;
            Some((staked, sum))
        })
        .collect();
    if triggers.is_empty() {
        return Vec::new();
    }
    let mut envies = vec![(Money::ZERO, 0); boxes.len()];
    let mut clockwise: Vec<usize> = (0..boxes.len()).collect();
    clockwise.sort_by_key(|at| boxes[*at].number);
    let mut paid_players = Vec::new();
    for at in clockwise {
        let player = boxes[at].player;
        let once = rulebook.envy_unit.says == Some(EnvyUnit::PerPlayer);
        if !receives(rulebook, &boxes[at], lines[at][0].as_ref())
            || (once && paid_players.contains(&player))
        {
            continue;
        }
        let others = triggers
            .iter()
            .filter(|(trigger, _)| trigger.player != player);
        let sums = others.map(|(_, sum)| *sum);
        envies[at] = match rulebook.envy_multiple.says {
            Some(EnvyMultiple::OnePerRound) => {
                sums.max().map_or((Money::ZERO, 0), |highest| (highest, 1))
            }
            Some(EnvyMultiple::PerWinningHand) | None => sums
                .fold((Money::ZERO, 0), |(total, count), sum| {
                    (total + sum, count + 1)
                }),
        };
        paid_players.push(player);
    }
    envies
}

/// The sum a box's shown top-two hand gives the others; a jackpot bet of its own is not needed.
fn trigger(
    rulebook: &Rulebook,
    limits: &Limits,
    staked: &StakedBox,
    bet: Option<&Line>,
) -> Option<Money> {
    if staked.stakes.ante.is_zero() {
        return None;
    }
    // Rare, so asked first: the standing of a box is worth knowing only where its hand is a top one.
    let envy = jackpot_row(rulebook, staked.hand?, None)?.envy?;
    match standing(rulebook, staked) {
        Standing::Shown => {}
        Standing::Folded { alive, .. } => {
            // A folded hand is exposed only where a bet of its box is still to be settled (MBS-06, MBS-07).
            let exposed = bet.is_some_and(|line| line.outcome == Outcome::Win)
                || (alive.pair_plus && pair_plus_counts(rulebook, limits, staked));
            let may = rulebook.fold_envy_trigger.says == Some(FoldEnvyTrigger::IfExposed);
            if !(may && exposed) {
                return None;
            }
        }
        Standing::Hidden | Standing::Out { .. } | Standing::NotDealt => return None,
    }
    Some(envy)
}

/// A Pair Plus bet that is there and not handed back as a repeated short one (mbs-2019 5.13).
fn pair_plus_counts(rulebook: &Rulebook, limits: &Limits, staked: &StakedBox) -> bool {
    let stake = count(rulebook, limits, staked).pair_plus;
    stake.staked.is_positive() && !stake.under_minimum
}

fn receives(rulebook: &Rulebook, staked: &StakedBox, bet: Option<&Line>) -> bool {
    let counts = bet.is_some_and(|line| line.outcome != Outcome::Returned);
    counts
        && match standing(rulebook, staked) {
            Standing::Folded { .. } => rulebook.fold_envy_receive.says == Some(YesNo::Yes),
            Standing::Out { .. } => false,
            // Refusing to show where that counts as a fold (rws-multilink-2024 4.5).
            Standing::Hidden if rulebook.decline_reveal.says == DeclineReveal::DeemedFolded => {
                rulebook.fold_envy_receive.says == Some(YesNo::Yes)
            }
            Standing::Shown | Standing::Hidden | Standing::NotDealt => true,
        }
}

pub(super) fn envy_line(
    rulebook: &Rulebook,
    staked: &StakedBox,
    (sum, hands): (Money, u8),
) -> Option<Line> {
    if sum.is_zero() {
        return None;
    }
    let mut cites = Citations::one(rulebook.grounds.envy);
    if let Standing::Folded { .. } = standing(rulebook, staked) {
        cites = cites.and(rulebook.fold_envy_receive.cites);
    }
    if hands > 1 {
        cites = cites.and(rulebook.envy_multiple.cites);
    }
    Some(Line {
        wager: Wager::Envy,
        staked: Money::ZERO,
        at_risk: Money::ZERO,
        returned: sum,
        outcome: Outcome::Win,
        cites,
        reason: Reason::Envy { hands },
    })
}
