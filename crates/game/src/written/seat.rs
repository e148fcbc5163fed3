//! One box of a written round: its bets, its decision and its cards against each other.

use super::check::{Table, cited, needed};
use super::fault::WrittenFault;
use super::field::Amount;
use super::round::WrittenBox;
use super::word::{Decision, Found, Named};
use crate::{
    BoxNumber, Fate, FoldedPairPlus, Hand, JackpotKind, PlayerId, SideBet, StakedBox, Stakes,
    Standing, YesNo, standing,
};

/// The box as the settlement takes it. `at` is its place in the list, `player` the place of the first
/// box of the same Player.
pub fn staked(
    table: &mut Table<'_>,
    at: usize,
    player: usize,
    written: &WrittenBox<'_>,
) -> Result<StakedBox, WrittenFault> {
    let field = |name: &str| format!("boxes[{at}].{name}");
    bets(table, written, field)?;
    let out = out(table, written, field)?;
    let decision = decision(table, written, out, field)?;
    let fate = match (out, decision) {
        (Some(fate), _) => fate,
        (None, Some(decision)) => fate(decision, written),
        (None, None) => Fate::Standing,
    };
    let mut staked = StakedBox {
        number: BoxNumber(written.seat.0),
        player: PlayerId(u32::try_from(player).unwrap_or(u32::MAX)),
        hand: None,
        stakes: stakes(written, decision),
        fate,
        claimed: true,
        grace_used: written.under_minimum_before,
    };
    let hand = hand(table, written, fate, field)?;
    // A box that is out has no hand to name, whatever its cards were.
    staked.hand = match standing(table.rulebook, &staked) {
        Standing::Out { .. } => None,
        Standing::Folded { .. } | Standing::Shown | Standing::Hidden | Standing::NotDealt => hand,
    };
    Ok(staked)
}

/// Every bet is one the rulebook has, with what it needs beside it.
fn bets(
    table: &Table<'_>,
    written: &WrittenBox<'_>,
    field: impl Fn(&str) -> String,
) -> Result<(), WrittenFault> {
    let WrittenBox {
        ante,
        play,
        pair_plus,
        five_card,
        jackpot,
        ..
    } = written;
    let rulebook = table.rulebook;
    let found = |amount: &Amount| amount.0.in_minor().to_string();
    let none = |name: &str, amount, what: &str| {
        let expected = format!("none: {} has no {what}", rulebook.id);
        Err(WrittenFault::new(field(name), found(amount), expected))
    };
    if five_card.is_made() && rulebook.side_bet.says == SideBet::None {
        return none("five_card", five_card, "five-card bet");
    }
    if jackpot.is_made() && rulebook.jackpot_kind.says == JackpotKind::None {
        return none("jackpot", jackpot, "jackpot");
    }
    if jackpot.is_made() && !table.has_jackpot {
        return Err(WrittenFault::new(
            field("jackpot"),
            found(jackpot),
            "jackpot terms in the round",
        ));
    }
    if play.is_made() && !ante.is_made() {
        return Err(WrittenFault::new(
            field("play"),
            found(play),
            "no Play without an Ante",
        ));
    }
    if !ante.is_made() && rulebook.ante_required.says == YesNo::Yes {
        let expected = format!("an Ante: {} requires it", rulebook.id);
        return Err(WrittenFault::new(field("ante"), "none", expected));
    }
    if [ante, pair_plus, five_card, jackpot]
        .iter()
        .any(|bet| bet.is_made())
    {
        return Ok(());
    }
    let expected = "at least one of ante, pair_plus, five_card and jackpot above 0";
    Err(WrittenFault::new(
        field("ante"),
        "a box without a bet",
        expected,
    ))
}

/// Whether the box was taken out of the round before its end.
fn out(
    table: &Table<'_>,
    written: &WrittenBox<'_>,
    field: impl Fn(&str) -> String,
) -> Result<Option<Fate>, WrittenFault> {
    let invalidated = cited(table.rulebook, &written.invalidated, || {
        field("invalidated")
    })?;
    let withdrawn = cited(table.rulebook, &written.withdrawn, || field("withdrawn"))?;
    match (invalidated, withdrawn) {
        (Some(_), Some(_)) => Err(WrittenFault::new(
            field("withdrawn"),
            "invalidated beside it",
            "one of the two",
        )),
        (Some(clause), None) => Ok(Some(Fate::Invalidated(clause))),
        (None, Some(clause)) => Ok(Some(Fate::Withdrawn(clause))),
        (None, None) => Ok(None),
    }
}

/// What was decided, where it had to be; a void round's decisions need not make sense.
fn decision(
    table: &Table<'_>,
    written: &WrittenBox<'_>,
    out: Option<Fate>,
    field: impl Fn(&str) -> String,
) -> Result<Option<Decision>, WrittenFault> {
    let name = || field("decision");
    let decision = match &written.decision {
        Found::Read(decision) => Some(*decision),
        Found::Nothing => None,
        Found::Wrong(_) if table.void.is_some() => None,
        Found::Wrong(what) => {
            return Err(WrittenFault::new(name(), what.as_ref(), Decision::WORDS));
        }
    };
    if table.void.is_some() {
        return Ok(decision);
    }
    let ante = written.ante.is_made();
    let may_fold = written.pair_plus.is_made() && table.rulebook.can_fold_pair_plus_only();
    match decision {
        Some(Decision::Play | Decision::Hidden) if !ante => Err(WrittenFault::new(
            name(),
            "a Play without an Ante",
            "none, absent or no decision",
        )),
        Some(Decision::Fold) if !ante && !may_fold => {
            let expected = "none, absent or no decision: without an Ante nothing is due";
            Err(WrittenFault::new(
                name(),
                "a fold without an Ante",
                expected,
            ))
        }
        Some(Decision::None) | None if ante && out.is_none() => {
            let found = if decision.is_none() {
                "nothing"
            } else {
                "none"
            };
            Err(WrittenFault::new(
                name(),
                found,
                "play, fold, absent or hidden beside an Ante",
            ))
        }
        Some(Decision::Fold | Decision::None | Decision::Absent) if written.play.is_made() => {
            let found = written.play.0.in_minor().to_string();
            let expected = "no Play beside a decision not to play";
            Err(WrittenFault::new(field("play"), found, expected))
        }
        Some(
            Decision::Play | Decision::Hidden | Decision::Fold | Decision::None | Decision::Absent,
        )
        | None => Ok(decision),
    }
}

fn fate(decision: Decision, written: &WrittenBox<'_>) -> Fate {
    match decision {
        Decision::Play => Fate::Played,
        Decision::Hidden => Fate::Hidden { established: false },
        Decision::Fold => Fate::Folded(FoldedPairPlus::Plain),
        // Without an Ante no decision is due, so absence has no effect.
        Decision::Absent if written.ante.is_made() => Fate::Absent { viewed: false },
        Decision::Absent | Decision::None => Fate::Standing,
    }
}

/// A Play left out after a decision to play equals the Ante.
fn stakes(written: &WrittenBox<'_>, decision: Option<Decision>) -> Stakes {
    let played = matches!(decision, Some(Decision::Play | Decision::Hidden));
    let play = if played && !written.play.is_made() {
        written.ante
    } else {
        written.play
    };
    Stakes {
        ante: written.ante.0,
        play: play.0,
        pair_plus: written.pair_plus.0,
        five_card: written.five_card.0,
        jackpot: written.jackpot.0,
    }
}

/// The cards of the box, laid on the table; none where they do not count or were not dealt.
fn hand(
    table: &mut Table<'_>,
    written: &WrittenBox<'_>,
    fate: Fate,
    field: impl Fn(&str) -> String,
) -> Result<Option<Hand>, WrittenFault> {
    if table.void.is_some() {
        return Ok(None);
    }
    let name = || field("cards");
    let dealt = written.ante.is_made() || written.pair_plus.is_made();
    let may_lack = match fate {
        Fate::Invalidated(_) => return Ok(None),
        Fate::Withdrawn(_) => true,
        Fate::Played
        | Fate::Hidden { .. }
        | Fate::Folded(_)
        | Fate::Standing
        | Fate::Absent { .. } => !dealt,
    };
    let cards = match &written.cards {
        Found::Nothing if may_lack => return Ok(None),
        cards @ (Found::Nothing | Found::Read(_) | Found::Wrong(_)) => needed(cards, name)?,
    };
    table.lay(&cards.cards(), name)?;
    Ok(Some(*cards))
}

impl Amount {
    /// A stake of 0 is none.
    fn is_made(self) -> bool {
        self.0.is_positive()
    }
}
