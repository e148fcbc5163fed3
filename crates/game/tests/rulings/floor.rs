//! A table with three Players and everybody of the pit around it.

use game::{
    Actor, Area, Bounds, BoxNumber, Card, Command, CommunityMethod, DealerDuty, Device, Event,
    FoldedPairPlus, JackpotSetup, Limits, Money, NextDuty, Notice, Outcome, PersonId, PlayerId,
    Post, Question, Refusal, RefusalReason, Report, Request, Round, Rulebook, RulebookId, Setup,
    Table, Timestamp,
};

pub const A: PlayerId = PlayerId(1);
pub const B: PlayerId = PlayerId(2);
pub const C: PlayerId = PlayerId(3);
pub const ONE: BoxNumber = BoxNumber(1);
pub const TWO: BoxNumber = BoxNumber(2);
pub const FOUR: BoxNumber = BoxNumber(4);

pub const DEALER: Actor = staff(Post::Dealer, 10);
pub const SUPERVISOR: Actor = staff(Post::PitSupervisor, 20);
pub const MANAGER: Actor = staff(Post::PitManager, 30);
pub const SHIFT: Actor = staff(Post::ShiftManager, 40);
pub const HOUSE: Actor = staff(Post::House, 50);

/// Everybody who could ask for something, in the order of the columns of the tables below.
pub const ALL: [Actor; 7] = [
    Actor::Player(A),
    DEALER,
    SUPERVISOR,
    MANAGER,
    SHIFT,
    HOUSE,
    Actor::System,
];

pub const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

#[derive(Clone)]
pub struct Floor {
    pub rulebook: Rulebook,
    pub table: Table,
    pub deck: Vec<Card>,
    pub ante: Money,
    now: Timestamp,
}

impl Floor {
    /// An open table that deals packets of three.
    pub fn new(id: RulebookId) -> Floor {
        Floor::dealing_from(id, Device::Shuffler, &[])
    }

    /// The same with the House's own choices.
    pub fn with(id: RulebookId, options: &[(&str, &str)]) -> Floor {
        Floor::dealing_from(id, Device::Shuffler, options)
    }

    pub fn dealing_from(id: RulebookId, device: Device, options: &[(&str, &str)]) -> Floor {
        Floor::opened(id, (device, None), options)
    }

    /// A table whose bets are laid in chips of this worth.
    pub fn with_chips(id: RulebookId, smallest: Money) -> Floor {
        Floor::opened(id, (Device::Shuffler, Some(smallest)), &[])
    }

    fn opened(
        id: RulebookId,
        (device, smallest_chip): (Device, Option<Money>),
        options: &[(&str, &str)],
    ) -> Floor {
        let mut rulebook = id.form().clone();
        for (switch, value) in options {
            rulebook.choose(switch, value).unwrap();
        }
        let small = rulebook.bet_cap.says != game::BetCap::None;
        let ante = Money::minor(if small { 200 } else { 2_000 });
        let bounds = Bounds {
            min: Some(Money::minor(100)),
            max: Some(Money::minor(if small { 400 } else { 100_000 })),
        };
        let has_jackpot = rulebook.jackpot_kind.says != game::JackpotKind::None;
        let jackpot = JackpotSetup {
            stake: Money::major(5),
            contribution: Money::major(1),
            seed: Money::major(20_000),
        };
        let setup = Setup {
            positions: 7,
            device,
            limits: Limits {
                ante: bounds,
                pair_plus: bounds,
                five_card: Bounds::default(),
            },
            jackpot: has_jackpot.then_some(jackpot),
            interruption_grace_seconds: 60,
            smallest_chip,
        };
        let mut floor = Floor {
            rulebook,
            table: Table::closed(),
            deck: Card::ALL.to_vec(),
            ante,
            now: Timestamp(1_000_000),
        };
        floor.say(
            HOUSE,
            Request::OpenTable {
                setup: Box::new(setup),
            },
        );
        if floor.rulebook.community_method.says.is_some() && device == Device::Shuffler {
            let method = CommunityMethod::PacketTwoFirst;
            floor.say(HOUSE, Request::ChooseMethod { method });
        }
        for notice in [Notice::Limits, Notice::JackpotAmount, Notice::DealingMethod] {
            floor.say(HOUSE, Request::DisplayNotice { notice });
        }
        floor
    }

    pub fn round(&self) -> &Round {
        self.table.round().unwrap()
    }

    pub fn wait(&mut self, seconds: u64) {
        self.now = Timestamp(self.now.0 + seconds * 1_000);
    }

    /// What would come of it; nothing has changed.
    pub fn ask(&self, by: Actor, asks: Request) -> Result<Vec<Event>, Refusal> {
        let command = Command::new(by, asks).at(self.now);
        self.table.decide(&self.rulebook, &command)
    }

    pub fn try_say(&mut self, by: Actor, asks: Request) -> Result<Vec<Event>, Refusal> {
        let events = self.ask(by, asks)?;
        for event in &events {
            self.table.evolve(event);
        }
        Ok(events)
    }

    #[track_caller]
    pub fn say(&mut self, by: Actor, asks: Request) -> Vec<Event> {
        let words = format!("{asks:?}");
        let said = self.try_say(by, asks);
        said.unwrap_or_else(|refusal| panic!("{words} by {by}: {refusal}"))
    }

    pub fn refused(&self, by: Actor, asks: Request) -> Option<RefusalReason> {
        self.ask(by, asks)
            .err()
            .map(|refusal| refusal.reason.clone())
    }

    /// One letter for each of `ALL`: `+` it is done, `x` another post's, `n` not in this game, and
    /// `o` this person might ask, but there is nothing to ask for.
    pub fn who(&self, asks: &Request) -> String {
        let letter = |by| match self.refused(by, asks.clone()) {
            None => "+",
            Some(RefusalReason::NotYourPost { .. }) => "x",
            Some(RefusalReason::NotOffered { .. }) => "n",
            Some(_) => "o",
        };
        ALL.map(letter).join(" ")
    }

    pub fn bet(&mut self, player: PlayerId, at: BoxNumber, area: Area, amount: Money) {
        let by = Actor::Player(player);
        self.say(by, Request::PlaceBet { at, area, amount });
    }

    pub fn open_bets(&mut self) {
        self.deck = Card::ALL.to_vec();
        self.say(DEALER, Request::OpenBets);
    }

    /// Everything up to the first card.
    pub fn close_bets(&mut self) {
        while let NextDuty::Dealer(duty) | NextDuty::Bets { then: duty, .. } =
            self.table.next_duty()
            && !matches!(duty, DealerDuty::Deal(_) | DealerDuty::Conclude)
        {
            self.does(duty);
        }
    }

    /// The Dealer's next duty, with cards from the deck.
    fn does(&mut self, duty: DealerDuty) {
        let cards = self.draw(duty.cards());
        let asks = duty.request(&cards, Money::major(50_000)).unwrap();
        self.say(duty.actor(DEALER), asks);
    }

    /// An Ante on boxes 1 to 3, and a jackpot bet where there is one.
    pub fn three_players(&mut self) {
        self.open_bets();
        for (player, at) in [(A, 1), (B, 2), (C, 3)] {
            let at = BoxNumber(at);
            self.bet(player, at, Area::Ante, self.ante);
            if self.table.setup().unwrap().jackpot.is_some() {
                self.bet(player, at, Area::Jackpot, Money::major(5));
            }
        }
    }

    pub fn bets_closed(&mut self) {
        self.three_players();
        self.close_bets();
    }

    pub fn draw(&mut self, count: usize) -> Vec<Card> {
        self.deck.split_off(self.deck.len() - count)
    }

    /// The next movement, as the plan has it.
    pub fn deal_one(&mut self) {
        let step = self.round().next_step(&self.rulebook).unwrap();
        self.does(DealerDuty::Deal(step));
    }

    /// Up to where box 1 has its hand and box 2 has none.
    pub fn first_hand_dealt(&mut self) {
        while self.hand(ONE).len() < 3 {
            self.deal_one();
        }
    }

    pub fn all_dealt(&mut self) {
        while self.round().next_step(&self.rulebook).is_some() {
            self.deal_one();
        }
    }

    pub fn look(&mut self) {
        self.say(Actor::Player(A), Request::Look { at: ONE });
    }

    pub fn hand(&self, at: BoxNumber) -> &[Card] {
        &self.round().betting_box(at).unwrap().cards
    }

    /// Some card that is out, if any is.
    pub fn dealt(&self) -> Option<Card> {
        self.round().felt()?.drawn.first().copied()
    }

    pub fn dealers_hand(&self) -> Vec<Card> {
        self.round().felt().unwrap().dealer.clone()
    }

    pub fn fold(&mut self, player: PlayerId, at: BoxNumber) {
        let pair_plus = FoldedPairPlus::Plain;
        self.say(Actor::Player(player), Request::Fold { at, pair_plus });
    }

    /// Everybody plays and the Dealer's hand is shown.
    pub fn shown(&mut self) {
        self.all_dealt();
        for (player, at) in [(A, 1), (B, 2), (C, 3)] {
            let (at, amount) = (BoxNumber(at), self.ante);
            self.say(Actor::Player(player), Request::Play { at, amount });
        }
        self.say(DEALER, Request::ShowDealer);
    }

    /// Everybody shows and is paid, the jackpots too.
    pub fn concluded(&mut self) {
        self.shown();
        self.finish();
    }

    /// From the decisions on: every Player still in shows, every box is settled, and the round ends.
    pub fn finish(&mut self) {
        while !self.round().is_over() {
            self.does_next();
        }
    }

    /// Likewise, up to where the jackpots are paid.
    pub fn up_to_the_jackpots(&mut self) {
        while self.table.next_duty() != NextDuty::Dealer(DealerDuty::PayJackpots) {
            self.does_next();
        }
    }

    fn does_next(&mut self) {
        match self.table.next_duty() {
            NextDuty::Dealer(duty) => self.does(duty),
            NextDuty::Reveal { at, player } => {
                self.say(Actor::Player(player), Request::Reveal { at });
            }
            other @ (NextDuty::House(_)
            | NextDuty::Bets { .. }
            | NextDuty::Decision { .. }
            | NextDuty::Ruling { .. }
            | NextDuty::Choices { .. }) => panic!("{other:?} comes next"),
        }
    }

    pub fn report(&mut self, by: Actor, report: Report) -> Result<Vec<Event>, Refusal> {
        self.try_say(by, Request::Report { report })
    }

    /// A ruling the question at hand takes, whatever it is.
    pub fn some_ruling(&self) -> Request {
        let matter = self.round().suspension().at_hand().unwrap();
        let question = self.round().question(&self.rulebook).unwrap();
        let finding = match question {
            Question::Fact(_) | Question::Count(_) => game::Finding::Upheld,
            Question::Reconstruction { .. } => game::Finding::NotReconstructable,
            Question::Order(_) => game::Finding::Order {
                cards: matter.report.drawn_together().unwrap().to_vec(),
            },
            Question::Intent(_) => game::Finding::NotIntended,
            // A hand of two or four cards is not played on with, whatever post rules.
            Question::Open(_) if matter.irregularity.is_a_count() => game::Finding::Decided {
                act: game::Act::Void,
            },
            Question::Open(_) => game::Finding::Decided {
                act: game::Act::Continue,
            },
        };
        let on = matter.irregularity;
        Request::Rule { on, finding }
    }
}

/// Money given back or taken again, a hand out, a round void.
pub fn moves_money(event: &Event) -> bool {
    if let Event::WagerSettled(line) = event {
        return line.outcome == Outcome::Returned;
    }
    matches!(
        event,
        Event::RoundVoided { .. }
            | Event::HandsVoided { .. }
            | Event::HandRemoved { .. }
            | Event::BetsWithdrawn { .. }
            | Event::PostingReversed(_)
            | Event::AwardReversed { .. }
            | Event::MeterRestored { .. }
            | Event::ContributionReversed { .. }
            | Event::CardsRelaid { .. }
    )
}
