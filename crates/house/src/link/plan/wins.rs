//! Which rounds have won, in what order they are counted, and at what meter each is paid.
//!
//! A win reaches the link in one of two ways. A table waits with it, and is told the meter once the win
//! has its number. Or the table has paid already, because its link was lost or because a correction
//! counted the round again, and the link counts what was paid.

use std::collections::BTreeMap;

use game::{CrossTableOrder, JackpotPayment, JackpotSettlement, Money, Round, Rulebook, Timestamp};
use ledger::TableId;

use super::{SYSTEM, TurnInputs};
use crate::link::{
    Claim, ClaimedAward, Enrolment, FaultCause, Hit, HitStatus, LinkRefusal, LinkRequest,
    LinkState, PaidBefore, Reversal,
};
use crate::log::Stream;
use crate::table::TableState;

/// A round whose jackpots are to be counted.
#[derive(Clone, Debug)]
pub struct WonRound {
    /// When the first of its winners had his hand, or was entered, as the rulebook counts.
    pub when: Timestamp,
    /// The table it was won at.
    pub table: TableId,
    /// The number of the round at that table.
    pub round: u64,
    /// As the table paid it; `None` where the table waits to be told the meter.
    pub paid: Option<JackpotSettlement>,
}

impl WonRound {
    /// The round in which the table has just paid its jackpots.
    pub(super) fn just_paid(state: &TableState) -> Option<WonRound> {
        let (round, rulebook) = (state.table().round()?, state.table().rulebook()?);
        let settled = round.jackpots_paid(rulebook)?;
        let Stream::Table(table) = state.stream() else {
            return None;
        };
        Some(WonRound {
            when: won_at(rulebook, round, &settled),
            table,
            round: round.number(),
            paid: Some(settled),
        })
    }

    fn reversal(&self) -> Reversal {
        Reversal {
            table: self.table,
            round: self.round,
        }
    }
}

/// What the turn asks of the link: what was gathered, and the wins in the order they are paid, each at
/// the meter those before it leave.
pub fn turn_request(link: &LinkState, inputs: &TurnInputs<'_>) -> Result<LinkRequest, LinkRefusal> {
    let gathered = &inputs.gathered;
    let mut won: Vec<WonRound> = gathered.paid.values().cloned().collect();
    won.retain(|won| !is_counted(link, won, &gathered.reversals));
    won.extend(due(link, &inputs.tables));
    won.sort_by_key(|won| (won.when, won.table, won.round));
    let mut reversals = gathered.reversals.clone();
    for won in &won {
        // A win that was numbered and is now another is counted anew.
        let numbered = link.hit_of(won.table, won.round);
        let numbered = numbered.is_some_and(|(_, hit)| hit.is_counted());
        if numbered && !reversals.contains(&won.reversal()) {
            reversals.push(won.reversal());
        }
    }
    let released = released(link, &inputs.tables);
    let turn = |reversals, hits| LinkRequest::Turn {
        feeds: gathered.feeds.clone(),
        received: gathered.received.clone(),
        reversals,
        hits,
        released: released.clone(),
    };
    if won.is_empty() {
        return Ok(turn(reversals, Vec::new()));
    }
    let mut now = link.clone();
    for event in link.decide(SYSTEM, &turn(reversals.clone(), Vec::new()))? {
        now.evolve(&event);
    }
    let mut hits = Vec::new();
    for won in &won {
        let Some(claim) = claim(&now, won, &inputs.tables) else {
            continue;
        };
        for event in now.count_hit(&claim)? {
            now.evolve(&event);
        }
        hits.push(claim);
    }
    Ok(turn(reversals, hits))
}

/// Whether the link has counted the win as it was paid, and it was not taken back since; or whether it
/// took nothing from the meter, so that there is nothing to count.
fn is_counted(link: &LinkState, won: &WonRound, reversals: &[Reversal]) -> bool {
    let taken_back = reversals.contains(&won.reversal());
    let numbered = link.hit_of(won.table, won.round);
    let numbered = numbered.filter(|(_, hit)| hit.is_counted() && !taken_back);
    match (&won.paid, numbered) {
        (Some(settled), Some((_, hit))) => matches_settlement(hit, settled),
        (Some(settled), None) => !draws_on_meter(settled),
        (None, _) => false,
    }
}

/// The rounds of enrolled tables that wait with a win that takes from the meter and is not numbered as
/// it is now.
fn due(link: &LinkState, tables: &BTreeMap<TableId, &TableState>) -> Vec<WonRound> {
    let won = |table: &TableId| {
        let (round, rulebook) = round_played(link, tables.get(table)?)?;
        let settled = round.jackpots_due(rulebook, link.meters.shown)?;
        let new = match link.hit_of(*table, round.number()) {
            Some((_, hit)) => match hit.standing {
                HitStatus::Pending | HitStatus::Payable => {
                    let again = round.jackpots_due(rulebook, hit.claim.pays_at())?;
                    !matches_settlement(hit, &again)
                }
                // A win that two people rejected stays rejected until the hands are counted otherwise.
                HitStatus::Rejected => {
                    draws_on_meter(&settled) && !is_the_same_hands(hit, &settled)
                }
                HitStatus::Reversed => draws_on_meter(&settled),
            },
            None => draws_on_meter(&settled),
        };
        new.then(|| WonRound {
            when: won_at(rulebook, round, &settled),
            table: *table,
            round: round.number(),
            paid: None,
        })
    };
    link.tables.keys().filter_map(won).collect()
}

/// The win as the link counts it at the meter it stands at; `None` where it takes nothing from it.
fn claim(
    link: &LinkState,
    won: &WonRound,
    tables: &BTreeMap<TableId, &TableState>,
) -> Option<Claim> {
    let shown = link.meters.shown;
    let (settled, paid) = if let Some(settled) = &won.paid {
        (settled.clone(), PaidBefore::Already)
    } else {
        let (round, rulebook) = round_played(link, tables.get(&won.table)?)?;
        (round.jackpots_due(rulebook, shown)?, PaidBefore::NotYet)
    };
    let (awards, after) = split_award(shown, &settled);
    draws_on_meter(&settled).then_some(Claim {
        table: won.table,
        round: won.round,
        before: shown,
        after,
        awards,
        recorded: Some(settled.before).filter(|before| *before != shown),
        paid,
    })
}

/// The meter a table that waits is to pay at, where the link lets it pay: the one its win was numbered
/// with, or the meter as it stands where it won none of it.
pub fn payable(link: &LinkState, table: TableId, state: &TableState) -> Option<Money> {
    let (round, rulebook) = round_played(link, state)?;
    let shown = link.meters.shown;
    let settled = round.jackpots_due(rulebook, shown)?;
    match link.hit_of(table, round.number()) {
        Some((_, hit)) if hit.is_counted() => {
            let meter = hit.claim.pays_at();
            let again = round.jackpots_due(rulebook, meter)?;
            let may = hit.standing == HitStatus::Payable && matches_settlement(hit, &again);
            may.then_some(meter)
        }
        Some(_) | None => (!draws_on_meter(&settled)).then_some(shown),
    }
}

/// The meter a table that waits may pay at while the link is lost: a win that was numbered before at the
/// meter it was numbered with, any other at the value recorded before the loss (rws-2020 and
/// rws-multilink-2024 5.17.1). So too where the pit dismissed the fault (mbs-2019, where the text is
/// silent): the round goes on, and the recorded value is the meter that the table knows. Not a win that
/// two people have to verify first (STANDARDS P25).
pub fn payable_without_link(
    link: &LinkState,
    (table, recorded): (TableId, Money),
    state: &TableState,
) -> Option<Money> {
    let (round, rulebook) = round_played(link, state)?;
    if link.hit_of(table, round.number()).is_some() {
        return payable(link, table, state);
    }
    let settled = round.jackpots_due(rulebook, recorded)?;
    (drawn_by(&settled) <= link.verify_above()).then_some(recorded)
}

/// Why a table that waits with a win cannot pay it before the link works again, and what can be done;
/// nothing where it can pay, or waits for something else.
pub fn unpayable_without_link(
    link: &LinkState,
    (table, recorded): (TableId, Money),
    state: &TableState,
) -> Option<String> {
    let (round, rulebook) = round_played(link, state)?;
    let settled = round.jackpots_due(rulebook, recorded)?;
    if payable_without_link(link, (table, recorded), state).is_some() {
        return None;
    }
    let why = match link.hit_of(table, round.number()) {
        // It waits for two people, who verify it whether the link works or not.
        Some((_, hit)) if hit.standing == HitStatus::Pending => return None,
        Some((number, _)) => {
            format!("win {number} was numbered for other hands, and only the link numbers it again")
        }
        None => format!(
            "the win takes {} from the meter, and one above {} is numbered by the link and verified by two people first",
            drawn_by(&settled).in_minor(),
            link.verify_above().in_minor()
        ),
    };
    let mend = match link.fault.map(|fault| fault.cause) {
        Some(FaultCause::Reported) => "two people have to clear the fault of the link",
        Some(FaultCause::Silence) | None => {
            "a process that takes the turns of the link has to be started"
        }
    };
    Some(format!("{why}: {mend}"))
}

fn drawn_by(settled: &JackpotSettlement) -> Money {
    settled.payments.iter().map(|paid| paid.drawn).sum()
}

/// The round a table plays for this jackpot.
fn round_played<'a>(link: &LinkState, state: &'a TableState) -> Option<(&'a Round, &'a Rulebook)> {
    let here = state.link_of_round() == Some(link.id) && link.ended.is_none();
    let round = state.table().round().filter(|_| here)?;
    Some((round, state.table().rulebook()?))
}

/// Tables that were disabled while they played, and have left since.
fn released(link: &LinkState, tables: &BTreeMap<TableId, &TableState>) -> Vec<TableId> {
    let leaving = link.tables.iter();
    let leaving = leaving.filter(|(_, how)| **how == Enrolment::Leaving);
    let gone = |table: &TableId| {
        let state = tables.get(table);
        state.is_some_and(|state| state.link() != Some(link.id))
    };
    leaving.map(|(table, _)| *table).filter(gone).collect()
}

/// When the first of the winners had his hand, or was entered, as the rulebook counts (rws-2020 4.9.1,
/// mbs-2019 3.19).
fn won_at(rulebook: &Rulebook, round: &Round, settled: &JackpotSettlement) -> Timestamp {
    let time = |payment: &JackpotPayment| {
        let times = round.betting_box(payment.number)?.times;
        match rulebook.jackpot_cross_table_order.says {
            // A jackpot that needs no claim is never entered: then the hand itself counts.
            Some(CrossTableOrder::FirstEntered) => times.jackpot_entered.or(times.hand_complete),
            Some(CrossTableOrder::TimeFullHandDealt) | None => times.hand_complete,
        }
    };
    let drawing = settled
        .payments
        .iter()
        .filter(|paid| paid.drawn.is_positive());
    drawing.filter_map(time).min().unwrap_or_default()
}

fn draws_on_meter(settled: &JackpotSettlement) -> bool {
    settled.payments.iter().any(|paid| paid.drawn.is_positive())
}

/// Whether the win is settled for the hands and amounts it was numbered with.
fn matches_settlement(hit: &Hit, settled: &JackpotSettlement) -> bool {
    let paid = |(award, paid): (&ClaimedAward, &JackpotPayment)| award.amount == paid.amount;
    let mut both = hit.claim.awards.iter().zip(&settled.payments);
    is_the_same_hands(hit, settled) && both.all(paid)
}

fn is_the_same_hands(hit: &Hit, settled: &JackpotSettlement) -> bool {
    let awards = hit.claim.awards.iter();
    let payments = settled.payments.iter();
    let numbered = awards.map(|award| (award.at, award.award));
    numbered.eq(payments.map(|paid| (paid.number, paid.award())))
}

/// The awards as a display that shows `shown` bears them, and what it shows afterwards.
///
/// The rules reckoned with the meter of `settled`, which may be another: the one recorded before a
/// fault. What was fed since stays on the display. Where the display was reset, the house of the table
/// pays what is missing; where it was not, the display goes down by the award as far as it can.
fn split_award(shown: Money, settled: &JackpotSettlement) -> (Vec<ClaimedAward>, Money) {
    let payments = settled.payments.iter();
    let drawn: Money = payments.map(|paid| paid.drawn).sum();
    let reset = settled.after - (settled.before - drawn);
    let mut short = settled.before.less(shown);
    let spare = if reset.is_positive() {
        Money::ZERO
    } else {
        settled.after
    };
    let borne = short.min(spare);
    short -= borne;
    let awards = settled.payments.iter().map(|paid| {
        let cut = short.min(paid.drawn);
        short -= cut;
        ClaimedAward {
            at: paid.number,
            award: paid.award(),
            amount: paid.amount,
            drawn: paid.drawn - cut,
        }
    });
    let awards = awards.collect();
    (awards, settled.after + shown.less(settled.before) - borne)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::ResetFunding;
    use game::{BoxNumber, RulebookId};

    /// Two awards of a round that was paid at the value recorded before a fault, of which the display shows
    /// less: what is missing is taken from the awards in their order, once.
    #[test]
    fn what_the_display_is_short_of_is_taken_from_the_awards_once() {
        let table = RulebookId::Rws2020.form().jackpot_table.says.as_ref();
        let row = table.unwrap().rows()[0];
        let payment = |number, drawn| JackpotPayment {
            number: BoxNumber(number),
            amount: Money::minor(drawn),
            drawn: Money::minor(drawn),
            row,
        };
        let settled = JackpotSettlement {
            before: Money::minor(1_000),
            payments: vec![payment(1, 1_000), payment(2, 400)],
            after: Money::minor(100),
            lines: Vec::new(),
        };
        for (shown, expected) in [(1_000, [1_000, 400]), (300, [300, 400]), (0, [0, 400])] {
            let (awards, after) = split_award(Money::minor(shown), &settled);
            let drawn: Vec<i64> = awards.iter().map(|it| it.drawn.in_minor()).collect();
            assert_eq!(
                (drawn, after),
                (expected.to_vec(), Money::minor(100)),
                "{shown}"
            );
        }
    }

    /// A win is what it was numbered for only with the same hands and the same amounts.
    #[test]
    fn a_win_with_other_hands_or_amounts_is_another() {
        let table = RulebookId::Rws2020.form().jackpot_table.says.as_ref();
        let row = table.unwrap().rows()[0];
        let settled = |number, amount| JackpotSettlement {
            before: Money::minor(900),
            payments: vec![JackpotPayment {
                number: BoxNumber(number),
                amount: Money::minor(amount),
                drawn: Money::minor(amount),
                row,
            }],
            after: Money::minor(100),
            lines: Vec::new(),
        };
        let claim = Claim {
            table: TableId(1),
            round: 1,
            before: Money::minor(900),
            after: Money::minor(100),
            awards: split_award(Money::minor(900), &settled(1, 800)).0,
            recorded: None,
            paid: PaidBefore::NotYet,
        };
        let hit = Hit {
            claim,
            standing: HitStatus::Payable,
            reset_funding: ResetFunding::default(),
        };
        assert!(matches_settlement(&hit, &settled(1, 800)));
        assert!(!matches_settlement(&hit, &settled(2, 800)), "another box");
        assert!(
            !matches_settlement(&hit, &settled(1, 700)),
            "another amount"
        );
    }
}
