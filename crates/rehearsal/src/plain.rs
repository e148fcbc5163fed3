//! Rounds without irregularities, driven by chance: sensible commands mostly, nonsense now and then, and
//! a way to the end. For properties that are told of what happened and of nothing besides: no second set
//! of books runs along, and the rulebook is the caller's choice.

use game::{
    Actor, Area, BoxNumber, Card, CardSet, Command, Event, FoldedPairPlus, Money, Phase, PlayerId,
    Post, Refusal, Request, Round, Rulebook, RulebookId, Showing, Table,
};

use super::dice::Dice;
use super::scene::{self, DEALER, HOUSE, staff};
use super::ways::{self, Way};

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

    /// Any command by anybody, whether or not it makes sense now.
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
            | Phase::Voided(_) => {
                let mut ways = self.ways_on();
                let keep = self.dice.below(ways.len() as u64);
                ways.swap_remove(usize::try_from(keep).unwrap())
            }
        }
    }

    /// Tries every way on until one is taken: no round may ever be stuck.
    pub fn towards_the_end(&mut self) {
        for (by, asks) in self.ways_on() {
            if self.give(by, asks).is_ok() {
                return;
            }
        }
        panic!("nothing leads on from {:?}", self.round());
    }

    pub fn ways_on(&mut self) -> Vec<Way> {
        let mut ways = Vec::new();
        match self.round().phase().clone() {
            Phase::BetsOpen => {
                for (at, held) in self
                    .round()
                    .boxes()
                    .filter(|(_, held)| !held.jackpot_offered)
                {
                    let asks = Request::OfferJackpot { at };
                    let offer = Command::new(DEALER, asks.clone());
                    if held.is_in() && self.table.decide(&self.rulebook, &offer).is_ok() {
                        ways.push((DEALER, asks));
                    }
                }
                ways.push((DEALER, Request::CloseBets));
                // What keeps bets from closing is a short one: it may always be taken back.
                for (at, held) in self.round().boxes() {
                    for area in Area::ALL {
                        let shares = held.bets.shares(area);
                        ways.extend(shares.map(|share| {
                            (Actor::Player(share.player), Request::TakeBack { at, area })
                        }));
                    }
                }
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
            Phase::Deciding(_) => {
                let round = self.table.round().expect("a round was opened");
                ways = ways::deciding(round, Some(&mut self.dice));
            }
            Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => {
                self.showdown(&mut ways);
            }
            Phase::Concluded(_) | Phase::Voided(_) => ways.push((DEALER, Request::OpenBets)),
        }
        ways
    }

    fn next_cards(&mut self) -> Option<Way> {
        let round = self.round();
        let used = round.felt().map_or_else(CardSet::new, game::Felt::used);
        let left = self.deck.iter().filter(|card| !used.contains(**card));
        let left: Vec<Card> = left.copied().collect();
        ways::dealt(round.next_step(&self.rulebook)?, &left)
    }

    fn showdown(&mut self, ways: &mut Vec<Way>) {
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
