//! A table opened for another game: its pay tables stand in the log, come back from it, and pay.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

use game::{
    Actor, Area, Award, Bounds, BoxNumber, Command, Device, Event, FiveCardRank, HandRank,
    JackpotHand, JackpotRow, JackpotSetup, JackpotTable, Limits, Money, Notice, PayTable, PersonId,
    PlayerId, Post, Request, Rulebook, RulebookId, Setup, SideBetTable, Table, Wager,
};

/// What a log would bring back.
fn restored(rulebook: &Rulebook) -> Rulebook {
    let mut again = rulebook.id.form().clone();
    for (switch, says) in rulebook.options() {
        again.restore(switch, &says).unwrap();
    }
    again
}

fn row(hand: JackpotHand, award: Award) -> JackpotRow {
    JackpotRow {
        hand,
        award,
        envy: None,
    }
}

#[test]
fn whatever_a_table_pays_comes_back_from_its_words() {
    for id in RulebookId::ALL {
        for pays in [
            [5, 5, 4, 1, 0, 0],
            [50, 40, 30, 6, 3, 1],
            [9, 8, 7, 6, 5, 0],
            [0; 6],
        ] {
            let mut other = id.form().clone();
            other.ante_bonus_table.says = PayTable::new(pays);
            other.pair_plus_table.says = PayTable::new(pays);
            assert_eq!(restored(&other), other);
            assert_eq!(restored(&other).digest(), other.digest());
        }
    }
    let mut side = RulebookId::Oceanfront.form().clone();
    side.side_bet_table.says = Some(SideBetTable([0, 9, 10, 15, 20, 100, 200, 1000]));
    assert_eq!(restored(&side), side);
}

#[test]
fn jackpots_come_back_with_hands_sums_and_envy() {
    let royal = JackpotRow {
        hand: JackpotHand::SpadeRoyal,
        award: Award::Percent(100),
        envy: Some(Money::minor(12_345)),
    };
    let flush = JackpotHand::ThreeCards(HandRank::Flush);
    let mut three = RulebookId::Rws2020.form().clone();
    let rows = vec![royal, row(flush, Award::Sum(Money::minor(5_050)))];
    three.jackpot_table.says = Some(JackpotTable::read(rows));
    assert_eq!(restored(&three), three);
    let mut five = RulebookId::RwsMultilink2024.form().clone();
    let rows = [
        (FiveCardRank::RoyalFlush, Award::Percent(100)),
        (FiveCardRank::StraightFlush, Award::Percent(5)),
        (FiveCardRank::TwoPair, Award::ForOne(2)),
    ];
    let rows = rows.map(|(rank, award)| row(JackpotHand::FiveCards(rank), award));
    five.jackpot_table.says = Some(JackpotTable::read(rows.to_vec()));
    assert_eq!(restored(&five), five);
    // A switch that is no pay table is still the rulebook's.
    let mut form = RulebookId::Rws2020.form().clone();
    assert!(form.restore("fold_jackpot", "alive").is_err());
    for wrong in [
        "",
        "40",
        "40 30 5 4 1 0",
        "40 30 5 4 -1",
        "a b c",
        "40 30 5; MR x",
    ] {
        assert!(form.restore("pair_plus_table", wrong).is_err(), "{wrong}");
    }
    for wrong in [
        "",
        "100%",
        "100% 1 2 3 x",
        "mini_royal 100%",
        "mini_royal_spades",
        "1% 2% 3% 4% 5.5",
    ] {
        assert!(form.restore("jackpot_table", wrong).is_err(), "{wrong}");
    }
    assert!(form.restore("side_bet_table", "1 2 3 4 5 6 7 8").is_err());
    assert_eq!(&form, RulebookId::Rws2020.form());
}

fn setup() -> Setup {
    let bounds = Bounds {
        min: Some(Money::major(25)),
        max: Some(Money::major(1000)),
    };
    Setup {
        positions: 7,
        device: Device::Shuffler,
        limits: Limits {
            ante: bounds,
            pair_plus: bounds,
            five_card: Bounds::default(),
        },
        jackpot: Some(JackpotSetup {
            stake: Money::major(5),
            contribution: Money::major(1),
            seed: Money::major(20_000),
        }),
        interruption_grace_seconds: game::USUAL_GRACE_SECONDS,
        smallest_chip: None,
    }
}

/// One round from the opening to the settlement: a straight under Pair Plus at 6 and a bonus of 2.
#[test]
fn a_round_of_another_game_is_paid_by_its_tables() {
    let mut rulebook = RulebookId::Rws2020.form().clone();
    rulebook.pair_plus_table.says = PayTable::new([50, 40, 30, 6, 3, 1]);
    rulebook.ante_bonus_table.says = PayTable::new([5, 5, 4, 2, 0, 0]);
    let staff = |post: Post, person: u32| Actor::Staff {
        post,
        person: PersonId(person),
    };
    let (house, dealer) = (staff(Post::House, 1), staff(Post::Dealer, 2));
    let (player, at) = (Actor::Player(PlayerId(1)), BoxNumber(1));
    let packet = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect();
    let bet = |area: Area| Request::PlaceBet {
        at,
        area,
        amount: Money::major(50),
    };
    let notice = |notice: Notice| Request::DisplayNotice { notice };
    let mut table = Table::closed();
    let mut paid = Vec::new();
    for (by, asks) in [
        (
            house,
            Request::OpenTable {
                setup: Box::new(setup()),
            },
        ),
        (house, notice(Notice::Limits)),
        (house, notice(Notice::JackpotAmount)),
        (dealer, Request::OpenBets),
        (player, bet(Area::Ante)),
        (player, bet(Area::PairPlus)),
        (dealer, Request::CloseBets),
        (
            dealer,
            Request::DealPacket {
                cards: packet("9s 8d 7c"),
            },
        ),
        (
            dealer,
            Request::DealPacket {
                cards: packet("Ks 8h 3d"),
            },
        ),
        (player, Request::Look { at }),
        (
            player,
            Request::Play {
                at,
                amount: Money::major(50),
            },
        ),
        (dealer, Request::ShowDealer),
        (player, Request::Reveal { at }),
        (dealer, Request::Settle { at }),
    ] {
        let events = table.decide(&rulebook, &Command::new(by, asks)).unwrap();
        for event in events {
            if let Event::WagerSettled(end) = &event {
                paid.push((end.wager, end.returned));
            }
            table.evolve(&event);
        }
    }
    let returned = |wager: Wager| paid.iter().find(|(of, _)| *of == wager).unwrap().1;
    assert_eq!(returned(Wager::PairPlus), Money::major(50 + 6 * 50));
    assert_eq!(returned(Wager::AnteBonus), Money::major(2 * 50));
}
