//! A table played by the rules in memory; its entries are read as a log would give them.

use game::{
    Actor, Area, Bounds, BoxNumber, CommunityMethod, DeclineReveal, Device, Display, Hand,
    JackpotSetup, Limits, Money, Notice, PersonId, PlayerId, Post, Request, Rulebook, RulebookId,
    Setup, Spot, Step, Timestamp, YesNo,
};
use ledger::TableId;

use super::{LINK, RESET};
use crate::link::plan::{Instruction, Notes};
use crate::log::CommandId;
use crate::store::{Append, Row};
use crate::table::{HouseRequest, RequestedAtTable, TableRequest, TableState};

pub const fn staff(post: Post, person: u32) -> Actor {
    let person = PersonId(person);
    Actor::Staff { post, person }
}

pub const HOUSE: Actor = staff(Post::House, 41);
pub const DEALER: Actor = staff(Post::Dealer, 2);
/// The community cards where there are any; the third is discarded.
const COMMUNITY: [&str; 3] = ["Ts", "9s", "2d"];

/// A table and what its link has not consumed of it.
pub struct Played {
    pub id: TableId,
    pub state: TableState,
    pub notes: Notes,
    rulebook: Rulebook,
    now: u64,
}

impl Played {
    /// Open, and waiting to be admitted to the link.
    pub fn joined(table: u32, rulebook: RulebookId) -> Played {
        let id = TableId(table);
        let mut played = Played {
            id,
            state: TableState::new(id),
            notes: Notes::default(),
            rulebook: rulebook.form().clone(),
            now: 1_000_000,
        };
        let setup = Box::new(setup(&played.rulebook));
        played.ask(HOUSE, Request::OpenTable { setup });
        if played.rulebook.community_method.says.is_some() {
            let method = CommunityMethod::PacketThreeLast;
            played.ask(HOUSE, Request::ChooseMethod { method });
        }
        for display in played.rulebook.display_required.says {
            let notice = match display {
                Display::Limits => Notice::Limits,
                Display::JackpotAmount => Notice::JackpotAmount,
                Display::Method => Notice::DealingMethod,
            };
            played.ask(HOUSE, Request::DisplayNotice { notice });
        }
        let join = HouseRequest::JoinLink { link: LINK };
        played.hears(HOUSE, TableRequest::House(join));
        played
    }

    pub fn ask(&mut self, by: Actor, request: Request) {
        self.hears(by, TableRequest::Game(request));
    }

    /// The table decides, and its entries are read as they would lie in its log.
    pub fn hears(&mut self, by: Actor, request: TableRequest) {
        let said = format!("{request:?}");
        let requested = RequestedAtTable {
            by,
            now: Timestamp(self.now),
            request,
        };
        let id = CommandId(u128::from(self.state.head().seq));
        let decided = self.state.decide(Some(&self.rulebook), id, &requested);
        let append = decided.unwrap_or_else(|no| panic!("{said}: {no}")).append;
        for row in rows_of(&append) {
            let event = self.state.take(&row).unwrap();
            self.notes.hear(LINK, &self.state, &event);
        }
    }

    /// What the link tells it.
    pub fn carries_out(&mut self, instruction: &Instruction) {
        assert_eq!(instruction.after, self.state.head().seq);
        self.hears(Actor::System, instruction.request());
    }

    /// A round with Ante and jackpot bets, settled up to the jackpots; the hands are dealt at `dealt`,
    /// and shown and entered at `claimed`.
    pub fn plays(&mut self, hands: [&str; 2], (dealt, claimed): (u64, u64)) {
        self.plays_from(hands, ([dealt, dealt], claimed));
    }

    /// The same, with the time at which each hand is dealt.
    pub fn plays_from(&mut self, hands: [&str; 2], (dealt, claimed): ([u64; 2], u64)) {
        let hands = hands.map(|hand| hand.parse::<Hand>().unwrap());
        self.now = dealt[0];
        self.ask(DEALER, Request::OpenBets);
        for (at, player, _) in boxes(hands) {
            for (area, amount) in [(Area::Ante, 10), (Area::Jackpot, 5)] {
                let amount = Money::major(amount);
                self.ask(player, Request::PlaceBet { at, area, amount });
            }
        }
        self.ask(DEALER, Request::CloseBets);
        if self.rulebook.missing_pair_plus_call.says == YesNo::Yes {
            self.ask(DEALER, Request::CallMissingPairPlus);
        }
        self.deals(hands, dealt);
        for (at, player, _) in boxes(hands) {
            self.ask(player, Request::Look { at });
            let amount = Money::major(10);
            self.ask(player, Request::Play { at, amount });
        }
        self.ask(DEALER, Request::ShowDealer);
        self.now = claimed;
        let turns = self.rulebook.decline_reveal.says == DeclineReveal::DealerReveals;
        for (at, player, hand) in boxes(hands) {
            if turns {
                self.ask(DEALER, Request::ShowBox { at });
            } else {
                self.ask(player, Request::Reveal { at });
            }
            let felt = self.state.table().round().unwrap().felt().unwrap();
            if game::jackpot_row(&self.rulebook, hand, felt.community_pair()).is_some() {
                self.ask(player, Request::ClaimJackpot { at });
            }
        }
        while let Some(at) = {
            let round = self.state.table().round().unwrap();
            round.next_to_settle(&self.rulebook)
        } {
            self.ask(DEALER, Request::Settle { at });
        }
    }

    fn deals(&mut self, hands: [Hand; 2], dealt: [u64; 2]) {
        let dealer: Hand = "Jc Td 8h".parse().unwrap();
        while let Some(step) = {
            let round = self.state.table().round().unwrap();
            round.next_step(&self.rulebook)
        } {
            let cards = match step {
                Step::Packet(Spot::Box(at)) => {
                    let nth = usize::from(at.0) - 1;
                    self.now = dealt[nth];
                    hands[nth].cards().to_vec()
                }
                Step::Packet(Spot::Dealer) => dealer.cards().to_vec(),
                Step::CommunityPacket(count) => COMMUNITY[..usize::from(count)]
                    .iter()
                    .map(|card| card.parse().unwrap())
                    .collect(),
                Step::DiscardCommunity => {
                    self.ask(DEALER, Request::DiscardCommunity);
                    continue;
                }
                Step::Single(_) | Step::Burn | Step::CommunityFromShoe => {
                    panic!("no such step from a shuffler: {step:?}")
                }
            };
            self.ask(DEALER, Request::DealPacket { cards });
        }
    }
}

fn boxes(hands: [Hand; 2]) -> impl Iterator<Item = (BoxNumber, Actor, Hand)> {
    let player = |at: u8| Actor::Player(PlayerId(u32::from(at)));
    (1_u8..)
        .zip(hands)
        .map(move |(at, hand)| (BoxNumber(at), player(at), hand))
}

fn setup(rulebook: &Rulebook) -> Setup {
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
            stake: Money::major(5),
            contribution: Money::major(1),
            seed: RESET,
        }),
        interruption_grace_seconds: game::USUAL_GRACE_SECONDS,
        smallest_chip: None,
    }
}

/// What an append is once it is stored.
pub fn rows_of(append: &Append) -> Vec<Row> {
    let mut fingerprint = append.expected.fingerprint;
    let entries = (append.expected.seq + 1..).zip(append.entries.iter());
    let row = |(seq, bytes): (u64, &[u8])| {
        fingerprint = fingerprint.then(bytes);
        Row {
            seq,
            bytes: bytes.to_vec().into(),
            fingerprint,
        }
    };
    entries.map(row).collect()
}
