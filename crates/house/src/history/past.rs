//! One round: what is noted while it is played, and what is kept when it is over.

use std::collections::BTreeSet;

use game::{
    BettingBox, BoxNumber, Digest, Event, Face, Money, Phase, PlayerId, Round, RulebookId, Table,
    TableView, Timestamp, Viewer, WagerSettled,
};
use ledger::TableId;

use super::{Bet, BoxTold, LineTold, Mark, RoundTold, RulingTold, Whose};

/// What happened in a round that its end no longer tells.
#[derive(Clone, Debug)]
pub struct Notes {
    opened: Timestamp,
    rulebook: RulebookId,
    digest: Digest,
    /// Where it ended; it may end twice, if an error reaches it after its end.
    ended: Option<Mark>,
    void: Vec<String>,
    rulings: Vec<RulingTold>,
    lines: Vec<(BoxNumber, LineTold)>,
}

/// A round that is over: all of it that somebody at the table knew.
#[derive(Clone, Debug)]
pub struct Past {
    pub table: TableId,
    pub mark: Mark,
    round: u64,
    opened: Timestamp,
    rulebook: RulebookId,
    digest: Digest,
    void: Option<Vec<String>>,
    rulings: Vec<RulingTold>,
    dealer: Vec<Face>,
    community: Vec<Face>,
    boxes: Vec<PastBox>,
}

#[derive(Clone, Debug)]
struct PastBox {
    /// As everybody may know it, but for the sentences.
    told: BoxTold,
    /// The hand as the one Player saw it who had picked it up.
    looked: Option<(PlayerId, Vec<Face>)>,
}

impl Notes {
    pub fn opened(opened: Timestamp, rulebook: RulebookId, digest: Digest) -> Notes {
        Notes {
            opened,
            rulebook,
            digest,
            ended: None,
            void: Vec::new(),
            rulings: Vec::new(),
            lines: Vec::new(),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of some ninety kinds of event a few leave nothing else behind"
    )]
    pub fn take(&mut self, event: &Event, mark: Mark) {
        match event {
            Event::RoundConcluded => self.ended = Some(mark),
            Event::RoundVoided { cites, .. } => {
                self.ended = Some(mark);
                self.void.clone_from(cites);
            }
            Event::RulingMade { on, cites, .. } => self.rulings.push(RulingTold {
                on: *on,
                title: on.title(),
                clauses: cites.clone(),
            }),
            Event::WagerSettled(line) => self.lines.push((line.at, LineTold::of(line))),
            Event::PostingReversed(line) => {
                let undone = LineTold::of(line);
                let mut lines = self.lines.iter_mut().rev();
                let same = lines.find(|(at, told)| *at == line.at && told.is(&undone));
                if let Some((_, told)) = same {
                    told.stands = false;
                }
            }
            Event::PayCorrected {
                at,
                player,
                wager,
                handed,
                ..
            } => {
                let mut lines = self.lines.iter_mut().rev();
                let same = lines.find(|(place, told)| {
                    let of = (place, told.player, told.bet);
                    of == (at, *player, *wager) && told.stands
                });
                if let Some((_, told)) = same {
                    told.handed = Some(*handed);
                }
            }
            _ => {}
        }
    }

    /// The round on the table, if it is over.
    pub fn past(&self, id: TableId, table: &Table) -> Option<Past> {
        let round = table.round().filter(|round| round.is_over())?;
        let mark = self.ended?;
        let open = round.view_for(Viewer::Public);
        let boxes = round.boxes().zip(&open.boxes);
        let boxes = boxes.filter_map(|((at, held), view)| {
            let lines = self.lines.iter().filter(|(place, _)| *place == at);
            let lines: Vec<LineTold> = lines.map(|(_, line)| line.clone()).collect();
            let used = !held.bets.is_empty() || !lines.is_empty();
            used.then(|| PastBox {
                looked: looked(round, at, held).filter(|(_, seen)| *seen != view.cards),
                told: BoxTold {
                    at,
                    controller: view.controller,
                    bets: bets(view),
                    decision: view.decision,
                    cards: view.cards.clone(),
                    lines,
                },
            })
        });
        let void = matches!(round.phase(), Phase::Voided(_));
        Some(Past {
            table: id,
            mark,
            round: round.number(),
            opened: self.opened,
            rulebook: self.rulebook,
            digest: self.digest,
            void: void.then(|| self.void.clone()),
            rulings: self.rulings.clone(),
            boxes: boxes.collect(),
            dealer: open.dealer,
            community: open.community,
        })
    }
}

/// Whoever picked the hand up, and what he may be shown of it.
fn looked(round: &Round, at: BoxNumber, held: &BettingBox) -> Option<(PlayerId, Vec<Face>)> {
    let player = held.looked?;
    let TableView { boxes, .. } = round.view_for(Viewer::Player(player));
    let own = boxes.into_iter().find(|view| view.at == at)?;
    Some((player, own.cards))
}

fn bets(view: &game::BoxView) -> Vec<Bet> {
    let bets = view.bets.iter();
    bets.map(|(area, player, amount)| Bet {
        area: *area,
        player: *player,
        amount: *amount,
    })
    .collect()
}

impl Past {
    /// Everybody who had chips in it.
    pub fn players(&self) -> BTreeSet<PlayerId> {
        let boxes = self.boxes.iter().map(|own| &own.told);
        boxes
            .flat_map(|told| {
                let bets = told.bets.iter().map(|bet| bet.player);
                bets.chain(told.lines.iter().map(|line| line.player))
            })
            .collect()
    }

    /// As everybody may know it, or one Player: of him his own boxes, bets and lines.
    pub fn told(&self, whose: Whose) -> RoundTold {
        let boxes: Vec<BoxTold> = match whose {
            Whose::Table(_) => self.boxes.iter().map(PastBox::for_all).collect(),
            Whose::Player(player) => {
                let own = self.boxes.iter().filter_map(|own| own.told_to(player));
                own.collect()
            }
        };
        let lines = boxes.iter().flat_map(|told| &told.lines);
        let sum = |of: fn(&LineTold) -> Money| {
            let standing = lines.clone().filter(|line| line.stands);
            standing.map(of).sum()
        };
        RoundTold {
            table: self.table,
            round: self.round,
            opened: self.opened,
            ended: self.mark.at,
            rulebook: self.rulebook,
            digest: self.digest,
            void: self.void.clone(),
            rulings: self.rulings.clone(),
            dealer: self.dealer.clone(),
            community: self.community.clone(),
            staked: sum(|line| line.staked),
            returned: sum(|line| line.returned),
            boxes,
        }
    }
}

impl PastBox {
    fn for_all(&self) -> BoxTold {
        let mut told = self.told.clone();
        let open = told.cards.iter().all(|face| *face != Face::Down);
        for line in told.lines.iter_mut().filter(|_| !open) {
            line.why = None;
        }
        told
    }

    /// Nothing where he had no chips.
    fn told_to(&self, player: PlayerId) -> Option<BoxTold> {
        let mut told = self.told.clone();
        told.bets.retain(|bet| bet.player == player);
        told.lines.retain(|line| line.player == player);
        if told.bets.is_empty() && told.lines.is_empty() {
            return None;
        }
        let own = self.looked.as_ref().filter(|(looked, _)| *looked == player);
        if let Some((_, seen)) = own {
            told.cards.clone_from(seen);
        }
        Some(told)
    }
}

impl LineTold {
    fn of(line: &WagerSettled) -> LineTold {
        LineTold {
            player: line.player,
            bet: line.wager,
            staked: line.staked,
            at_risk: line.at_risk,
            returned: line.returned,
            outcome: line.outcome,
            clauses: line.cites.iter().map(str::to_owned).collect(),
            why: Some(line.why.to_string()),
            stands: true,
            handed: None,
        }
    }

    /// Whether it stands and says the same.
    fn is(&self, other: &LineTold) -> bool {
        let said = LineTold {
            handed: None,
            ..self.clone()
        };
        said == *other
    }
}
