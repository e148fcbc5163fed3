//! What the Dealer, the pit, the House and the system may ask, step by step of a round. The rules
//! know each post's rights, so every candidate is put to them for every actor.

use super::{Amounts, Asking, Choices, FormKind, Move, MoveForm};
use crate::actor::{Actor, Post};
use crate::card::{Card, CardSet};
use crate::money::Money;
use crate::round::{Phase, Place, Request, Round, Slip, Step};
use crate::rulebook::CommunityMethod;
use crate::settlement::PlayerId;
use crate::table::Notice;
use crate::wager::Area;

const NOTICES: [Notice; 4] = [
    Notice::Limits,
    Notice::JackpotAmount,
    Notice::DealingMethod,
    Notice::NoJackpot,
];

const METHODS: [CommunityMethod; 3] = [
    CommunityMethod::ShoeLast,
    CommunityMethod::PacketThreeLast,
    CommunityMethod::PacketTwoFirst,
];

/// What the Dealer's hand did with cards, and where they went.
type Slipped = fn(Vec<Card>, Place) -> Slip;

/// A closed table can be opened, by the House and under any rulebook.
pub(super) fn of_a_closed_table(actor: Actor) -> Vec<Move> {
    if actor.post() != Some(Post::House) {
        return Vec::new();
    }
    let fields = vec![("setup", Choices::Setup)];
    let form = MoveForm::new(FormKind::plain("open-table"), fields);
    vec![Move::Form(form)]
}

impl Asking<'_> {
    pub(super) fn staff(&mut self) {
        let known = self.table.known_players();
        self.of_the_table(&known);
        let Some(round) = self.round() else {
            return self.reports(&known);
        };
        if round.is_suspended() {
            self.suspended(round);
        } else {
            self.of_the_round(round, &known);
        }
        for player in known.iter().copied() {
            self.offer(Request::Leave { player });
        }
        self.count();
        self.reports(&known);
    }

    /// What is asked of the table between rounds, or about its people at any time.
    fn of_the_table(&mut self, known: &[PlayerId]) {
        self.offer(Request::CloseTable);
        for notice in NOTICES {
            self.offer(Request::DisplayNotice { notice });
        }
        for method in METHODS {
            self.offer(Request::ChooseMethod { method });
        }
        self.offer(Request::OpenBets);
        self.people(known);
        self.faults();
    }

    fn of_the_round(&mut self, round: &Round, known: &[PlayerId]) {
        match round.phase() {
            Phase::BetsOpen => self.bets_open(round, known),
            Phase::BetsClosed => {
                self.offer(Request::CallMissingPairPlus);
                self.inform(known);
                self.deal(round);
            }
            Phase::Dealing(_) => {
                self.inform(known);
                self.deal(round);
            }
            Phase::Deciding(_) => {
                self.inform(known);
                self.offer(Request::CollectFolded);
                self.offer(Request::ShowDealer);
            }
            Phase::DealerShown(_) | Phase::Settling(_) | Phase::Jackpots(_) => {
                self.showdown(round);
            }
            Phase::Concluded(_) | Phase::Voided(_) => {}
        }
        self.offer(Request::Conclude);
        self.corrections(round);
    }

    fn bets_open(&mut self, round: &Round, known: &[PlayerId]) {
        for (at, _) in round.boxes() {
            self.offer(Request::OfferJackpot { at });
            for area in Area::ALL {
                self.offer(Request::RejectExcess { at, area });
                self.offer(Request::AdviseMinimum { at, area });
            }
        }
        self.inform(known);
        self.offer(Request::CallMissingPairPlus);
        self.offer(Request::CloseBets);
        self.bets_for(round, known);
    }

    /// Bets at a Player's request, by staff whose post may place them (rws-2020 5.22).
    fn bets_for(&mut self, round: &Round, known: &[PlayerId]) {
        if self.command.by.post().is_none() {
            return;
        }
        for (at, _) in round.boxes() {
            for area in Area::ALL {
                let Some(amounts) = round.amounts_taken(self.rulebook, at, area) else {
                    continue;
                };
                let amount = amounts.sensible();
                let granted = self.players_granted(known, |player| Request::PlaceBetFor {
                    player,
                    at,
                    area,
                    amount,
                });
                let Some(players) = granted else {
                    continue;
                };
                let fields = vec![
                    ("player", players),
                    ("at", Choices::Boxes(vec![at])),
                    ("area", Choices::Areas(vec![area])),
                    (
                        "amount",
                        Choices::Chips(amounts.min, amounts.max, amounts.step),
                    ),
                ];
                let form = MoveForm::new(FormKind::plain("place-bet-for"), fields);
                self.moves.push(Move::Form(form));
            }
        }
    }

    fn inform(&mut self, known: &[PlayerId]) {
        for player in known.iter().copied() {
            self.offer(Request::InformOneHand { player });
        }
    }

    /// The next movement of the deal, and what the Dealer's hand may have done instead.
    fn deal(&mut self, round: &Round) {
        let device = Device::of(round);
        if let Some(step) = round.next_step(self.rulebook) {
            self.next_movement(step, &device);
        }
        self.offer(Request::Slip { slip: Slip::Missed });
        let Some(card) = device.left.first().copied() else {
            return;
        };
        let boxes = round.boxes().map(|(at, _)| Place::Box(at));
        let others = [
            Place::Dealer,
            Place::Community,
            Place::Burnt,
            Place::Discards,
        ];
        let places: Vec<Place> = boxes.chain(others).collect();
        let instead: Slipped = |cards, to| Slip::Instead { cards, to };
        let extra: Slipped = |cards, to| Slip::Extra { cards, to };
        for (did, slip) in [("instead", instead), ("extra", extra)] {
            let open = places.iter().filter(|to| {
                let slip = slip(vec![card], **to);
                self.is_granted(Request::Slip { slip })
            });
            let open: Vec<Place> = open.copied().collect();
            if !open.is_empty() {
                let fields = vec![
                    ("slip.cards", device.choices(1, device.left.len())),
                    ("slip.to", Choices::Places(open)),
                ];
                self.moves
                    .push(Move::Form(MoveForm::new(FormKind::slip(did), fields)));
            }
        }
    }

    fn next_movement(&mut self, step: Step, device: &Device) {
        let cards = |count: usize| device.left.get(..count).map(<[Card]>::to_vec);
        let (kind, field, count, request) = match step {
            Step::DiscardCommunity => return self.offer(Request::DiscardCommunity),
            Step::Burn => {
                let card = device
                    .left
                    .first()
                    .map(|card| Request::Burn { card: *card });
                ("burn", "card", 1, card)
            }
            Step::Single(_) => {
                let next = device.left.first();
                let card = next.map(|card| Request::DealNext { card: *card });
                ("deal-next", "card", 1, card)
            }
            Step::Packet(_) => {
                let packet = cards(3).map(|cards| Request::DealPacket { cards });
                ("deal-packet", "cards", 3, packet)
            }
            Step::CommunityPacket(count) => {
                let count = usize::from(count);
                let packet = cards(count).map(|cards| Request::DealPacket { cards });
                ("deal-packet", "cards", count, packet)
            }
            Step::CommunityFromShoe => {
                let pair = cards(2).and_then(|cards| cards.try_into().ok());
                let pair = pair.map(|cards| Request::DealCommunity { cards });
                ("deal-community", "cards", 2, pair)
            }
        };
        if let Some(request) = request {
            self.offer_form(request, || {
                let fields = vec![(field, device.choices(count, count))];
                MoveForm::new(FormKind::plain(kind), fields)
            });
        }
    }

    fn showdown(&mut self, round: &Round) {
        for (at, _) in round.boxes() {
            self.offer(Request::ShowBox { at });
            self.offer(Request::ViewHidden { at });
            self.offer(Request::ClaimJackpot { at });
            self.offer(Request::Settle { at });
        }
        let displayed = self.table.setup().and_then(|setup| setup.jackpot);
        let displayed = displayed.map_or(Money::ZERO, |jackpot| jackpot.seed);
        let least = if self.command.by == Actor::System || round.recorded_meter().is_some() {
            Money::ZERO
        } else {
            round.least_meter(self.rulebook)
        };
        let amounts = Amounts::between(least, Money::LIMIT);
        self.offer_amounts(Request::PayJackpots { displayed }, amounts);
    }
}

/// The cards that may still come, as the rules know them.
struct Device {
    /// Those known to come next first, then every other.
    left: Vec<Card>,
    /// Seen face up before they are dealt, so that everybody knows they come next (5.13).
    first: Vec<Card>,
    /// On the felt, and open to everybody.
    open: Vec<Card>,
}

impl Device {
    fn of(round: &Round) -> Device {
        let out = round.cards_out();
        let felt = round.felt();
        let first = felt.map_or_else(Vec::new, |felt| felt.expected.clone());
        let known: CardSet = first.iter().copied().collect();
        let rest = Card::ALL
            .into_iter()
            .filter(|card| !out.contains(*card) && !known.contains(*card));
        let open = |card: &Card| out.contains(*card) && felt.is_some_and(|f| f.is_exposed(*card));
        // Cards drawn together are known to come and lie face down until they are dealt.
        let seen = |card: &&Card| felt.is_some_and(|felt| felt.is_exposed(**card));
        Device {
            left: first.iter().copied().chain(rest).collect(),
            open: Card::ALL.into_iter().filter(open).collect(),
            first: first.iter().take_while(seen).copied().collect(),
        }
    }

    fn choices(&self, least: usize, most: usize) -> Choices {
        Choices::Cards {
            least,
            most,
            not: self.open.clone(),
            first: self.first.clone(),
        }
    }
}
