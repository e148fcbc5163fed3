//! Tables from a file: what they change, and every way to write one wrong.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[path = "pay_file/wrong.rs"]
mod wrong;

use game::{
    Award, BestOfSix, Card, HandRank, JackpotHand, Money, Rulebook, RulebookId, best_of_six,
};
use maths::tables::{MOST_TO_ONE, TabledBet, pay_file, tables_as_toml};
use maths::{AntePlay, Cell, Fraction, Jackpot, Joint, PairPlus, SixCards, Strategy, classes};

fn read(text: &str, id: RulebookId) -> Rulebook {
    pay_file(text, id.form()).unwrap_or_else(|refused| panic!("{text}: {refused}"))
}

fn refused(text: &str, id: RulebookId) -> String {
    pay_file(text, id.form()).unwrap_err().to_string()
}

#[test]
fn a_rulebook_written_out_reads_back_as_itself() {
    for id in RulebookId::ALL {
        let text = tables_as_toml(id.form());
        assert_eq!(&read(&text, id), id.form(), "{text}");
        assert_eq!(read("", id), *id.form(), "nothing changes nothing");
    }
}

#[test]
fn what_the_file_names_changes_and_the_rest_stays() {
    let text = "title = \"ours\"\n[options]\nfold_envy_receive = \"yes\"\n[ante_bonus]\nthree_of_a_kind = 3\nstraight_flush = 4\n";
    let rulebook = read(text, RulebookId::Rws2020);
    let changed = rulebook.options();
    assert_eq!(
        changed,
        [
            ("ante_bonus_table", "4 3 1".to_owned()),
            ("fold_envy_receive", "yes".to_owned()),
        ]
    );
    assert_ne!(rulebook.digest(), RulebookId::Rws2020.form().digest());
}

/// A rulebook that pays A-K-Q suited as any straight flush goes on doing so.
#[test]
fn the_mini_royal_follows_the_straight_flush_unless_it_has_a_row() {
    let pays = |text: &str, id: RulebookId| {
        let pays = TabledBet::PairPlus.pays(&read(text, id)).unwrap();
        (pays[5], pays[4])
    };
    let flush = "[pair_plus]\nstraight_flush = 35\n";
    assert_eq!(pays(flush, RulebookId::Rws2020), (35, 35));
    assert_eq!(pays(flush, RulebookId::Oceanfront), (40, 35));
    let both = "[pair_plus]\nstraight_flush = 35\nmini_royal = 50\n";
    assert_eq!(pays(both, RulebookId::Rws2020), (50, 35));
}

#[test]
fn jackpot_rows_are_changed_added_and_taken_away() {
    let text = "[jackpot]\nmini_royal_other = { cents = 50000, envy = 2500 }\nstraight = { cents = 0 }\nflush = { percent = 0 }\nthree_of_a_kind = { cents = 5050 }\n";
    let rulebook = read(text, RulebookId::Rws2020);
    let says = rulebook.jackpot_table.text();
    assert_eq!(
        says,
        "mini_royal_spades 100%(envy 250) mini_royal_other 500(envy 25) straight_flush 175 three_of_a_kind 50.50"
    );
    let linked = "[jackpot]\nstraight_flush = { percent = 5 }\nthree_of_a_kind = { times = 3 }\n";
    let rulebook = read(linked, RulebookId::RwsMultilink2024);
    let rows = rulebook.jackpot_table.says.as_ref().unwrap().rows();
    assert_eq!(rows[1].award, Award::Percent(5));
    let least = rows.last().unwrap();
    assert_eq!(least.award, Award::ForOne(3));
    assert_eq!(
        least.hand,
        JackpotHand::FiveCards(game::FiveCardRank::ThreeOfAKind)
    );
}

#[test]
fn every_wrong_table_is_refused_by_line_and_key() {
    for (text, id, says) in wrong::TEXTS {
        let refused = refused(text, *id);
        assert!(
            refused.starts_with("line ") && refused.contains(says),
            "{text}\n{refused}\n{says}"
        );
        assert!(!refused.contains('\n'), "{refused}");
    }
}

/// Ante Bonus may be none at all: there are houses without one.
#[test]
fn a_house_may_have_no_ante_bonus() {
    let text = "[ante_bonus]\nstraight = 0\nthree_of_a_kind = 0\nstraight_flush = 0\n";
    let rulebook = read(text, RulebookId::Rws2020);
    let with = AntePlay::new(RulebookId::Rws2020.form(), Strategy::Optimal).house_edge();
    let without = AntePlay::new(&rulebook, Strategy::Optimal).house_edge();
    // 5 on 48, 4 on 52 and 1 on 720 of 22,100 hands.
    let bonus = Fraction::new(5 * 48 + 4 * 52 + 720, 22_100);
    assert_eq!(without - with, bonus);
}

/// The maths pays by the file: against every hand and every six cards dealt.
#[test]
fn the_sheets_pay_by_the_file() {
    let text = "[pair_plus]\nmini_royal = 200\nstraight_flush = 35\nthree_of_a_kind = 33\nstraight = 6\n[five_card]\nthree_of_a_kind = 0\nstraight = 10\nflush = 15\nfull_house = 25\nfour_of_a_kind = 50\nstraight_flush = 200\nroyal_flush = 1000\nmajor_royal = 1000\n";
    let rulebook = read(text, RulebookId::Oceanfront);
    let (mut sum, deck) = (0_i64, Card::ALL);
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                let hand = game::Hand::new([deck[a], deck[b], deck[c]]).unwrap();
                sum += match hand.rank() {
                    HandRank::HighCard => -1,
                    HandRank::Pair => 1,
                    HandRank::Flush => 3,
                    HandRank::Straight => 6,
                    HandRank::ThreeOfAKind => 33,
                    HandRank::StraightFlush => 35,
                    HandRank::MiniRoyal => 200,
                };
            }
        }
    }
    let sheet = PairPlus::new(&rulebook, &classes());
    assert_eq!(-sheet.house_edge(), Fraction::new(i128::from(sum), 22_100));
    let side = SixCards::new(&rulebook).unwrap();
    let by_hand: i128 = maths::best_of_six_counts()
        .into_iter()
        .map(|(best, sets)| {
            let net = match best {
                BestOfSix::HighCard
                | BestOfSix::Pair
                | BestOfSix::TwoPair
                | BestOfSix::ThreeOfAKind => -1,
                BestOfSix::Straight => 10,
                BestOfSix::Flush => 15,
                BestOfSix::FullHouse => 25,
                BestOfSix::FourOfAKind => 50,
                BestOfSix::StraightFlush => 200,
                BestOfSix::RoyalFlush | BestOfSix::MajorRoyal => 1000,
            };
            net * i128::from(sets)
        })
        .sum();
    assert_eq!(-side.house_edge(), Fraction::new(by_hand, 20_358_520));
    // A row of nothing loses; it does not stand off.
    let threes = "2c 2d 2h 9s Jd Kc";
    let cards: Vec<Card> = threes
        .split(' ')
        .map(|card| card.parse().unwrap())
        .collect();
    let best = best_of_six(
        [cards[0], cards[1], cards[2]],
        [cards[3], cards[4], cards[5]],
    );
    assert_eq!(best, BestOfSix::ThreeOfAKind);
    assert_eq!(rulebook.side_bet_table.says.unwrap().odds(best), None);
}

/// The highest odds a file may name still count exactly, in every sheet at once.
#[test]
fn the_highest_odds_overflow_nothing() {
    for apart in [0, 1, 37] {
        let mut rulebook = RulebookId::Oceanfront.form().clone();
        for bet in TabledBet::ALL {
            let hands = u32::try_from(bet.hands().len()).unwrap();
            let pays: Vec<u32> = (0..hands)
                .map(|at| MOST_TO_ONE - apart * (hands - 1 - at))
                .collect();
            rulebook = bet.paid(&rulebook, &pays);
        }
        let sheet = AntePlay::new(&rulebook, Strategy::Optimal);
        let joint = Joint::of_hands(&rulebook, &sheet);
        let correlation = joint.correlation(Cell::ante_play, |cell| cell.pair_plus);
        assert!(correlation.starts_with('0'), "{correlation}");
        let sums = [
            sheet.moments(),
            joint.moments(Cell::table_bets),
            PairPlus::new(&rulebook, &classes()).moments(),
            SixCards::new(&rulebook).unwrap().moments(),
        ];
        for moments in sums {
            assert!(moments.standard_deviation().len() > 14, "{moments:?}");
        }
    }
    let dear = "[jackpot]\nmini_royal_other = { cents = 100000000000, envy = 100000000000 }\n";
    let rulebook = read(dear, RulebookId::Rws2020);
    let sheet = AntePlay::new(&rulebook, Strategy::Optimal);
    let jackpot = Jackpot::new(&rulebook, &sheet).unwrap();
    assert!(jackpot.breakeven(500).is_negative());
}

/// What is fixed is per bet in a table of sums and per unit staked in one of multiples.
#[test]
fn a_three_card_jackpot_may_pay_multiples() {
    let text = "[jackpot]\nmini_royal_other = { times = 500 }\nstraight_flush = { times = 70 }\nthree_of_a_kind = { times = 60 }\nstraight = { times = 6 }\n";
    let rulebook = read(text, RulebookId::Rws2013);
    let sheet = AntePlay::new(&rulebook, Strategy::Optimal);
    let jackpot = Jackpot::new(&rulebook, &sheet).unwrap();
    let times = Fraction::new(3 * 500 + 44 * 70 + 52 * 60 + 720 * 6, 22_100);
    assert_eq!(jackpot.fixed_per_bet, times);
    for stake in [1, 5] {
        let stake_units = Fraction::whole(stake);
        let meter = (stake_units - times * stake_units) * Fraction::whole(22_100);
        let cents = u32::try_from(stake).unwrap() * 100;
        assert_eq!(jackpot.breakeven(cents), meter);
    }
    assert_eq!(Money::major(1).in_minor(), 100);
}

/// Torn, doubled and garbled files are refused or read, and stop nothing.
#[test]
fn no_text_makes_the_reader_panic() {
    let good = tables_as_toml(RulebookId::Rws2020.form())
        + "[options]\nfold_envy_receive = \"yes\"\n"
        + &tables_as_toml(RulebookId::Oceanfront.form());
    let pieces = [
        "[", "]", "=", "-1", "\"", "{", "}", "\n", "é", "percent", "1e9", "0x1F", ".", "#",
    ];
    // The same stream of numbers every time.
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % below
    };
    let (mut read, mut refused) = (0, 0);
    for _ in 0..3_000 {
        let mut text = good.clone();
        for _ in 0..=next(4) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let (one, other) = (places[next(places.len())], places[next(places.len())]);
            match next(3) {
                0 => text.replace_range(one.min(other)..one.max(other), ""),
                1 => text.insert_str(one, pieces[next(pieces.len())]),
                _ => text.truncate(one.max(other)),
            }
        }
        for id in RulebookId::ALL {
            match pay_file(&text, id.form()) {
                Ok(_) => read += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} {refused}");
}
