//! Wrong counts that can be put right: whose hand it is decides, and the answer says by which switch.

use game::{Circumstances, Irregularity, Moment, Remedy, RulebookId, Whose};

fn reconstructable(moment: Moment, whose: Whose, contact: bool) -> Circumstances {
    Circumstances {
        whose,
        contact,
        reconstructable: true,
        ..Circumstances::at(moment)
    }
}

fn cites(remedy: &Remedy, id: &str) -> bool {
    remedy.cites.iter().any(|cited| cited == id)
}

/// R20-12, MBS-24: the switch is about a Player's hand before contact, and no other answer rests on it.
#[test]
fn at_the_showdown_only_an_unseen_players_hand_turns_on_the_switch_about_it() {
    let row = Irregularity::CountReconstructable;
    for (id, switch) in [
        (RulebookId::Rws2020, "R20-12"),
        (RulebookId::RwsMultilink2024, "R20-12"),
        (RulebookId::Mbs2019, "MBS-24"),
    ] {
        for whose in [Whose::Player, Whose::Dealer] {
            for contact in [false, true] {
                let case = reconstructable(Moment::Shown, whose, contact);
                let remedy = id.form().remedy(row, &case);
                let unseen = whose == Whose::Player && !contact;
                assert!(remedy.is_referred(), "{id} {case:?}");
                assert_eq!(cites(&remedy, switch), unseen, "{id} {case:?}");
            }
        }
    }
}

/// rws-2013 5.1.5 spares a reconstructable Dealer's hand; no clause of its text spares a Player's (R13-09,
/// R13-11), so where the house refers dealing errors, the authority decides about that one.
#[test]
fn where_rws_2013_refers_dealing_errors_a_players_hand_is_for_the_authority() {
    let row = Irregularity::CountReconstructable;
    let mut form = RulebookId::Rws2013.form().clone();
    form.choose("other_dealing_error", "referral").unwrap();
    for moment in [Moment::Dealing, Moment::Deciding] {
        let said = [Whose::Dealer, Whose::Player].map(|whose| {
            let remedy = form.remedy(row, &reconstructable(moment, whose, true));
            remedy.to_string()
        });
        assert_eq!(said, ["Rc", "A(Rc)"], "{moment:?}");
    }
}

/// Every row has words of its own, and a row that is mixed up with another is named there too or at
/// least says so: IR-11 and IR-12, IR-18 and IR-19 among them.
#[test]
fn issue_17_rows_that_are_mixed_up_name_each_other() {
    let mut all = std::collections::BTreeSet::new();
    for row in Irregularity::ALL {
        let words = row.in_plain_words();
        assert!(words.len() > 15, "{row}: {words}");
        assert!(all.insert(words), "{row} reads as another row: {words}");
        assert!(!row.see_also().contains(&row), "{row} names itself");
    }
    let named = |from: u8, to: u8| {
        let [from, to] = [from, to].map(|at| Irregularity::ALL[usize::from(at) - 1]);
        from.see_also().contains(&to)
    };
    for (one, other) in [
        (1, 2),
        (2, 33),
        (5, 6),
        (7, 8),
        (10, 11),
        (10, 12),
        (11, 12),
        (14, 15),
        (18, 19),
        (20, 21),
        (22, 23),
        (24, 25),
        (27, 28),
        (30, 31),
        (30, 32),
    ] {
        assert!(named(one, other), "IR-{one} names IR-{other}");
        assert!(named(other, one), "IR-{other} names IR-{one}");
    }
}
