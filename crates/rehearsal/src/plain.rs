//! Rounds without irregularities, driven by chance: sensible commands mostly, nonsense now and then, and
//! a way to the end. For properties that are told of what happened and of nothing besides: no second set
//! of books runs along, and the rulebook is the caller's choice.

use game::{
    Actor, Area, BoxNumber, Card, CardSet, Command, DealerDuty, Event, Felt, FoldedPairPlus, Money,
    Move, NextDuty, Phase, PlayerId, Post, Refusal, Request, Round, Rulebook, RulebookId, Table,
    Timestamp,
};

use super::dice::Dice;
use super::scene::{self, DEALER, HOUSE, staff};

/// What the meter shows in every round.
pub const METER: Money = Money::major(50_000);

pub struct PlainDriver {
    pub dice: Dice,
    pub rulebook: Rulebook,
    pub table: Table,
    pub log: Vec<Event>,
    pub deck: Vec<Card>,
}

impl PlainDriver {
    /// An open table with its notices up, under random options.
    pub fn new(seed: u64, id: RulebookId) -> PlainDriver {
        let mut dice = Dice::new(seed);
        let mut rulebook = id.form().clone();
        for answer in id.form().answers() {
            if dice.one_in(6) && !answer.choices.is_empty() && answer.switch != "settle_bet_order" {
                let choices: Vec<&str> = answer.choices.iter().map(String::as_str).collect();
                rulebook.choose(answer.switch, dice.pick(&choices)).unwrap();
            }
        }
        let opening = scene::opening(&mut dice, &rulebook);
        let deck = dice.deck();
        let table = Table::closed();
        let mut driver = PlainDriver {
            dice,
            rulebook,
            table,
            log: Vec::new(),
            deck,
        };
        for asks in opening {
            driver.give(HOUSE, asks).unwrap();
        }
        driver
    }

    pub fn round(&self) -> &Round {
        self.table.round().expect("a round was opened")
    }

    /// Decides and evolves, or shows that a refusal left no trace.
    pub fn give(&mut self, by: Actor, asks: Request) -> Result<(), Refusal> {
        let before = self.table.clone();
        let decided = self.table.decide(&self.rulebook, &Command::new(by, asks));
        assert_eq!(self.table, before, "deciding changes nothing");
        let events = decided?;
        assert!(!events.is_empty(), "what was not refused has happened");
        for event in &events {
            self.table.evolve(event);
        }
        self.log.extend(events);
        Ok(())
    }

    /// One round from the opening call to its end; `watch` sees the table after every command.
    pub fn play_round(&mut self, mut watch: impl FnMut(&PlainDriver)) {
        self.deck = self.dice.deck();
        self.give(DEALER, Request::OpenBets).unwrap();
        for _ in 0..120 {
            if self.round().is_over() {
                return;
            }
            let (by, asks) = if self.dice.one_in(5) {
                self.anything()
            } else {
                self.sensible()
            };
            let _ = self.give(by, asks);
            watch(self);
        }
        // Every way on leads nearer to the end; a round that needs more than this goes in circles.
        for _ in 0..2_000 {
            if self.round().is_over() {
                return;
            }
            self.towards_the_end();
            watch(self);
        }
        panic!("the round does not end: {:?}", self.log.last());
    }

    fn player(&mut self) -> Actor {
        Actor::Player(PlayerId(u32::try_from(self.dice.below(4)).unwrap()))
    }

    fn any_box(&mut self) -> BoxNumber {
        BoxNumber(u8::try_from(self.dice.below(8)).unwrap())
    }

    fn amount(&mut self) -> Money {
        let cap = self.rulebook.id == RulebookId::Oceanfront;
        let amounts: &[i64] = if cap {
            &[100, 200, 300, 400, 400, 50, 500]
        } else {
            &[1_000, 1_500, 2_500, 5_000, 10_000, 500, 120_000, -1, 0, 7]
        };
        Money::minor(self.dice.pick(amounts))
    }

    /// Any command by any actor, whether or not it makes sense now.
    fn anything(&mut self) -> (Actor, Request) {
        let by = match self.dice.below(6) {
            0 => DEALER,
            1 => HOUSE,
            2 => Actor::System,
            3 => staff(Post::PitSupervisor, 11),
            _ => self.player(),
        };
        let (at, amount) = (self.any_box(), self.amount());
        let area = self.dice.pick(&Area::ALL);
        let card = self.dice.pick(&Card::ALL);
        let player = PlayerId(u32::try_from(self.dice.below(5)).unwrap());
        let pair_plus = self.dice.pick(&[
            FoldedPairPlus::Plain,
            FoldedPairPlus::Kept,
            FoldedPairPlus::GivenUp,
        ]);
        let requests = [
            Request::OpenBets,
            Request::Sit { at },
            Request::PlaceBet { at, area, amount },
            Request::PlaceBetFor {
                player,
                at,
                area,
                amount,
            },
            Request::OfferJackpot { at },
            Request::TakeBack { at, area },
            Request::RejectExcess { at, area },
            Request::AdviseMinimum { at, area },
            Request::InformOneHand { player },
            Request::CallMissingPairPlus,
            Request::Burn { card },
            Request::DealNext { card },
            Request::DealPacket {
                cards: vec![card; 3],
            },
            Request::DealCommunity { cards: [card; 2] },
            Request::DiscardCommunity,
            Request::Look { at },
            Request::Touch { at },
            Request::Play { at, amount },
            Request::Fold { at, pair_plus },
            Request::StandPairPlus { at },
            Request::Leave { player },
            Request::CollectFolded,
            Request::ShowBox { at },
            Request::Reveal { at },
            Request::DeclineReveal { at },
            Request::EstablishHand { at },
            Request::ViewHidden { at },
            Request::ClaimJackpot { at },
            Request::Settle { at },
            Request::PayJackpots { displayed: METER },
            Request::Conclude,
            Request::CloseTable,
        ];
        let at = usize::try_from(self.dice.below(requests.len() as u64)).unwrap();
        (by, requests[at].clone())
    }

    fn sensible(&mut self) -> (Actor, Request) {
        let at = self.any_box();
        match self.round().phase() {
            Phase::BetsOpen => match self.dice.below(16) {
                0 => (DEALER, Request::CloseBets),
                1 => (DEALER, Request::OfferJackpot { at }),
                2 => (
                    self.player(),
                    Request::TakeBack {
                        at,
                        area: Area::Ante,
                    },
                ),
                3 => (self.player(), Request::Sit { at }),
                4..8 => {
                    let jackpot = self.table.setup().unwrap().jackpot.is_some();
                    let (amount, area) = if jackpot {
                        (500, Area::Jackpot)
                    } else {
                        (200, Area::FiveCard)
                    };
                    (
                        self.player(),
                        Request::PlaceBet {
                            at,
                            area,
                            amount: Money::minor(amount),
                        },
                    )
                }
                8..11 => {
                    let amount = self.amount();
                    (
                        self.player(),
                        Request::PlaceBet {
                            at,
                            area: Area::PairPlus,
                            amount,
                        },
                    )
                }
                _ => {
                    let amount = self.amount();
                    (
                        self.player(),
                        Request::PlaceBet {
                            at,
                            area: Area::Ante,
                            amount,
                        },
                    )
                }
            },
            Phase::BetsClosed
            | Phase::Dealing(_)
            | Phase::Deciding(_)
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => self.next_way(),
        }
    }

    /// Does what comes next, which is always granted: no round may ever be stuck.
    pub fn towards_the_end(&mut self) {
        let (by, asks) = self.next_way();
        if let Err(refusal) = self.give(by, asks.clone()) {
            let duty = self.table.next_duty();
            panic!("{by} asks {asks:?} when {duty:?} comes next: {refusal}");
        }
    }

    /// What the Dealer owes, or a move of the Player the table waits for.
    pub fn next_way(&mut self) -> (Actor, Request) {
        match self.table.next_duty() {
            NextDuty::Dealer(duty)
            | NextDuty::Bets {
                then: duty,
                short: None,
            } => {
                let request = duty.request(&self.next_cards(duty), METER);
                (
                    duty.actor(DEALER),
                    request.expect("a full deck is dealt from"),
                )
            }
            NextDuty::Bets {
                short: Some((at, area)),
                ..
            } => {
                let held = self.round().betting_box(at).unwrap();
                let player = held.bets.shares(area).next().unwrap().player;
                (Actor::Player(player), Request::TakeBack { at, area })
            }
            NextDuty::Decision { at, player } => self.one_of(player, |asks| {
                matches!(asks, Request::Play { at: to, .. } | Request::Fold { at: to, .. }
                    | Request::StandPairPlus { at: to } if *to == at)
            }),
            NextDuty::Reveal { at, player } => self.one_of(player, |asks| {
                matches!(asks, Request::Reveal { at: of } | Request::DeclineReveal { at: of }
                    if *of == at)
            }),
            other @ (NextDuty::House(_) | NextDuty::Ruling { .. } | NextDuty::Choices { .. }) => {
                panic!("nothing went wrong at this table, and {other:?} comes next")
            }
        }
    }

    fn next_cards(&self, duty: DealerDuty) -> Vec<Card> {
        if duty.cards() == 0 {
            return Vec::new();
        }
        let used = self.round().felt().map_or_else(CardSet::new, Felt::used);
        let left = self.deck.iter().filter(|card| !used.contains(**card));
        left.copied().collect()
    }

    /// Mostly the first of the moves that lead on, which is to play or to show; else any of them.
    fn one_of(
        &mut self,
        player: PlayerId,
        leads_on: impl Fn(&Request) -> bool,
    ) -> (Actor, Request) {
        let by = Actor::Player(player);
        let moves = self.table.moves(by, Timestamp::default());
        let open = moves.iter().filter_map(Move::request);
        let open: Vec<&Request> = open.filter(|asks| leads_on(asks)).collect();
        let any = if self.dice.one_in(3) {
            self.dice.below(open.len() as u64)
        } else {
            0
        };
        let chosen = open.get(usize::try_from(any).unwrap());
        let chosen = chosen.unwrap_or_else(|| panic!("no move of {by} leads on: {moves:?}"));
        (by, (*chosen).clone())
    }
}
