//! What a round came to for you: each line as it was posted, with the sentence that explains it.
//!
//! Amounts and clauses are those of the events. The sentence is not stored with them, so the table
//! as it lay at the end is put to the settlement once more and its words are taken.

use game::{
    Area, BettingBox, BoxNumber, DealerHand, Decision, Event, Explained, Face, Fate, Hand,
    JackpotClaim, JackpotTerms, Layout, Line, Money, Outcome, Phase, Showdown, Showing, StakedBox,
    Stakes, Wager, WagerSettled, settle_box, settle_jackpots,
};

use super::bots::hand_of;
use super::session::{Session, YOU};

pub struct Statement {
    pub round: u64,
    pub boxes: Vec<BoxStatement>,
    pub purse: Money,
    pub meter: Option<Money>,
}

pub struct BoxStatement {
    pub at: BoxNumber,
    pub cards: Vec<Face>,
    pub hand: Option<Hand>,
    pub lines: Vec<Posted>,
}

/// One line of a settlement and why it is so.
pub struct Posted {
    pub settled: WagerSettled,
    pub why: String,
}

impl Statement {
    /// To be made once the round is concluded.
    pub fn of(session: &Session) -> Statement {
        let view = session.view();
        let boxes = view.boxes.into_iter().filter_map(|held| {
            let hand = hand_of(&held.cards);
            let posted = postings(session, held.at);
            let lines: Vec<Posted> = posted
                .map(|settled| Posted {
                    why: why(session, settled, hand),
                    settled: settled.clone(),
                })
                .collect();
            (!lines.is_empty()).then_some(BoxStatement {
                at: held.at,
                cards: held.cards,
                hand,
                lines,
            })
        });
        Statement {
            round: view.round,
            boxes: boxes.collect(),
            purse: session.purse(),
            meter: session.meter(),
        }
    }

    pub fn staked(&self) -> Money {
        self.boxes.iter().map(BoxStatement::staked).sum()
    }

    pub fn returned(&self) -> Money {
        self.boxes.iter().map(BoxStatement::returned).sum()
    }

    /// Each cited id once, in order of first mention.
    pub fn cites(&self) -> Vec<&str> {
        let lines = self.boxes.iter().flat_map(|held| &held.lines);
        let all = lines.flat_map(|line| &line.settled.cites);
        let mut once: Vec<&str> = Vec::new();
        for id in all {
            if !once.contains(&id.as_str()) {
                once.push(id);
            }
        }
        once
    }
}

impl BoxStatement {
    pub fn staked(&self) -> Money {
        self.lines.iter().map(|line| line.settled.staked).sum()
    }

    pub fn returned(&self) -> Money {
        self.lines.iter().map(|line| line.settled.returned).sum()
    }
}

fn postings(session: &Session, at: BoxNumber) -> impl Iterator<Item = &WagerSettled> {
    session.record().iter().filter_map(move |event| {
        if let Event::WagerSettled(settled) = event {
            return (settled.at == at && settled.player == YOU).then_some(settled);
        }
        None
    })
}

fn why(session: &Session, settled: &WagerSettled, hand: Option<Hand>) -> String {
    let line = explained_line(session, settled).filter(|line| line.outcome == settled.outcome);
    match (line, layout(session)) {
        (Some(line), Some(layout)) => {
            let dealer = layout.dealer_shown.then_some(layout.dealer);
            let line = &line;
            Explained { line, hand, dealer }.to_string()
        }
        _ => plainly(settled),
    }
}

/// Without a line to explain it the outcome still has a name.
fn plainly(settled: &WagerSettled) -> String {
    let bet = settled.wager.title();
    match settled.outcome {
        Outcome::Win => format!("{bet} won."),
        Outcome::Lose => format!("{bet} lost."),
        Outcome::StandOff => format!("{bet} returned, a stand-off."),
        Outcome::Returned => format!("{bet} returned."),
    }
}

/// The line of the settlement that a posting came from.
fn explained_line(session: &Session, settled: &WagerSettled) -> Option<Line> {
    let (rulebook, layout) = (session.rulebook(), layout(session)?);
    let dealer = DealerHand::new(rulebook, layout.dealer);
    let lines: Vec<Line> = match settled.wager {
        Wager::Play | Wager::AnteBonus | Wager::Ante | Wager::PairPlus | Wager::FiveCard => {
            let staked = staked(settled.at, session.held(settled.at)?);
            settle_box(rulebook, &session.limits(), dealer, &staked)
        }
        Wager::Jackpot | Wager::Envy => jackpot_lines(session, layout, settled.at),
    };
    lines.into_iter().find(|line| line.wager == settled.wager)
}

fn jackpot_lines(session: &Session, layout: &Layout, at: BoxNumber) -> Vec<Line> {
    let rulebook = session.rulebook();
    let must_notify = rulebook.jackpot_claim.says == Some(JackpotClaim::MustNotify);
    let held = session.round().boxes();
    let boxes: Vec<StakedBox> = held
        .filter(|(_, held)| !held.bets.is_empty())
        .map(|(at, held)| {
            let mut staked = staked(at, held);
            if !is_shown(held) || (must_notify && !held.claimed) {
                staked.hand = None;
            }
            staked
        })
        .collect();
    let jackpot = session.settings.setup().jackpot;
    let terms = jackpot.map(|jackpot| JackpotTerms {
        stake: jackpot.stake,
        displayed: session.meter().unwrap_or_default(),
        seed: jackpot.seed,
    });
    let showdown = Showdown {
        dealer: layout.dealer,
        community: layout.community,
        limits: session.limits(),
        jackpot: terms,
        paid_before: &[],
        paid_after: &[],
        boxes: &boxes,
    };
    let settled = settle_jackpots(rulebook, &showdown);
    let of_box = boxes.iter().zip(&settled.lines);
    let of_box = of_box.filter(|(staked, _)| staked.number == at);
    of_box.flat_map(|(_, lines)| *lines).flatten().collect()
}

fn layout(session: &Session) -> Option<&Layout> {
    match session.round().phase() {
        Phase::Concluded(layout) => layout.as_ref(),
        Phase::BetsOpen
        | Phase::BetsClosed
        | Phase::Dealing(_)
        | Phase::Deciding(_)
        | Phase::DealerShown(_)
        | Phase::Settling(_)
        | Phase::Jackpots(_) => None,
    }
}

fn staked(at: BoxNumber, held: &BettingBox) -> StakedBox {
    let total = |area| held.bets.total(area);
    StakedBox {
        number: at,
        player: held.controller().unwrap_or(YOU),
        hand: held.hand(),
        stakes: Stakes {
            ante: total(Area::Ante),
            play: total(Area::Play),
            pair_plus: total(Area::PairPlus),
            five_card: total(Area::FiveCard),
            jackpot: total(Area::Jackpot),
        },
        fate: fate(held),
        grace_used: false,
    }
}

fn fate(held: &BettingBox) -> Fate {
    match (held.decision, held.showing) {
        // At this table nothing but absence takes a hand out of a round.
        (Decision::Removed | Decision::FoldedByAbsence, _) => Fate::Absent { viewed: held.seen },
        (Decision::Folded(pair_plus), _) => Fate::Folded(pair_plus),
        (Decision::Played { .. } | Decision::StandingPairPlus, Showing::Hidden { established }) => {
            Fate::Hidden { established }
        }
        (Decision::Played { .. }, _) => Fate::Played,
        (Decision::StandingPairPlus | Decision::Undecided, _) => Fate::Standing,
    }
}

fn is_shown(held: &BettingBox) -> bool {
    match held.showing {
        Showing::Revealed | Showing::Hidden { established: true } => true,
        Showing::FaceDown | Showing::Hidden { established: false } | Showing::Collected => false,
    }
}
