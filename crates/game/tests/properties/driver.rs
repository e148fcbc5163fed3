//! A table driven by chance: sensible commands mostly, nonsense now and then, and a way to the end.

use game::{
    Actor, Area, BoxNumber, Card, Command, Decision, Device, Event, FoldedPairPlus, JackpotSetup,
    Limits, Money, Notice, PersonId, Phase, PlayerId, Post, Refusal, Request, Round, Rulebook,
    RulebookId, Setup, Showing, Step, Table,
};

/// Splitmix64: small, and the same everywhere.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.roll() % bound
    }

    pub fn one_in(&mut self, chance: u64) -> bool {
        self.below(chance) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        let at = usize::try_from(self.below(from.len() as u64)).unwrap();
        from[at]
    }

    /// A deck in a random order.
    pub fn deck(&mut self) -> Vec<Card> {
        let mut deck = Card::ALL.to_vec();
        for last in (1..deck.len()).rev() {
            let other = usize::try_from(self.below(last as u64 + 1)).unwrap();
            deck.swap(last, other);
        }
        deck
    }
}

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
    deck: Vec<Card>,
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
        driver.give(HOUSE, Request::OpenTable { setup }).unwrap();
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
        let decided = self.table.decide(&self.rulebook, &Command { by, asks });
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
                    let amount = if self.table.setup().unwrap().jackpot.is_some() {
                        500
                    } else {
                        200
                    };
                    let area = if amount == 500 {
                        Area::Jackpot
                    } else {
                        Area::FiveCard
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
            | Phase::Concluded(_) => {
                let mut ways = self.ways_on();
                let keep = self.dice.below(ways.len() as u64);
                ways.swap_remove(usize::try_from(keep).unwrap())
            }
        }
    }

    /// Tries every way on until one is taken: no round may ever be stuck.
    fn towards_the_end(&mut self) {
        for (by, asks) in self.ways_on() {
            if self.give(by, asks).is_ok() {
                return;
            }
        }
        panic!("nothing leads on from {:?}", self.round());
    }

    fn ways_on(&mut self) -> Vec<(Actor, Request)> {
        let mut ways = Vec::new();
        match self.round().phase().clone() {
            Phase::BetsOpen => {
                for (at, held) in self.round().boxes() {
                    ways.push((DEALER, Request::OfferJackpot { at }));
                    for area in &held.prompted {
                        let owner = held.bets.shares(*area)[0].player;
                        ways.push((Actor::Player(owner), Request::TakeBack { at, area: *area }));
                    }
                }
                ways.retain(|(_, asks)| {
                    self.table
                        .decide(
                            &self.rulebook,
                            &Command {
                                by: DEALER,
                                asks: asks.clone(),
                            },
                        )
                        .is_ok()
                        || !matches!(asks, Request::OfferJackpot { .. })
                });
                ways.retain(|(_, asks)| !matches!(asks, Request::OfferJackpot { at } if self.round().betting_box(*at).unwrap().jackpot_offered));
                ways.push((DEALER, Request::CloseBets));
            }
            Phase::BetsClosed | Phase::Dealing(_) => {
                ways.push((DEALER, Request::CallMissingPairPlus));
                for player in 0..4 {
                    ways.push((
                        DEALER,
                        Request::InformOneHand {
                            player: PlayerId(player),
                        },
                    ));
                }
                ways.retain(|_| self.dice.one_in(3));
                ways.extend(self.next_cards());
                ways.push((DEALER, Request::Conclude));
                ways.push((DEALER, Request::CallMissingPairPlus));
            }
            Phase::Deciding(_) => self.decisions(&mut ways),
            Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => {
                self.showdown(&mut ways);
            }
            Phase::Concluded(_) => ways.push((DEALER, Request::OpenBets)),
        }
        ways
    }

    fn next_cards(&mut self) -> Option<(Actor, Request)> {
        let step = self.round().next_step(&self.rulebook)?;
        let used = match self.round().phase() {
            Phase::Dealing(deal) => deal.used,
            _ => game::CardSet::new(),
        };
        let left: Vec<Card> = self
            .deck
            .iter()
            .copied()
            .filter(|card| !used.contains(*card))
            .collect();
        let next = |count: usize| left[..count].to_vec();
        let asks = match step {
            Step::Burn => Request::Burn { card: next(1)[0] },
            Step::Single(_) => Request::DealNext { card: next(1)[0] },
            Step::Packet(_) => Request::DealPacket { cards: next(3) },
            Step::CommunityFromShoe => Request::DealCommunity {
                cards: [next(2)[0], next(2)[1]],
            },
            Step::CommunityPacket(count) => Request::DealPacket {
                cards: next(usize::from(count)),
            },
            Step::DiscardCommunity => Request::DiscardCommunity,
        };
        Some((DEALER, asks))
    }

    fn decisions(&mut self, ways: &mut Vec<(Actor, Request)>) {
        let undecided = self
            .round()
            .in_round()
            .find(|(_, held)| held.decision == Decision::Undecided);
        if let Some((at, held)) = undecided {
            let by = Actor::Player(held.controller().unwrap());
            let own = held.bets.of(Area::Ante, held.controller().unwrap());
            let total = held.bets.total(Area::Ante);
            ways.push((by, Request::Look { at }));
            ways.retain(|_| self.dice.one_in(3));
            let play = [
                (by, Request::Play { at, amount: own }),
                (by, Request::Play { at, amount: total }),
                (by, Request::StandPairPlus { at }),
            ];
            let fold = (
                by,
                Request::Fold {
                    at,
                    pair_plus: FoldedPairPlus::Plain,
                },
            );
            if self.dice.one_in(3) {
                ways.push(fold.clone());
            }
            ways.extend(play);
            ways.push(fold);
            return;
        }
        ways.push((DEALER, Request::CollectFolded));
        ways.push((DEALER, Request::ShowDealer));
    }

    fn showdown(&mut self, ways: &mut Vec<(Actor, Request)>) {
        let hide = self.dice.one_in(4);
        for (at, held) in self.round().in_round() {
            let by = Actor::Player(held.controller().unwrap());
            if held.showing == Showing::FaceDown {
                if hide {
                    ways.push((by, Request::DeclineReveal { at }));
                }
                ways.push((by, Request::Reveal { at }));
                ways.push((DEALER, Request::ShowBox { at }));
            }
        }
        ways.extend(
            self.round()
                .next_to_settle(&self.rulebook)
                .map(|at| (DEALER, Request::Settle { at })),
        );
        ways.push((Actor::System, Request::PayJackpots { displayed: METER }));
        ways.push((DEALER, Request::Conclude));
    }
}
