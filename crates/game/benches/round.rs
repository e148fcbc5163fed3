//! Whole rounds through `Table::next_duty`, `Table::decide` and `Table::evolve`, beside the bare
//! settlement of the same deals.
//!
//! The reference is told what lay on the table and only reckons; the ratio says what calls, bets,
//! deal, looks, decisions and the record of them cost on top. The aim is an absolute one: a round of
//! one box in two microseconds, 500,000 a second.

mod harness;
mod scripted;

use std::cell::RefCell;

use game::{
    Card, Fate, FoldedPairPlus, Hand, JackpotTerms, Money, PlayerId, Rulebook, RulebookId,
    Showdown, StakedBox, Stakes, settle,
};
use harness::{Case, Chance, heading};
use scripted::{BET, JACKPOT, METER, ScriptedTable, bets, has_jackpot, is_played, limits, player};

/// A shuffled deck, and what the same cards look like to a settlement.
struct Deal {
    deck: [Card; 52],
    dealer: Hand,
    community: Option<[Card; 2]>,
    boxes: Vec<StakedBox>,
}

fn main() {
    heading();
    for boxes in [1, 7] {
        for id in RulebookId::ALL {
            let mut chance = Chance::seeded(11);
            let mut night = ScriptedTable::open(id.form(), boxes);
            let deals: Vec<Deal> = (0..500)
                .map(|_| Deal::dealt(&mut night, boxes, &mut chance))
                .collect();
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
    /// Deals a shuffled deck as the table does, for the settlement to begin from.
    fn dealt(night: &mut ScriptedTable, boxes: u8, chance: &mut Chance) -> Deal {
        let mut deck = Card::ALL;
        chance.shuffle(&mut deck);
        night.play(&deck);
        let felt = night.round().felt().expect("cards are out");
        Deal {
            deck,
            dealer: felt.dealer_hand().expect("three cards"),
            community: felt.community_pair(),
            boxes: (1..=boxes).map(|number| staked(night, number)).collect(),
        }
    }

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

fn staked(night: &ScriptedTable, number: u8) -> StakedBox {
    let (_, at) = player(number);
    let hand = night.hand(at);
    let [ante, pair_plus, jackpot, five_card] = bets(night.rulebook).map(|(_, amount)| amount);
    StakedBox {
        number: at,
        player: PlayerId(u32::from(number)),
        hand: Some(hand),
        stakes: Stakes {
            ante,
            play: if is_played(hand) { BET } else { Money::ZERO },
            pair_plus,
            five_card,
            jackpot,
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
