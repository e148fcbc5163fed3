//! What a jackpot is won with. Tables of one link play for the same hands with the same odds
//! (STANDARDS P22): the first that takes part says which, and no other is admitted.

use game::{Award, JackpotKind, Rulebook};

/// The hands that draw on the meter and their shares of it, as people read them. Fixed awards are paid
/// by the house of each table and are not part of it.
pub(super) fn of(rulebook: &Rulebook) -> String {
    let cards = match rulebook.jackpot_kind.says {
        JackpotKind::None => return NOTHING.to_owned(),
        JackpotKind::ThreeCard => "three cards",
        JackpotKind::FiveCardLinked => "five cards",
    };
    let table = rulebook.jackpot_table.says.as_ref();
    let rows = table.map_or(&[][..], |table| table.rows());
    let drawn = rows.iter().filter_map(|row| match row.award {
        Award::Percent(percent) => Some(format!("{} {percent} %", row.hand.key())),
        Award::Sum(_) | Award::ForOne(_) => None,
    });
    let drawn: Vec<String> = drawn.collect();
    format!("{cards}: {}", drawn.join(", "))
}

const NOTHING: &str = "no jackpot";

#[cfg(test)]
mod tests {
    use super::*;
    use game::RulebookId;

    #[test]
    fn prizes_are_told_apart_by_hand_share_and_cards() {
        let told = RulebookId::ALL.map(|id| of(id.form()));
        let spades = "three cards: mini_royal_spades 100 %";
        let linked = "five cards: royal_flush 100 %, straight_flush 10 %";
        let expected = [spades, spades, spades, linked, NOTHING];
        assert_eq!(told, expected);
    }
}
