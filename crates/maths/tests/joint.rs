//! Several bets together, against what each is alone and against deals made one by one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use std::collections::BTreeMap;

use game::{BoxNumber, Fate, FoldedPairPlus, JackpotTerms, Limits, Money, PlayerId, Stakes, Wager};
use game::{Card, FoldPairPlus, Hand, JackpotHand, Rulebook, RulebookId, Showdown, StakedBox};
use maths::{
    AntePlay, Cell, DEALS, Fraction, Jackpot, Joint, PairPlus, SixCards, Strategy, classes,
};

fn histogram(joint: &Joint, worth: impl Fn(&Cell) -> i64) -> BTreeMap<i64, u64> {
    let mut sums = BTreeMap::new();
    for (cell, deals) in &joint.cells {
        *sums.entry(worth(cell)).or_default() += deals;
    }
    sums
}

/// Where folding gives Pair Plus up, a Player who folds a paying hand loses it too (rws-2020 3.12.1);
/// elsewhere the bet does not look at the Ante (mbs-2019 3.9.1.1).
#[test]
fn pair_plus_goes_with_the_hands_that_are_folded() {
    let trips_of_aces: Strategy = "A-A-A".parse().unwrap();
    for id in RulebookId::ALL {
        let form = id.form();
        let alone = PairPlus::new(form, &classes()).house_edge();
        for strategy in [Strategy::Optimal, Strategy::QueenOrBetter, trips_of_aces] {
            let sheet = AntePlay::new(form, strategy);
            let beside = PairPlus::with_ante(form, &sheet);
            let joint = Joint::of_hands(form, &sheet);
            assert_eq!(
                beside.moments(),
                joint.moments(|cell| cell.pair_plus),
                "{id}"
            );
            let lost = form.fold_pair_plus.says == FoldPairPlus::Lost;
            if strategy == trips_of_aces && lost {
                // Only 48 straight flushes and 4 threes of Aces are left; 40 and 30 to 1 in rws-2020.
                assert_eq!(beside.hits, 52, "{id}");
                let left = Fraction::new(48 * 41 + 4 * 31, 22_100);
                let agrees = beside.house_edge() == Fraction::ONE - left;
                assert!(agrees || id != RulebookId::Rws2020);
            } else {
                assert_eq!(beside.house_edge(), alone, "{id}");
            }
        }
    }
}

/// Each bet alone comes out of the cells as its own sheet has it.
#[test]
fn the_parts_are_those_of_each_bet() {
    for id in RulebookId::ALL {
        let form = id.form();
        let sheet = AntePlay::new(form, Strategy::Optimal);
        let joint = Joint::new(form, &sheet);
        let times = joint.deals / DEALS;
        assert_eq!(joint.cells.values().sum::<u64>(), joint.deals);
        let ante: BTreeMap<i64, u64> = sheet
            .net_histogram
            .into_iter()
            .map(|(net, deals)| (net, deals * times))
            .collect();
        assert_eq!(histogram(&joint, Cell::ante_play), ante, "{id}");
        let pair_plus = PairPlus::new(form, &classes());
        let deals = |hands: u64| hands * 18_424 * times;
        let alone: BTreeMap<i64, u64> = pair_plus
            .net_histogram
            .into_iter()
            .map(|(net, hands)| (net, deals(hands)))
            .collect();
        assert_eq!(histogram(&joint, |cell| cell.pair_plus), alone, "{id}");
        if let Some(side) = SixCards::new(form) {
            let mean = joint.moments(|cell| cell.five_card).mean;
            assert_eq!(-mean, side.house_edge(), "{id}");
            assert_eq!(
                joint.moments(|cell| cell.five_card).variance,
                side.moments().variance
            );
        }
        let Some(table) = &form.jackpot_table.says else {
            continue;
        };
        for (at, row) in table.rows().iter().enumerate() {
            let made: u64 = joint
                .cells
                .iter()
                .filter(|(cell, _)| cell.jackpot == Some(at))
                .map(|(_, deals)| deals)
                .sum();
            let chance = Fraction::new(i128::from(made), i128::from(joint.deals));
            assert_eq!(chance, chance_of(row.hand), "{id} row {at}");
        }
    }
}

/// The rows of the jackpot too, whatever is folded with them: `simulate` takes them from the bet alone.
#[test]
fn rows_of_the_jackpot_are_those_of_the_bet_alone() {
    let trips_of_aces: Strategy = "A-A-A".parse().unwrap();
    for id in RulebookId::ALL {
        let form = id.form();
        for strategy in [Strategy::AlwaysPlay, Strategy::Optimal, trips_of_aces] {
            let sheet = AntePlay::new(form, strategy);
            let Some(jackpot) = Jackpot::new(form, &sheet) else {
                continue;
            };
            let joint = Joint::new(form, &sheet);
            for (at, row) in jackpot.rows.iter().enumerate() {
                let made = histogram(&joint, |cell| i64::from(cell.jackpot == Some(at)));
                let made = made.get(&1).copied().unwrap_or_default();
                let chance = Fraction::new(i128::from(made), i128::from(joint.deals));
                assert_eq!(row.chance(), chance, "{id} {strategy:?} row {at}");
            }
        }
    }
}

/// A house that lets the side bet die with a folded hand keeps more of it (OFG-06).
#[test]
fn a_side_bet_may_die_with_the_hand() {
    let mut form = RulebookId::Oceanfront.form().clone();
    form.choose("fold_side_bet", "lost").unwrap();
    let sheet = AntePlay::new(&form, Strategy::Optimal);
    let side = SixCards::with_ante(&form, &sheet).unwrap();
    let joint = Joint::new(&form, &sheet);
    assert_eq!(histogram(&joint, |cell| cell.five_card), side.net_histogram);
    assert!(side.house_edge() > SixCards::new(&form).unwrap().house_edge());
    assert!(
        joint
            .cells
            .keys()
            .all(|cell| cell.play != 0 || cell.ante != -1 || cell.five_card == -1)
    );
}

/// By the count of hands alone.
fn chance_of(hand: JackpotHand) -> Fraction {
    use game::{FiveCardRank as Five, HandRank as Three};
    let (made, of) = match hand {
        JackpotHand::SpadeRoyal => (1, 22_100),
        JackpotHand::OtherRoyal => (3, 22_100),
        JackpotHand::ThreeCards(Three::StraightFlush) => (44, 22_100),
        JackpotHand::ThreeCards(Three::ThreeOfAKind) => (52, 22_100),
        JackpotHand::ThreeCards(Three::Straight) => (720, 22_100),
        JackpotHand::FiveCards(Five::RoyalFlush) => (4, 2_598_960),
        JackpotHand::FiveCards(Five::StraightFlush) => (36, 2_598_960),
        JackpotHand::FiveCards(Five::FourOfAKind) => (624, 2_598_960),
        JackpotHand::FiveCards(Five::FullHouse) => (3_744, 2_598_960),
        JackpotHand::FiveCards(Five::Flush) => (5_108, 2_598_960),
        JackpotHand::FiveCards(Five::Straight) => (10_200, 2_598_960),
        JackpotHand::ThreeCards(_) | JackpotHand::FiveCards(_) => panic!("{hand:?}"),
    };
    Fraction::new(made, of)
}

/// A deal settled by the rules, as units; the jackpot's stake is one unit too and its meter tells the row.
fn settled(
    rulebook: &Rulebook,
    hand: Hand,
    dealer: Hand,
    community: Option<[Card; 2]>,
    plays: bool,
) -> [i64; 6] {
    let unit = Money::major(4);
    let has = |wager: bool| if wager { unit } else { Money::ZERO };
    let jackpot = rulebook.jackpot_table.says.is_some();
    let boxes = [StakedBox {
        number: BoxNumber(1),
        player: PlayerId(1),
        hand: Some(hand),
        stakes: Stakes {
            ante: unit,
            play: has(plays),
            pair_plus: unit,
            five_card: has(rulebook.side_bet_table.says.is_some()),
            jackpot: has(jackpot),
        },
        fate: if plays {
            Fate::Played
        } else {
            Fate::Folded(FoldedPairPlus::Plain)
        },
        claimed: true,
        grace_used: false,
    }];
    let terms = JackpotTerms {
        stake: unit,
        displayed: Money::major(777_777),
        seed: Money::major(1_000),
    };
    let settlement = game::settle(
        rulebook,
        &Showdown {
            dealer,
            community,
            limits: Limits::default(),
            jackpot: jackpot.then_some(terms),
            paid_before: &[],
            paid_after: &[],
            boxes: &boxes,
        },
    );
    let mut units = [0; 6];
    for line in &settlement.boxes[0].lines {
        let at = match line.wager {
            Wager::Ante => 0,
            Wager::Play => 1,
            Wager::AnteBonus => 2,
            Wager::PairPlus => 3,
            Wager::FiveCard => 4,
            Wager::Jackpot => 5,
            Wager::Envy => panic!("there is no other box"),
        };
        units[at] = (line.returned - line.staked).in_minor();
    }
    let award = units[5];
    let mut units = units.map(|net| net / unit.in_minor());
    units[5] = award;
    units
}

fn hand(text: &str) -> Hand {
    text.parse().unwrap()
}

/// The bets of a cell, without the jackpot.
fn bets(cell: &Cell) -> [i64; 5] {
    [
        cell.ante,
        cell.play,
        cell.bonus,
        cell.pair_plus,
        cell.five_card,
    ]
}

/// A sheet of one hand of a class alone.
fn sheet_of(form: &Rulebook, own: Hand) -> AntePlay {
    let mut sheet = AntePlay::new(form, Strategy::Optimal);
    sheet
        .hands
        .retain(|decided| decided.class.hand.sorted() == own.sorted());
    assert_eq!(sheet.hands.len(), 1);
    sheet.hands[0].class.size = 1;
    sheet
}

/// All hands of three of the cards that are left.
fn hands_of(left: &[Card]) -> Vec<Hand> {
    let mut hands = Vec::with_capacity(18_424);
    for (k, c) in left.iter().enumerate() {
        for (j, b) in left[..k].iter().enumerate() {
            hands.extend(left[..j].iter().map(|a| Hand::new([*a, *b, *c]).unwrap()));
        }
    }
    hands
}

fn beside(own: Hand) -> Vec<Card> {
    let mut left = Card::ALL.to_vec();
    left.retain(|card| !own.cards().contains(card));
    left
}

/// Some hands against every Dealer's hand, each deal settled by the rules: the cells of these hands.
/// Cards in the middle have their own test below.
#[test]
fn cells_hold_what_the_rules_settle() {
    for id in RulebookId::ALL {
        let form = id.form();
        if id == RulebookId::RwsMultilink2024 {
            continue;
        }
        for text in ["Qs 6h 4d", "Qs 6h 3d", "7s 7h 7d", "6s 5s 4s"] {
            let own = hand(text);
            let sheet = sheet_of(form, own);
            let joint = Joint::new(form, &sheet);
            let mut plain: BTreeMap<[i64; 5], u64> = BTreeMap::new();
            let mut awards = 0;
            for dealer in hands_of(&beside(own)) {
                let [ante, play, bonus, pair_plus, five_card, jackpot] =
                    settled(form, own, dealer, None, sheet.hands[0].plays);
                let key = [ante, play, bonus, pair_plus, five_card];
                *plain.entry(key).or_default() += 1;
                awards += u64::from(jackpot > 0);
            }
            let mut cells: BTreeMap<[i64; 5], u64> = BTreeMap::new();
            for (cell, deals) in &joint.cells {
                *cells.entry(bets(cell)).or_default() += deals;
            }
            assert_eq!(cells, plain, "{id} {text}");
            let won = joint
                .cells
                .iter()
                .filter(|(cell, _)| cell.jackpot.is_some());
            let won: u64 = won.map(|(_, deals)| deals).sum();
            assert_eq!(won, awards, "{id} {text}");
        }
    }
}

/// One hand, every two cards in the middle and every Dealer's hand beside them, counted one by one.
#[test]
fn cards_in_the_middle_leave_the_dealer_what_they_leave() {
    let form = RulebookId::RwsMultilink2024.form();
    let own = hand("Ks 9s 4s");
    let joint = Joint::new(form, &sheet_of(form, own));
    let left = beside(own);
    // Two more spades make a flush, which wins the fifth row; how often is it beside a lost Play?
    let (mut flushes, mut lost_with_flush) = (0_u64, 0_u64);
    let spades = |card: &Card| card.suit() == game::Suit::Spades;
    for (at, one) in left.iter().enumerate() {
        for other in left[..at]
            .iter()
            .filter(|other| spades(one) && spades(other))
        {
            let rest: Vec<Card> = left
                .iter()
                .copied()
                .filter(|card| card != one && card != other)
                .collect();
            for dealer in hands_of(&rest) {
                flushes += 1;
                lost_with_flush += u64::from(dealer.strength() > own.strength());
            }
        }
    }
    let rows = form.jackpot_table.says.as_ref().unwrap().rows();
    let flush = rows
        .iter()
        .position(|row| row.hand == JackpotHand::FiveCards(game::FiveCardRank::Flush));
    let sum = |lost: bool| {
        let of = joint
            .cells
            .iter()
            .filter(|(cell, _)| cell.jackpot == flush && (!lost || cell.play == -1));
        of.map(|(_, deals)| deals).sum::<u64>()
    };
    assert_eq!((sum(false), sum(true)), (flushes, lost_with_flush));
}
