//! One round: the notes taken while it is played, and the record kept when it is over.

use std::collections::BTreeSet;

use game::{
    BettingBox, BoxNumber, Digest, Event, Face, Money, Phase, PlayerId, RulebookId, Table,
    Timestamp, Viewer, WagerSettled, events_of,
};
use ledger::TableId;

use super::{BetRecord, BoxRecord, Cursor, HistoryOf, LineRecord, RoundRecord, RulingRecord};

/// What happened in a round and is no longer known from its state at the end.
#[derive(Clone, Debug)]
pub struct RoundNotes {
    opened: Timestamp,
    rulebook: RulebookId,
    digest: Digest,
    /// Where it ended. It ends a second time where an error found after its end voids it.
    ended: Option<Cursor>,
    void: Vec<String>,
    rulings: Vec<RulingRecord>,
    lines: Vec<(BoxNumber, LineRecord)>,
}

/// A finished round, with everything that any person at the table knew of it and nothing else.
#[derive(Clone, Debug)]
pub struct FinishedRound {
    pub table: TableId,
    pub cursor: Cursor,
    round: u64,
    opened: Timestamp,
    rulebook: RulebookId,
    digest: Digest,
    void: Option<Vec<String>>,
    rulings: Vec<RulingRecord>,
    dealer: Vec<Face>,
    community: Vec<Face>,
    boxes: Vec<FinishedBox>,
}

#[derive(Clone, Debug)]
struct FinishedBox {
    /// As everyone may know it, apart from the sentences.
    record: BoxRecord,
    /// The Player who picked the hand up, and the hand as he saw it.
    looked: Option<(PlayerId, Vec<Face>)>,
}

impl RoundNotes {
    /// For a round whose bets were just opened.
    pub fn opened(opened: Timestamp, rulebook: RulebookId, digest: Digest) -> RoundNotes {
        RoundNotes {
            opened,
            rulebook,
            digest,
            ended: None,
            void: Vec::new(),
            rulings: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Notes what the event says; `cursor` is its place in the log.
    pub fn take(&mut self, event: &Event, cursor: Cursor) {
        match event {
            Event::RoundConcluded => self.ended = Some(cursor),
            Event::RoundVoided { cites, .. } => {
                self.ended = Some(cursor);
                self.void.clone_from(cites);
            }
            Event::RulingMade { on, cites, .. } => self.rulings.push(RulingRecord {
                on: *on,
                title: on.title(),
                clauses: cites.clone(),
            }),
            Event::WagerSettled(line) => self.lines.push((line.at, LineRecord::of(line))),
            Event::PostingReversed(line) => {
                let undone = LineRecord::of(line);
                let mut lines = self.lines.iter_mut().rev();
                let same =
                    lines.find(|(at, record)| *at == line.at && record.is_same_line(&undone));
                if let Some((_, record)) = same {
                    record.stands = false;
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
                let same = lines.find(|(place, record)| {
                    let of = (place, record.player, record.bet);
                    of == (at, *player, *wager) && record.stands
                });
                if let Some((_, record)) = same {
                    record.handed = Some(*handed);
                }
            }
            Event::IrregularityReported { .. }
            | Event::BoxSettled { .. }
            | Event::BoxesSettled
            | Event::JackpotsSettled
            | events_of![
                table, seats, conduct, fault, chips, calls, deal, decisions, showdown, jackpot,
                remedies, card_fixes
            ] => {}
        }
    }

    /// The round on the table, if it is over.
    pub fn finished(&self, id: TableId, table: &Table) -> Option<FinishedRound> {
        let round = table.round().filter(|round| round.is_over())?;
        let cursor = self.ended?;
        let open = table.view_for(Viewer::Public).round;
        let boxes = round.boxes().zip(&open.boxes);
        let boxes = boxes.filter_map(|((at, held), view)| {
            let lines = self.lines.iter().filter(|(place, _)| *place == at);
            let lines: Vec<LineRecord> = lines.map(|(_, line)| line.clone()).collect();
            let used = !held.bets.is_empty() || !lines.is_empty();
            used.then(|| FinishedBox {
                looked: looked(table, at, held).filter(|(_, seen)| *seen != view.cards),
                record: BoxRecord {
                    at,
                    controller: view.controller,
                    bets: bets(view),
                    decision: held.decision.name(),
                    cards: view.cards.clone(),
                    lines,
                },
            })
        });
        let void = matches!(round.phase(), Phase::Voided(_));
        Some(FinishedRound {
            table: id,
            cursor,
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

/// The Player who picked the hand up, and what he may be shown of it.
fn looked(table: &Table, at: BoxNumber, held: &BettingBox) -> Option<(PlayerId, Vec<Face>)> {
    let player = held.looked?;
    let boxes = table.view_for(Viewer::Player(player)).round.boxes;
    let own = boxes.into_iter().find(|view| view.at == at)?;
    Some((player, own.cards))
}

fn bets(view: &game::BoxView) -> Vec<BetRecord> {
    let bets = view.bets.iter();
    bets.map(|bet| BetRecord {
        area: bet.area,
        player: bet.player,
        amount: bet.amount,
    })
    .collect()
}

impl FinishedRound {
    /// The players who had chips in it.
    pub fn players(&self) -> BTreeSet<PlayerId> {
        let boxes = self.boxes.iter().map(|own| &own.record);
        boxes
            .flat_map(|record| {
                let bets = record.bets.iter().map(|bet| bet.player);
                bets.chain(record.lines.iter().map(|line| line.player))
            })
            .collect()
    }

    /// As everyone may know it, or as one Player: then his own boxes, bets and lines.
    pub fn record_for(&self, whose: HistoryOf) -> RoundRecord {
        let boxes: Vec<BoxRecord> = match whose {
            HistoryOf::Table(_) => self.boxes.iter().map(FinishedBox::public_record).collect(),
            HistoryOf::Player(player) => {
                let own = self.boxes.iter().filter_map(|own| own.record_for(player));
                own.collect()
            }
        };
        let lines = boxes.iter().flat_map(|record| &record.lines);
        let sum = |of: fn(&LineRecord) -> Money| {
            let standing = lines.clone().filter(|line| line.stands);
            standing.map(of).sum()
        };
        RoundRecord {
            table: self.table,
            round: self.round,
            opened: self.opened,
            ended: self.cursor.at,
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

impl FinishedBox {
    fn public_record(&self) -> BoxRecord {
        let mut record = self.record.clone();
        let open = record.cards.iter().all(|face| *face != Face::Down);
        for line in record.lines.iter_mut().filter(|_| !open) {
            line.why = None;
        }
        record
    }

    /// None where the player had no chips in the box.
    fn record_for(&self, player: PlayerId) -> Option<BoxRecord> {
        let mut record = self.record.clone();
        record.bets.retain(|bet| bet.player == player);
        record.lines.retain(|line| line.player == player);
        if record.bets.is_empty() && record.lines.is_empty() {
            return None;
        }
        let own = self.looked.as_ref().filter(|(looked, _)| *looked == player);
        if let Some((_, seen)) = own {
            record.cards.clone_from(seen);
        }
        Some(record)
    }
}

impl LineRecord {
    fn of(line: &WagerSettled) -> LineRecord {
        LineRecord {
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

    /// Whether the line still stands and says the same.
    fn is_same_line(&self, other: &LineRecord) -> bool {
        let said = LineRecord {
            handed: None,
            ..self.clone()
        };
        said == *other
    }
}
