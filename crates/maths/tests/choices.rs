//! What the house's choices are worth.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::RulebookId;
use maths::choices::{Figures, choices_that_matter};

/// mbs-2019 3.11 to the letter would give the Player a quarter of every Ante (MBS-01); the other
/// rulebooks leave no such doubt.
#[test]
fn the_letter_of_mbs_2019_3_11_has_a_price() {
    let form = RulebookId::Mbs2019.form();
    let found = choices_that_matter(form);
    let literal = found
        .iter()
        .find(|choice| choice.switch == "qualifier")
        .unwrap();
    assert_eq!(literal.value, "literal_card");
    let cost = Figures::new(form).ante_play - literal.figures.ante_play;
    assert!(
        cost.decimal(2) == "0.30" && literal.figures.ante_play.is_negative(),
        "{}",
        cost.decimal(6)
    );
    for id in RulebookId::ALL
        .into_iter()
        .filter(|id| *id != RulebookId::Mbs2019)
    {
        let found = choices_that_matter(id.form());
        assert!(
            found.iter().all(|choice| choice.switch != "qualifier"),
            "{id}"
        );
    }
}
