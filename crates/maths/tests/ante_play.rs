//! Ante and Play against every deal dealt one by one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{Card, DealerHand, Hand, Money, Rulebook, RulebookId, Strength, Tie};
use maths::{AntePlay, DEALS, Strategy, spread};
use std::collections::BTreeMap;

/// Every hand with its cards as bits, its strength and whether a Dealer plays with it.
fn all_hands(rulebook: &Rulebook) -> Vec<(u64, Strength, bool, Hand)> {
    let mut all = Vec::with_capacity(22_100);
    for (i, a) in Card::ALL.into_iter().enumerate() {
        for (j, b) in Card::ALL.into_iter().enumerate().skip(i + 1) {
            for c in &Card::ALL[j + 1..] {
                let hand = Hand::new([a, b, *c]).unwrap();
                let bits = (1 << a.index()) | (1 << b.index()) | (1_u64 << c.index());
                let qualifies = DealerHand::new(rulebook, hand).qualifies;
                all.push((bits, hand.strength(), qualifies, hand));
            }
        }
    }
    all
}

/// The plain way: deal everything, decide what is worth more, count the nets.
fn dealt_one_by_one(rulebook: &Rulebook) -> BTreeMap<i64, u64> {
    let hands = all_hands(rulebook);
    let mut nets = BTreeMap::new();
    for (own, strength, _, hand) in &hands {
        // Unqualified, worse, equal, better.
        let mut counts = [0_u32; 4];
        for (dealt, dealers, qualifies, _) in &hands {
            if own & dealt != 0 {
                continue;
            }
            let at = if *qualifies {
                1 + usize::from(dealers == strength) + 2 * usize::from(dealers > strength)
            } else {
                0
            };
            counts[at] += 1;
        }
        let odds = rulebook.ante_bonus_table.says.odds(hand.rank());
        let bonus = odds.map_or(0, |odds| Money::minor(1).pays(odds).unwrap().in_minor());
        let equal = if rulebook.tie.says == Tie::Push { 0 } else { 2 };
        let outcomes = [1 + bonus, 2 + bonus, equal + bonus, -2 + bonus];
        let worth: i64 = outcomes
            .iter()
            .zip(counts)
            .map(|(net, count)| net * i64::from(count))
            .sum();
        if worth > -18_424 {
            for (net, count) in outcomes.into_iter().zip(counts) {
                *nets.entry(net).or_default() += u64::from(count);
            }
        } else {
            *nets.entry(-1).or_default() += 18_424;
        }
    }
    nets.retain(|_, deals| *deals > 0);
    nets
}

#[test]
fn counting_agrees_with_dealing_all_407170400() {
    let mut literal = RulebookId::Mbs2019.form().clone();
    literal.choose("qualifier", "literal_card").unwrap();
    let mut generous = RulebookId::Oceanfront.form().clone();
    generous.choose("tie", "player_wins").unwrap();
    let rulebooks = [RulebookId::Rws2020.form(), &literal, &generous];
    for rulebook in rulebooks {
        let sheet = AntePlay::new(rulebook, Strategy::Optimal);
        assert_eq!(sheet.net_histogram, dealt_one_by_one(rulebook));
        assert_eq!(sheet.net_histogram.values().sum::<u64>(), DEALS);
    }
}

/// The figures of INTERFACE.md, and the line every book draws.
#[test]
fn the_known_figures_come_out() {
    let sheet = AntePlay::new(RulebookId::Rws2020.form(), Strategy::Optimal);
    assert_eq!(sheet.house_edge().decimal(12), "0.033729809436");
    assert_eq!(sheet.house_edge().to_string(), "686689/20358520");
    assert_eq!(sheet.moments().standard_deviation(), "1.639252754141");
    assert_eq!(sheet.net_histogram[&-2], 91_126_832);
    assert_eq!(sheet.net_histogram[&7], 617_044);
    assert_eq!(sheet.lowest_played().map(spread).unwrap(), "Q-6-4");
    assert_eq!(sheet.highest_folded().map(spread).unwrap(), "Q-6-3");
}

#[test]
fn a_strategy_is_read_or_refused() {
    for text in [
        "optimal",
        "always-play",
        "queen-or-better",
        "Q-6-4",
        "K-K-2",
        "T-9-8",
    ] {
        assert_eq!(text.parse::<Strategy>().unwrap().to_string(), text);
    }
    for text in ["", "Q-6", "Q-6-4-2", "4-6-Q", "Q-6-x", "q-6-4", "10-9-8"] {
        let refused = text.parse::<Strategy>().unwrap_err().to_string();
        assert!(refused.contains("queen-or-better"), "{refused}");
    }
}
