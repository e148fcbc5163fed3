//! One deck of 52: where each card is, and who may know it. Fed by events alone.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "looks only at the events that move or show cards"
)]

use std::collections::{BTreeMap, BTreeSet};

use game::{
    Actor, BoxNumber, Card, CardSet, Event, Face, Finding, Irregularity, MultiBoxView, Pile, Place,
    PlayerId, Report, Round, Rulebook, Table, Viewer,
};

use super::checked_table::{Checked, holds};

#[derive(Clone, Debug, Default)]
pub struct Deck {
    /// The cards that are out of the device, by where they lie.
    lies: Lies,
    /// Turned by mistake, with the report while it waits.
    turned: Vec<(Option<Irregularity>, CardSet)>,
    /// Boxes whose hand its Player has picked up.
    looks: BTreeMap<PlayerId, BTreeSet<BoxNumber>>,
    /// Hands that lie open for everybody.
    revealed: BTreeSet<BoxNumber>,
    dealer_shown: bool,
    community_shown: bool,
}

/// The place of each of the 52, none while it is in the device.
#[derive(Clone, Debug)]
struct Lies([Option<Place>; 52]);

impl Default for Lies {
    fn default() -> Lies {
        Lies([None; 52])
    }
}

impl Lies {
    fn get(&self, card: Card) -> Option<Place> {
        self.0[usize::from(card.index())]
    }

    /// Where it was.
    fn set(&mut self, card: Card, place: Option<Place>) -> Option<Place> {
        core::mem::replace(&mut self.0[usize::from(card.index())], place)
    }

    fn out(&self, which: impl Fn(Place) -> bool) -> CardSet {
        let lies = |card: &Card| self.get(*card).is_some_and(&which);
        Card::ALL.into_iter().filter(lies).collect()
    }
}

impl Deck {
    pub fn pile(&self, place: Place) -> CardSet {
        self.lies.out(|at| at == place)
    }

    pub fn is_revealed(&self, at: BoxNumber) -> bool {
        self.revealed.contains(&at)
    }

    pub fn is_out(&self, card: Card) -> bool {
        self.lies.get(card).is_some()
    }

    fn out(&mut self, cards: &[Card], to: Place) -> Checked {
        for card in cards {
            let twice = self.lies.set(*card, Some(to));
            holds!(
                "cards: each in one place",
                twice.is_none(),
                "{card} to {to:?}, it lies at {twice:?}"
            );
        }
        Ok(())
    }

    pub fn take(&mut self, rulebook: &Rulebook, event: &Event) -> Checked {
        match event {
            Event::BetsOpened { .. } | Event::HandsVoided { .. } => *self = Deck::default(),
            Event::CardBurned { card } => self.out(&[*card], Place::Burnt)?,
            Event::CardDealt { to, card } => self.out(&[*card], to.place())?,
            Event::PacketDealt { to, cards } => self.out(cards, to.place())?,
            Event::CommunityDealt { cards } => self.out(cards, Place::Community)?,
            Event::CardsAstray { cards, to, .. } => self.out(cards, *to)?,
            Event::CommunityDiscarded { card } => {
                let was = self.lies.set(*card, Some(Place::Discards));
                holds!(
                    "cards: discarded from the community",
                    was == Some(Place::Community),
                    "{card} from {was:?}"
                );
            }
            Event::CardsFound { place, cards } => self.found(*place, cards)?,
            Event::CardsRelaid { laid } => self.relaid(laid)?,
            Event::CardsOrdered { cards } => {
                for card in cards {
                    let was = self.lies.set(*card, None);
                    holds!(
                        "cards: ordered from the Dealer's hand",
                        was == Some(Place::Held),
                        "{card} from {was:?}"
                    );
                }
            }
            Event::CardCorrected { was, is, .. } => {
                let lay = self.lies.set(*was, None);
                holds!(
                    "cards: corrected where it lay",
                    lay.is_some(),
                    "{was} is not out"
                );
                let to = lay.unwrap_or(Place::Discards);
                self.out(&[*is], to)?;
                for (_, cards) in &mut self.turned {
                    if cards.contains(*was) {
                        *cards = cards
                            .iter()
                            .filter(|card| card != was)
                            .chain([*is])
                            .collect();
                    }
                }
            }
            _ => self.take_sight(rulebook, event)?,
        }
        Ok(())
    }

    fn take_sight(&mut self, rulebook: &Rulebook, event: &Event) -> Checked {
        match event {
            Event::DealerShown { .. } => self.dealer_shown = true,
            Event::CommunityShown { .. } => self.community_shown = true,
            Event::HandRevealed { at, hand, .. } | Event::HandEstablished { at, hand } => {
                let shown: CardSet = hand.cards().into_iter().collect();
                let lies = self.pile(Place::Box(*at));
                let (told, dealt) = (words(shown), words(lies));
                holds!(
                    "cards: the hand shown is the hand dealt",
                    shown == lies,
                    "{told}, not {dealt}"
                );
                self.revealed.insert(*at);
            }
            Event::Looked { at, player } => {
                let own = self.looks.entry(*player).or_default();
                let again = own.contains(at);
                own.insert(*at);
                let one = rulebook.multi_box_view.says == MultiBoxView::OneHand;
                holds!(
                    "secrecy: one hand",
                    !one || again || own.len() == 1,
                    "{player:?} looked at {own:?}"
                );
            }
            Event::IrregularityReported {
                irregularity,
                report,
                by,
                ..
            } => {
                self.reported(*irregularity, report, *by)?;
            }
            Event::RulingMade {
                on,
                finding: Finding::Dismissed,
                ..
            } => {
                let first = self.turned.iter().position(|(row, _)| *row == Some(*on));
                if let Some(first) = first {
                    self.turned.remove(first);
                }
            }
            Event::RulingMade { on, .. } => {
                let stands = self.turned.iter_mut().find(|(row, _)| *row == Some(*on));
                if let Some((row, _)) = stands {
                    *row = None;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn reported(&mut self, row: Irregularity, report: &Report, by: Actor) -> Checked {
        // A Player's word alone turns no card.
        let believed = by.player().is_none();
        match report {
            Report::Exposed { cards, .. } if believed => {
                self.turned
                    .push((Some(row), cards.iter().copied().collect()));
            }
            Report::FaceUp { card } if believed => {
                self.turned.push((Some(row), [*card].into_iter().collect()));
            }
            Report::Together { cards } => self.out(cards, Place::Held)?,
            _ => {}
        }
        Ok(())
    }

    /// What is gone from a place is among the discards; what is new there was not out before.
    fn found(&mut self, place: Place, cards: &[Card]) -> Checked {
        let recorded = self.pile(place);
        for card in recorded {
            self.lies.set(card, Some(Place::Discards));
        }
        for card in cards {
            let was = self.lies.get(*card);
            let here = recorded.contains(*card);
            holds!(
                "cards: found where it was, or new",
                here || was.is_none(),
                "{card} lies at {was:?}"
            );
            self.lies.set(*card, Some(place));
        }
        Ok(())
    }

    fn relaid(&mut self, laid: &[Pile]) -> Checked {
        let before = self.lies.out(|place| place != Place::Held);
        for card in before {
            self.lies.set(card, None);
        }
        for Pile { place, cards } in laid {
            self.out(cards, *place)?;
        }
        let after = self.lies.out(|place| place != Place::Held);
        let (was, is) = (words(before), words(after));
        holds!(
            "cards: none comes or goes when they are relaid",
            before == after,
            "{was} became {is}"
        );
        Ok(())
    }

    /// The table has every card where the events put it.
    pub fn agrees_with(&self, round: &Round) -> Checked {
        let mut lies = self.lies.clone();
        for (place, cards) in round.laid() {
            for card in cards {
                let at = lies.set(card, None);
                holds!(
                    "cards: the table agrees",
                    at == Some(place),
                    "{card} at {place:?}, by the log {at:?}"
                );
            }
        }
        let lost = lies.out(|_| true);
        holds!(
            "cards: the table agrees",
            lost.is_empty(),
            "the table has lost {}",
            words(lost)
        );
        Ok(())
    }

    pub fn keeps_secrets(&self, table: &Table, players: u32) -> Checked {
        let over = table.round().is_some_and(Round::is_over);
        let mut open: CardSet = self
            .turned
            .iter()
            .flat_map(|(_, cards)| cards.iter())
            .collect();
        if self.dealer_shown {
            open.extend(self.pile(Place::Dealer).iter());
        }
        if self.community_shown {
            open.extend(self.pile(Place::Community).iter());
        }
        for at in &self.revealed {
            open.extend(self.pile(Place::Box(*at)).iter());
        }
        for viewer in [
            Viewer::Dealer,
            Viewer::Pit,
            Viewer::Public,
            Viewer::Surveillance,
        ] {
            let record = viewer == Viewer::Surveillance && over;
            if !record {
                sees_only(table, viewer, open)?;
            }
        }
        for player in (0..players).map(PlayerId) {
            let mut may = open;
            for at in self.looks.get(&player).into_iter().flatten() {
                may.extend(self.pile(Place::Box(*at)).iter());
            }
            sees_only(table, Viewer::Player(player), may)?;
        }
        Ok(())
    }
}

fn words(cards: CardSet) -> String {
    let each: Vec<&str> = cards.iter().map(Card::as_str).collect();
    each.join(" ")
}

fn sees_only(table: &Table, viewer: Viewer, may: CardSet) -> Checked {
    let view = table.view_for(viewer).round;
    let boxes = view.boxes.iter().flat_map(|seen| &seen.cards);
    let all = boxes
        .chain(&view.dealer)
        .chain(&view.community)
        .chain(&view.discards);
    for face in all {
        if let Face::Up(card) = face {
            holds!("secrecy", may.contains(*card), "{viewer:?} sees {card}");
        }
    }
    Ok(())
}
