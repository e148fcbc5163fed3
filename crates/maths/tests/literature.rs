//! Figures others have published, held to their digits: those that agree with ours, and those that
//! do not and why. The sources are in docs/MATHEMATICS.md.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{HandRank, Rulebook, RulebookId, Strength};
use maths::leak::Laboratory;
use maths::tables::{TabledBet, catalogue, house_with, pay_file};
use maths::{AntePlay, DEALS, Fraction, Jackpot, Strategy, classes, spread};

/// Whether a published percentage is ours, rounded to as many decimals as it has.
fn is_percent(ours: Fraction, published: &str) -> bool {
    let places = published
        .split_once('.')
        .map_or(0, |(_, digits)| digits.len());
    let ours = (ours * Fraction::whole(100)).decimal(u32::try_from(places).unwrap());
    ours.trim_end_matches('.') == published
}

fn sheet(strategy: &str) -> AntePlay {
    AntePlay::new(RulebookId::Rws2020.form(), strategy.parse().unwrap())
}

/// Share of deals by what the Player nets.
fn netting(sheet: &AntePlay, wanted: impl Fn(i64) -> bool) -> Fraction {
    let nets = sheet.net_histogram.iter().filter(|(net, _)| wanted(**net));
    let deals: u64 = nets.map(|(_, deals)| *deals).sum();
    Fraction::new(i128::from(deals), i128::from(DEALS))
}

#[test]
fn ante_and_play_agree() {
    let (best, queen, always) = (
        sheet("optimal"),
        sheet("queen-or-better"),
        sheet("always-play"),
    );
    assert_eq!(sheet("Q-6-4").net_histogram, best.net_histogram);
    let bonus = Fraction::new(5 * 48 + 4 * 52 + 720, 22_100);
    let qualifies = Fraction::new(15_380, 22_100);
    assert_eq!(queen.play_frequency(), qualifies, "the Dealer's own line");
    for (ours, published) in [
        (best.house_edge(), "3.37"),
        (best.house_edge(), "3.3730"),
        (best.element_of_risk(), "2.01"),
        (best.play_frequency(), "67.42"),
        (netting(&best, |net| net > 0), "44.9127"),
        (netting(&best, |net| net > 0), "44.91"),
        (netting(&best, |net| net == 0), "0.06"),
        (netting(&best, |net| net < 0), "55.03"),
        (bonus, "5.29"),
        (best.house_edge() + bonus, "8.66"),
        (qualifies, "69.6"),
        (queen.house_edge(), "3.45"),
        (always.house_edge(), "7.65"),
        (always.element_of_risk(), "3.83"),
    ] {
        assert!(
            is_percent(ours, published),
            "{published}: {}",
            ours.decimal(8)
        );
    }
    assert!(best.moments().standard_deviation().starts_with("1.639"));
}

/// One suit pattern of four, the one that is best for the Player.
#[test]
fn the_published_worth_of_the_border_hands_is_that_of_their_best_suits() {
    let sheet = sheet("optimal");
    let worth = |ranks: &str| {
        let own = sheet.hands.iter().filter(|hand| {
            hand.class.hand.rank() == HandRank::HighCard && spread(hand.class.hand) == ranks
        });
        let mut worth: Vec<Fraction> = own
            .map(|hand| Fraction::new(i128::from(hand.play_value), 18_424))
            .collect();
        worth.sort();
        worth
    };
    let (play, fold) = (worth("Q-6-4"), worth("Q-6-3"));
    assert_eq!((play.len(), fold.len()), (4, 4));
    assert_eq!(play[3].decimal(6), "-0.993378");
    assert_eq!(fold[3].decimal(5), "-1.00255");
    assert_eq!(play[0].decimal(6), "-0.994627");
    assert_eq!(fold[0].decimal(5), "-1.00396");
}

/// The edge per unit wagered is lowest under another line than the edge per Ante.
#[test]
fn element_of_risk_is_least_at_queen_six_two() {
    let lines = [
        "K-3-2", "Q-7-2", "Q-6-4", "Q-6-3", "Q-6-2", "Q-5-4", "Q-5-3", "Q-3-2", "5-3-2",
    ];
    let least = |of: fn(&AntePlay) -> Fraction| {
        let best = lines.into_iter().min_by_key(|line| of(&sheet(line)));
        best.unwrap()
    };
    assert_eq!(least(AntePlay::house_edge), "Q-6-4");
    assert_eq!(least(AntePlay::element_of_risk), "Q-6-2");
    assert!(is_percent(sheet("Q-6-2").element_of_risk(), "2.0107"));
}

#[test]
fn pay_tables_agree() {
    let entries = catalogue();
    for (name, edge, risk) in [
        ("ante-bonus-5-4-1", "3.37", Some("2.01")),
        ("ante-bonus-4-3-1", "3.83", Some("2.28")),
        ("ante-bonus-3-2-1", "4.28", Some("2.56")),
        ("ante-bonus-5-3-1", "3.61", Some("2.16")),
        ("ante-bonus-9-8-1", "1.56", Some("0.93")),
        ("pair-plus-40-30-6-4-1", "2.32", None),
        ("pair-plus-40-32-6-4-1", "1.85", None),
        ("pair-plus-35-33-6-4-1", "2.70", None),
        ("pair-plus-40-25-6-4-1", "3.49", None),
        ("pair-plus-35-25-6-4-1", "4.58", None),
        ("pair-plus-50-30-6-3-1", "5.10", None),
        ("pair-plus-40-30-5-4-1", "5.57", None),
        ("pair-plus-40-25-5-4-1", "6.75", None),
        ("pair-plus-40-30-6-3-1", "7.28", None),
        ("pair-plus-50-40-30-6-3-1", "7.10", None),
        ("pair-plus-50-40-30-5-4-1", "5.39", None),
        ("pair-plus-100-40-30-5-4-1", "4.49", None),
        ("pair-plus-200-40-30-6-3-1", "4.380", None),
        ("six-card-1000-200-100-20-15-9-8", "6.741", None),
        ("six-card-1000-200-100-20-15-10-7", "8.56", None),
        ("six-card-1000-200-50-25-20-10-5", "10.22", None),
        ("six-card-2000-200-50-25-15-10-5", "14.36", None),
        ("six-card-1000-200-50-25-15-10-5", "15.28", None),
    ] {
        let entry = entries.iter().find(|entry| entry.name == name).unwrap();
        let figures = entry
            .figures(house_with(entry.bet), Strategy::Optimal)
            .unwrap();
        assert!(is_percent(figures.house_edge(), edge), "{name}: {edge}");
        let ours = figures.decision.map(|decision| decision.element_of_risk);
        assert_eq!(ours.is_some(), risk.is_some());
        if let (Some(ours), Some(published)) = (ours, risk) {
            assert!(is_percent(ours, published), "{name}: {published}");
        }
    }
    // 12.5 to 1 is no whole number, so the last of the published Ante Bonus tables is summed here.
    let bonus = Fraction::new(25 * 48 + 2 * (10 * 52 + 720), 2 * 22_100);
    let bare = sheet("optimal").house_edge() + Fraction::new(5 * 48 + 4 * 52 + 720, 22_100);
    assert!(is_percent(bare - bonus, "0.33"));
    let risk = (bare - bonus) / (Fraction::ONE + sheet("optimal").play_frequency());
    assert!(is_percent(risk, "0.20"));
}

#[test]
fn leaks_agree() {
    let form = RulebookId::Rws2020.form();
    let lab = Laboratory::new(form);
    let one_card = -lab.dealer_cards[0].house_edge;
    assert!(is_percent(one_card, "3.48") && is_percent(one_card, "3.4829"));
    let six = &lab.counted[5];
    for (ours, exactly) in [
        (lab.dealer_cards[0].house_edge, "-443162/12724075"),
        (lab.dealer_cards[1].house_edge, "-2501649/14541800"),
        (lab.dealer_cards[2].house_edge, "-38556249/101792600"),
        (lab.one_other, "213200389/6438381950"),
        (lab.two_others, "5102944368707/158912143289900"),
        (six.house_edge, "16438234387759/693883457967700"),
    ] {
        assert_eq!(ours.to_string(), exactly);
    }
    // The same without an Ante Bonus, as a card room in Oceanside deals it with one card face up.
    let bare = TabledBet::AnteBonus.paid(form, &[0; 6]);
    let bare = Laboratory::new(&bare).dealer_cards[0].house_edge;
    assert!(is_percent(bare, "1.8"));
    assert!(is_percent(bare, "1.8022"));
}

/// Published figures that are not right to the digits they give.
#[test]
fn what_does_not_agree_still_does_not() {
    let (best, queen) = (sheet("optimal"), sheet("queen-or-better"));
    let edge = |bet: TabledBet, pays: &[u32]| {
        let paid = bet.paid(house_with(bet), pays);
        maths::tables::Figures::new(bet, &paid, Strategy::Optimal)
            .unwrap()
            .house_edge()
    };
    let pair_plus = |pays: [u32; 6]| edge(TabledBet::PairPlus, &pays);
    let straight = Fraction::new(720, 22_100);
    let royal = Fraction::new(160 * 4, 22_100);
    let lab = Laboratory::new(RulebookId::Rws2020.form());
    let high = lab
        .marks
        .iter()
        .map(|marks| -marks.dealer_cards[0].house_edge);
    let marked = high.max().unwrap();
    for (ours, published, right) in [
        (queen.element_of_risk(), "2.07", "2.03"),
        (best.house_edge(), "3.38", "3.37"),
        (
            edge(TabledBet::FiveCard, &[5, 10, 20, 25, 50, 200, 1000, 1000]),
            "10.23",
            "10.22",
        ),
        (straight, "3.36", "3.26"),
        (royal, "3.00", "2.90"),
        (pair_plus([1, 3, 6, 30, 40, 40]), "2.32", "7.28"),
        (pair_plus([1, 2, 6, 30, 40, 40]), "7.28", "12.24"),
        (marked, "1.837", "1.838"),
    ] {
        assert!(!is_percent(ours, published), "{published}");
        assert!(is_percent(ours, right), "{right}: {}", ours.decimal(8));
    }
    // "The average hand is Q-6-4": a third of all hands are below it, and the middle one is K-T-2.
    let mut all = classes();
    all.sort_by_key(|class| class.strength);
    let mut below = 0;
    let middle = all.iter().find(|class| {
        below += class.size;
        below > 11_050
    });
    assert_eq!(spread(middle.unwrap().hand), "K-T-2");
    assert!(is_percent(Fraction::ONE - best.play_frequency(), "32.58"));
}

/// What two common short cuts would make of the edge: a tie lost, and a deck for each.
#[test]
fn ties_and_the_one_deck_matter() {
    let best = sheet("optimal");
    let ties = maths::share(best.outcomes.stand_off);
    assert!(is_percent(ties, "0.0657"));
    assert!(is_percent(best.house_edge() + ties + ties, "3.5044"));
    let all = classes();
    let mut sum = 0_i128;
    for own in &all {
        let (mut play, bonus) = (0_i128, [0, 0, 0, 1, 4, 5, 5][own.hand.rank() as usize]);
        for dealer in &all {
            let net = if dealer.strength < Strength::QUEEN_HIGH {
                1
            } else {
                2 * own.strength.cmp(&dealer.strength) as i128
            };
            play += (net + bonus) * i128::from(dealer.size);
        }
        sum += play.max(-22_100) * i128::from(own.size);
    }
    let apart = -Fraction::new(sum, 22_100 * 22_100);
    assert_eq!(apart.to_string(), "47188/1221025");
    assert!(is_percent(apart, "3.8646"));
}

/// A one-dollar jackpot: meter, 500, 100, 50. Said to leave the house 70 % at a meter of 5,000 and
/// nothing at 11,500.
#[test]
fn a_published_jackpot_edge_forgets_two_rows() {
    let text = "[jackpot]\nmini_royal_other = { cents = 50000, envy = 2500 }\nmini_royal_spades = { percent = 100, envy = 10000 }\nstraight_flush = { cents = 10000 }\nthree_of_a_kind = { cents = 5000 }\nstraight = { cents = 0 }\n";
    let of = |rulebook: &Rulebook| {
        let sheet = AntePlay::new(rulebook, Strategy::Optimal);
        Jackpot::new(rulebook, &sheet).unwrap()
    };
    let base = RulebookId::Rws2013.form();
    let whole = of(&pay_file(text, base).unwrap());
    let edge = |jackpot: &Jackpot, meter: i128| {
        Fraction::ONE - jackpot.fixed_per_bet - jackpot.per_jackpot_unit * Fraction::whole(meter)
    };
    assert!(
        is_percent(whole.hit_frequency, "0.4525"),
        "published, and right"
    );
    assert!(
        is_percent(whole.per_jackpot_unit * Fraction::whole(1_000), "4.5"),
        "published, and right"
    );
    assert!(is_percent(edge(&whole, 5_000), "38.9"));
    assert_eq!(whole.breakeven(100), Fraction::whole(13_600));
    let envy = whole.envy_per_other_box.unwrap() * Fraction::whole(6);
    assert_eq!(
        whole.breakeven(100) - envy / whole.per_jackpot_unit,
        Fraction::whole(12_550)
    );
    // Without the rows for a straight flush and three of a kind it is the published seventy.
    let text = text
        .replace("10000 }\nthree", "0 }\nthree")
        .replace("5000 }\nstraight =", "0 }\nstraight =");
    let forgetful = of(&pay_file(&text, base).unwrap());
    assert!(
        is_percent(edge(&forgetful, 5_000), "70.6"),
        "{}",
        edge(&forgetful, 5_000).decimal(4)
    );
}
