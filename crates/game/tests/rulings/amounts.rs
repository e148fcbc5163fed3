//! The amounts a Player is offered for a bet, against what the limits and the rulebook let stand.

use super::floor::{A, Floor, ONE};
use game::{Actor, Amounts, Area, Money, Move, Request, RulebookId, Timestamp};

fn offered(floor: &Floor, area: Area) -> Option<Amounts> {
    let moves = floor.table.moves(Actor::Player(A), Timestamp(1_000_000));
    moves.into_iter().find_map(|one| {
        if let Move::Amount { request, amounts } = one
            && matches!(request, Request::PlaceBet { at: ONE, area: on, .. } if on == area)
        {
            Some(amounts)
        } else {
            None
        }
    })
}

fn betting(id: RulebookId, options: &[(&str, &str)], ante: i64) -> Floor {
    let mut floor = Floor::with(id, options);
    floor.open_bets();
    if ante > 0 {
        floor.bet(A, ONE, Area::Ante, Money::minor(ante));
    }
    floor
}

fn amounts((min, max): (i64, i64), within_limits: Option<(i64, i64)>) -> Amounts {
    let both = |(least, most)| (Money::minor(least), Money::minor(most));
    Amounts {
        within_limits: within_limits.map(both),
        ..Amounts::between(Money::minor(min), Money::minor(max))
    }
}

const LIMIT: i64 = Money::LIMIT.in_minor();

/// The table takes 1.00 to 1,000.00. What is outside is granted and then put right, as long as some of it
/// can stand (rws-2020 5.1, rws-2020 5.2).
#[test]
fn bets_outside_the_limits_are_offered_where_they_are_put_right() {
    let id = RulebookId::Rws2020;
    let ante = |staked| offered(&betting(id, &[], staked), Area::Ante);
    assert_eq!(ante(0), Some(amounts((1, LIMIT), Some((100, 100_000)))));
    assert_eq!(
        ante(60_000),
        Some(amounts((1, LIMIT - 60_000), Some((1, 40_000))))
    );
    assert_eq!(ante(40), Some(amounts((1, LIMIT - 40), Some((60, 99_960)))));
    assert_eq!(ante(100_000), None, "nothing of another bet could stand");
}

/// Where bets outside the limits are refused, none is offered (oceanfront OFG-10, OFG-16).
#[test]
fn bets_outside_the_limits_are_not_offered_where_they_are_refused() {
    let id = RulebookId::Oceanfront;
    let ante = |staked| offered(&betting(id, &[], staked), Area::Ante);
    assert_eq!(ante(0), Some(amounts((100, 400), Some((100, 400)))));
    assert_eq!(ante(300), Some(amounts((1, 100), Some((1, 100)))));
    assert_eq!(ante(400), None);
}

/// Where the Dealer's eye does the noticing every amount is taken (G-12); the limits are told all the same.
#[test]
fn unnoticed_bets_are_offered_whatever_they_come_to() {
    let unnoticed: &[(&str, &str)] = &[("auto_notice", "off")];
    for id in [RulebookId::Rws2020, RulebookId::Oceanfront] {
        let most = if id == RulebookId::Oceanfront {
            400
        } else {
            100_000
        };
        let ante = |staked| offered(&betting(id, unnoticed, staked), Area::Ante);
        assert_eq!(
            ante(0),
            Some(amounts((1, LIMIT), Some((100, most)))),
            "{id}"
        );
        assert_eq!(ante(most), Some(amounts((1, LIMIT - most), None)), "{id}");
        assert_eq!(ante(LIMIT), None, "{id}: no more can be counted");
    }
}

/// The jackpot bet has one amount (rws-2020 3.4).
#[test]
fn a_jackpot_bet_is_offered_at_its_set_amount() {
    for id in [
        RulebookId::Rws2020,
        RulebookId::Rws2013,
        RulebookId::Mbs2019,
        RulebookId::RwsMultilink2024,
    ] {
        let floor = betting(id, &[], 1_000);
        let (at, area, amount) = (ONE, Area::Jackpot, Money::major(5));
        let moves = floor.table.moves(Actor::Player(A), Timestamp(1_000_000));
        let set = Move::Exact(Request::PlaceBet { at, area, amount });
        assert!(moves.contains(&set), "{id}: {moves:?}");
    }
}

/// Where a table counts positions rather than areas, Pair Plus counts against the Ante's limits (G-22).
#[test]
fn a_position_is_offered_what_its_other_bet_leaves() {
    let per_position: &[(&str, &str)] = &[("limit_scope", "per_position")];
    let mut floor = betting(RulebookId::Rws2020, per_position, 60_000);
    let pair_plus = offered(&floor, Area::PairPlus);
    assert_eq!(pair_plus, Some(amounts((1, LIMIT), Some((1, 40_000)))));
    floor.bet(A, ONE, Area::PairPlus, Money::minor(10_000));
    let ante = offered(&floor, Area::Ante);
    let rest = amounts((1, LIMIT - 60_000), Some((1, 30_000)));
    assert_eq!(ante, Some(rest), "both bets count");
}

/// A table with a smallest chip takes whole chips (rws-2020 3.4).
#[test]
fn bets_are_offered_in_steps_of_the_smallest_chip() {
    let mut floor = Floor::with_chips(RulebookId::Rws2020, Money::minor(50));
    floor.open_bets();
    let ante = offered(&floor, Area::Ante).unwrap();
    let in_chips = Amounts {
        step: Money::minor(50),
        ..amounts((50, LIMIT), Some((100, 100_000)))
    };
    assert_eq!(ante, in_chips);
}
