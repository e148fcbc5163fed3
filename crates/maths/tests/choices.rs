//! What the house's choices are worth.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{JackpotKind, RulebookId};
use maths::Strategy;
use maths::choices::{Figures, choices_that_matter};

/// A stake that goes back beside a prize moves no fixed part, and is told all the same (G-02).
#[test]
fn a_stake_handed_back_is_a_figure() {
    for id in RulebookId::ALL {
        let jackpot = id.form().jackpot_kind.says != JackpotKind::None;
        let found = choices_that_matter(id.form(), Strategy::Optimal);
        let told = found
            .iter()
            .find(|choice| choice.switch == "jackpot_stake_on_win");
        assert_eq!(told.is_some(), jackpot, "{id}");
        if let Some(told) = told {
            let figures = told.figures.jackpot.as_ref().unwrap();
            assert!(!figures.stake_back.is_zero(), "{id}");
        }
    }
}

/// mbs-2019 3.11 to the letter would give the Player a quarter of every Ante (MBS-01); the other
/// rulebooks leave no such doubt.
#[test]
fn the_letter_of_mbs_2019_3_11_has_a_price() {
    let form = RulebookId::Mbs2019.form();
    let found = choices_that_matter(form, Strategy::Optimal);
    let literal = found
        .iter()
        .find(|choice| choice.switch == "qualifier")
        .unwrap();
    assert_eq!(literal.value, "literal_card");
    let cost = Figures::new(form, Strategy::Optimal).ante_play - literal.figures.ante_play;
    assert!(
        cost.decimal(2) == "0.30" && literal.figures.ante_play.is_negative(),
        "{}",
        cost.decimal(6)
    );
    for id in RulebookId::ALL
        .into_iter()
        .filter(|id| *id != RulebookId::Mbs2019)
    {
        let found = choices_that_matter(id.form(), Strategy::Optimal);
        assert!(
            found.iter().all(|choice| choice.switch != "qualifier"),
            "{id}"
        );
    }
}
