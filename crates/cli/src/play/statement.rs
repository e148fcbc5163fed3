//! What a round came to for you: every line as it was posted, box by box.

use game::{BoxNumber, Event, Face, Hand, Money, WagerSettled};

use super::bots::hand_of;
use super::session::{Session, YOU};

pub struct Statement {
    pub round: u64,
    /// Those of your boxes that had a bet.
    pub boxes: Vec<BoxStatement>,
    pub purse: Money,
    pub meter: Option<Money>,
}

pub struct BoxStatement {
    pub at: BoxNumber,
    pub cards: Vec<Face>,
    pub hand: Option<Hand>,
    pub lines: Vec<WagerSettled>,
}

impl Statement {
    /// To be made once the round is concluded.
    pub fn of(session: &Session) -> Statement {
        let view = session.view();
        let boxes = view.boxes.into_iter().map(|held| BoxStatement {
            at: held.at,
            hand: hand_of(&held.cards),
            cards: held.cards,
            lines: postings(session.record(), held.at),
        });
        Statement {
            round: view.round,
            boxes: boxes.filter(|held| !held.lines.is_empty()).collect(),
            purse: session.purse(),
            meter: session.meter(),
        }
    }

    pub fn staked(&self) -> Money {
        self.lines().map(|line| line.staked).sum()
    }

    pub fn returned(&self) -> Money {
        self.lines().map(|line| line.returned).sum()
    }

    /// Each cited id once, in order of first mention.
    pub fn cites(&self) -> Vec<&str> {
        let mut once: Vec<&str> = Vec::new();
        for id in self.lines().flat_map(|line| line.cites.iter()) {
            if !once.contains(&id) {
                once.push(id);
            }
        }
        once
    }

    fn lines(&self) -> impl Iterator<Item = &WagerSettled> {
        self.boxes.iter().flat_map(|held| &held.lines)
    }
}

fn postings(record: &[Event], at: BoxNumber) -> Vec<WagerSettled> {
    let settled = record.iter().filter_map(|event| {
        let Event::WagerSettled(settled) = event else {
            return None;
        };
        (settled.at == at && settled.player == YOU).then(|| settled.clone())
    });
    settled.collect()
}
