//! The rows of a table that pays odds "to 1": Ante Bonus, Pair Plus, the six-card bet.

use std::borrow::Cow;

use game::Rulebook;
use toml::Spanned;
use toml::de::DeTable;

use super::fault::{PayFileError, Text};
use super::{MOST_TO_ONE, whole};
use crate::tables::bet::TabledBet;

pub(super) fn applied(
    text: Text<'_>,
    bet: TabledBet,
    heading: &Spanned<Cow<'_, str>>,
    rows: &DeTable<'_>,
    rulebook: &Rulebook,
) -> Result<Rulebook, PayFileError> {
    let Some(own) = bet.pays(rulebook) else {
        let says = format!("{} has no such bet", rulebook.id);
        return Err(text.fault(heading.span(), bet.name(), says));
    };
    let mut pays = own.clone();
    for (hand, value) in rows {
        let name = hand.get_ref().as_ref();
        let Some(at) = bet.hands().iter().position(|known| *known == name) else {
            let known = bet.hands().join(", ");
            return Err(text.unknown(hand, bet.name(), &format!("one of {known}")));
        };
        let key = format!("{}.{name}", bet.name());
        let odds = whole(text, &key, value, u64::from(MOST_TO_ONE))?;
        pays[at] = u32::try_from(odds).unwrap_or(MOST_TO_ONE);
    }
    follow(bet, rows, &own, &mut pays);
    if pays.iter().all(|pay| *pay == 0) && bet != TabledBet::AnteBonus {
        let says = "no row pays anything, expected one that does".to_owned();
        return Err(text.fault(heading.span(), bet.name(), says));
    }
    in_order(text, bet, heading, rows, &pays)?;
    Ok(bet.paid(rulebook, &pays))
}

/// A rulebook without a row for the best hand pays it as the next one, and so does the file, unless
/// it has a row for it.
fn follow(bet: TabledBet, rows: &DeTable<'_>, own: &[u32], pays: &mut [u32]) {
    let top = pays.len() - 1;
    let written = rows.keys().any(|key| key.get_ref() == bet.hands()[top]);
    if own[top] == own[top - 1] && !written {
        pays[top] = pays[top - 1];
    }
}

/// Refuses a better hand that pays less: it is a slip of the pen, since a Player would not show such a hand.
/// Equal pay is usual.
fn in_order(
    text: Text<'_>,
    bet: TabledBet,
    heading: &Spanned<Cow<'_, str>>,
    rows: &DeTable<'_>,
    pays: &[u32],
) -> Result<(), PayFileError> {
    for at in 1..pays.len() {
        if pays[at] >= pays[at - 1] {
            continue;
        }
        let (better, worse) = (bet.hands()[at], bet.hands()[at - 1]);
        // Blamed on a row of the file: one of the two is, or the rulebook would be out of order.
        let row = |hand: &str| rows.iter().find(|(key, _)| key.get_ref() == hand);
        let (place, hand) = match (row(better), row(worse)) {
            (Some((_, value)), _) => (value.span(), better),
            (None, Some((_, value))) => (value.span(), worse),
            (None, None) => (heading.span(), better),
        };
        let says = format!(
            "found {} for {better} and {} for {worse}, expected the better hand to pay no less",
            pays[at],
            pays[at - 1],
        );
        return Err(text.fault(place, &format!("{}.{hand}", bet.name()), says));
    }
    Ok(())
}
