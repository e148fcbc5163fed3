//! Jackpots against `game::settle`: every hand that wins is settled by the rules, and the payments and the
//! meters they leave are added up. Nothing of the solution is used but the lowest hand that is played.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{
    Award, BoxNumber, Card, Community, Fate, FoldedPairPlus, Hand, JackpotSettlement, JackpotTerms,
    Limits, MeterIncrement, Money, PlayerId, Rulebook, RulebookId, Showdown, StakedBox, Stakes,
    Wager, jackpot_row,
};
use maths::jackpot::LinkTerms;
use maths::{AntePlay, Fraction, Jackpot, Strategy};

#[expect(dead_code, reason = "the sets of cards are for tests of several boxes")]
mod dealt;
mod linked;

use dealt::all_hands;
use linked::{TERMS, link, near, with};

const STAKE: Money = Money::major(5);

fn dollars(cents: i128, of: i128) -> Fraction {
    Fraction::new(cents, 100 * of)
}

/// One box with a jackpot bet, settled by the rules: what the bet returns, and the jackpot.
fn settled(
    rulebook: &Rulebook,
    (hand, community): (Hand, Option<[Card; 2]>),
    plays: bool,
    (displayed, seed): (Money, Money),
) -> (Money, JackpotSettlement) {
    let mut taken = hand.cards().to_vec();
    taken.extend(community.into_iter().flatten());
    let mut left = Card::ALL.into_iter().filter(|card| !taken.contains(card));
    let dealer = [(); 3].map(|()| left.next().unwrap());
    let ante = Money::major(10);
    let boxes = [StakedBox {
        number: BoxNumber(1),
        player: PlayerId(1),
        hand: Some(hand),
        stakes: Stakes {
            ante,
            play: if plays { ante } else { Money::ZERO },
            jackpot: STAKE,
            ..Stakes::default()
        },
        fate: if plays {
            Fate::Played
        } else {
            Fate::Folded(FoldedPairPlus::Plain)
        },
        claimed: true,
        grace_used: false,
    }];
    let settlement = game::settle(
        rulebook,
        &Showdown {
            dealer: Hand::new(dealer).unwrap(),
            community,
            limits: Limits::default(),
            jackpot: Some(JackpotTerms {
                stake: STAKE,
                displayed,
                seed,
            }),
            paid_before: &[],
            paid_after: &[],
            boxes: &boxes,
        },
    );
    let lines = settlement.boxes[0].lines.iter();
    let own = lines.filter(|line| line.wager == Wager::Jackpot);
    (
        own.map(|line| line.returned).sum(),
        settlement.jackpot.unwrap(),
    )
}

/// A hand, and the community cards beside it.
type Held = (Hand, Option<[Card; 2]>);

/// Every hand that makes a row, with the community cards where there are any, and of how many hands in all.
fn winning(rulebook: &Rulebook) -> (Vec<Held>, i128) {
    let deck = Card::ALL;
    let mut all = Vec::new();
    let mut add = |hand, community| {
        if jackpot_row(rulebook, hand, community).is_some() {
            all.push((hand, community));
        }
    };
    if rulebook.community.says != Community::Two {
        for hand in all_hands() {
            add(hand, None);
        }
        return (all, 22_100);
    }
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                let hand = Hand::new([deck[a], deck[b], deck[c]]).unwrap();
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        add(hand, Some([deck[d], deck[e]]));
                    }
                }
            }
        }
    }
    (all, 2_598_960)
}

/// Whether the stake of a winning bet goes back is a choice of the house (G-02), and part of what a bet
/// returns.
#[test]
fn issue_17_what_a_jackpot_bet_returns_is_settled_hand_by_hand() {
    for (id, stake_on_win) in [
        (RulebookId::RwsMultilink2024, "returned"),
        (RulebookId::RwsMultilink2024, "kept"),
        (RulebookId::Mbs2019, "returned"),
        (RulebookId::Mbs2019, "kept"),
        (RulebookId::Rws2020, "returned"),
        (RulebookId::Rws2013, "returned"),
    ] {
        let rulebook = with(id, &[("jackpot_stake_on_win", stake_on_win)]);
        let sheet = AntePlay::new(&rulebook, Strategy::Optimal);
        let jackpot = Jackpot::new(&rulebook, &sheet).unwrap();
        let lowest = sheet.lowest_played().unwrap().strength();
        let meters = (Money::major(50_000), Money::major(20_000));
        let (winning, of) = winning(&rulebook);
        let (mut cents, mut squares) = (0_i128, 0_i128);
        for dealt in winning {
            let plays = dealt.0.strength() >= lowest;
            let (returned, _) = settled(&rulebook, dealt, plays, meters);
            let returned = i128::from(returned.in_minor());
            cents += returned;
            squares += returned * returned;
        }
        let returned = dollars(cents, of);
        let said = format!("{id}, stake {stake_on_win}");
        let meter = Fraction::whole(50_000);
        assert_eq!(jackpot.returned(STAKE, meter), returned, "{said}");
        let moments = jackpot.moments(STAKE, meters.0).unwrap();
        assert_eq!(moments.mean, returned - Fraction::whole(5), "{said}");
        let square = Fraction::new(squares, 10_000 * of);
        assert_eq!(moments.variance, square - returned * returned, "{said}");
        // The meter at which the bet is fair: what it lacks now, by what a dollar of the meter is worth.
        let lacking = Fraction::whole(5) - returned;
        let even = meter + lacking / jackpot.per_jackpot_unit;
        assert_eq!(jackpot.breakeven(500), even, "{said}");
    }
}

/// Where fixed awards come out of the meter (G-05) it stands lower in the long run. A round moves the meter in
/// a line, as long as it holds more than the awards: two meters settled hand by hand give the line.
#[test]
fn issue_17_a_meter_that_pays_fixed_awards_is_settled_hand_by_hand() {
    for id in [
        RulebookId::Mbs2019,
        RulebookId::Rws2020,
        RulebookId::Rws2013,
    ] {
        for from_meter in ["yes", "no"] {
            let rulebook = with(id, &[("fixed_awards_from_meter", from_meter)]);
            let terms = LinkTerms {
                boxes: 1,
                tables: 1,
                ..TERMS
            };
            let found = link(&rulebook, terms);
            let sheet = AntePlay::new(&rulebook, Strategy::Optimal);
            let lowest = sheet.lowest_played().unwrap().strength();
            let waits = rulebook.meter_increment.says == Some(MeterIncrement::AtSettlementIfNotWon);
            let hands = all_hands();
            let after = |meter: Money| {
                let mut cents = 0_i128;
                for hand in &hands {
                    let plays = hand.strength() >= lowest;
                    let meters = (meter, terms.seed);
                    let (_, jackpot) = settled(&rulebook, (*hand, None), plays, meters);
                    let whole =
                        |payment: &game::JackpotPayment| payment.row.award == Award::Percent(100);
                    cents += i128::from(jackpot.after.in_minor());
                    if waits && !jackpot.payments.iter().any(whole) {
                        cents += i128::from(terms.contribution.in_minor());
                    }
                }
                dollars(cents, 22_100)
            };
            let (low, high) = (Money::major(100_000), Money::major(200_000));
            let (at_low, at_high) = (after(low), after(high));
            let slope = (at_high - at_low) / Fraction::whole(100_000);
            let start = at_low - slope * Fraction::whole(100_000);
            let before = if waits {
                Fraction::ZERO
            } else {
                dollars(i128::from(terms.contribution.in_minor()), 1)
            };
            let seen = (slope * before + start) / (Fraction::ONE - slope) + before;
            near(found.meter_seen.value, seen.to_f64(), 1e-9);
            if let Some(exact) = found.meter_seen.exact {
                assert_eq!(
                    exact, seen,
                    "{id}, fixed awards from the meter: {from_meter}"
                );
            }
        }
    }
}
