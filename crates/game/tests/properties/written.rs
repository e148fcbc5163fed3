//! A live round written down from its log, as a user would hand it to `settle`.

use std::collections::{BTreeMap, BTreeSet};

use game::{
    Area, BoxNumber, Card, Event, Fate, FoldedPairPlus, Hand, JackpotTerms, Limits, Money, Outcome,
    Phase, PlayerId, Setup, Showdown, Spot, StakedBox, Stakes, UnderMinGraceScope, Wager, YesNo,
};

use rehearsal::plain::{METER, PlainDriver};

#[derive(Clone, Default)]
struct Noted {
    players: Vec<PlayerId>,
    stakes: Stakes,
    cards: Vec<Card>,
    fate: Option<Fate>,
    viewed: bool,
    declined: bool,
}

/// What a line came to, over all shares in it.
pub type Ends = BTreeMap<(BoxNumber, Wager), (Money, Money, Money, Outcome)>;

/// The end of every bet as the live round posted it; None where boxes were shared, which a
/// written-down round cannot say.
pub fn live_ends(log: &[Event]) -> Ends {
    let mut ends = Ends::new();
    for event in log {
        if let Event::WagerSettled(end) = event {
            let line = (end.staked, end.at_risk, end.returned, end.outcome);
            ends.insert((end.at, end.wager), line);
        }
    }
    ends
}

pub fn written_ends(driver: &PlainDriver, log: &[Event]) -> Option<Ends> {
    let pays_folded = driver.rulebook.ante_bonus_requires_play.says == YesNo::No;
    let before = &driver.log[..driver.log.len() - log.len()];
    let boxes = boxes(log, pays_folded, &graces(driver, before))?;
    let (Phase::Concluded(Some(felt)), Some(setup)) =
        (driver.round().phase(), driver.table.setup())
    else {
        return None;
    };
    let Setup {
        limits, jackpot, ..
    } = setup;
    let limits: Limits = *limits;
    let jackpot = jackpot.map(|set| JackpotTerms {
        stake: set.stake,
        displayed: METER,
        seed: set.seed,
    });
    let showdown = Showdown {
        dealer: felt.dealer_hand()?,
        community: felt.community_pair(),
        limits,
        jackpot,
        paid_before: &[],
        paid_after: &[],
        boxes: &boxes,
    };
    let settlement = game::settle(&driver.rulebook, &showdown);
    let mut ends = Ends::new();
    for settled in &settlement.boxes {
        for line in &settled.lines {
            let end = (line.staked, line.at_risk, line.returned, line.outcome);
            ends.insert((settled.number, line.wager), end);
        }
    }
    Some(ends)
}

/// Players whose one settled stake below the minimum is behind them (mbs-2019 5.13).
fn graces(driver: &PlainDriver, before: &[Event]) -> BTreeSet<PlayerId> {
    let scope = driver.rulebook.under_min_grace_scope.says;
    let mut used = BTreeSet::new();
    for event in before {
        match event {
            Event::GraceUsed { player } => {
                used.insert(*player);
            }
            Event::PlayerLeft { player } if scope != Some(UnderMinGraceScope::GamingDay) => {
                used.remove(player);
            }
            _ => {}
        }
    }
    used
}

fn boxes(log: &[Event], pays_folded: bool, graces: &BTreeSet<PlayerId>) -> Option<Vec<StakedBox>> {
    let mut noted: BTreeMap<BoxNumber, Noted> = BTreeMap::new();
    for event in log {
        note(&mut noted, event);
    }
    noted.retain(|_, noted| noted.stakes != Stakes::default());
    // A record cannot say that a folded hand was paid its bonus and then not turned for other bets.
    let buried = |noted: &Noted| {
        noted.declined && matches!(noted.fate, Some(Fate::Folded(_) | Fate::Absent { .. }))
    };
    if pays_folded && noted.values().any(buried) {
        return None;
    }
    if noted.values().any(|noted| noted.players.len() != 1) {
        return None;
    }
    let boxes = noted.into_iter().map(|(number, noted)| {
        let fate = noted.fate.unwrap_or(Fate::Standing);
        let folded = matches!(fate, Fate::Folded(_) | Fate::Absent { .. });
        let cards: Option<[Card; 3]> = noted.cards.as_slice().try_into().ok();
        // A folded hand its Player would not turn for a bet still alive stays unknown.
        let shown = !(folded && noted.declined);
        StakedBox {
            number,
            player: noted.players[0],
            hand: cards.filter(|_| shown).and_then(Hand::new),
            stakes: noted.stakes,
            fate: if noted.declined && !folded {
                hidden(fate)
            } else {
                fate
            },
            claimed: true,
            grace_used: graces.contains(&noted.players[0]),
        }
    });
    Some(boxes.collect())
}

fn hidden(fate: Fate) -> Fate {
    match fate {
        Fate::Hidden { .. } => fate,
        _ => Fate::Hidden { established: false },
    }
}

fn note(noted: &mut BTreeMap<BoxNumber, Noted>, event: &Event) {
    match event {
        Event::BetPlaced {
            at,
            area,
            player,
            amount,
            ..
        } => {
            let noted = noted.entry(*at).or_default();
            if !noted.players.contains(player) {
                noted.players.push(*player);
            }
            *noted.stakes.on(*area) += *amount;
        }
        Event::ExcessRejected {
            at, area, amount, ..
        }
        | Event::BetTakenBack {
            at, area, amount, ..
        } => {
            *noted.entry(*at).or_default().stakes.on(*area) -= *amount;
        }
        Event::CardDealt {
            to: Spot::Box(at),
            card,
        } => {
            noted.entry(*at).or_default().cards.push(*card);
        }
        Event::PacketDealt {
            to: Spot::Box(at),
            cards,
        } => {
            noted.entry(*at).or_default().cards = cards.to_vec();
        }
        Event::Looked { at, .. } => noted.entry(*at).or_default().viewed = true,
        Event::PlayMade { at, amount, .. } => {
            let noted = noted.entry(*at).or_default();
            noted.stakes.play += *amount;
            noted.fate = Some(Fate::Played);
        }
        Event::Folded { at, pair_plus } => {
            noted.entry(*at).or_default().fate = Some(Fate::Folded(*pair_plus));
        }
        Event::FoldedByAbsence { at } | Event::HandRemoved { at, .. } => {
            let noted = noted.entry(*at).or_default();
            noted.fate = Some(Fate::Absent {
                viewed: noted.viewed,
            });
        }
        Event::RevealDeclined { at } => noted.entry(*at).or_default().declined = true,
        Event::HandEstablished { at, .. } => {
            let noted = noted.entry(*at).or_default();
            match noted.fate {
                Some(
                    Fate::Folded(
                        FoldedPairPlus::Plain | FoldedPairPlus::Kept | FoldedPairPlus::GivenUp,
                    )
                    | Fate::Absent { .. },
                ) => {
                    noted.declined = false;
                }
                _ => noted.fate = Some(Fate::Hidden { established: true }),
            }
        }
        _ => {}
    }
}

trait On {
    fn on(&mut self, area: Area) -> &mut Money;
}

impl On for Stakes {
    fn on(&mut self, area: Area) -> &mut Money {
        match area {
            Area::Ante => &mut self.ante,
            Area::Play => &mut self.play,
            Area::PairPlus => &mut self.pair_plus,
            Area::Jackpot => &mut self.jackpot,
            Area::FiveCard => &mut self.five_card,
        }
    }
}
