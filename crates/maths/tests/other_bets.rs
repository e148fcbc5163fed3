//! Pair Plus, the six-card bet and jackpots against plain enumeration and the figures of the documents.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{BestOfSix, Card, RulebookId, best_of_six};
use maths::{
    AntePlay, Cell, Fraction, Jackpot, Joint, PairPlus, SETS, SixCards, Strategy, classes,
};
use std::collections::BTreeMap;

#[test]
fn six_cards_are_counted_as_they_are_dealt() {
    let mut dealt: BTreeMap<BestOfSix, u64> =
        BestOfSix::ALL.into_iter().map(|best| (best, 0)).collect();
    let deck = Card::ALL;
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        for f in e + 1..52 {
                            let best = best_of_six(
                                [deck[a], deck[b], deck[c]],
                                [deck[d], deck[e], deck[f]],
                            );
                            *dealt.get_mut(&best).unwrap() += 1;
                        }
                    }
                }
            }
        }
    }
    let counted = maths::best_of_six_counts();
    assert_eq!(counted, dealt);
    assert_eq!(counted.values().sum::<u64>(), SETS);
    // The counts of OFG-19.
    assert_eq!(counted[&BestOfSix::MajorRoyal], 4);
    assert_eq!(counted[&BestOfSix::ThreeOfAKind], 732_160);
}

#[test]
fn pair_plus_and_the_side_bet_have_their_known_edges() {
    let form = RulebookId::Rws2020.form();
    let sheet = PairPlus::new(form, &classes());
    assert_eq!(sheet.net_histogram[&-1], 16_440);
    assert_eq!(sheet.house_edge().to_string(), "308/5525");
    let side = SixCards::new(RulebookId::Oceanfront.form()).unwrap();
    assert!(SixCards::new(form).is_none());
    assert!(side.house_edge() > Fraction::ZERO && side.hit_frequency() < Fraction::ONE);
}

#[test]
fn jackpots_pay_what_their_tables_say() {
    for id in RulebookId::ALL {
        let form = id.form();
        let sheet = AntePlay::new(form, Strategy::Optimal);
        let both = Joint::of_hands(form, &sheet);
        let covariance = both.covariance(Cell::ante_play, |cell| cell.pair_plus);
        assert!(
            !covariance.is_negative(),
            "good hands are good for both bets"
        );
        let Some(jackpot) = Jackpot::new(form, &sheet) else {
            assert_eq!(id, RulebookId::Oceanfront);
            continue;
        };
        if id == RulebookId::RwsMultilink2024 {
            let majors = Fraction::new(4, 2_598_960) + Fraction::new(36, 25_989_600);
            assert_eq!(jackpot.per_jackpot_unit, majors);
            assert_eq!(jackpot.envy_per_other_box, None);
        }
        if id == RulebookId::Rws2013 {
            let fixed = 3 * 1250 + 44 * 175 + 52 * 150 + 720 * 15;
            assert_eq!(jackpot.fixed_per_bet, Fraction::new(fixed, 22_100));
            assert_eq!(jackpot.per_jackpot_unit, Fraction::new(1, 22_100));
            assert_eq!(
                jackpot.envy_per_other_box,
                Some(Fraction::new(250 + 3 * 50, 22_100))
            );
        }
    }
}
