//! One visit to a table: the table itself, your purse, the meter, and what happened this round.
//!
//! Everything changes through [`Session::ask`], which puts a command to the rules and takes in what
//! they answer; purse and meter move by the events alone. Nothing here reads or prints.

use anyhow::{anyhow, bail};
use game::{
    Actor, Area, BetCap, BettingBox, Bounds, BoxNumber, Command, CommunityMethod, Device, Event,
    HouseDuty, JackpotKind, JackpotSetup, Limits, Money, NextDuty, PersonId, PlayerId, Post,
    Refusal, Request, Round, RoundView, Rulebook, Setup, Shoe, SideBet, Table, Timestamp, Viewer,
};

use super::shuffle::{CardRng, Seed};

/// The one who types.
pub const YOU: PlayerId = PlayerId(1);

pub const DEALER: Actor = staff(Post::Dealer, 1);
const HOUSE: Actor = staff(Post::House, 2);

const METER_START: Money = Money::major(50_000);
const JACKPOT: JackpotSetup = JackpotSetup {
    stake: Money::major(5),
    contribution: Money::major(1),
    seed: Money::major(20_000),
};

const fn staff(post: Post, person: u32) -> Actor {
    Actor::Staff {
        post,
        person: PersonId(person),
    }
}

/// What is agreed before the first round.
#[derive(Clone)]
pub struct Settings {
    pub rulebook: Rulebook,
    pub device: Device,
    /// Yours, in ascending order.
    pub boxes: Vec<BoxNumber>,
    pub bots: Vec<(PlayerId, BoxNumber)>,
    pub purse: Money,
}

pub struct Session {
    pub settings: Settings,
    table: Table,
    cards: CardRng,
    pub shoe: Shoe,
    purse: Money,
    meter: Money,
    /// The events of the round under way, in order.
    record: Vec<Event>,
}

impl Session {
    /// Opens the table and hangs up what must be on display.
    pub fn open(settings: Settings, seed: Seed) -> anyhow::Result<Session> {
        let mut cards = seed.cards();
        let mut session = Session {
            purse: settings.purse,
            meter: METER_START,
            table: Table::closed(),
            shoe: cards.shuffled(),
            cards,
            record: Vec::new(),
            settings,
        };
        while let NextDuty::House(duty) = session.next_duty() {
            let request = session.house_request(duty)?;
            session.must(HOUSE, request)?;
        }
        Ok(session)
    }

    fn house_request(&self, duty: HouseDuty) -> anyhow::Result<Request> {
        Ok(match duty {
            HouseDuty::OpenTable => Request::OpenTable {
                setup: Box::new(self.settings.setup()),
            },
            HouseDuty::ChooseMethod => Request::ChooseMethod {
                method: CommunityMethod::PacketThreeLast,
            },
            HouseDuty::DisplayNotice { notice } => Request::DisplayNotice { notice },
            HouseDuty::ChooseFaultMode | HouseDuty::CloseTable => {
                bail!("the table cannot open: {duty:?} comes next")
            }
        })
    }

    /// What comes next, by the rules.
    pub fn next_duty(&self) -> NextDuty {
        self.table.next_duty()
    }

    /// Whether this Player's request is among those the rules list as open now.
    pub fn may(&self, player: PlayerId, request: &Request) -> bool {
        let moves = self
            .table
            .moves(Actor::Player(player), Timestamp::default());
        moves.iter().any(|listed| listed.allows(request))
    }

    pub fn rulebook(&self) -> &Rulebook {
        &self.settings.rulebook
    }

    pub fn purse(&self) -> Money {
        self.purse
    }

    /// The jackpot as it is displayed; none where the game has none.
    pub fn meter(&self) -> Option<Money> {
        match self.rulebook().jackpot_kind.says {
            JackpotKind::None => None,
            JackpotKind::ThreeCard | JackpotKind::FiveCardLinked => Some(self.meter),
        }
    }

    pub fn record(&self) -> &[Event] {
        &self.record
    }

    pub fn limits(&self) -> Limits {
        self.settings.setup().limits
    }

    pub fn round(&self) -> &Round {
        self.table
            .round()
            .expect("nothing is asked of a round before the opening call")
    }

    /// What you may know.
    pub fn view(&self) -> RoundView {
        self.view_of(YOU)
    }

    /// What a Player may know.
    pub fn view_of(&self, player: PlayerId) -> RoundView {
        self.table.view_for(Viewer::Player(player)).round
    }

    /// What would happen; nothing does.
    pub fn would(&self, by: Actor, asks: Request) -> Result<Vec<Event>, Refusal> {
        self.table.decide(self.rulebook(), &Command::new(by, asks))
    }

    /// Puts a command to the rules and takes in what happened.
    pub fn ask(&mut self, by: Actor, asks: Request) -> Result<Vec<Event>, Refusal> {
        let opens = matches!(asks, Request::OpenBets);
        let events = self.would(by, asks)?;
        if opens {
            self.record.clear();
            self.shoe = self.cards.shuffled();
        }
        for event in &events {
            self.table.evolve(event);
            self.count(event);
        }
        self.record.extend_from_slice(&events);
        Ok(events)
    }

    /// A step the round cannot do without: refused, the table is broken and stops.
    pub fn must(&mut self, by: Actor, asks: Request) -> anyhow::Result<Vec<Event>> {
        self.ask(by, asks)
            .map_err(|refusal| anyhow!("the table had to stop: {refusal}"))
    }

    /// A step some rulebooks ask for: where this one does not, nothing happens.
    pub fn if_allowed(&mut self, by: Actor, asks: Request) -> Vec<Event> {
        self.ask(by, asks).unwrap_or_default()
    }

    fn count(&mut self, event: &Event) {
        if let Some((player, moved)) = purse_moves(event)
            && player == YOU
        {
            self.purse += moved;
        }
        self.meter += meter_moves(event);
    }

    pub fn held(&self, at: BoxNumber) -> Option<&BettingBox> {
        self.round().betting_box(at)
    }

    /// What you have on an area.
    pub fn own(&self, at: BoxNumber, area: Area) -> Money {
        self.held(at)
            .map_or(Money::ZERO, |held| held.bets.of(area, YOU))
    }

    /// What may still be staked: each Ante keeps its equal back, so that Play is never out of reach.
    pub fn spendable(&self) -> Money {
        self.purse.less(self.kept_for_play())
    }

    pub fn kept_for_play(&self) -> Money {
        let boxes = self.settings.boxes.iter();
        boxes.map(|at| self.own(*at, Area::Ante)).sum()
    }

    /// Brings your bet on an area to `wanted`: adds to it, or takes it back and stakes anew.
    pub fn stake(
        &mut self,
        at: BoxNumber,
        area: Area,
        wanted: Money,
    ) -> Result<Vec<Event>, Refusal> {
        let by = Actor::Player(YOU);
        let on = self.own(at, area);
        let mut events = Vec::new();
        if wanted < on {
            events.extend(self.ask(by, Request::TakeBack { at, area })?);
        }
        let amount = wanted - self.own(at, area);
        if amount.is_positive() {
            events.extend(self.ask(by, Request::PlaceBet { at, area, amount })?);
        }
        Ok(events)
    }

    /// Every bet of yours back to the purse, while bets are open.
    pub fn take_all_back(&mut self) -> Vec<Event> {
        let by = Actor::Player(YOU);
        let mut events = Vec::new();
        for at in self.settings.boxes.clone() {
            for area in Area::ALL {
                events.extend(self.if_allowed(by, Request::TakeBack { at, area }));
            }
        }
        events
    }

    /// The areas a box of this game has, in the order bets are asked for.
    pub fn areas(&self) -> Vec<Area> {
        let mut areas = vec![Area::Ante, Area::PairPlus];
        match self.rulebook().side_bet.says {
            SideBet::None => {}
            SideBet::FiveOfSix => areas.push(Area::FiveCard),
        }
        if self.meter().is_some() {
            areas.push(Area::Jackpot);
        }
        areas
    }

    /// The least that may lie on an area.
    pub fn least(&self, area: Area) -> Money {
        self.bounds(area).min.unwrap_or(Money::minor(1))
    }

    pub fn bounds(&self, area: Area) -> Bounds {
        let limits = self.limits();
        match area {
            Area::Ante | Area::Play => limits.ante,
            Area::PairPlus => limits.pair_plus,
            Area::FiveCard => limits.five_card,
            Area::Jackpot => {
                let stake = Some(JACKPOT.stake);
                Bounds {
                    min: stake,
                    max: stake,
                }
            }
        }
    }
}

impl Settings {
    pub fn setup(&self) -> Setup {
        let jackpot = match self.rulebook.jackpot_kind.says {
            JackpotKind::None => None,
            JackpotKind::ThreeCard | JackpotKind::FiveCardLinked => Some(JACKPOT),
        };
        Setup {
            positions: self.rulebook.positions.says.0,
            device: self.device,
            limits: limits(&self.rulebook),
            jackpot,
            interruption_grace_seconds: game::USUAL_GRACE_SECONDS,
            smallest_chip: Some(SMALLEST_CHIP),
        }
    }
}

/// Chips of one whole unit: no Ante of 7.33.
const SMALLEST_CHIP: Money = Money::major(1);

fn limits(rulebook: &Rulebook) -> Limits {
    let (min, max) = match rulebook.bet_cap.says {
        BetCap::None => (Money::major(5), Money::major(500)),
        BetCap::At(cap) => (Money::major(1), cap),
    };
    let bounds = Bounds {
        min: Some(min),
        max: Some(max),
    };
    let five_card = match rulebook.side_bet.says {
        SideBet::None => Bounds::default(),
        SideBet::FiveOfSix => bounds,
    };
    Limits {
        ante: bounds,
        pair_plus: bounds,
        five_card,
    }
}

/// What an event puts into a Player's purse, or takes out of it.
fn purse_moves(event: &Event) -> Option<(PlayerId, Money)> {
    if let Event::BetPlaced { player, amount, .. } | Event::PlayMade { player, amount, .. } = event
    {
        return Some((*player, -*amount));
    }
    if let Event::BetTakenBack { player, amount, .. }
    | Event::ExcessRejected { player, amount, .. } = event
    {
        return Some((*player, *amount));
    }
    if let Event::WagerSettled(settled) = event {
        return Some((settled.player, settled.returned));
    }
    None
}

fn meter_moves(event: &Event) -> Money {
    if let Some(amount) = event.contribution() {
        return amount;
    }
    if let Event::MeterMoved { before, after } = event {
        return *after - *before;
    }
    Money::ZERO
}
