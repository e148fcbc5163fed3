//! The rows of a progressive jackpot: a share of the meter, a sum in cents or a multiple of the
//! stake, and envy.

use std::borrow::Cow;

use game::{Award, Envy, JackpotHand, JackpotRow, JackpotTable, Money, Rulebook};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{PayFileError, Text};
use super::whole;

/// A thousand million units: fixed prizes stay far below the 10^15 an amount may be.
const MOST_CENTS: u64 = 100_000_000_000;
const MOST_TIMES: u64 = 1_000_000;

pub(super) fn applied(
    text: Text<'_>,
    heading: &Spanned<Cow<'_, str>>,
    rows: &DeTable<'_>,
    rulebook: &Rulebook,
) -> Result<Rulebook, PayFileError> {
    let (Some(own), hands) = (
        &rulebook.jackpot_table.says,
        JackpotHand::listed(rulebook.jackpot_kind.says),
    ) else {
        let says = format!("{} has no jackpot", rulebook.id);
        return Err(text.fault(heading.span(), "jackpot", says));
    };
    let mut table: Vec<Option<JackpotRow>> = hands
        .iter()
        .map(|hand| own.rows().iter().find(|row| row.hand == *hand).copied())
        .collect();
    for (key, value) in rows {
        let Some(at) = hands.iter().position(|hand| hand.key() == key.get_ref()) else {
            let known: Vec<&str> = hands.iter().map(|hand| hand.key()).collect();
            let known = format!("one of {}", known.join(", "));
            return Err(text.unknown(key, "jackpot", &known));
        };
        table[at] = row(text, rulebook, hands[at], table[at], value)?;
    }
    let table: Vec<JackpotRow> = table.into_iter().flatten().collect();
    whole_table(&table).map_err(|says| text.fault(heading.span(), "jackpot", says))?;
    let mut rulebook = rulebook.clone();
    rulebook.jackpot_table.says = Some(JackpotTable::read(table));
    Ok(rulebook)
}

/// One row of the file; none where it pays nothing. Envy that is not named stays as it was.
fn row(
    text: Text<'_>,
    rulebook: &Rulebook,
    hand: JackpotHand,
    own: Option<JackpotRow>,
    value: &Spanned<DeValue<'_>>,
) -> Result<Option<JackpotRow>, PayFileError> {
    let key = format!("jackpot.{}", hand.key());
    let expected =
        "one of percent, cents or times, and envy where it is paid, as { percent = 100 }";
    let Some(fields) = value.get_ref().as_table() else {
        return Err(text.found(value.span(), &key, value.get_ref(), expected));
    };
    let mut awards = Vec::new();
    let mut envy = own.and_then(|row| row.envy);
    for (field, number) in fields {
        let path = format!("{key}.{}", field.get_ref());
        match field.get_ref().as_ref() {
            "percent" => {
                let percent = whole(text, &path, number, 100)?;
                awards.push(Award::Percent(u8::try_from(percent).unwrap_or(100)));
            }
            "cents" => awards.push(Award::Sum(cents(whole(text, &path, number, MOST_CENTS)?))),
            "times" => {
                let times = whole(text, &path, number, MOST_TIMES)?;
                awards.push(Award::ForOne(u32::try_from(times).unwrap_or(u32::MAX)));
            }
            "envy" => {
                let sum = cents(whole(text, &path, number, MOST_CENTS)?);
                may_have_envy(rulebook, hand)
                    .map_err(|says| text.fault(number.span(), &path, says))?;
                envy = sum.is_positive().then_some(sum);
            }
            _ => return Err(text.unknown(field, &key, expected)),
        }
    }
    let [award] = awards[..] else {
        let says = format!("found {} awards, expected {expected}", awards.len());
        return Err(text.fault(value.span(), &key, says));
    };
    let nothing = matches!(
        award,
        Award::Percent(0) | Award::Sum(Money::ZERO) | Award::ForOne(0)
    );
    Ok((!nothing).then_some(JackpotRow { hand, award, envy }))
}

fn cents(amount: u64) -> Money {
    Money::minor(i64::try_from(amount).unwrap_or(i64::MAX))
}

/// Envy is counted for an A-K-Q of one suit, where the rulebook pays any.
fn may_have_envy(rulebook: &Rulebook, hand: JackpotHand) -> Result<(), String> {
    match (rulebook.envy.says, hand) {
        (Envy::None, _) => Err(format!("{} pays no envy", rulebook.id)),
        (Envy::TwoSums, JackpotHand::SpadeRoyal | JackpotHand::OtherRoyal) => Ok(()),
        (Envy::TwoSums, JackpotHand::ThreeCards(_) | JackpotHand::FiveCards(_)) => {
            Err("envy is paid on mini_royal_spades and mini_royal_other alone".to_owned())
        }
    }
}

/// What must hold of the table as a whole.
fn whole_table(table: &[JackpotRow]) -> Result<(), String> {
    if !table.iter().any(|row| row.award == Award::Percent(100)) {
        return Err("no row wins the whole meter, expected one with percent = 100".to_owned());
    }
    let has = |kind: fn(&Award) -> bool| table.iter().any(|row| kind(&row.award));
    if has(|award| matches!(award, Award::Sum(_))) && has(|award| matches!(award, Award::ForOne(_)))
    {
        return Err(
            "found sums and multiples of the stake in one table, expected cents or times throughout"
                .to_owned(),
        );
    }
    for pair in table.windows(2) {
        let less = match (pair[0].award, pair[1].award) {
            (Award::Percent(better), Award::Percent(worse)) => better < worse,
            (Award::Sum(better), Award::Sum(worse)) => better < worse,
            (Award::ForOne(better), Award::ForOne(worse)) => better < worse,
            // A share of the meter and a fixed award compare differently every day.
            (Award::Percent(_) | Award::Sum(_) | Award::ForOne(_), _) => false,
        };
        if less {
            let (better, worse) = (pair[0].hand.key(), pair[1].hand.key());
            return Err(format!(
                "{better} wins less than {worse}, expected the better hand to win no less"
            ));
        }
    }
    Ok(())
}
