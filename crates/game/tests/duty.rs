//! Rounds driven to their end by `next_duty` and `moves` alone: the Dealer does what is owed, and
//! the Player or post that is waited for takes one of the moves listed.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it is"
)]

#[path = "duty/drive.rs"]
mod drive;

use drive::Floor;
use game::{
    Actor, Bounds, BoxNumber, Card, DealerDuty, Device, Event, JackpotKind, JackpotSetup, Limits,
    Money, NextDuty, PersonId, Place, PlayerId, Report, Request, RulebookId, Setup, Slip, Step,
    Table, Wager,
};
use rehearsal::dice::Dice;
use rehearsal::driver::Driver;

/// A round of each rulebook with a hand that wins the jackpot and a card that is turned in the deal.
#[test]
fn a_round_of_each_rulebook_is_driven_to_its_end() {
    for id in RulebookId::ALL {
        let mut floor = Floor::new(id.form().clone(), BoxNumber(1));
        let jackpot = floor.rulebook.jackpot_kind.says != JackpotKind::None;
        floor.open(setup(&floor, jackpot));
        floor.until(|floor| floor.table.round().is_some());
        for (player, at) in [(1, 1), (2, 2), (3, 3)] {
            floor.bets(PlayerId(player), BoxNumber(at), jackpot);
        }
        floor.until(|floor| floor.cards_dealt() >= 7);
        // The Dealer turns a card of box 2 by accident.
        let held = floor
            .table
            .round()
            .unwrap()
            .betting_box(BoxNumber(2))
            .unwrap();
        let cards = vec![held.cards[0]];
        let by = drive::DEALER;
        floor.ask(
            by,
            Request::Report {
                report: Report::Exposed { cards, by },
            },
        );
        floor.finish_round();
        let log = &floor.log;
        assert!(
            log.iter()
                .any(|event| matches!(event, Event::IrregularityReported { .. })),
            "{id}"
        );
        let voided = log
            .iter()
            .any(|event| matches!(event, Event::RoundVoided { .. }));
        let won = |event: &Event| matches!(event, Event::JackpotAwarded { amount, .. } if amount.is_positive());
        assert!(
            !jackpot || voided || log.iter().any(won),
            "{id}: the royal of box 1 wins"
        );
        let settled =
            |event: &Event| matches!(event, Event::WagerSettled(line) if line.wager == Wager::Ante);
        assert!(log.iter().any(settled), "{id}: every Ante comes to its end");
        assert!(floor.table.round().unwrap().is_over(), "{id}");
    }
}

/// A packet for the community area that went to the Dealer's hand leaves nothing to discard from: the
/// Dealer says that the cards lie wrong.
#[test]
fn a_community_packet_laid_elsewhere_is_reported() {
    let rulebook = RulebookId::RwsMultilink2024.form().clone();
    let mut floor = Floor::new(rulebook, BoxNumber(1));
    let device = Device::Shuffler;
    floor.open(Setup {
        device,
        ..setup(&floor, true)
    });
    floor.until(|floor| floor.table.round().is_some());
    floor.bets(PlayerId(1), BoxNumber(1), true);
    let packet_is_next = |floor: &Floor| {
        let duty = floor.table.next_duty();
        matches!(
            duty,
            NextDuty::Dealer(DealerDuty::Deal(Step::CommunityPacket(3)))
        )
    };
    floor.until(packet_is_next);
    let out = floor.table.round().unwrap().felt().unwrap().used();
    let cards = Card::ALL.into_iter().filter(|card| !out.contains(*card));
    let slip = Slip::Instead {
        cards: cards.take(3).collect(),
        to: Place::Dealer,
    };
    floor.ask(drive::DEALER, Request::Slip { slip });
    let misdeal = NextDuty::Dealer(DealerDuty::ReportMisdeal);
    assert_eq!(floor.table.next_duty(), misdeal);
    floor.finish_round();
}

/// From anywhere in a random evening with everything going wrong, `next_duty` and `moves` lead to
/// the end of the round, and what the Dealer owes is granted.
#[test]
fn from_anywhere_duty_and_moves_lead_finish_round() {
    rehearsal::checked_table::hush_expected_panics();
    let mut finished = 0_u32;
    for seed in 0..700 {
        let Ok(mut driver) = Driver::new(5_000_000 + seed) else {
            continue;
        };
        let _ = driver.play_round();
        let _ = driver.play_round();
        let mut dice = Dice::new(seed);
        let mut table = Table::closed();
        for told in &driver.checked.exchanges {
            if dice.one_in(12) && table.round().is_some_and(|round| !round.is_over()) {
                let deck = dice.deck();
                let mut floor =
                    Floor::at(table.clone(), driver.checked.rulebook.clone(), deck, seed);
                floor.finish_round();
                finished += 1;
            }
            for event in told.answer.iter().flatten() {
                table.evolve(event);
            }
        }
    }
    assert!(
        finished > 2_000,
        "{finished} rounds were driven to their end"
    );
}

fn setup(floor: &Floor, jackpot: bool) -> Setup {
    let bounds = Bounds {
        min: Some(Money::major(1)),
        max: Some(Money::major(4)),
    };
    Setup {
        positions: 7,
        device: floor.rulebook.deal_methods.says[0],
        limits: Limits {
            ante: bounds,
            pair_plus: bounds,
            five_card: Bounds::default(),
        },
        jackpot: jackpot.then_some(JackpotSetup {
            stake: Money::major(5),
            contribution: Money::major(1),
            seed: Money::major(1_000),
        }),
        interruption_grace_seconds: 5,
        smallest_chip: None,
    }
}

/// A table set up as the rulebook draws it opens, and what nobody chooses comes as a request with the
/// actor who makes it: only the method, the bets, the decisions and the turned hands are asked for here.
#[test]
fn a_round_is_dealt_by_the_requests_of_what_is_due() {
    let jackpot = JackpotSetup::new(Money::major(5), Money::major(1), Money::major(20_000));
    for id in RulebookId::ALL {
        let bounds = Bounds::between(Money::major(1), Money::major(4));
        let mut floor = Floor::new(id.form().clone(), BoxNumber(1));
        let setup = Setup::new(id.form(), bounds, jackpot);
        assert_eq!(
            setup.jackpot.is_some(),
            id.form().jackpot_kind.says != JackpotKind::None,
            "{id}"
        );
        floor.open(setup);
        let (mut asked, mut bet) = (0, false);
        let mut deck: Vec<Card> = Card::ALL.to_vec();
        while !floor.table.round().is_some_and(game::Round::is_over) {
            let duty = floor.table.next_duty();
            if !bet && matches!(duty, NextDuty::Bets { .. }) {
                floor.bets(PlayerId(1), BoxNumber(1), false);
                bet = true;
                continue;
            }
            let drawn: Vec<Card> = deck.drain(..duty.cards()).collect();
            let staff = |post| Actor::staff(post, PersonId(1));
            match duty.request(staff, &drawn, Money::major(20_000)) {
                Some((by, request)) => {
                    floor.ask(by, request);
                    asked += 1;
                }
                None => floor.step(),
            }
        }
        assert!(asked > 5, "{id}: {asked} requests");
    }
}

/// A bet below its minimum is the Player's to raise: nobody closes over it.
#[test]
fn no_request_closes_bets_over_a_short_one() {
    let short = Some((BoxNumber(1), game::Area::Ante));
    let then = DealerDuty::CloseBets;
    let ask = |short| {
        let staff = |post| Actor::staff(post, PersonId(1));
        NextDuty::Bets { then, short }.request(staff, &[], Money::ZERO)
    };
    assert_eq!(ask(short), None);
    assert!(ask(None).is_some());
}
