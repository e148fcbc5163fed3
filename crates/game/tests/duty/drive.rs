//! A table that knows nothing but `next_duty` and `moves`.

use game::{
    Actor, Area, BoxNumber, Card, Command, DealerDuty, Event, Finding, HouseDuty, Money, Move,
    NextDuty, PersonId, PlayerId, Post, Rank, Report, Request, Rulebook, Setup, Step, Suit, Table,
    Timestamp,
};
use rehearsal::dice::Dice;

pub const DEALER: Actor = staff(Post::Dealer, 1);
const HOUSE: Actor = staff(Post::House, 99);
/// More steps than any round takes.
const STEPS: usize = 600;

const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

pub struct Floor {
    pub rulebook: Rulebook,
    pub table: Table,
    pub log: Vec<Event>,
    deck: Vec<Card>,
    /// The box that is dealt Ace, King and Queen of spades.
    royal: Option<BoxNumber>,
    dice: Dice,
    /// Every ruling is made by another person.
    people: u32,
}

impl Floor {
    pub fn new(rulebook: Rulebook, royal: BoxNumber) -> Floor {
        let deck = Card::ALL.to_vec();
        Floor {
            royal: Some(royal),
            ..Floor::at(Table::closed(), rulebook, deck, 1)
        }
    }

    pub fn at(table: Table, rulebook: Rulebook, deck: Vec<Card>, seed: u64) -> Floor {
        Floor {
            rulebook,
            table,
            log: Vec::new(),
            deck,
            royal: None,
            dice: Dice::new(seed),
            people: 1_000,
        }
    }

    pub fn open(&mut self, setup: Setup) {
        assert_eq!(
            self.table.next_duty(),
            NextDuty::House(HouseDuty::OpenTable)
        );
        let setup = Box::new(setup);
        self.ask(HOUSE, Request::OpenTable { setup });
    }

    pub fn cards_dealt(&self) -> usize {
        let felt = self.table.round().and_then(|round| round.felt());
        felt.map_or(0, |felt| felt.used().len())
    }

    /// The Player takes every bet that is listed for the box, with the smallest amount.
    pub fn bets(&mut self, player: PlayerId, at: BoxNumber, jackpot: bool) {
        let by = Actor::Player(player);
        let areas = [Area::Ante, Area::PairPlus, Area::FiveCard, Area::Jackpot];
        for area in areas {
            let wanted = |request: &Request| matches!(request, Request::PlaceBet { at: to, area: on, .. } if *to == at && *on == area);
            let listed = self.table.moves(by, Timestamp::default());
            let bet = listed
                .iter()
                .filter_map(Move::request)
                .find(|request| wanted(request));
            if let Some(bet) = bet {
                self.ask(by, bet.clone());
            } else {
                let optional = [Area::FiveCard, Area::Jackpot].contains(&area);
                assert!(
                    optional && !(jackpot && area == Area::Jackpot),
                    "{area:?} is not listed"
                );
            }
        }
    }

    /// Asks what is certain to be granted.
    pub fn ask(&mut self, by: Actor, asks: Request) {
        let command = Command::new(by, asks);
        let rulebook = self.table.rulebook().unwrap_or(&self.rulebook);
        match self.table.decide(rulebook, &command) {
            Ok(events) => {
                for event in events {
                    self.table.evolve(&event);
                    self.log.push(event);
                }
            }
            Err(refusal) => panic!(
                "{}: {by} asks {:?} when {:?} is next: {refusal}",
                self.rulebook.id,
                command.asks,
                self.table.next_duty()
            ),
        }
    }

    pub fn until(&mut self, there: impl Fn(&Floor) -> bool) {
        for _ in 0..STEPS {
            if there(self) {
                return;
            }
            self.step();
        }
        panic!(
            "{}: still {:?} after {STEPS} steps",
            self.rulebook.id,
            self.table.next_duty()
        );
    }

    pub fn finish_round(&mut self) {
        self.until(|floor| floor.table.round().is_none_or(game::Round::is_over));
    }

    pub fn step(&mut self) {
        match self.table.next_duty() {
            NextDuty::House(duty) => self.house(duty),
            NextDuty::Dealer(duty) | NextDuty::Bets { then: duty, short: None } => self.deal(duty),
            NextDuty::Bets { short: Some((at, area)), .. } => {
                let round = self.table.round().unwrap();
                let share = round.betting_box(at).unwrap().bets.shares(area).next().unwrap();
                self.ask(Actor::Player(share.player), Request::TakeBack { at, area });
            }
            NextDuty::Decision { at, player } => self.takes_one(Actor::Player(player), |asks| {
                matches!(asks, Request::Play { at: box_, .. } | Request::Fold { at: box_, .. } | Request::StandPairPlus { at: box_ } if *box_ == at)
            }),
            NextDuty::Reveal { at, player } => self.takes_one(Actor::Player(player), |asks| {
                matches!(asks, Request::Reveal { at: box_ } | Request::DeclineReveal { at: box_ } if *box_ == at)
            }),
            NextDuty::Ruling { post, .. } => self.rules(post),
            NextDuty::Choices { boxes, .. } => self.chooses(&boxes),
        }
    }

    fn house(&mut self, duty: HouseDuty) {
        match duty {
            HouseDuty::DisplayNotice { notice } => {
                self.ask(HOUSE, Request::DisplayNotice { notice });
            }
            HouseDuty::ChooseMethod => {
                self.takes_one(HOUSE, |asks| matches!(asks, Request::ChooseMethod { .. }));
            }
            HouseDuty::OpenTable | HouseDuty::ChooseFaultMode | HouseDuty::CloseTable => {
                panic!("not between these rounds: {duty:?}")
            }
        }
    }

    fn deal(&mut self, duty: DealerDuty) {
        let by = duty.actor(DEALER);
        if let DealerDuty::Settle { at } = duty {
            assert!(
                !self.table.payouts(at).is_empty(),
                "box {} is settled",
                at.0
            );
        }
        let cards = self.next_cards(duty);
        let request = duty.request(&cards, Money::major(5_000));
        if let Some(request) = request {
            return self.ask(by, request);
        }
        let left = u8::try_from(cards.len()).unwrap();
        let report = Report::TooFewCards { left };
        self.ask(DEALER, Request::Report { report });
    }

    /// The cards that come next: those known to, then what is left of the deck.
    fn next_cards(&self, duty: DealerDuty) -> Vec<Card> {
        let DealerDuty::Deal(step) = duty else {
            return Vec::new();
        };
        let to = match step {
            Step::Single(spot) | Step::Packet(spot) => spot.at(),
            Step::Burn
            | Step::CommunityFromShoe
            | Step::CommunityPacket(_)
            | Step::DiscardCommunity => None,
        };
        let round = self.table.round().unwrap();
        let felt = round.felt();
        let expected = felt.map_or(&[][..], |felt| &felt.expected);
        let mut out: Vec<Card> = round.laid().into_values().flatten().collect();
        out.extend(felt.into_iter().flat_map(|felt| felt.used().iter()));
        let free = |card: &&Card| !out.contains(card) && !expected.contains(card);
        let mut left: Vec<Card> = self.deck.iter().filter(free).copied().collect();
        if self.royal.is_some() {
            // The box gets the royal, the community Jack and Ten to it, everybody else the rest.
            let community = matches!(step, Step::CommunityFromShoe | Step::CommunityPacket(_));
            let to_royal = to.is_some() && to == self.royal;
            left.sort_by_key(|card| {
                let royal = card.suit() == Suit::Spades && card.rank() >= Rank::Queen;
                let beside = card.suit() == Suit::Spades && card.rank() >= Rank::Ten && !royal;
                match (royal && to_royal, beside && community, royal || beside) {
                    (true, _, _) | (_, true, _) => 0,
                    (false, false, false) => 1,
                    (false, false, true) => 2,
                }
            });
        }
        expected.iter().chain(&left).copied().collect()
    }

    fn takes_one(&mut self, by: Actor, wanted: impl Fn(&Request) -> bool) {
        let moves = self.table.moves(by, Timestamp::default());
        let open: Vec<Request> = moves
            .iter()
            .filter_map(Move::request)
            .filter(|asks| wanted(asks))
            .cloned()
            .collect();
        assert!(
            !open.is_empty(),
            "{}: {:?} is next, and {by} has no move for it among {moves:?}",
            self.rulebook.id,
            self.table.next_duty()
        );
        // With a hand to win with everybody plays; else chance decides.
        let any = if self.royal.is_some() {
            0
        } else {
            self.dice.below(open.len() as u64)
        };
        let any = usize::try_from(any).unwrap();
        self.ask(by, open[any].clone());
    }

    fn rules(&mut self, post: Post) {
        // What one post rules may open a question for a higher one: the House may rule on all.
        self.people += 1;
        let post = if self.dice.one_in(2) {
            post
        } else {
            Post::House
        };
        let by = staff(post, self.people);
        let matter = self.table.round().unwrap().suspension().at_hand().unwrap();
        if let Report::Together { cards } = &matter.report {
            let (on, cards) = (matter.irregularity, cards.clone());
            let finding = Finding::Order { cards };
            let order = Request::Rule { on, finding };
            let moves = self.table.moves(by, Timestamp::default());
            if moves.iter().any(|listed| listed.allows(&order)) {
                return self.ask(by, order);
            }
        }
        if self.may_rule(by) {
            return self.takes_one(by, |asks| matches!(asks, Request::Rule { .. }));
        }
        // Nothing this post may say leads on: it passes the matter up.
        let by = staff(Post::House, self.people);
        if self.may_rule(by) {
            return self.takes_one(by, |asks| matches!(asks, Request::Rule { .. }));
        }
        // What undoes a known result takes two of the staff: this one proposes, the next rules.
        self.takes_one(by, |asks| matches!(asks, Request::Refer { .. }));
    }

    fn may_rule(&self, by: Actor) -> bool {
        let listed = self.table.moves(by, Timestamp::default());
        let mut rulings = listed.iter().filter_map(Move::request);
        rulings.any(|asks| matches!(asks, Request::Rule { .. }))
    }

    fn chooses(&mut self, boxes: &[BoxNumber]) {
        if let Some(at) = boxes.first() {
            let round = self.table.round().unwrap();
            let player = round.controller(*at);
            let by = player.map_or(Actor::System, Actor::Player);
            let moves = self.table.moves(by, Timestamp::default());
            let chosen =
                |asks: &Request| matches!(asks, Request::Choose { .. } | Request::ChooseAll { .. });
            if moves.iter().filter_map(Move::request).any(chosen) {
                return self.takes_one(by, chosen);
            }
        }
        self.takes_one(Actor::System, |asks| matches!(asks, Request::EndChoices));
    }
}
