//! A round as its people play it, up to the jackpots: for tests that need a certain hand at a certain
//! table.

use std::sync::Arc;

use game::{
    Actor, Area, Bounds, BoxNumber, Card, CommunityMethod, DealerDuty, Device, Hand, HouseDuty,
    JackpotSetup, Limits, Money, NextDuty, PersonId, Phase, PlayerId, Post, Request, Rulebook,
    Setup, Spot, Step, Table, Timestamp,
};
use house::dealer::TableHandle;
use house::response::Response;
use house::store::Store;
use house::table::TableRequest;

use super::{Floor, HOUSE, submit_until_answered};

pub const DEALER: Actor = Actor::Staff {
    post: Post::Dealer,
    person: PersonId(2),
};
pub const STAKE: Money = Money::major(5);

/// One table's evening, asked of the house for real.
pub struct Evening<S> {
    floor: Arc<Floor<S>>,
    seat: TableHandle,
    rulebook: Arc<Rulebook>,
    table: Table,
    now: u64,
}

impl<S: Store> Evening<S> {
    /// Opens the table with every notice up.
    pub async fn opened(
        floor: Arc<Floor<S>>,
        seat: TableHandle,
        rulebook: Arc<Rulebook>,
        seed: Money,
    ) -> Evening<S> {
        let mut evening = Evening {
            floor,
            seat,
            rulebook,
            table: Table::closed(),
            now: 1_000_000,
        };
        while let NextDuty::House(duty) = evening.table.next_duty() {
            let request = match duty {
                HouseDuty::OpenTable => Request::OpenTable {
                    setup: Box::new(setup(&evening.rulebook, seed)),
                },
                HouseDuty::ChooseMethod => Request::ChooseMethod {
                    method: CommunityMethod::PacketThreeLast,
                },
                HouseDuty::DisplayNotice { notice } => Request::DisplayNotice { notice },
                HouseDuty::ChooseFaultMode | HouseDuty::CloseTable => break,
            };
            evening.ask(HOUSE, request).await;
        }
        evening
    }

    /// Closed, it opens once more.
    pub async fn opened_again(self, seed: Money) -> Evening<S> {
        Evening::opened(self.floor, self.seat, self.rulebook, seed).await
    }

    /// The time the next cards are dealt at.
    pub fn at(&mut self, now: u64) {
        self.now = now;
    }

    pub async fn ask(&mut self, by: Actor, request: Request) {
        self.floor.clock.set(Timestamp(self.now));
        let said = format!("{request:?}");
        let command = self
            .floor
            .table_command(&self.rulebook, by, TableRequest::Game(request));
        let response = submit_until_answered(&self.seat, command).await;
        assert!(
            matches!(response, Response::Done { .. }),
            "{said}: {response:?}"
        );
        self.reload().await;
    }

    /// Reads the table again: the link or another process may have written to it.
    pub async fn reload(&mut self) {
        self.table = self.seat.snapshot().await.unwrap().table().clone();
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Asks the house alone, which says no.
    pub async fn is_refused(&mut self, by: Actor, request: Request) -> String {
        let command = self
            .floor
            .table_command(&self.rulebook, by, TableRequest::Game(request));
        match submit_until_answered(&self.seat, command).await {
            Response::Refused { reason, .. } => reason,
            response @ (Response::Done { .. } | Response::InsufficientFunds { .. }) => {
                panic!("{response:?}")
            }
        }
    }

    /// A Player with an Ante beside it bets on the jackpot, and the Dealer does so for the Player; both
    /// are refused because there is no jackpot to play for, and for no other reason.
    pub async fn no_jackpot_bet(&mut self, at: u8) -> String {
        let player = PlayerId(u32::from(at));
        let at = BoxNumber(at);
        let (area, amount) = (Area::Ante, Money::major(10));
        let ante = Request::PlaceBet { at, area, amount };
        self.reload().await;
        let held = self.round().betting_box(at).unwrap();
        let alone = !held.bets.has(Area::Ante);
        if alone {
            self.ask(Actor::Player(player), ante).await;
        }
        let (area, amount) = (Area::Jackpot, STAKE);
        let own = Request::PlaceBet { at, area, amount };
        let for_player = Request::PlaceBetFor {
            player,
            at,
            area,
            amount,
        };
        let reason = self.no_jackpot(Actor::Player(player), own).await;
        if self.rulebook.proxy_bets.says == game::ProxyBets::PitStaff {
            assert_eq!(self.no_jackpot(DEALER, for_player).await, reason);
        }
        if alone {
            let area = Area::Ante;
            let back = Request::TakeBack { at, area };
            self.ask(Actor::Player(player), back).await;
        }
        reason
    }

    async fn no_jackpot(&mut self, by: Actor, request: Request) -> String {
        let command = self
            .floor
            .table_command(&self.rulebook, by, TableRequest::Game(request));
        let response = submit_until_answered(&self.seat, command).await;
        let Response::Refused { reason, code, .. } = response else {
            panic!("{response:?}")
        };
        let codes = ["link-not-admitted", "link-lost", "no-jackpot-now"];
        assert!(codes.contains(&code.as_str()), "{code}: {reason}");
        reason
    }

    /// Bets were opened and no Player made any.
    pub async fn ends_without_bets(&mut self) {
        self.ask(DEALER, Request::CloseBets).await;
        self.ask(DEALER, Request::Conclude).await;
    }

    /// Bets on Ante and jackpot at a box for each hand, cards, plays, and all of it settled.
    pub async fn reaches_jackpots(&mut self, hands: &[&str], dealer: &str) {
        self.reaches_showdown(hands, dealer).await;
        self.shows(hands).await;
    }

    /// Bets on Ante and jackpot at a box for each hand, cards and plays: the Dealer's hand is next.
    pub async fn reaches_showdown(&mut self, hands: &[&str], dealer: &str) {
        let (hands, dealer) = (parsed(hands), dealer.parse().unwrap());
        self.ask(DEALER, Request::OpenBets).await;
        for (at, player) in boxes(&hands) {
            for (area, amount) in [(Area::Ante, Money::major(10)), (Area::Jackpot, STAKE)] {
                self.ask(player, Request::PlaceBet { at, area, amount })
                    .await;
            }
        }
        loop {
            match self.table.next_duty() {
                NextDuty::Dealer(DealerDuty::ShowDealer) => break,
                NextDuty::Dealer(duty) | NextDuty::Bets { then: duty, .. } => {
                    let cards = next_cards(duty, &hands, dealer);
                    let request = duty.request(&cards, Money::ZERO).unwrap();
                    self.ask(duty.actor(DEALER), request).await;
                }
                NextDuty::Decision { at, player } => {
                    let (by, amount) = (Actor::Player(player), Money::major(10));
                    self.ask(by, Request::Look { at }).await;
                    self.ask(by, Request::Play { at, amount }).await;
                }
                other @ (NextDuty::House(_)
                | NextDuty::Reveal { .. }
                | NextDuty::Ruling { .. }
                | NextDuty::Choices { .. }) => panic!("{other:?} comes next"),
            }
        }
    }

    /// The Dealer's hand is shown, then the Players', and every box is settled.
    pub async fn shows(&mut self, hands: &[&str]) {
        let hands = parsed(hands);
        loop {
            match self.table.next_duty() {
                NextDuty::Dealer(DealerDuty::PayJackpots | DealerDuty::Conclude) => break,
                NextDuty::Dealer(duty) => {
                    let request = duty.request(&[], Money::ZERO).unwrap();
                    self.ask(duty.actor(DEALER), request).await;
                    if let DealerDuty::ShowBox { at } = duty {
                        self.claims(&hands, at).await;
                    }
                }
                NextDuty::Reveal { at, player } => {
                    self.ask(Actor::Player(player), Request::Reveal { at })
                        .await;
                    self.claims(&hands, at).await;
                }
                other @ (NextDuty::House(_)
                | NextDuty::Bets { .. }
                | NextDuty::Decision { .. }
                | NextDuty::Ruling { .. }
                | NextDuty::Choices { .. }) => panic!("{other:?} comes next"),
            }
        }
        assert!(matches!(self.round().phase(), Phase::Jackpots(_)));
    }

    /// A Player who has to say so claims a hand of the jackpot table.
    async fn claims(&mut self, hands: &[Hand], at: BoxNumber) {
        let must = self.rulebook.jackpot_claim.says == Some(game::JackpotClaim::MustNotify);
        let hand = hands[usize::from(at.0) - 1];
        if must && game::jackpot_row(&self.rulebook, hand, None).is_some() {
            let player = Actor::Player(PlayerId(u32::from(at.0)));
            self.ask(player, Request::ClaimJackpot { at }).await;
        }
    }

    /// The jackpots were paid by the link, at this meter; the round ends.
    pub async fn concludes(&mut self, displayed: Money) {
        self.reload().await;
        let paid = self.round().jackpots_paid(&self.rulebook).unwrap();
        assert_eq!(paid.before, displayed);
        self.ask(DEALER, Request::Conclude).await;
    }

    /// Two people say that a card was misread.
    pub async fn corrects_card(&mut self, was: &str, is: &str) {
        let [was, is] = [was, is].map(|card| card.parse().unwrap());
        let correction = game::Correction::Card { was, is };
        let reason = "misread".to_owned();
        let request = Request::ProposeCorrection { correction, reason };
        self.ask(HOUSE, request).await;
        let other = Actor::Staff {
            post: Post::House,
            person: PersonId(42),
        };
        self.ask(other, Request::ApproveCorrection).await;
    }

    fn round(&self) -> &game::Round {
        self.table.round().unwrap()
    }
}

fn parsed(hands: &[&str]) -> Vec<Hand> {
    hands.iter().map(|hand| hand.parse().unwrap()).collect()
}

/// The cards that come out of the shuffler for a duty.
fn next_cards(duty: DealerDuty, hands: &[Hand], dealer: Hand) -> Vec<Card> {
    let DealerDuty::Deal(step) = duty else {
        return Vec::new();
    };
    match step {
        Step::Packet(Spot::Box(at)) => hands[usize::from(at.0) - 1].cards().to_vec(),
        Step::Packet(Spot::Dealer) => dealer.cards().to_vec(),
        Step::CommunityPacket(count) => spare(hands, dealer, count.into()),
        Step::DiscardCommunity => Vec::new(),
        Step::Single(_) | Step::Burn | Step::CommunityFromShoe => {
            panic!("tests deal from a shuffler, found {step:?}")
        }
    }
}

fn boxes(hands: &[Hand]) -> impl Iterator<Item = (BoxNumber, Actor)> + use<> {
    let count = u8::try_from(hands.len()).unwrap();
    (1..=count).map(|at| (BoxNumber(at), Actor::Player(PlayerId(u32::from(at)))))
}

fn setup(rulebook: &Rulebook, seed: Money) -> Setup {
    let open = Bounds {
        min: Some(Money::ZERO),
        max: Some(Money::LIMIT),
    };
    Setup {
        positions: rulebook.positions.says.0,
        device: Device::Shuffler,
        limits: Limits {
            ante: open,
            pair_plus: open,
            five_card: open,
        },
        jackpot: Some(JackpotSetup {
            stake: STAKE,
            contribution: Money::major(1),
            seed,
        }),
        interruption_grace_seconds: game::USUAL_GRACE_SECONDS,
        smallest_chip: None,
    }
}

/// Cards that are in no hand.
fn spare(hands: &[Hand], dealer: Hand, count: usize) -> Vec<Card> {
    let dealt: Vec<Card> = hands
        .iter()
        .chain([&dealer])
        .flat_map(|hand| hand.cards())
        .collect();
    let free = Card::ALL.iter().filter(|card| !dealt.contains(card));
    free.copied().take(count).collect()
}
