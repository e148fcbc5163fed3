//! A table driven by chance: sensible commands mostly, nonsense now and then, and a way to the end.

use game::{
    Actor, Area, BoxNumber, Card, Command, Device, Event, FoldedPairPlus, JackpotSetup, Limits,
    Money, Notice, PersonId, Phase, PlayerId, Post, Refusal, Request, Round, Rulebook, RulebookId,
    Setup, Table,
};
use rehearsal::dice::Dice;

pub const DEALER: Actor = Actor::Staff {
    post: Post::Dealer,
    person: PersonId(1),
};
pub const HOUSE: Actor = Actor::Staff {
    post: Post::House,
    person: PersonId(9),
};

/// What the meter shows in every round.
pub const METER: Money = Money::major(50_000);

pub struct Driver {
    pub dice: Dice,
    pub rulebook: Rulebook,
    pub table: Table,
    pub log: Vec<Event>,
    pub deck: Vec<Card>,
}

impl Driver {
    /// An open table with its notices up, under random options.
    pub fn new(seed: u64, id: RulebookId) -> Driver {
        let mut dice = Dice::new(seed);
        let mut rulebook = id.form().clone();
        for answer in id.form().answers() {
            if dice.one_in(6) && !answer.choices.is_empty() && answer.switch != "settle_bet_order" {
                let choices: Vec<&str> = answer.choices.iter().map(String::as_str).collect();
                rulebook.choose(answer.switch, dice.pick(&choices)).unwrap();
            }
        }
        let cap = id == RulebookId::Oceanfront;
        let (min, max) = if cap { (100, 400) } else { (1_000, 100_000) };
        let bounds = game::Bounds {
            min: Some(Money::minor(min)),
            max: Some(Money::minor(max)),
        };
        let jackpot = JackpotSetup {
            stake: Money::major(5),
            contribution: Money::major(1),
            seed: Money::major(20_000),
        };
        let setup = Setup {
            positions: 4 + u8::try_from(dice.below(4)).unwrap(),
            device: dice.pick(rulebook.deal_methods.says),
            limits: Limits {
                ante: bounds,
                pair_plus: bounds,
                five_card: game::Bounds::default(),
            },
            jackpot: (!cap).then_some(jackpot),
            interruption_grace_seconds: game::USUAL_GRACE_SECONDS,
        };
        let deck = dice.deck();
        let table = Table::closed();
        let mut driver = Driver {
            dice,
            rulebook,
            table,
            log: Vec::new(),
            deck,
        };
        driver
            .give(
                HOUSE,
                Request::OpenTable {
                    setup: Box::new(setup),
                },
            )
            .unwrap();
        if let Some(methods) = driver.rulebook.community_method.says {
            let shuffler = driver.table.setup().unwrap().device == Device::Shuffler;
            let fits = if shuffler {
                &methods[1..]
            } else {
                &methods[..1]
            };
            let method = driver.dice.pick(fits);
            driver
                .give(HOUSE, Request::ChooseMethod { method })
                .unwrap();
        }
        for notice in [Notice::Limits, Notice::JackpotAmount, Notice::DealingMethod] {
            driver
                .give(HOUSE, Request::DisplayNotice { notice })
                .unwrap();
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
    pub fn play_round(&mut self, mut watch: impl FnMut(&Driver)) {
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

    /// Any command by anybody, whether or not it makes sense now.
    fn anything(&mut self) -> (Actor, Request) {
        let by = match self.dice.below(6) {
            0 => DEALER,
            1 => HOUSE,
            2 => Actor::System,
            3 => Actor::Staff {
                post: Post::PitSupervisor,
                person: PersonId(2),
            },
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
            | Phase::Voided(_) => self.next(),
        }
    }
}
