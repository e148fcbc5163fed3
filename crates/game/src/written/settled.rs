//! A round with its settlement: what both the JSON and the table are printed from.

use std::borrow::Cow;

use super::check::{CheckedRound, Ending};
use crate::{
    Card, Cites, DealerHand, Explained, Hand, JackpotSettlement, Line, Money, RulebookId,
    SettledBox, Settlement, Showdown, settle_jackpots, settle_void,
};

/// A round that was written down, with its settlement. Serializes as what `settle` answers.
pub struct SettledRound<'a> {
    /// The rulebook it was settled by.
    pub rulebook: RulebookId,
    /// The clause it is void by, where it is.
    pub void: Option<&'static str>,
    /// None where the round is void.
    pub dealer: Option<DealerHand>,
    /// The community cards, where the game has them.
    pub community: Option<[Card; 2]>,
    /// Who is paid what.
    pub settlement: Settlement,
    /// The names of the boxes' Players, in the order of the boxes.
    pub players: &'a [Cow<'a, str>],
}

impl CheckedRound<'_> {
    /// Who is paid what, by which clause.
    pub fn settle(&self) -> SettledRound<'_> {
        match self.ending {
            Ending::Shown { dealer, community } => {
                let showdown = Showdown {
                    dealer,
                    community,
                    limits: self.limits,
                    jackpot: self.jackpot,
                    paid_before: &self.paid_before,
                    paid_after: &self.paid_after,
                    boxes: &self.boxes,
                };
                SettledRound {
                    rulebook: self.rulebook.id,
                    void: None,
                    dealer: Some(DealerHand::new(&self.rulebook, dealer)),
                    community,
                    settlement: crate::settle(&self.rulebook, &showdown),
                    players: &self.players,
                }
            }
            Ending::Void(clause) => SettledRound {
                rulebook: self.rulebook.id,
                void: clause.first().copied(),
                dealer: None,
                community: None,
                settlement: void(self, clause),
                players: &self.players,
            },
        }
    }
}

/// Bets go back and no Player here wins; what linked tables won moves the meter all the same.
fn void(round: &CheckedRound<'_>, clause: Cites) -> Settlement {
    let jackpot = round.jackpot.map(|terms| {
        let [first, second, third, ..] = Card::ALL;
        let unseen = Hand::new([first, second, third]).expect("three different cards");
        let elsewhere = Showdown {
            // No box is settled, so this hand is never compared.
            dealer: unseen,
            community: None,
            limits: round.limits,
            jackpot: Some(terms),
            paid_before: &round.paid_before,
            paid_after: &round.paid_after,
            boxes: &[],
        };
        settle_jackpots(&round.rulebook, &elsewhere)
    });
    Settlement {
        boxes: settle_void(&round.boxes, clause, round.rulebook.grounds.void),
        order: Vec::new(),
        jackpot,
    }
}

impl SettledRound<'_> {
    /// The boxes with the names of their Players, in the order they were given.
    pub fn boxes(&self) -> impl ExactSizeIterator<Item = (&SettledBox, &str)> {
        self.settlement
            .boxes
            .iter()
            .zip(self.players.iter().map(AsRef::as_ref))
    }

    /// Awards and meter, where the round had a jackpot.
    pub fn jackpot(&self) -> Option<&JackpotSettlement> {
        self.settlement.jackpot.as_ref()
    }

    /// What the house won on the round; negative where it lost.
    pub fn house_net(&self) -> Money {
        self.settlement.house_net()
    }

    /// The sentence for a line of this box.
    pub fn explain(&self, settled: &SettledBox, line: &Line) -> Explained {
        let dealer = self.dealer.map(|dealer| dealer.hand);
        Explained::new(line, settled.hand, dealer)
    }
}
