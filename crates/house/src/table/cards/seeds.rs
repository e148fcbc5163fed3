//! Seeds: who promises, seals, opens and publishes one, and when.

use game::{Actor, Phase, PlayerId};

use super::deck::ShuffleStage;
use super::{CardEvent, CardRefusal};
use crate::log::Fingerprint;
use crate::shuffle::{Sealed, Seed, SeedOwner};
use crate::table::{TableRefusal, TableState};

impl TableState {
    /// Only a Player with a bet may promise a seed.
    pub(super) fn promise_seed(
        &self,
        by: Actor,
        promise: Fingerprint,
    ) -> Result<CardEvent, TableRefusal> {
        let (round, shuffle) = self.dealt_by_house()?;
        let Actor::Player(player) = by else {
            return Err(TableRefusal::NotYours);
        };
        let mut boxes = round.boxes();
        let bets = boxes.any(|(_, held)| held.bets.has_player(player));
        if !matches!(round.phase(), Phase::BetsOpen) || !bets {
            return Err(CardRefusal::NoBet.into());
        }
        if shuffle.promised.contains_key(&player) {
            return Err(CardRefusal::PromisedBefore.into());
        }
        Ok(CardEvent::SeedPromised { player, promise })
    }

    /// Whether the Player may promise a seed now.
    pub(in crate::table) fn may_promise_seed(&self, player: PlayerId) -> bool {
        let any = Fingerprint::of(b"");
        self.promise_seed(Actor::Player(player), any).is_ok()
    }

    /// The promise whose seed the Player may open now.
    pub(in crate::table) fn promise_to_open(&self, player: PlayerId) -> Option<Fingerprint> {
        let (_, shuffle) = self.dealt_by_house().ok()?;
        let promised = shuffle.promised.get(&player).copied();
        promised.filter(|_| shuffle.is_sealed() && !shuffle.opened.contains_key(&player))
    }

    /// Whether the house may seal a seed now.
    pub(in crate::table) fn may_seal_seed(&self) -> bool {
        self.dealt_by_house().is_ok_and(|(round, shuffle)| {
            let closed = matches!(round.phase(), Phase::BetsClosed);
            closed && shuffle.stage == ShuffleStage::Promises
        })
    }

    /// The promise whose seed the house may publish now.
    pub(in crate::table) fn promise_to_tell(&self) -> Option<Fingerprint> {
        let shuffle = self.shuffle()?;
        match shuffle.stage {
            ShuffleStage::Sealed { promise, .. } | ShuffleStage::Made { promise } => {
                self.open_round().is_none().then_some(promise)
            }
            ShuffleStage::Promises | ShuffleStage::Told { .. } => None,
        }
    }

    pub(super) fn seal_seed(&self, by: Actor, sealed: &Sealed) -> Result<CardEvent, TableRefusal> {
        let (round, shuffle) = self.dealt_by_house()?;
        if by != Actor::System {
            return Err(TableRefusal::NotYours);
        }
        let closed = matches!(round.phase(), Phase::BetsClosed);
        if !closed || shuffle.stage != ShuffleStage::Promises {
            return Err(CardRefusal::NotNow.into());
        }
        // A reader without the key cannot tell, and is not the one who decides.
        let seed = self.cards.access.seed(shuffle.deal(), sealed);
        match seed {
            Some(seed) if self.cards.used_seeds.contains(&seed) => {
                return Err(CardRefusal::Repeated.into());
            }
            // Sealed for another round, or with another key: no deck could be made from it.
            None if self.cards.access.must_open_seals() => return Err(CardRefusal::Broken.into()),
            Some(_) | None => {}
        }
        Ok(CardEvent::SeedSealed(sealed.clone()))
    }

    pub(super) fn open_seed(&self, by: Actor, seed: &Seed) -> Result<CardEvent, TableRefusal> {
        let (_, shuffle) = self.dealt_by_house()?;
        let Actor::Player(player) = by else {
            return Err(TableRefusal::NotYours);
        };
        let promised = shuffle.promised.get(&player);
        let sealed = matches!(shuffle.stage, ShuffleStage::Sealed { .. });
        let promised = promised.filter(|_| sealed && !shuffle.opened.contains_key(&player));
        let promised = promised.ok_or(CardRefusal::NotPromised)?;
        if seed.promise(shuffle.deal(), SeedOwner::Player(player)) != *promised {
            return Err(CardRefusal::Broken.into());
        }
        if self.cards.used_seeds.contains(seed) {
            return Err(CardRefusal::Repeated.into());
        }
        let seed = *seed;
        Ok(CardEvent::SeedOpened { player, seed })
    }

    pub(super) fn tell_seed(&self, by: Actor, seed: &Seed) -> Result<CardEvent, TableRefusal> {
        let shuffle = self.shuffle().ok_or(CardRefusal::TableDeals)?;
        if by != Actor::System {
            return Err(TableRefusal::NotYours);
        }
        let sealed = matches!(
            shuffle.stage,
            ShuffleStage::Sealed { .. } | ShuffleStage::Made { .. }
        );
        if !sealed || self.open_round().is_some() {
            return Err(CardRefusal::NotOver.into());
        }
        let promise = shuffle.matching_promise(seed).ok_or(CardRefusal::Broken)?;
        let seed = *seed;
        Ok(CardEvent::SeedTold { promise, seed })
    }
}
