//! A round with its settlement: what both the JSON and the table are printed from.

use std::borrow::Cow;

use game::{
    Card, Cites, DealerHand, Explained, Hand, JackpotSettlement, Line, Money, RulebookId,
    SettledBox, Settlement, Showdown, settle_jackpots, settle_void,
};

use super::check::{Ending, Round};

pub struct Settled<'a> {
    pub rulebook: RulebookId,
    pub void: Option<&'static str>,
    /// None where the round is void.
    pub dealer: Option<DealerHand>,
    pub community: Option<[Card; 2]>,
    pub settlement: Settlement,
    /// The names of the boxes' Players, in the order of the boxes.
    pub players: &'a [Cow<'a, str>],
}

pub fn settle<'a>(round: &'a Round<'_>) -> Settled<'a> {
    match round.ending {
        Ending::Shown { dealer, community } => {
            let showdown = Showdown {
                dealer,
                community,
                limits: round.limits,
                jackpot: round.jackpot,
                paid_before: &round.paid_before,
                paid_after: &round.paid_after,
                boxes: &round.boxes,
            };
            Settled {
                rulebook: round.rulebook.id,
                void: None,
                dealer: Some(DealerHand::new(&round.rulebook, dealer)),
                community,
                settlement: game::settle(&round.rulebook, &showdown),
                players: &round.players,
            }
        }
        Ending::Void(clause) => Settled {
            rulebook: round.rulebook.id,
            void: clause.first().copied(),
            dealer: None,
            community: None,
            settlement: void(round, clause),
            players: &round.players,
        },
    }
}

/// Bets go back and nobody here wins; what linked tables won moves the meter all the same.
fn void(round: &Round<'_>, clause: Cites) -> Settlement {
    let jackpot = round.jackpot.map(|terms| {
        let [first, second, third, ..] = Card::ALL;
        let unseen = Hand::new([first, second, third]).expect("three different cards");
        let elsewhere = Showdown {
            // No box is settled, so nobody looks at this hand.
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

impl Settled<'_> {
    /// The boxes with the names of their Players, in the order they were given.
    pub fn boxes(&self) -> impl ExactSizeIterator<Item = (&SettledBox, &str)> {
        self.settlement
            .boxes
            .iter()
            .zip(self.players.iter().map(AsRef::as_ref))
    }

    pub fn jackpot(&self) -> Option<&JackpotSettlement> {
        self.settlement.jackpot.as_ref()
    }

    pub fn house_net(&self) -> Money {
        self.settlement.house_net()
    }

    pub fn explain(&self, settled: &SettledBox, line: &Line) -> Explained {
        let dealer = self.dealer.map(|dealer| dealer.hand);
        Explained::new(line, settled.hand, dealer)
    }
}
