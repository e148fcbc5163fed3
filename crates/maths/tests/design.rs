//! The search for pay tables and the catalogue, against tables judged one by one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{Card, Hand, Rulebook, RulebookId};
use maths::tables::{
    DesignRefused, Edges, Figures, Rows, TabledBet, catalogue, design, house_with, pay_file,
};
use maths::{AntePlay, Fraction, PairPlus, SixCards, Strategy, classes, spread};

fn edges(text: &str) -> Edges {
    text.parse().unwrap()
}

/// Every table of these payments that is in order, judged by the sheet of its own rulebook.
fn one_by_one(
    bet: TabledBet,
    rulebook: &Rulebook,
    rows: &[Vec<u32>],
    bounds: (Fraction, Fraction),
    edge: impl Fn(&Rulebook) -> Fraction,
) -> (u64, Vec<(Fraction, Vec<u32>)>) {
    let mut tables: Vec<Vec<u32>> = vec![Vec::new()];
    for row in rows {
        let longer = tables.iter().flat_map(|table| {
            let fits = row
                .iter()
                .filter(|pay| table.last().is_none_or(|last| last <= *pay));
            fits.map(|pay| [table.as_slice(), &[*pay]].concat())
        });
        tables = longer.collect();
    }
    let judged = tables.iter().map(|pays| {
        let edge = edge(&bet.paid(rulebook, pays));
        (edge, pays.clone())
    });
    let mut found: Vec<(Fraction, Vec<u32>)> = judged
        .filter(|(edge, _)| bounds.0 <= *edge && *edge <= bounds.1)
        .collect();
    found.sort();
    (tables.len() as u64, found)
}

/// The same search by `design`, everything it found.
fn searched(
    bet: TabledBet,
    rulebook: &Rulebook,
    strategy: Strategy,
    rows: &[Vec<u32>],
    bounds: &str,
) -> (u64, Vec<(Fraction, Vec<u32>)>) {
    let mut asked = Rows::around(bet, rulebook).unwrap();
    for (hand, pays) in bet.hands().iter().zip(rows) {
        let step = pays.get(1).map_or(1, |second| second - pays[0]);
        let text = format!("{hand}={}..{}/{step}", pays[0], pays.last().unwrap());
        asked = asked.with(&text).unwrap();
    }
    let found = design(bet, rulebook, strategy, &asked, edges(bounds), 100_000).unwrap();
    assert_eq!(found.found, found.first.len() as u64);
    let sorted = |pair: &[maths::tables::Designed]| {
        let key = |design: &maths::tables::Designed| {
            let figures = &design.figures;
            (
                figures.house_edge(),
                -figures.hit_frequency,
                figures.moments.variance,
            )
        };
        key(&pair[0]) <= key(&pair[1])
    };
    assert!(found.first.windows(2).all(sorted), "in order");
    let last = found.first.last().unwrap();
    let sheet = Figures::new(bet, &bet.paid(rulebook, &last.pays), strategy).unwrap();
    assert_eq!(last.figures.moments, sheet.moments);
    assert_eq!(last.figures.hit_frequency, sheet.hit_frequency);
    let first = found.first.iter();
    let mut tables: Vec<_> = first
        .map(|design| (design.figures.house_edge(), design.pays.clone()))
        .collect();
    tables.sort();
    (found.looked_at, tables)
}

#[test]
fn pair_plus_tables_are_those_found_by_dealing_every_hand() {
    let form = RulebookId::Oceanfront.form();
    let deck = Card::ALL;
    let mut counts = [0_i128; 7];
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                let hand = Hand::new([deck[a], deck[b], deck[c]]).unwrap();
                counts[hand.rank() as usize] += 1;
            }
        }
    }
    let by_dealing = |rulebook: &Rulebook| {
        let pays = TabledBet::PairPlus.pays(rulebook).unwrap();
        let won = pays.iter().zip(&counts[1..]).map(|(pay, count)| {
            let net = if *pay == 0 { -1 } else { i128::from(*pay) };
            net * count
        });
        -Fraction::new(won.sum::<i128>() - counts[0], 22_100)
    };
    let rows = [
        vec![0, 1],
        vec![3, 4],
        vec![3, 4, 5, 6],
        vec![25, 30, 35],
        vec![30, 35, 40],
        vec![40, 45, 50],
    ];
    let bounds = (Fraction::new(1, 50), Fraction::new(3, 50));
    let plain = one_by_one(TabledBet::PairPlus, form, &rows, bounds, by_dealing);
    let quick = searched(
        TabledBet::PairPlus,
        form,
        Strategy::Optimal,
        &rows,
        "2%..6%",
    );
    assert!(plain.1.len() > 20);
    assert_eq!(quick, plain);
}

/// Best strategy and given ones, ties that win, bonuses on folded hands: each table by its own sheet.
#[test]
fn ante_bonus_tables_are_judged_by_their_own_best_strategy() {
    let mut folded = RulebookId::Rws2020.form().clone();
    folded.choose("ante_bonus_requires_play", "no").unwrap();
    let mut generous = RulebookId::Oceanfront.form().clone();
    generous.choose("tie", "player_wins").unwrap();
    let rows = [
        vec![0],
        vec![0, 1],
        vec![0, 1, 2],
        vec![2, 4],
        vec![3, 5],
        vec![5, 7],
    ];
    for (rulebook, strategy) in [
        (RulebookId::Rws2020.form(), Strategy::Optimal),
        (RulebookId::Rws2020.form(), "K-5-2".parse().unwrap()),
        (&folded, Strategy::Optimal),
        (&generous, Strategy::AlwaysPlay),
    ] {
        let edge = |rulebook: &Rulebook| AntePlay::new(rulebook, strategy).house_edge();
        let bounds = (Fraction::ZERO, Fraction::new(1, 20));
        let plain = one_by_one(TabledBet::AnteBonus, rulebook, &rows, bounds, edge);
        let quick = searched(TabledBet::AnteBonus, rulebook, strategy, &rows, "0..5%");
        assert!(!plain.1.is_empty(), "{strategy}");
        assert_eq!(quick, plain, "{strategy}");
    }
}

#[test]
fn six_card_tables_are_judged_by_their_own_sheet() {
    let form = RulebookId::Oceanfront.form();
    let rows = [
        vec![0, 3, 6],
        vec![5, 10],
        vec![8, 16],
        vec![15, 20],
        vec![25, 50],
        vec![100],
        vec![200],
        vec![250, 1000],
    ];
    // A house may let the bet die with a folded hand (OFG-06).
    let mut dies = form.clone();
    dies.choose("fold_side_bet", "lost").unwrap();
    // Slow to judge one by one: each table deals the folded hands anew.
    let few: Vec<Vec<u32>> = rows.iter().map(|row| vec![row[row.len() - 1]]).collect();
    let few = [&few[..4], &[vec![50, 60]], &few[5..]].concat();
    for (rulebook, rows, bounds, text) in [
        (
            form,
            &rows[..],
            (Fraction::new(-1, 10), Fraction::new(2, 5)),
            "-10%..40%",
        ),
        (&dies, &few, (Fraction::ZERO, Fraction::ONE), "0..100%"),
    ] {
        let edge = |rulebook: &Rulebook| {
            let ante = AntePlay::new(rulebook, Strategy::Optimal);
            let side = SixCards::with_ante(rulebook, &ante).unwrap();
            side.house_edge()
        };
        let plain = one_by_one(TabledBet::FiveCard, rulebook, rows, bounds, edge);
        let quick = searched(TabledBet::FiveCard, rulebook, Strategy::Optimal, rows, text);
        assert!((1..20).contains(&plain.1.len()), "{}", plain.1.len());
        assert_eq!(quick, plain);
    }
}

#[test]
fn a_mini_royal_without_a_row_follows_and_the_best_are_kept() {
    let form = RulebookId::Rws2020.form();
    let rows = Rows::around(TabledBet::PairPlus, form).unwrap();
    let all = edges("-100%..100%");
    let bet = TabledBet::PairPlus;
    let every = design(bet, form, Strategy::Optimal, &rows, all, 100_000).unwrap();
    assert_eq!(
        (every.looked_at, every.found),
        (rows.tables(), rows.tables())
    );
    assert!(
        every
            .first
            .iter()
            .all(|design| design.pays[5] == design.pays[4])
    );
    let few = design(bet, form, Strategy::Optimal, &rows, all, 7).unwrap();
    assert_eq!(few.found, every.found);
    let pays = |designs: &[maths::tables::Designed]| -> Vec<Vec<u32>> {
        designs.iter().map(|design| design.pays.clone()).collect()
    };
    assert_eq!(pays(&few.first), pays(&every.first[..7]));
    // An edge hit exactly is inside bounds that meet in it.
    let own = PairPlus::new(form, &classes()).house_edge().to_string();
    let point = edges(&format!("{own}..{own}"));
    let found = design(bet, form, Strategy::Optimal, &rows, point, 100).unwrap();
    assert!(pays(&found.first).contains(&bet.pays(form).unwrap()));
}

#[test]
fn searches_that_cannot_be_made_are_refused() {
    let form = RulebookId::Rws2020.form();
    let all = edges("0..1");
    let bet = TabledBet::PairPlus;
    let mut wide = Rows::around(bet, form).unwrap();
    for hand in ["flush", "straight", "three_of_a_kind", "straight_flush"] {
        let row = format!("{hand}=0..10000");
        wide = wide.with(&row).unwrap();
    }
    let refused = design(bet, form, Strategy::Optimal, &wide, all, 1).unwrap_err();
    assert!(
        matches!(refused, DesignRefused::TooLarge { .. }),
        "{refused}"
    );
    assert!(
        refused.to_string().contains("100000000 at most"),
        "{refused}"
    );
    let none = Rows::around(bet, form).unwrap().with("pair=100").unwrap();
    let refused = design(bet, form, Strategy::Optimal, &none, all, 1).unwrap_err();
    assert_eq!(refused, DesignRefused::NoTable);
    assert!(Rows::around(TabledBet::FiveCard, form).is_none());
    let side = Rows::around(TabledBet::FiveCard, RulebookId::Oceanfront.form()).unwrap();
    let refused = design(TabledBet::FiveCard, form, Strategy::Optimal, &side, all, 1).unwrap_err();
    assert_eq!(refused.to_string(), "rws-2020 has no five_card");
}

#[test]
fn every_entry_of_the_catalogue_has_a_name_a_source_and_figures() {
    let entries = catalogue();
    let mut names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), entries.len());
    for entry in &entries {
        let prefix = match entry.bet {
            TabledBet::AnteBonus => "ante-bonus",
            TabledBet::PairPlus => "pair-plus",
            TabledBet::FiveCard => "six-card",
        };
        let name = format!("{prefix}-{}", entry.bet.short_name(&entry.pays));
        assert_eq!(entry.name, name);
        assert!(
            !entry.title.is_empty() && !entry.source.is_empty(),
            "{name}"
        );
        let base = house_with(entry.bet);
        // Printed as a file and read again, it is the same table.
        let read = pay_file(&entry.as_toml(), base).unwrap();
        assert_eq!(entry.bet.pays(&read).unwrap(), entry.pays);
        let figures = entry.figures(base, Strategy::Optimal).unwrap();
        let again = Figures::new(entry.bet, &read, Strategy::Optimal).unwrap();
        assert_eq!(figures.house_edge(), again.house_edge());
        if let Some(decision) = &figures.decision {
            let line = (
                decision.lowest_played.map(spread),
                decision.highest_folded.map(spread),
            );
            let q64 = (Some("Q-6-4".to_owned()), Some("Q-6-3".to_owned()));
            assert_eq!(
                line, q64,
                "{name}: the bonus is paid on hands played anyway"
            );
        }
    }
    let none = entries[0].figures(RulebookId::Rws2020.form(), Strategy::Optimal);
    assert!(none.is_some());
    let side = entries
        .iter()
        .find(|entry| entry.bet == TabledBet::FiveCard)
        .unwrap();
    assert!(
        side.figures(RulebookId::Rws2020.form(), Strategy::Optimal)
            .is_none()
    );
}
