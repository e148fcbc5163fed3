//! A table that plays one deal after another as the rules say it goes on, for the benches of whole
//! rounds and of what comes next.
//!
//! Everything a rulebook has lies on each box: Ante, Pair Plus, jackpot or five-card bet, and Play
//! from Q-6-4 upwards.

use game::{
    Actor, Area, Bounds, BoxNumber, Card, Command, CommunityMethod, DealerDuty, Device, Event,
    FoldedPairPlus, Hand, HandRank, HouseDuty, JackpotKind, JackpotSetup, Limits, Money, NextDuty,
    PersonId, PlayerId, Post, Rank, Request, Rulebook, Setup, SideBet, Table, jackpot_row,
};

pub const DEALER: Actor = staff(Post::Dealer, 1);
pub const HOUSE: Actor = staff(Post::House, 2);
pub const BET: Money = Money::major(2);
pub const METER: Money = Money::major(50_000);
pub const JACKPOT: JackpotSetup = JackpotSetup {
    stake: Money::major(5),
    contribution: Money::major(1),
    seed: Money::major(20_000),
};

pub const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

pub struct ScriptedTable {
    pub rulebook: &'static Rulebook,
    pub table: Table,
    boxes: u8,
    /// What the last command led to.
    events: Vec<Event>,
}

impl ScriptedTable {
    /// Open, with every notice up.
    pub fn open(rulebook: &'static Rulebook, boxes: u8) -> ScriptedTable {
        let mut scripted = ScriptedTable {
            rulebook,
            table: Table::closed(),
            boxes,
            events: Vec::new(),
        };
        while let NextDuty::House(duty) = scripted.table.next_duty() {
            scripted.house(duty);
        }
        scripted
    }

    /// One round with these cards; the events it took.
    pub fn play(&mut self, deck: &[Card; 52]) -> usize {
        let mut next = deck.as_slice();
        let mut events = self.step(&mut next);
        events += self.bet();
        while !self.round().is_over() {
            events += self.step(&mut next);
        }
        events
    }

    /// All bets of all boxes.
    pub fn bet(&mut self) -> usize {
        let mut events = 0;
        for (by, at) in (1..=self.boxes).map(player) {
            for (area, amount) in bets(self.rulebook) {
                if amount.is_positive() {
                    events += self.ask(by, Request::PlaceBet { at, area, amount });
                }
            }
        }
        events
    }

    /// What comes next, with the cards that come next; the events it took.
    pub fn step(&mut self, next: &mut &[Card]) -> usize {
        match self.table.next_duty() {
            NextDuty::Dealer(duty) | NextDuty::Bets { then: duty, .. } => {
                let request = duty.request(next, METER).expect("a deck has cards enough");
                *next = &next[duty.cards()..];
                let events = self.ask(duty.actor(DEALER), request);
                if let DealerDuty::ShowBox { at } = duty {
                    return events + self.claim(at);
                }
                events
            }
            NextDuty::Decision { at, player } => {
                let by = Actor::Player(player);
                let events = self.ask(by, Request::Look { at });
                events + self.ask(by, decision(at, is_played(self.hand(at))))
            }
            NextDuty::Reveal { at, player } => {
                let events = self.ask(Actor::Player(player), Request::Reveal { at });
                events + self.claim(at)
            }
            other @ (NextDuty::House(_) | NextDuty::Ruling { .. } | NextDuty::Choices { .. }) => {
                panic!("nothing went wrong, and {other:?} comes next")
            }
        }
    }

    fn house(&mut self, duty: HouseDuty) {
        let request = match duty {
            HouseDuty::OpenTable => Request::OpenTable {
                setup: Box::new(setup(self.rulebook)),
            },
            HouseDuty::ChooseMethod => Request::ChooseMethod {
                method: CommunityMethod::PacketThreeLast,
            },
            HouseDuty::DisplayNotice { notice } => Request::DisplayNotice { notice },
            HouseDuty::ChooseFaultMode | HouseDuty::CloseTable => {
                panic!("nothing went wrong, and {duty:?} comes next")
            }
        };
        self.ask(HOUSE, request);
    }

    /// The Player of an open hand that wins the jackpot says so.
    fn claim(&mut self, at: BoxNumber) -> usize {
        let held = self.round().betting_box(at).expect("a box of the layout");
        if !held.bets.unsettled(Area::Jackpot).is_positive() {
            return 0;
        }
        let felt = self.round().felt().expect("cards are out");
        let community = felt.community_pair();
        if jackpot_row(self.rulebook, self.hand(at), community).is_none() {
            return 0;
        }
        let (by, at) = player(at.0);
        self.ask(by, Request::ClaimJackpot { at })
    }

    pub fn ask(&mut self, by: Actor, asks: Request) -> usize {
        let command = Command::new(by, asks);
        let events = &mut self.events;
        let decided = self.table.decide_into(self.rulebook, &command, events);
        decided.unwrap_or_else(|no| panic!("{command:?}: {no}"));
        for event in &self.events {
            self.table.evolve(event);
        }
        self.events.len()
    }

    pub fn round(&self) -> &game::Round {
        self.table.round().expect("a round is open")
    }

    pub fn hand(&self, at: BoxNumber) -> Hand {
        let held = self.round().betting_box(at).expect("a box of the layout");
        held.hand().expect("three cards were dealt")
    }
}

pub fn decision(at: BoxNumber, played: bool) -> Request {
    let pair_plus = FoldedPairPlus::Plain;
    if played {
        Request::Play { at, amount: BET }
    } else {
        Request::Fold { at, pair_plus }
    }
}

/// Queen-six-four or better.
pub fn is_played(hand: Hand) -> bool {
    let [high, middle, low] = hand.sorted().map(Card::rank);
    hand.rank() > HandRank::HighCard || (high, middle, low) >= (Rank::Queen, Rank::Six, Rank::Four)
}

/// What lies on each box before the cards.
pub fn bets(rulebook: &Rulebook) -> [(Area, Money); 4] {
    let on = |made: bool, amount: Money| if made { amount } else { Money::ZERO };
    let side_bet = rulebook.side_bet.says != SideBet::None;
    [
        (Area::Ante, BET),
        (Area::PairPlus, BET),
        (Area::Jackpot, on(has_jackpot(rulebook), JACKPOT.stake)),
        (Area::FiveCard, on(side_bet, BET)),
    ]
}

pub fn player(number: u8) -> (Actor, BoxNumber) {
    let player = PlayerId(u32::from(number));
    (Actor::Player(player), BoxNumber(number))
}

pub fn has_jackpot(rulebook: &Rulebook) -> bool {
    rulebook.jackpot_kind.says != JackpotKind::None
}

fn setup(rulebook: &Rulebook) -> Setup {
    Setup {
        positions: 7,
        device: Device::Shuffler,
        limits: limits(),
        jackpot: has_jackpot(rulebook).then_some(JACKPOT),
        interruption_grace_seconds: game::USUAL_GRACE_SECONDS,
        smallest_chip: None,
    }
}

pub fn limits() -> Limits {
    let bounds = Bounds {
        min: Some(Money::major(1)),
        max: Some(Money::major(1000)),
    };
    Limits {
        ante: bounds,
        pair_plus: bounds,
        five_card: bounds,
    }
}
