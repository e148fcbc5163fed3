//! A declared link with tables that take part, and the books of the whole house.

use std::sync::Arc;

use game::{Actor, Money, PersonId, Post, RulebookId};
use house::link::{
    Controller, Enrolment, HitStatus, IncrementShare, JackpotParameters, LinkEvent, LinkRequest,
    Signers,
};
use house::pit::Pit;
use house::response::Response;
use house::store::Store;
use house::table::{HouseRequest, TableRequest};
use ledger::{Account, Audit, Book, JackpotPart, LinkId, TableId};

use super::round::Evening;
use super::{Floor, HOUSE, people, submit_until_answered};

pub const LINK: LinkId = LinkId(1);
pub const SEED: Money = Money::major(20_000);
pub const BASE: Money = Money::major(50_000);

pub const LEVEL: JackpotParameters = JackpotParameters {
    base: BASE,
    reset: SEED,
    increment: IncrementShare { part: 2, of: 3 },
    hidden: IncrementShare { part: 1, of: 3 },
    limit: Money::major(1_000_000),
    contribution_max: Money::major(5),
    verify_above: Money::major(900_000),
};

pub const TWO: Signers = Signers {
    by: HOUSE,
    with: Some(Actor::Staff {
        post: Post::ShiftManager,
        person: PersonId(31),
    }),
};

pub struct Scene<S> {
    pub floor: Arc<Floor<S>>,
    pub pit: Arc<Pit>,
    pub link: Controller,
}

impl<S: Store> Scene<S> {
    /// A declared link with so many tables that take part.
    pub async fn new(store: S, level: JackpotParameters, tables: u32) -> Scene<S> {
        let floor = Arc::new(Floor::new(store));
        let pit = Pit::new(floor.store.clone(), floor.clock.clone());
        let pit = Arc::new(pit.with_people(people()));
        let link = Controller::new(pit.clone(), LINK);
        let mut scene = Scene { floor, pit, link };
        scene.request(LinkRequest::Declare { level }).await;
        for table in (1..=tables).map(TableId) {
            scene.request(LinkRequest::Enrol { table }).await;
            scene.request(LinkRequest::Enable { table }).await;
            scene.floor.buy_in_players(table, 9).await;
        }
        scene.link.turn().await.unwrap();
        scene
    }

    pub async fn request(&mut self, request: LinkRequest) {
        let response = self.link.submit(self.floor.next_id(), TWO, request).await;
        assert!(
            matches!(response, Ok(Response::Done { .. })),
            "{response:?}"
        );
    }

    pub async fn refuses(&mut self, signed: Signers, request: LinkRequest) -> String {
        match self
            .link
            .submit(self.floor.next_id(), signed, request)
            .await
        {
            Ok(Response::Refused { reason, .. }) => reason,
            other => panic!("{other:?}"),
        }
    }

    /// The books of the whole house hold together, and the jackpot's accounts are its meters.
    pub async fn is_sound(&self) {
        let mut book = Book::default();
        let mut rows = Vec::new();
        for (stream, _) in self.floor.store.heads().await.unwrap() {
            let posted = self.floor.store.postings(stream, 0, usize::MAX).await;
            rows.extend(posted.unwrap().into_iter().map(|posted| posted.row));
        }
        // Streams have no common order: what comes to an account is counted before what leaves it.
        for row in rows {
            book.shift(row);
        }
        let audit = Audit::of(&book, |_, _| true);
        assert!(audit.is_sound(), "{:?}", audit.found);
        let meters = self.link.state().meters();
        assert!(meters.is_balanced(), "{meters:?}");
        for (part, meter) in [
            (JackpotPart::Display, meters.shown),
            (JackpotPart::Reserve, meters.reserve),
            (JackpotPart::Overflow, meters.overflow),
            (JackpotPart::Inflow, meters.undivided()),
        ] {
            assert_eq!(
                book.balance(Account::Jackpot(LINK, part)),
                meter,
                "{part:?}"
            );
        }
    }
}

/// Opens a table that feeds the link, which admits it if it takes part.
pub async fn evening<S: Store>(scene: &Scene<S>, table: u32, rulebook: RulebookId) -> Evening<S> {
    evening_with(scene, table, rulebook, &[]).await
}

/// The same, under a rulebook for which the house has chosen these options.
pub async fn evening_with<S: Store>(
    scene: &Scene<S>,
    table: u32,
    rulebook: RulebookId,
    options: &[(&str, &str)],
) -> Evening<S> {
    let mut rulebook = rulebook.form().clone();
    for (switch, value) in options {
        rulebook.choose(switch, value).unwrap();
    }
    let rulebook = Arc::new(rulebook);
    let seat = super::created(&scene.pit, TableId(table)).await;
    let join = HouseRequest::JoinLink { link: LINK };
    let command = scene
        .floor
        .table_command(&rulebook, HOUSE, TableRequest::House(join));
    submit_until_answered(&seat, command).await;
    let takes_part = scene.link.state().tables().get(&TableId(table));
    if takes_part == Some(&Enrolment::Enabled) {
        let admit = HouseRequest::AdmitToLink { link: LINK };
        let command =
            scene
                .floor
                .table_command(&rulebook, Actor::System, TableRequest::House(admit));
        submit_until_answered(&seat, command).await;
    }
    Evening::opened(Arc::clone(&scene.floor), seat, rulebook, SEED).await
}

/// The wins of a turn: number, table, what it drew, whether it may be paid.
pub fn wins(events: &[LinkEvent]) -> Vec<(u64, u32, Money, HitStatus)> {
    let hit = |event: &LinkEvent| {
        let LinkEvent::Hit {
            number,
            claim,
            standing,
            ..
        } = event
        else {
            return None;
        };
        Some((*number, claim.table.0, claim.drawn(), *standing))
    };
    events.iter().filter_map(hit).collect()
}

pub const NOTHING: &str = "7c 5d 3h";
pub const ROYAL: &str = "As Ks Qs";
pub const DEALER: &str = "Jc Td 8h";
