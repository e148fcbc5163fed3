//! Chips for everybody and a link for their bets, made once however often it is begun: for processes
//! that may be killed while they begin.

use std::sync::Arc;

use game::{Actor, Money, PersonId, PlayerId, Post};
use house::cage::{Cage, CageCommand};
use house::clock::SystemClock;
use house::link::{Controller, IncrementShare, JackpotParameters, LinkRequest, Signers};
use house::log::CommandId;
use house::pit::Pit;
use house::response::Response;
use house::store::Store;
use ledger::{CageMove, LinkId, TableId};

use super::{HOUSE, people};

const BROUGHT: Money = Money::major(1_000_000);
pub const SEED: Money = Money::major(20_000);

/// At each table players `table * 100` and up have bought in.
pub async fn buy_in_players<S: Store>(store: &Arc<S>, tables: u32, players: u32) {
    for table in (1..=tables).map(TableId) {
        buy_in_at_table(store, table, players).await;
    }
}

/// At this table.
pub async fn buy_in_at_table<S: Store>(store: &Arc<S>, table: TableId, players: u32) {
    let cage = Cage::new(store.clone(), Arc::new(SystemClock));
    for player in (0..players).map(|nth| PlayerId(table.0 * 100 + nth)) {
        let amount = BROUGHT;
        let deposit = CageMove::Deposit { player, amount };
        let buy_in = CageMove::BuyIn {
            player,
            table,
            amount,
        };
        for (what, moves) in [("brings", deposit), ("buys", buy_in)] {
            let (by, with) = (HOUSE, None);
            let id = CommandId::named(&format!("{what} {} {}", table.0, player.0));
            let command = CageCommand {
                id,
                by,
                with,
                moves,
            };
            let response = cage.submit(command).await.unwrap();
            assert!(matches!(response, Response::Done { .. }), "{response:?}");
        }
    }
}

/// The link stands, and the tables take part.
pub async fn declare_link<S: Store>(store: &Arc<S>, link: LinkId, tables: u32) {
    let pit = Pit::new(store.clone(), Arc::new(SystemClock));
    let mut controller = Controller::new(Arc::new(pit.with_people(people())), link);
    let level = JackpotParameters {
        base: Money::major(50_000),
        reset: SEED,
        increment: IncrementShare { part: 2, of: 3 },
        hidden: IncrementShare { part: 1, of: 3 },
        limit: Money::major(1_000_000),
        contribution_max: Money::major(5),
        verify_above: Money::major(900_000),
    };
    let two = Signers {
        by: HOUSE,
        with: Some(Actor::Staff {
            post: Post::ShiftManager,
            person: PersonId(31),
        }),
    };
    let mut request = vec![LinkRequest::Declare { level }];
    for table in (1..=tables).map(TableId) {
        request.push(LinkRequest::Enrol { table });
        request.push(LinkRequest::Enable { table });
    }
    for (nth, request) in request.into_iter().enumerate() {
        let id = CommandId::named(&format!("link {} begins {nth}", link.0));
        let response = controller.submit(id, two, request).await.unwrap();
        assert!(matches!(response, Response::Done { .. }), "{response:?}");
    }
}
