//! The felt and its boxes as they are printed for engineers: without a face.
//!
//! A state that finds its way into a log line, a panic or a bug report must not tell who holds what
//! while a round is played. So cards are counted and never named, whether they lie open or not.

use core::fmt;

use super::betting_box::BettingBox;
use super::felt::Felt;
use crate::card::Card;

/// So many cards, and not which.
struct Hidden<'a>(&'a [Card]);

impl fmt::Debug for Hidden<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cards", self.0.len())
    }
}

impl fmt::Debug for Felt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Felt")
            .field("plan", &self.plan)
            .field("done", &self.done)
            .field("drawn", &Hidden(&self.drawn))
            .field("burnt", &Hidden(&self.burnt))
            .field("discarded", &Hidden(&self.discarded))
            .field("dealer", &Hidden(&self.dealer))
            .field("community", &Hidden(&self.community))
            .field("held", &Hidden(&self.held))
            .field("exposed", &self.exposed.len())
            .field("face_up", &Hidden(&self.face_up))
            .field("expected", &Hidden(&self.expected))
            .field("dealer_shown", &self.dealer_shown)
            .field("community_shown", &self.community_shown)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for BettingBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BettingBox {
            seated,
            bets,
            cards,
            handled,
            seen,
            looked,
            decision,
            showing,
            prompted,
            jackpot_offered,
            claimed,
            staked_in_error,
            settled,
            times,
        } = self;
        f.debug_struct("BettingBox")
            .field("seated", seated)
            .field("bets", bets)
            .field("cards", &Hidden(cards))
            .field("handled", handled)
            .field("seen", seen)
            .field("looked", looked)
            .field("decision", decision)
            .field("showing", showing)
            .field("prompted", prompted)
            .field("jackpot_offered", jackpot_offered)
            .field("claimed", claimed)
            .field("staked_in_error", staked_in_error)
            .field("settled", settled)
            .field("times", times)
            .finish()
    }
}
