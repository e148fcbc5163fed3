//! The numbers of a jackpot to the last cent.

use super::*;

const LEVEL: JackpotParameters = JackpotParameters {
    base: Money::major(500),
    reset: Money::major(200),
    increment: IncrementShare { part: 1, of: 3 },
    hidden: IncrementShare { part: 2, of: 3 },
    limit: Money::major(1_000),
    contribution_max: Money::major(5),
    verify_above: Money::major(100),
};

/// STANDARDS P5: a million bets at a share that never ends come to the exact fraction.
#[test]
fn no_part_of_a_cent_is_lost() {
    let mut meters = Meters::start(&JackpotParameters {
        limit: Money::LIMIT,
        ..LEVEL
    });
    let level = JackpotParameters {
        limit: Money::LIMIT,
        ..LEVEL
    };
    for bet in 1..=1_000_000_i64 {
        meters = meters.with(&level, Money::minor(7));
        assert!(meters.is_balanced(), "after {bet}");
    }
    let thirds = i64::from(meters.odd) + 3 * (meters.shown - LEVEL.base).in_minor();
    assert_eq!(thirds, 7_000_000);
    let held = meters.undivided();
    assert_eq!(
        meters.reserve + held + meters.shown - LEVEL.base,
        Money::minor(7_000_000)
    );
}

/// Feeding and taking back in any order leaves what was left: and the books balance at each step.
#[test]
fn what_is_taken_back_was_never_there() {
    let start = Meters::start(&LEVEL).with(&LEVEL, Money::minor(1_001));
    let mut meters = start;
    for amount in [7, 1, 2, 13, 100] {
        meters = meters.with(&LEVEL, Money::minor(amount));
        assert!(meters.is_balanced());
    }
    for amount in [13, 7, 100, 2, 1] {
        meters = meters.with(&LEVEL, Money::minor(-amount));
        assert!(meters.is_balanced());
    }
    assert_eq!(meters, start);
}

#[test]
fn above_the_limit_it_overflows_and_the_next_one_shows_it() {
    let level = JackpotParameters {
        increment: IncrementShare { part: 3, of: 3 },
        hidden: IncrementShare { part: 0, of: 3 },
        ..LEVEL
    };
    let full = Meters::start(&level).with(&level, Money::major(600));
    assert_eq!(
        (full.shown, full.overflow),
        (level.limit, Money::major(100))
    );
    let won = full.after_hit(&level, full.shown, level.reset);
    assert_eq!((won.shown, won.overflow), (Money::major(300), Money::ZERO));
    assert_eq!((won.hits, won.won), (1, level.limit));
    assert!(full.is_balanced() && won.is_balanced());
}

/// What a contribution taken back leaves the display short of lies in the overflow, and the house pays
/// only the rest.
#[test]
fn the_overflow_pays_before_the_house() {
    let level = JackpotParameters {
        increment: IncrementShare { part: 3, of: 3 },
        hidden: IncrementShare { part: 0, of: 3 },
        ..LEVEL
    };
    let full = Meters::start(&level).with(&level, Money::major(600));
    assert_eq!(full.overflow, Money::major(100));
    let some = full.with(&level, Money::major(-860));
    assert_eq!((some.shown, some.overflow), (level.reset, Money::major(40)));
    assert_eq!(some.funded, full.funded);
    let all = full.with(&level, Money::major(-950));
    assert_eq!((all.shown, all.overflow), (level.reset, Money::ZERO));
    assert_eq!(all.funded - full.funded, Money::major(50));
    assert!(some.is_balanced() && all.is_balanced());
}

/// A share of it may have been won down to less than the reset (rws-multilink-2024 4.4): what is taken
/// back then neither lowers the display nor lifts it to the reset, which only a win of all of it pays.
#[test]
fn a_share_that_was_won_lowers_the_floor() {
    let start = Meters::start(&LEVEL);
    let left = Money::major(100);
    let won = start.after_hit(&LEVEL, start.shown - left, left);
    assert_eq!((won.shown, won.funded), (left, start.funded));
    let back = won.with(&LEVEL, Money::major(-30));
    assert_eq!(back.shown, left);
    let fed = won.with(&LEVEL, Money::major(30));
    assert_eq!(fed.shown, left + Money::major(10));
    // Above the reset, the reset is the floor.
    let high = start.with(&LEVEL, Money::major(-1_200));
    assert_eq!(high.shown, LEVEL.reset);
    assert!(back.is_balanced() && fed.is_balanced() && high.is_balanced());
}

/// What a win that did not count gives back to a display at its limit goes to the overflow.
#[test]
fn a_win_taken_back_at_the_limit_overflows() {
    let start = Meters::start(&LEVEL);
    let won = start.after_hit(&LEVEL, start.shown, LEVEL.reset);
    let funding = won.reset_funding_since(&start);
    assert_eq!(funding.house, LEVEL.reset);
    let full = won.with(&LEVEL, Money::major(2_400));
    assert_eq!(full.shown, LEVEL.limit);
    let back = full.after_reversal(&LEVEL, start.shown, funding);
    assert_eq!(back.shown, LEVEL.limit);
    assert_eq!(back.overflow, Money::major(300));
    assert_eq!(back.funded, start.funded);
    assert!(back.is_balanced());
}

#[test]
fn a_reset_comes_from_the_reserve_and_then_from_the_house() {
    let fed = Meters::start(&LEVEL).with(&LEVEL, Money::major(150));
    assert_eq!(fed.reserve, Money::major(100));
    let won = fed.after_hit(&LEVEL, fed.shown, LEVEL.reset);
    assert_eq!((won.shown, won.reserve), (LEVEL.reset, Money::ZERO));
    assert_eq!(won.funded - fed.funded, Money::major(100));
    assert!(won.is_balanced());
    // What is taken back after the win is the house's to make good.
    let back = won.with(&LEVEL, Money::minor(-300));
    assert_eq!(back.shown, LEVEL.reset);
    assert!(back.is_balanced());
}

/// A win that did not count never lowers the display: what its reset had cost goes back as far as the
/// award covers it, to the reserve first.
#[test]
fn a_win_taken_back_never_lowers_the_display() {
    let won = Meters::start(&LEVEL).after_hit(&LEVEL, Money::major(100), Money::major(400));
    let funding = |reserve, house| ResetFunding {
        reserve: Money::major(reserve),
        house: Money::major(house),
    };
    for (paid, to_reserve, from_house, up) in [
        (funding(60, 150), 60, 40, 0),
        (funding(150, 60), 100, 0, 0),
        (funding(60, 30), 60, 30, 10),
    ] {
        let back = won.after_reversal(&LEVEL, Money::major(100), paid);
        assert_eq!(back.reserve, won.reserve + Money::major(to_reserve));
        assert_eq!(back.funded, won.funded - Money::major(from_house));
        assert_eq!(back.shown, won.shown + Money::major(up));
        assert_eq!((back.hits, back.won), (0, Money::ZERO));
        assert!(back.is_balanced());
    }
}

/// STANDARDS P24: what another jackpot left was fed, and none of it is shown.
#[test]
fn what_another_jackpot_left_is_kept_for_a_reset() {
    let start = Meters::start(&LEVEL);
    let with = start.with_reserve(Money::major(70));
    assert_eq!(
        (with.fed, with.reserve),
        (Money::major(70), Money::major(70))
    );
    assert_eq!((with.shown, with.funded), (start.shown, start.funded));
    assert!(with.is_balanced());
}

/// The cent of which display and reserve both have a part is neither's, until other shares apply or the
/// jackpot ends.
#[test]
fn a_cent_that_both_have_a_part_of_is_undivided() {
    let cent = Money::minor(1);
    let start = Meters::start(&LEVEL);
    let fed = start.with(&LEVEL, cent);
    assert_eq!(
        (fed.shown, fed.odd, fed.reserve),
        (start.shown, 1, Money::ZERO)
    );
    assert_eq!(fed.undivided(), cent);
    assert_eq!(fed.held(), start.shown + cent);
    let even = fed.evened();
    assert_eq!(
        (even.odd, even.reserve, even.undivided()),
        (0, cent, Money::ZERO)
    );
    let full = fed.with(&LEVEL, Money::major(1_600));
    assert!(full.overflow.is_positive() && full.undivided().is_positive());
    let ended = full.ended();
    assert_eq!((ended.held(), ended.left), (Money::ZERO, full.held()));
    assert_eq!((ended.fed, ended.funded), (full.fed, full.funded));
    for meters in [fed, even, full, ended] {
        assert!(meters.is_balanced());
    }
}

/// The bounds themselves can be declared.
#[test]
fn a_level_at_its_bounds_can_be() {
    let shares = |part, of| JackpotParameters {
        increment: IncrementShare { part, of },
        hidden: IncrementShare {
            part: of - part,
            of,
        },
        ..LEVEL
    };
    let amounts = |reset, base, limit| JackpotParameters {
        base,
        reset,
        limit,
        ..LEVEL
    };
    let (none, some, cent) = (Money::ZERO, Money::major(300), Money::minor(1));
    let smallest = JackpotParameters {
        contribution_max: cent,
        verify_above: cent,
        ..LEVEL
    };
    for level in [
        shares(0, 1),
        shares(1, 1),
        shares(1, FINEST),
        amounts(none, some, Money::LIMIT),
        amounts(none, none, none),
        amounts(some, some, some),
        smallest,
    ] {
        assert_eq!(level.check(), Ok(()), "{level:?}");
    }
    for (level, said) in [
        (
            shares(1, FINEST + 1),
            "increment: found 1/1000001, expected at most 1, in parts of up to 1000000",
        ),
        (
            JackpotParameters {
                hidden: IncrementShare { part: 2, of: 4 },
                ..LEVEL
            },
            "hidden: found 2/4, expected 2/3: the rest of the increment",
        ),
        (
            amounts(some, some - cent, some),
            "base: found 29999, expected 30000 to 30000",
        ),
    ] {
        assert_eq!(level.check(), Err(said.to_owned()));
    }
}

#[test]
// tidy: table
fn a_level_that_cannot_be_is_named_by_its_field() {
    let wrong = [
        (
            JackpotParameters {
                increment: IncrementShare { part: 4, of: 3 },
                ..LEVEL
            },
            "increment",
        ),
        (
            JackpotParameters {
                increment: IncrementShare { part: 0, of: 0 },
                ..LEVEL
            },
            "increment",
        ),
        (
            JackpotParameters {
                hidden: IncrementShare { part: 1, of: 3 },
                ..LEVEL
            },
            "hidden",
        ),
        (
            JackpotParameters {
                base: Money::major(1_001),
                ..LEVEL
            },
            "base",
        ),
        (
            JackpotParameters {
                base: Money::major(199),
                ..LEVEL
            },
            "base",
        ),
        (
            JackpotParameters {
                reset: Money::minor(-1),
                ..LEVEL
            },
            "reset",
        ),
        (
            JackpotParameters {
                limit: Money::LIMIT + Money::minor(1),
                ..LEVEL
            },
            "limit",
        ),
        (
            JackpotParameters {
                contribution_max: Money::ZERO,
                ..LEVEL
            },
            "contribution_max",
        ),
        (
            JackpotParameters {
                verify_above: Money::ZERO,
                ..LEVEL
            },
            "verify_above",
        ),
    ];
    for (level, field) in wrong {
        let said = level.check().unwrap_err();
        assert!(said.starts_with(field), "{said}");
    }
    assert_eq!(LEVEL.check(), Ok(()));
}
