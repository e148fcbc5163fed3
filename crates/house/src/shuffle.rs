//! Decks that no single party chooses, and that every reader of the log can make again.
//!
//! When bets are closed the house draws a seed and promises it by its digest; Players who wanted a say
//! promised theirs with their bets and open them now; the deck follows from all of them together. The
//! house cannot have picked its seed to suit the Players' (it was promised before theirs were known),
//! nor they theirs (they were promised before there was one). After the round its seed is told, and
//! every reader of the log makes the deck again with `sha256sum` and a pencil: `docs/FAIRNESS.md` says how.
//!
//! Until then the seed lies in the log sealed: [`vault`](Vault) is the only place with the key.

mod vault;

use core::fmt;

use game::{Card, PlayerId, to_hex};
use ledger::TableId;
use serde::{Deserialize, Serialize};

use crate::log::Fingerprint;
use crate::secret::hex32;

pub use vault::{Sealed, Vault, VaultError};

/// A seed of 256 random bits. Text where it is published, not printed where it is only held.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed(#[serde(with = "hex32")] [u8; 32]);

/// Which round a seed is for: the same seed promised elsewhere has another digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealId {
    /// The table.
    pub table: TableId,
    /// The number of the round at that table.
    pub round: u64,
}

/// Whose seed it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedOwner {
    /// Drawn by the house.
    House,
    /// Brought by this Player.
    Player(PlayerId),
}

impl Seed {
    /// A seed of these bits.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The digest a seed is promised by.
    pub fn promise(&self, deal: DealId, whose: SeedOwner) -> Fingerprint {
        let (table, round, seed) = (deal.table.0, deal.round, to_hex(&self.0));
        let whose = match whose {
            SeedOwner::House => "house".to_owned(),
            SeedOwner::Player(player) => format!("player {}", player.0),
        };
        let text = format!("queenhigh seed\ntable {table}\nround {round}\n{whose}\n{seed}\n");
        Fingerprint::of(text.as_bytes())
    }

    fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed")
    }
}

/// Fifty-two cards in the order they will leave the deck.
#[derive(Clone, PartialEq, Eq)]
pub struct Deck([Card; 52]);

impl Deck {
    /// The deck that follows from the seeds: of the house, and of each Player who opened one, in the
    /// order of their numbers. Where hands are void and the same bets are dealt again, the `nth` deck of
    /// the round follows from the same seeds.
    pub fn of<'a>(
        deal: DealId,
        nth: u32,
        house: &Seed,
        players: impl IntoIterator<Item = (&'a PlayerId, &'a Seed)>,
    ) -> Deck {
        let (table, round) = (deal.table.0, deal.round);
        let mut text = format!(
            "queenhigh deck\ntable {table}\nround {round}\nhouse {}\n",
            to_hex(&house.0)
        );
        for (player, seed) in players {
            let line = format!("player {} {}\n", player.0, to_hex(&seed.0));
            text.push_str(&line);
        }
        if nth > 1 {
            let line = format!("deal {nth}\n");
            text.push_str(&line);
        }
        let mut chance = Chance::of(&text);
        let mut cards = Card::ALL;
        // Fisher and Yates: each place from the last gets one of the cards not placed yet.
        for last in (1..52_u8).rev() {
            let chosen = below(last + 1, || chance.draw());
            cards.swap(usize::from(last), usize::from(chosen));
        }
        Deck(cards)
    }

    /// All cards, the first to be dealt first.
    pub fn cards(&self) -> &[Card; 52] {
        &self.0
    }

    /// The card at this place, counted from 0; none beyond the last.
    pub fn card(&self, position: u8) -> Option<Card> {
        self.0.get(usize::from(position)).copied()
    }

    /// # Panics
    ///
    /// Never: a deck has every card.
    pub fn position(&self, card: Card) -> u8 {
        let places = self.0.iter().zip(0..);
        let mut places = places.filter(|(there, _)| **there == card);
        places.next().expect("a deck has every card").1
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a deck")
    }
}

/// A number below `bound`, each as likely as any other: a byte from the incomplete last run through
/// the numbers is thrown away.
fn below(bound: u8, mut draw: impl FnMut() -> u8) -> u8 {
    let whole_runs = 256 - 256 % u16::from(bound);
    loop {
        let byte = draw();
        if u16::from(byte) < whole_runs {
            return byte % bound;
        }
    }
}

/// Digests one after another: of the key with 0 behind it, with 1, and so on.
struct Chance {
    key: String,
    number: u32,
    block: [u8; 32],
    drawn: usize,
}

impl Chance {
    fn of(text: &str) -> Chance {
        let key = Fingerprint::of(text.as_bytes()).to_string();
        let Fingerprint(block) = block_of(&key, 0);
        Chance {
            key,
            number: 0,
            block,
            drawn: 0,
        }
    }

    fn draw(&mut self) -> u8 {
        if self.drawn == self.block.len() {
            self.number += 1;
            Fingerprint(self.block) = block_of(&self.key, self.number);
            self.drawn = 0;
        }
        self.drawn += 1;
        self.block[self.drawn - 1]
    }
}

fn block_of(key: &str, number: u32) -> Fingerprint {
    Fingerprint::of(format!("{key} {number}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEAL: DealId = DealId {
        table: TableId(7),
        round: 12,
    };

    /// Not by statistics: over all 256 bytes every number below every bound comes equally often.
    #[test]
    fn a_draw_has_no_bias() {
        for bound in 1..=52_u8 {
            let mut times = [0_u32; 52];
            for byte in 0..=255_u8 {
                let mut requested = 0;
                // What is thrown away is followed by a 0, and counts for nothing.
                let number = below(bound, || {
                    requested += 1;
                    if requested == 1 { byte } else { 0 }
                });
                if requested == 1 {
                    times[usize::from(number)] += 1;
                }
            }
            let each = 256 / u32::from(bound);
            let (in_reach, out) = times.split_at(usize::from(bound));
            assert!(in_reach.iter().all(|times| *times == each), "{bound}");
            assert!(out.iter().all(|times| *times == 0), "{bound}");
        }
    }

    /// A deck is asked for again years later, by programs of others: this one may never change.
    #[test]
    fn seeds_make_the_same_deck_for_ever() {
        let house = Seed::new([0x11; 32]);
        let players = [(PlayerId(3), Seed::new([0x22; 32]))];
        let players = players.iter().map(|(player, seed)| (player, seed));
        let written = |deck: &Deck| {
            let cards = deck.cards()[..10].iter().map(|card| card.as_str());
            cards.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            written(&Deck::of(DEAL, 1, &house, [])),
            "Ks 7s 2h Td 2d 5s Tc Ac 3c 5d"
        );
        assert_eq!(
            written(&Deck::of(DEAL, 1, &house, players)),
            "7s Ts 4s Qh 6s 2c 2d 6c 5h Ad"
        );
        assert_eq!(
            house.promise(DEAL, SeedOwner::House).to_string(),
            "c1a7936d0935a9be9f06c67ce97a4765dbafe927fb2f1fa14da40f34db7db9e6",
        );
    }

    #[test]
    fn a_promise_holds_for_one_round_and_one_person() {
        let seed = Seed::new([9; 32]);
        let promise = seed.promise(DEAL, SeedOwner::House);
        let next = DealId { round: 13, ..DEAL };
        let beside = DealId {
            table: TableId(8),
            ..DEAL
        };
        assert_ne!(promise, seed.promise(next, SeedOwner::House));
        assert_ne!(promise, seed.promise(beside, SeedOwner::House));
        assert_ne!(promise, seed.promise(DEAL, SeedOwner::Player(PlayerId(0))));
    }

    #[test]
    fn secrets_do_not_print_themselves() {
        let seed = Seed::new([0xab; 32]);
        let deck = Deck::of(DEAL, 1, &seed, []);
        assert_eq!(format!("{seed:?} {deck:?}"), "a seed a deck");
    }
}
