//! Who may move a player's money.

use std::sync::Arc;

use game::{Actor, Money, PersonId, PlayerId, Post};
use house::cage::CageCommand;
use house::store::{MemoryStore, StoreSettings};
use house::{House, HouseSettings};
use ledger::{Adjusted, CageMove};

use crate::floor::{Floor, HOUSE, people};
use crate::{PLAYER, PLAYING, TABLE, asks, code, deposit};

#[tokio::test]
async fn issue_17_16_a_players_money_leaves_by_the_player_or_by_two_who_exist() {
    let floor = Floor::new(MemoryStore::default());
    let amount = Money::major(10);
    let buys = CageMove::BuyIn {
        player: PLAYER,
        table: TABLE,
        amount: Money::major(500),
    };
    for moves in [deposit(PLAYER, Money::major(1_000)), buys] {
        assert_eq!(
            code(&floor.submit_to_cage(HOUSE, moves).await.unwrap()),
            "done"
        );
    }
    let dealer = Actor::Staff {
        post: Post::Dealer,
        person: PersonId(43),
    };
    let manager_as_house = Actor::staff(Post::House, PersonId(31));
    let (player, table) = (PLAYER, TABLE);
    let tip = CageMove::Tip {
        player,
        table,
        amount,
    };
    let takes = CageMove::Withdrawal { player, amount };
    let adjusts = CageMove::Adjustment {
        player,
        table,
        way: Adjusted::FromPlayer,
        amount,
    };
    let (second, unknown) = (Some(PersonId(42)), Some(PersonId(99)));
    let stranger = Actor::Player(PlayerId(8));
    for (by, with, moves, expected) in [
        (dealer, None, tip, "owner-or-two-people"),
        (dealer, Some(PersonId(43)), tip, "owner-or-two-people"),
        (dealer, unknown, tip, "person-unknown"),
        (dealer, Some(PersonId(41)), tip, "done"),
        (PLAYING, None, tip, "done"),
        (stranger, second, tip, "cage-not-yours"),
        (HOUSE, None, takes, "owner-or-two-people"),
        (HOUSE, unknown, takes, "person-unknown"),
        (manager_as_house, second, takes, "cage-other-post"),
        (HOUSE, second, takes, "done"),
        (PLAYING, None, takes, "done"),
        (stranger, second, takes, "cage-not-yours"),
        (HOUSE, None, adjusts, "adjustment-by-two-people"),
        (HOUSE, unknown, adjusts, "person-unknown"),
        (manager_as_house, second, adjusts, "cage-other-post"),
        (HOUSE, second, adjusts, "done"),
        (PLAYING, second, adjusts, "adjustment-by-staff-only"),
    ] {
        let command = CageCommand {
            id: floor.next_id(),
            by,
            with,
            moves,
        };
        let response = floor.cage.submit(command).await.unwrap();
        assert_eq!(code(&response), expected, "{by:?} {with:?} {moves:?}");
    }
    let report = audit::verify::verify(&*floor.store).await.unwrap();
    assert!(report.is_clean(), "{:?}", report.findings);
}

/// A house that was told of no people moves no money on the word of two.
#[tokio::test]
async fn issue_17_16_a_house_knows_the_people_it_was_told_of() {
    let moves = CageMove::Adjustment {
        player: PLAYER,
        table: TABLE,
        way: Adjusted::ToPlayer,
        amount: Money::major(10),
    };
    let command = CageCommand {
        with: Some(PersonId(42)),
        ..asks("adjusts", HOUSE, moves)
    };
    for (known, expected) in [(None, "person-unknown"), (Some(people()), "done")] {
        let mut settings = HouseSettings::new(StoreSettings::Memory, "first");
        if let Some(known) = known {
            settings = settings.with_people(known);
        }
        let house = House::open(settings).await.unwrap();
        let response = house.cage().submit(command).await.unwrap();
        assert_eq!(code(&response), expected);
        house.close().await.unwrap();
    }
    let _: Arc<dyn house::People> = people();
}
