//! Whole rounds through `Table::decide` and `Table::evolve`, beside the bare settlement of the same
//! deals.
//!
//! Everything a rulebook has lies on each box: Ante, Pair Plus, jackpot or five-card bet, and Play
//! from Q-6-4 upwards. The reference is told what lay on the table and only reckons; the ratio says
//! what calls, bets, deal, looks, decisions and the record of them cost on top. The aim is an
//! absolute one: a round of one box in two microseconds, 500,000 a second.

mod harness;

use std::cell::RefCell;

use game::{
    Actor, Area, Bounds, BoxNumber, Card, Command, Community, CommunityMethod, Device, Display,
    Event, Fate, FoldedPairPlus, Hand, HandRank, JackpotKind, JackpotSetup, JackpotTerms, Limits,
    Money, Notice, PersonId, Phase, PlayerId, Post, Rank, Request, Rulebook, RulebookId, Setup,
    Showdown, Showing, SideBet, StakedBox, Stakes, Step, Table, YesNo, jackpot_row, settle,
};
use harness::{Case, Chance, heading};

const DEALER: Actor = staff(Post::Dealer, 1);
const HOUSE: Actor = staff(Post::House, 2);
const BET: Money = Money::major(2);
const METER: Money = Money::major(50_000);
const JACKPOT: JackpotSetup = JackpotSetup {
    stake: Money::major(5),
    contribution: Money::major(1),
    seed: Money::major(20_000),
};

/// A shuffled deck, and what the same cards look like to a settlement.
struct Deal {
    deck: [Card; 52],
    dealer: Hand,
    community: Option<[Card; 2]>,
    boxes: Vec<StakedBox>,
}

/// A table that plays one deal after another.
struct ScriptedTable {
    rulebook: &'static Rulebook,
    table: Table,
    boxes: u8,
    /// What the last command led to.
    events: Vec<Event>,
}

const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

fn main() {
    heading();
    for boxes in [1, 7] {
        for id in RulebookId::ALL {
            let mut chance = Chance::seeded(11);
            let mut night = ScriptedTable::open(id.form(), boxes);
            let deals: Vec<Deal> = (0..500).map(|_| night.deal(&mut chance)).collect();
            let deals: Vec<&Deal> = deals.iter().collect();
            let name = format!("{boxes} box{}, {id}", if boxes == 1 { "" } else { "es" });
            let case = Case {
                name: &name,
                inputs: &deals,
                reference: "settlement alone",
            };
            let night = RefCell::new(night);
            case.compare(
                |deal| night.borrow_mut().play(&deal.deck),
                |deal| settle(id.form(), &deal.showdown(id.form())),
            );
        }
    }
}

impl Deal {
    fn showdown(&self, rulebook: &Rulebook) -> Showdown<'_> {
        let terms = JackpotTerms {
            stake: JACKPOT.stake,
            displayed: METER,
            seed: JACKPOT.seed,
        };
        Showdown {
            dealer: self.dealer,
            community: self.community,
            limits: limits(),
            jackpot: has_jackpot(rulebook).then_some(terms),
            paid_before: &[],
            paid_after: &[],
            boxes: &self.boxes,
        }
    }
}

impl ScriptedTable {
    fn open(rulebook: &'static Rulebook, boxes: u8) -> ScriptedTable {
        let table = Table::closed();
        let mut night = ScriptedTable {
            rulebook,
            table,
            boxes,
            events: Vec::new(),
        };
        let device = Device::Shuffler;
        let setup = Setup {
            positions: 7,
            device,
            limits: limits(),
            jackpot: has_jackpot(rulebook).then_some(JACKPOT),
            interruption_grace_seconds: game::USUAL_GRACE_SECONDS,
        };
        let setup = Box::new(setup);
        night.ask(HOUSE, Request::OpenTable { setup });
        if rulebook.community.says == Community::Two {
            let method = CommunityMethod::PacketThreeLast;
            night.ask(HOUSE, Request::ChooseMethod { method });
        }
        for display in rulebook.display_required.says {
            let notice = match display {
                Display::Limits => Notice::Limits,
                Display::JackpotAmount => Notice::JackpotAmount,
                Display::Method => Notice::DealingMethod,
            };
            night.ask(HOUSE, Request::DisplayNotice { notice });
        }
        night
    }

    /// One round with these cards; the events it took.
    fn play(&mut self, deck: &[Card; 52]) -> usize {
        let mut events = self.ask(DEALER, Request::OpenBets);
        for number in 1..=self.boxes {
            events += self.bet(number);
        }
        events += self.ask(DEALER, Request::CloseBets);
        if self.rulebook.missing_pair_plus_call.says == YesNo::Yes {
            events += self.ask(DEALER, Request::CallMissingPairPlus);
        }
        events += self.deal_out(deck);
        let mut folded = false;
        for number in 1..=self.boxes {
            let (by, at) = player(number);
            events += self.ask(by, Request::Look { at });
            let played = is_played(self.hand(at));
            folded |= !played;
            events += self.ask(by, decision(at, played));
        }
        // Where a fold ends it all, the Dealer's hand stays down.
        if matches!(self.round().phase(), Phase::Deciding(_)) {
            if folded {
                events += self.ask(DEALER, Request::CollectFolded);
            }
            events += self.ask(DEALER, Request::ShowDealer);
            events += self.show_and_pay();
        }
        events + self.ask(DEALER, Request::Conclude)
    }

    fn bet(&mut self, number: u8) -> usize {
        let (by, at) = player(number);
        let mut events = 0;
        for (area, amount) in [
            (Area::Ante, BET),
            (Area::PairPlus, BET),
            (Area::Jackpot, on(has_jackpot(self.rulebook), JACKPOT.stake)),
            (Area::FiveCard, on(has_side_bet(self.rulebook), BET)),
        ] {
            if amount.is_positive() {
                events += self.ask(by, Request::PlaceBet { at, area, amount });
            }
        }
        events
    }

    fn deal_out(&mut self, deck: &[Card; 52]) -> usize {
        let mut events = 0;
        let mut next = deck.as_slice();
        while let Some(step) = self.round().next_step(self.rulebook) {
            let (asks, taken) = match step {
                Step::Packet(_) => (packet(next, 3), 3),
                Step::CommunityPacket(count) => {
                    let count = usize::from(count);
                    (packet(next, count), count)
                }
                Step::DiscardCommunity => (Request::DiscardCommunity, 0),
                Step::Burn => (Request::Burn { card: next[0] }, 1),
                Step::Single(_) => (Request::DealNext { card: next[0] }, 1),
                Step::CommunityFromShoe => {
                    let cards = [next[0], next[1]];
                    (Request::DealCommunity { cards }, 2)
                }
            };
            next = &next[taken..];
            events += self.ask(DEALER, asks);
        }
        events
    }

    fn show_and_pay(&mut self) -> usize {
        let mut events = 0;
        let by_dealer = self.rulebook.decline_reveal.says == game::DeclineReveal::DealerReveals;
        for number in 1..=self.boxes {
            let (by, at) = player(number);
            let held = self.round().betting_box(at).expect("a box of the layout");
            if held.bets.in_play().next().is_none() {
                continue;
            }
            let claims = held.bets.unsettled(Area::Jackpot).is_positive();
            if held.showing == Showing::FaceDown {
                events += if by_dealer {
                    self.ask(DEALER, Request::ShowBox { at })
                } else {
                    self.ask(by, Request::Reveal { at })
                };
            }
            let felt = self.round().felt().expect("cards are out");
            let community = felt.community_pair();
            if claims && jackpot_row(self.rulebook, self.hand(at), community).is_some() {
                events += self.ask(by, Request::ClaimJackpot { at });
            }
        }
        while let Some(at) = self.round().next_to_settle(self.rulebook) {
            events += self.ask(DEALER, Request::Settle { at });
        }
        if matches!(self.round().phase(), Phase::Jackpots(_)) {
            let displayed = METER;
            events += self.ask(Actor::System, Request::PayJackpots { displayed });
        }
        events
    }

    fn ask(&mut self, by: Actor, asks: Request) -> usize {
        let command = Command::new(by, asks);
        let events = &mut self.events;
        let decided = self.table.decide_into(self.rulebook, &command, events);
        decided.unwrap_or_else(|no| panic!("{command:?}: {no}"));
        for event in &self.events {
            self.table.evolve(event);
        }
        self.events.len()
    }

    fn round(&self) -> &game::Round {
        self.table.round().expect("a round is open")
    }

    fn hand(&self, at: BoxNumber) -> Hand {
        let held = self.round().betting_box(at).expect("a box of the layout");
        held.hand().expect("three cards were dealt")
    }

    /// Deals a shuffled deck as the table does, for the settlement to begin from.
    fn deal(&mut self, chance: &mut Chance) -> Deal {
        let mut deck = Card::ALL;
        chance.shuffle(&mut deck);
        self.play(&deck);
        let round = self.round();
        let felt = round.felt().expect("cards are out");
        let boxes = (1..=self.boxes).map(|number| self.staked(number)).collect();
        Deal {
            deck,
            dealer: felt.dealer_hand().expect("three cards"),
            community: felt.community_pair(),
            boxes,
        }
    }

    fn staked(&self, number: u8) -> StakedBox {
        let (_, at) = player(number);
        let hand = self.hand(at);
        StakedBox {
            number: at,
            player: PlayerId(u32::from(number)),
            hand: Some(hand),
            stakes: Stakes {
                ante: BET,
                play: on(is_played(hand), BET),
                pair_plus: BET,
                five_card: on(has_side_bet(self.rulebook), BET),
                jackpot: on(has_jackpot(self.rulebook), JACKPOT.stake),
            },
            fate: if is_played(hand) {
                Fate::Played
            } else {
                Fate::Folded(FoldedPairPlus::Plain)
            },
            claimed: true,
            grace_used: false,
        }
    }
}

fn packet(next: &[Card], count: usize) -> Request {
    let cards = next[..count].to_vec();
    Request::DealPacket { cards }
}

fn decision(at: BoxNumber, played: bool) -> Request {
    let pair_plus = FoldedPairPlus::Plain;
    if played {
        Request::Play { at, amount: BET }
    } else {
        Request::Fold { at, pair_plus }
    }
}

/// Queen-six-four or better.
fn is_played(hand: Hand) -> bool {
    let [high, middle, low] = hand.sorted().map(Card::rank);
    hand.rank() > HandRank::HighCard || (high, middle, low) >= (Rank::Queen, Rank::Six, Rank::Four)
}

/// A bet only where it is offered or made.
fn on(made: bool, amount: Money) -> Money {
    if made { amount } else { Money::ZERO }
}

fn player(number: u8) -> (Actor, BoxNumber) {
    let player = PlayerId(u32::from(number));
    (Actor::Player(player), BoxNumber(number))
}

fn has_jackpot(rulebook: &Rulebook) -> bool {
    rulebook.jackpot_kind.says != JackpotKind::None
}

fn has_side_bet(rulebook: &Rulebook) -> bool {
    rulebook.side_bet.says != SideBet::None
}

fn limits() -> Limits {
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
