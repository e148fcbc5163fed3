//! A round as its people play it, up to the jackpots: for tests that need a certain hand at a certain
//! table.

use std::sync::Arc;

use game::{
    Actor, Area, Bounds, BoxNumber, Card, CommunityMethod, DeclineReveal, Device, Display, Hand,
    JackpotSetup, Limits, Money, Notice, PersonId, Phase, PlayerId, Post, Request, Rulebook, Setup,
    Spot, Step, Table, Timestamp, YesNo,
};
use house::dealer::TableHandle;
use house::response::Response;
use house::store::Store;
use house::table::TableRequest;

use super::{Floor, HOUSE, until_told};

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
        let setup = Box::new(setup(&rulebook, seed));
        let displays = rulebook.display_required.says;
        let method = rulebook.community_method.says.is_some();
        let mut evening = Evening {
            floor,
            seat,
            rulebook,
            table: Table::closed(),
            now: 1_000_000,
        };
        evening.ask(HOUSE, Request::OpenTable { setup }).await;
        if method {
            let method = CommunityMethod::PacketThreeLast;
            evening.ask(HOUSE, Request::ChooseMethod { method }).await;
        }
        for display in displays {
            let notice = match display {
                Display::Limits => Notice::Limits,
                Display::JackpotAmount => Notice::JackpotAmount,
                Display::Method => Notice::DealingMethod,
            };
            evening.ask(HOUSE, Request::DisplayNotice { notice }).await;
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
            .put(&self.rulebook, by, TableRequest::Game(request));
        let response = until_told(&self.seat, command).await;
        assert!(
            matches!(response, Response::Done { .. }),
            "{said}: {response:?}"
        );
        self.looks().await;
    }

    /// The link, or somebody else, may have said something to the table.
    pub async fn looks(&mut self) {
        self.table = self.seat.snapshot().await.unwrap().table().clone();
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Asks the house alone, which says no.
    pub async fn is_refused(&mut self, by: Actor, request: Request) -> String {
        let command = self
            .floor
            .put(&self.rulebook, by, TableRequest::Game(request));
        match until_told(&self.seat, command).await {
            Response::Refused { reason, .. } => reason,
            response @ (Response::Done { .. } | Response::InsufficientFunds { .. }) => {
                panic!("{response:?}")
            }
        }
    }

    pub async fn no_jackpot_bet(&mut self, at: u8) -> String {
        let (area, amount) = (Area::Jackpot, STAKE);
        let player = Actor::Player(PlayerId(u32::from(at)));
        let at = BoxNumber(at);
        let bet = Request::PlaceBet { at, area, amount };
        self.is_refused(player, bet).await
    }

    /// Bets were opened and nobody made any.
    pub async fn ends_without_bets(&mut self) {
        self.ask(DEALER, Request::CloseBets).await;
        self.ask(DEALER, Request::Conclude).await;
    }

    /// Bets on Ante and jackpot at a box for each hand, cards, plays, and all of it settled.
    pub async fn reaches_jackpots(&mut self, hands: &[&str], dealer: &str) {
        let hands: Vec<Hand> = hands.iter().map(|hand| hand.parse().unwrap()).collect();
        let dealer: Hand = dealer.parse().unwrap();
        self.ask(DEALER, Request::OpenBets).await;
        for (at, player) in boxes(&hands) {
            for (area, amount) in [(Area::Ante, Money::major(10)), (Area::Jackpot, STAKE)] {
                self.ask(player, Request::PlaceBet { at, area, amount })
                    .await;
            }
        }
        self.ask(DEALER, Request::CloseBets).await;
        if self.rulebook.missing_pair_plus_call.says == YesNo::Yes {
            self.ask(DEALER, Request::CallMissingPairPlus).await;
        }
        self.deal(&hands, dealer).await;
        for (at, player) in boxes(&hands) {
            self.ask(player, Request::Look { at }).await;
            let amount = Money::major(10);
            self.ask(player, Request::Play { at, amount }).await;
        }
        self.ask(DEALER, Request::ShowDealer).await;
        let turns = self.rulebook.decline_reveal.says == DeclineReveal::DealerReveals;
        for (at, player) in boxes(&hands) {
            if turns {
                self.ask(DEALER, Request::ShowBox { at }).await;
            } else {
                self.ask(player, Request::Reveal { at }).await;
            }
            let claims = self.rulebook.jackpot_claim.says == Some(game::JackpotClaim::MustNotify);
            let hand = hands[usize::from(at.0) - 1];
            if claims && game::jackpot_row(&self.rulebook, hand, None).is_some() {
                self.ask(player, Request::ClaimJackpot { at }).await;
            }
        }
        while let Some(at) = self.round().next_to_settle(&self.rulebook) {
            self.ask(DEALER, Request::Settle { at }).await;
        }
        assert!(matches!(self.round().phase(), Phase::Jackpots(_)));
    }

    /// The jackpots were paid by the link, at this meter; the round ends.
    pub async fn concludes(&mut self, displayed: Money) {
        self.looks().await;
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

    async fn deal(&mut self, hands: &[Hand], dealer: Hand) {
        while let Some(step) = self.round().next_step(&self.rulebook) {
            let cards = match step {
                Step::Packet(Spot::Box(at)) => hands[usize::from(at.0) - 1].cards().to_vec(),
                Step::Packet(Spot::Dealer) => dealer.cards().to_vec(),
                Step::CommunityPacket(count) => spare(hands, dealer, count.into()),
                Step::DiscardCommunity => {
                    self.ask(DEALER, Request::DiscardCommunity).await;
                    continue;
                }
                Step::Single(_) | Step::Burn | Step::CommunityFromShoe => {
                    panic!("tests deal from a shuffler, found {step:?}")
                }
            };
            self.ask(DEALER, Request::DealPacket { cards }).await;
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
    }
}

/// Cards nobody is dealt.
fn spare(hands: &[Hand], dealer: Hand, count: usize) -> Vec<Card> {
    let dealt: Vec<Card> = hands
        .iter()
        .chain([&dealer])
        .flat_map(|hand| hand.cards())
        .collect();
    let free = Card::ALL.iter().filter(|card| !dealt.contains(card));
    free.copied().take(count).collect()
}
