//! What must hold for any commands under any rulebook: the invariants of rounds.md section 11.

#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on stops, and looks only at the events it is about"
)]

#[path = "properties/written.rs"]
mod written;

use std::collections::BTreeMap;

use game::{
    Area, BoxNumber, Card, CardSet, Event, Face, Fate, FoldedPairPlus, Hand, JackpotClaim,
    JackpotTerms, Limits, Money, PlayerId, Request, RulebookId, Settlement, Showdown, StakedBox,
    Stakes, Table, Tie, Viewer, Wager, settle,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rehearsal::dice::Dice;
use rehearsal::plain::PlainDriver;
use rehearsal::scene::DEALER;

/// A thousand cases of each, the same every time; `QUEENHIGH_CASES` and `QUEENHIGH_SEED` ask for others.
fn config() -> ProptestConfig {
    let asked = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let cases = asked("QUEENHIGH_CASES").and_then(|cases| u32::try_from(cases).ok());
    ProptestConfig {
        cases: cases.unwrap_or(1_000),
        rng_seed: RngSeed::Fixed(asked("QUEENHIGH_SEED").unwrap_or(3)),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn rulebooks() -> impl Strategy<Value = RulebookId> {
    prop::sample::select(RulebookId::ALL.to_vec())
}

/// What each share put down and what its end said it was, by box, area and Player.
#[derive(Default)]
struct Purses {
    placed: BTreeMap<(BoxNumber, Wager, PlayerId), Money>,
    ended: BTreeMap<(BoxNumber, Wager, PlayerId), Money>,
}

impl Purses {
    fn of(log: &[Event]) -> Purses {
        let mut purses = Purses::default();
        for event in log {
            let mut place = |at, area: Area, player, amount: Money| {
                let sum = purses.placed.entry((at, area.wager(), player)).or_default();
                *sum += amount;
            };
            match event {
                Event::BetPlaced {
                    at,
                    area,
                    player,
                    amount,
                    ..
                } => {
                    place(*at, *area, *player, *amount);
                }
                Event::ExcessRejected {
                    at,
                    area,
                    player,
                    amount,
                }
                | Event::BetTakenBack {
                    at,
                    area,
                    player,
                    amount,
                } => {
                    place(*at, *area, *player, -*amount);
                }
                Event::PlayMade {
                    at, player, amount, ..
                } => {
                    place(*at, Area::Play, *player, *amount);
                }
                Event::WagerSettled(settled) => {
                    assert!(settled.returned >= Money::ZERO, "{settled:?}");
                    assert!(settled.at_risk <= settled.staked, "{settled:?}");
                    assert!(!settled.cites.is_empty(), "{settled:?} cites nothing");
                    let paid = settled.staked.is_zero();
                    let key = (settled.at, settled.wager, settled.player);
                    if !paid {
                        let twice = purses.ended.insert(key, settled.staked);
                        assert_eq!(twice, None, "a bet has one end: {settled:?}");
                    }
                }
                _ => {}
            }
        }
        purses.placed.retain(|_, amount| amount.is_positive());
        purses
    }
}

proptest! {
    #![proptest_config(config())]

    /// Every bet comes to exactly one end, for the whole of what was staked.
    #[test]
    fn money_is_conserved_and_every_bet_has_one_end(seed: u64, id in rulebooks()) {
        let mut driver = PlainDriver::new(seed, id);
        for _ in 0..3 {
            let from = driver.log.len();
            driver.play_round(|_| {});
            let purses = Purses::of(&driver.log[from..]);
            prop_assert_eq!(purses.placed, purses.ended);
        }
    }

    /// A live round and the same round written down afterwards settle alike, line by line.
    #[test]
    fn a_live_round_settles_as_its_record_does(seed: u64, id in rulebooks()) {
        let mut driver = PlainDriver::new(seed, id);
        for _ in 0..3 {
            let from = driver.log.len();
            driver.play_round(|_| {});
            let must_notify = driver.rulebook.jackpot_claim.says == Some(JackpotClaim::MustNotify);
            let log = &driver.log[from..];
            if let (false, Some(written)) = (must_notify, written::written_ends(&driver, log)) {
                prop_assert_eq!(written::live_ends(log), written);
            }
        }
    }

    /// The log alone, written down and read back, makes the same table.
    #[test]
    fn replay_equals_play(seed: u64, id in rulebooks()) {
        let mut driver = PlainDriver::new(seed, id);
        driver.play_round(|_| {});
        let written = serde_json::to_string(&driver.log).unwrap();
        let log: Vec<Event> = serde_json::from_str(&written).unwrap();
        let mut replayed = Table::closed();
        for event in &log {
            replayed.evolve(event);
        }
        prop_assert_eq!(&log, &driver.log);
        prop_assert_eq!(replayed, driver.table);
    }

    /// No viewer's view holds a card that does not lie open to him.
    #[test]
    fn a_view_never_holds_a_hidden_card(seed: u64, id in rulebooks()) {
        let mut driver = PlainDriver::new(seed, id);
        driver.play_round(|driver| {
            let open = open_cards(driver);
            for viewer in [Viewer::Dealer, Viewer::Pit, Viewer::Public, Viewer::Surveillance] {
                let over = viewer == Viewer::Surveillance && driver.round().is_over();
                for card in faces(driver, viewer) {
                    assert!(over || open.contains(card), "{viewer:?} sees {card}");
                }
            }
            for player in (0..4).map(PlayerId) {
                let mut may = open;
                may.extend(looked_at(driver, player));
                for card in faces(driver, Viewer::Player(player)) {
                    assert!(may.contains(card), "{player:?} sees {card}");
                }
            }
        });
    }

    /// One deck: no card lies in two places.
    #[test]
    fn every_card_is_in_one_place(seed: u64, id in rulebooks()) {
        let mut driver = PlainDriver::new(seed, id);
        driver.play_round(|driver| {
            let mut all = CardSet::new();
            let mut seen = |card: &Card| assert!(all.insert(*card), "{card} lies twice");
            for (_, held) in driver.round().boxes() {
                held.cards.iter().for_each(&mut seen);
            }
            if let Some(felt) = driver.round().felt() {
                let rest = [&felt.burnt, &felt.discarded, &felt.dealer, &felt.community];
                rest.into_iter().flatten().for_each(&mut seen);
            }
        });
    }

    /// Where settlement starts and which bet comes first changes no Player's money.
    #[test]
    fn results_do_not_depend_on_the_order_of_seats(seed: u64, id in rulebooks()) {
        let boxes = random_boxes(seed, 7);
        let mut turned = boxes.clone();
        turned.reverse();
        let one = settled(id, seed, &boxes);
        let other = settled(id, seed, &turned);
        for settled in &one.boxes {
            let again = other.boxes.iter().find(|other| other.number == settled.number).unwrap();
            prop_assert_eq!(settled, again);
        }
        prop_assert_eq!(one.order, other.order);
    }

    /// Pair Plus, Ante Bonus and a three-card jackpot look at the Player's cards alone.
    #[test]
    fn own_hand_bets_do_not_see_the_dealer(seed: u64, id in rulebooks()) {
        let boxes = random_boxes(seed, 3);
        let own = |settlement: &Settlement| -> Vec<(Wager, Money)> {
            let lines = settlement.boxes.iter().flat_map(|settled| &settled.lines);
            let own = [Wager::PairPlus, Wager::AnteBonus, Wager::Jackpot, Wager::Envy];
            lines
                .filter(|line| own.contains(&line.wager))
                .map(|line| (line.wager, line.returned))
                .collect()
        };
        let one = own(&settled(id, seed, &boxes));
        let other = own(&settled(id, seed.wrapping_add(1), &boxes));
        prop_assert_eq!(one, other);
    }
}

/// The cards everybody at the table can see.
fn open_cards(driver: &PlainDriver) -> CardSet {
    let mut open = CardSet::new();
    let round_start = driver
        .log
        .iter()
        .rposition(|event| matches!(event, Event::BetsOpened { .. }))
        .unwrap();
    for event in &driver.log[round_start..] {
        match event {
            Event::DealerShown { hand, .. }
            | Event::HandRevealed { hand, .. }
            | Event::HandEstablished { hand, .. } => open.extend(hand.cards()),
            Event::CommunityShown { cards } => open.extend(*cards),
            _ => {}
        }
    }
    open
}

/// The cards of the boxes a Player has looked at and decides for.
fn looked_at(driver: &PlainDriver, player: PlayerId) -> Vec<Card> {
    let round_start = driver
        .log
        .iter()
        .rposition(|event| matches!(event, Event::BetsOpened { .. }))
        .unwrap();
    let looks = driver.log[round_start..]
        .iter()
        .filter_map(|event| match event {
            Event::Looked { at, player: by } if *by == player => Some(*at),
            _ => None,
        });
    looks
        .filter_map(|at| driver.round().betting_box(at))
        .flat_map(|held| held.cards.clone())
        .collect()
}

fn faces(driver: &PlainDriver, viewer: Viewer) -> Vec<Card> {
    let view = driver.table.view_for(viewer).round;
    let boxes = view.boxes.iter().flat_map(|seen| seen.cards.clone());
    let all = boxes
        .chain(view.dealer)
        .chain(view.community)
        .chain(view.discards);
    all.filter_map(|face| match face {
        Face::Up(card) => Some(card),
        Face::Down => None,
    })
    .collect()
}

/// Boxes of several Players with whatever bets and fates, from the first cards of a deck.
fn random_boxes(seed: u64, count: u8) -> Vec<StakedBox> {
    let mut dice = Dice::new(seed);
    let deck = dice.deck();
    let mut boxes = Vec::new();
    for (at, cards) in (1..=count).zip(deck.chunks(3)) {
        let mut stake = || Money::minor(dice.pick(&[0, 1_000, 2_500, 7_777]));
        let (ante, pair_plus) = (stake() + Money::minor(1), stake());
        let jackpot = Money::minor(dice.pick(&[0, 500, 700, 300]));
        let fate = dice.pick(&[
            Fate::Played,
            Fate::Played,
            Fate::Played,
            Fate::Hidden { established: false },
            Fate::Folded(FoldedPairPlus::Plain),
        ]);
        boxes.push(StakedBox {
            number: BoxNumber(at),
            player: PlayerId(u32::try_from(dice.below(3)).unwrap()),
            hand: Hand::new([cards[0], cards[1], cards[2]]),
            stakes: Stakes {
                ante,
                play: ante,
                pair_plus,
                jackpot,
                five_card: Money::ZERO,
            },
            fate,
            claimed: true,
            grace_used: false,
        });
    }
    boxes
}

fn settled(id: RulebookId, dealt: u64, boxes: &[StakedBox]) -> Settlement {
    let used: CardSet = boxes
        .iter()
        .filter_map(|staked| staked.hand)
        .flat_map(Hand::cards)
        .collect();
    let rest: Vec<Card> = Dice::new(dealt)
        .deck()
        .into_iter()
        .filter(|card| !used.contains(*card))
        .collect();
    let five = id == RulebookId::RwsMultilink2024;
    let terms = JackpotTerms {
        stake: Money::major(5),
        displayed: Money::minor(5_000_001),
        seed: Money::major(20_000),
    };
    // The community cards must not move with the Dealer's, so they come from the deck's fixed end.
    let fixed: Vec<Card> = Card::ALL
        .into_iter()
        .filter(|card| !used.contains(*card))
        .collect();
    let community = [fixed[0], fixed[1]];
    let dealer: Vec<Card> = rest
        .into_iter()
        .filter(|card| !community.contains(card))
        .collect();
    settle(
        id.form(),
        &Showdown {
            dealer: Hand::new([dealer[0], dealer[1], dealer[2]]).unwrap(),
            community: five.then_some(community),
            limits: Limits::default(),
            jackpot: (id != RulebookId::Oceanfront).then_some(terms),
            paid_before: &[],
            paid_after: &[],
            boxes,
        },
    )
}

/// A round under way refuses the next opening call of any person (rws-2020 1.18).
#[test]
fn the_next_round_waits_for_the_last() {
    let mut driver = PlainDriver::new(7, RulebookId::Rws2020);
    driver.give(DEALER, Request::OpenBets).unwrap();
    let refused = driver.give(DEALER, Request::OpenBets).unwrap_err();
    assert!(
        refused.to_string().contains("round 1 is not over"),
        "{refused}"
    );
}

/// What a house chose when the table opened holds until it closes (rounds.md section 1).
#[test]
fn a_table_keeps_the_options_it_opened_with() {
    let mut driver = PlainDriver::new(7, RulebookId::Oceanfront);
    let (was, now) = match driver.rulebook.tie.says {
        Tie::Push => (Tie::Push, Tie::PlayerWins),
        Tie::PlayerWins => (Tie::PlayerWins, Tie::Push),
    };
    driver.rulebook.tie.says = now;
    let refused = driver.give(DEALER, Request::OpenBets).unwrap_err();
    assert!(
        refused.to_string().contains("the options are not those"),
        "{refused}"
    );
    driver.rulebook.tie.says = was;
    driver.give(DEALER, Request::OpenBets).unwrap();
}
