//! Play, Ante, Ante Bonus, Pair Plus and the side bet of one box.

use super::stakes::{Counted, Stake, count};
use super::standing::{Alive, Fate, FoldedPairPlus, Standing, standing};
use super::verdict::{Verdict, by_table};
use super::{DealerHand, Limits, Line, Outcome, Reason, StakedBox};
use crate::clause::{Citations, Cites};
use crate::five_card::best_of_six;
use crate::hand::Hand;
use crate::money::Money;
use crate::rulebook::{
    DeclineReveal, HiddenHandAnte, RefuseRevealPlay, Rulebook, SideBetRequires, Tie, YesNo,
};
use crate::wager::Wager;

/// What the comparison of two hands means for Ante and Play.
struct Contest {
    ante: Verdict,
    play: Verdict,
}

/// The lines of one box but jackpot and envy: no bet has more than one.
pub struct Lines([Option<Line>; Wager::TABLE.len()]);

impl Lines {
    /// No line yet.
    pub const fn none() -> Lines {
        Lines([None; Wager::TABLE.len()])
    }

    /// In the order of [`Wager`].
    pub fn iter(&self) -> impl Iterator<Item = &Line> {
        self.0.iter().flatten()
    }

    /// The line of this bet, where there is one.
    pub fn on(&self, wager: Wager) -> Option<&Line> {
        self.0.get(wager as usize)?.as_ref()
    }

    fn put(&mut self, line: Option<Line>) {
        if let Some(line) = line {
            self.0[line.wager as usize] = Some(line);
        }
    }
}

/// What becomes of every bet of one box but the jackpot bet, put among `lines`: they are several
/// hundred bytes, and stay where the caller has them.
pub fn settle_box(
    rulebook: &Rulebook,
    limits: &Limits,
    dealer: DealerHand,
    staked: &StakedBox,
    lines: &mut Lines,
) {
    let counted = count(rulebook, limits, staked);
    match standing(rulebook, staked) {
        Standing::Out {
            lost,
            clause,
            reason,
        } => {
            let cites = Standing::out_by(rulebook, lost, clause);
            let outcome = if lost {
                Outcome::Lose
            } else {
                Outcome::Returned
            };
            let verdict = Verdict {
                outcome,
                cites,
                reason,
            };
            for (wager, amount) in staked.stakes.bets() {
                let counts = match wager {
                    Wager::Play => counted.play,
                    Wager::Ante => counted.ante,
                    Wager::PairPlus => counted.pair_plus,
                    Wager::FiveCard => counted.five_card,
                    Wager::Jackpot | Wager::AnteBonus | Wager::Envy => continue,
                };
                // What goes back goes back whole; what is lost is lost only as far as it counted.
                let stake = if lost { counts } else { Stake::whole(amount) };
                lines.put(verdict.on_staked(wager, stake));
            }
        }
        Standing::NotDealt => {
            if staked.stakes.five_card.is_positive() {
                lines.put(Some(side_bet_without_base(rulebook, counted.five_card)));
            }
        }
        Standing::Folded { absent, alive } => {
            folded(rulebook, dealer, staked, &counted, (absent, alive), lines);
        }
        Standing::Shown => shown(rulebook, dealer, staked, &counted, lines),
        Standing::Hidden => hidden(rulebook, dealer, staked, &counted, lines),
    }
}

fn shown(
    rulebook: &Rulebook,
    dealer: DealerHand,
    staked: &StakedBox,
    counted: &Counted,
    lines: &mut Lines,
) {
    let Some(hand) = staked.hand else { return };
    if counted.ante.staked.is_positive() {
        let contest = compare(rulebook, dealer, hand);
        if counted.play.staked.is_positive() {
            lines.put(Some(contest.play.on(Wager::Play, counted.play)));
        }
        lines.put(ante_bonus(rulebook, dealer, hand, counted.ante, &[]));
        lines.put(Some(contest.ante.on(Wager::Ante, counted.ante)));
    }
    lines.put(pair_plus(rulebook, dealer, hand, counted.pair_plus));
    lines.put(side_bet(rulebook, dealer, hand, staked, counted.five_card));
}

fn folded(
    rulebook: &Rulebook,
    dealer: DealerHand,
    staked: &StakedBox,
    counted: &Counted,
    (absent, alive): (bool, Alive),
    lines: &mut Lines,
) {
    let away: Cites = if absent {
        rulebook.absent_undecided.cites
    } else {
        &[]
    };
    let reason = if absent {
        Reason::FoldedByAbsence
    } else {
        Reason::Folded
    };
    let lost = |cites: Cites| Verdict {
        outcome: Outcome::Lose,
        cites: Citations::one(away).and(cites),
        reason,
    };
    let hand = staked.hand;
    if let (YesNo::No, Some(hand)) = (rulebook.ante_bonus_requires_play.says, hand) {
        let open = rulebook.ante_bonus_requires_play.cites;
        lines.put(ante_bonus(rulebook, dealer, hand, counted.ante, open));
    }
    lines.put(lost(rulebook.grounds.fold).on_staked(Wager::Ante, counted.ante));
    if let (true, Some(hand)) = (alive.pair_plus, hand) {
        let line = pair_plus(rulebook, dealer, hand, counted.pair_plus);
        lines.put(line.map(|line| line.lives_on(rulebook.kept_pair_plus(staked.fate))));
    } else {
        let forfeit = lost(rulebook.fold_pair_plus.cites);
        lines.put(forfeit.on_staked(Wager::PairPlus, counted.pair_plus));
    }
    if let (true, Some(hand)) = (alive.five_card, hand) {
        let line = side_bet(rulebook, dealer, hand, staked, counted.five_card);
        lines.put(line.map(|line| line.lives_on(rulebook.fold_side_bet.cites)));
    } else {
        let forfeit = lost(rulebook.fold_side_bet.cites);
        lines.put(forfeit.on_staked(Wager::FiveCard, counted.five_card));
    }
}

/// A hand that was never shown wins nothing that turns on its rank (R20-07, MBS-14, ML-07).
#[cold]
fn hidden(
    rulebook: &Rulebook,
    dealer: DealerHand,
    staked: &StakedBox,
    counted: &Counted,
    lines: &mut Lines,
) {
    let not_shown = Verdict {
        outcome: Outcome::Lose,
        cites: Citations::one(rulebook.decline_reveal.cites),
        reason: Reason::NotShown,
    };
    let folded = rulebook.decline_reveal.says == DeclineReveal::DeemedFolded;
    let (play, ante) = if folded {
        let play = match rulebook.refuse_reveal_play.says {
            Some(RefuseRevealPlay::Returned) => Verdict {
                outcome: Outcome::Returned,
                cites: not_shown.cites.and(rulebook.refuse_reveal_play.cites),
                ..not_shown
            },
            Some(RefuseRevealPlay::Lost) | None => not_shown,
        };
        (play, not_shown)
    } else if dealer.qualifies {
        (not_shown, not_shown)
    } else {
        let paid = rulebook.hidden_hand_no_qualify_ante;
        let ante = match paid.says {
            Some(HiddenHandAnte::Lost) => Verdict {
                cites: not_shown.cites.and(paid.cites),
                ..not_shown
            },
            Some(HiddenHandAnte::Paid) | None => Verdict {
                outcome: Outcome::Win,
                cites: Citations::two(rulebook.grounds.unqualified_ante, paid.cites),
                reason: Reason::NotQualified,
            },
        };
        (unqualified(rulebook).play, ante)
    };
    lines.put(play.on_staked(Wager::Play, counted.play));
    lines.put(ante.on_staked(Wager::Ante, counted.ante));
    let proven = matches!(staked.fate, Fate::Hidden { established: true });
    if let (true, Some(hand)) = (proven && folded, staked.hand) {
        // rws-multilink-2024 4.5: refused, yet proven for Pair Plus.
        lines.put(pair_plus(rulebook, dealer, hand, counted.pair_plus));
    } else {
        lines.put(not_shown.on_staked(Wager::PairPlus, counted.pair_plus));
    }
    lines.put(not_shown.on_staked(Wager::FiveCard, counted.five_card));
}

fn compare(rulebook: &Rulebook, dealer: DealerHand, hand: Hand) -> Contest {
    if !dealer.qualifies {
        return unqualified(rulebook);
    }
    let grounds = &rulebook.grounds;
    let both = |outcome, cites: Cites, reason| {
        let verdict = Verdict {
            outcome,
            cites: Citations::one(cites),
            reason,
        };
        Contest {
            ante: verdict,
            play: verdict,
        }
    };
    match hand.strength().cmp(&dealer.hand.strength()) {
        core::cmp::Ordering::Greater => both(Outcome::Win, grounds.higher, Reason::Higher),
        core::cmp::Ordering::Less => both(Outcome::Lose, grounds.lower, Reason::Lower),
        core::cmp::Ordering::Equal => match rulebook.tie.says {
            Tie::Push => both(Outcome::StandOff, grounds.equal, Reason::Equal),
            Tie::PlayerWins => both(Outcome::Win, rulebook.tie.cites, Reason::EqualWins),
        },
    }
}

fn unqualified(rulebook: &Rulebook) -> Contest {
    let grounds = &rulebook.grounds;
    let verdict = |outcome, cites: Cites| Verdict {
        outcome,
        cites: Citations::one(cites),
        reason: Reason::NotQualified,
    };
    Contest {
        ante: verdict(Outcome::Win, grounds.unqualified_ante),
        play: verdict(Outcome::StandOff, grounds.unqualified_play),
    }
}

/// Paid whatever becomes of the Ante itself (R20-21), on as much of it as counts.
fn ante_bonus(
    rulebook: &Rulebook,
    dealer: DealerHand,
    hand: Hand,
    ante: Stake,
    open: Cites,
) -> Option<Line> {
    let odds = rulebook.ante_bonus_table.says.odds(hand.rank())?;
    let won = ante.at_risk.pays(odds).filter(|won| won.is_positive())?;
    let grounds = &rulebook.grounds;
    let cites = if dealer.qualifies {
        grounds.bonus_qualified
    } else {
        grounds.bonus_unqualified
    };
    Some(Line {
        wager: Wager::AnteBonus,
        staked: Money::ZERO,
        at_risk: Money::ZERO,
        returned: won,
        outcome: Outcome::Win,
        cites: Citations::two(cites, open),
        reason: Reason::Table(odds),
    })
}

fn pair_plus(rulebook: &Rulebook, dealer: DealerHand, hand: Hand, stake: Stake) -> Option<Line> {
    let grounds = &rulebook.grounds;
    let cites = if dealer.qualifies {
        grounds.pair_plus_qualified
    } else {
        grounds.pair_plus_unqualified
    };
    let odds = rulebook.pair_plus_table.says.odds(hand.rank());
    let reason = odds.map_or(Reason::BelowTable, Reason::Table);
    by_table(Wager::PairPlus, stake, odds, Citations::one(cites), reason)
}

fn side_bet(
    rulebook: &Rulebook,
    dealer: DealerHand,
    hand: Hand,
    staked: &StakedBox,
    stake: Stake,
) -> Option<Line> {
    if stake.staked.is_zero() {
        return None;
    }
    let (ante, pair_plus) = (
        staked.stakes.ante.is_positive(),
        staked.stakes.pair_plus.is_positive(),
    );
    let based = match rulebook.side_bet_requires.says {
        Some(SideBetRequires::Ante) => ante,
        Some(SideBetRequires::PairPlus) => pair_plus,
        Some(SideBetRequires::Either) | None => ante || pair_plus,
    };
    if !based {
        return Some(side_bet_without_base(rulebook, stake));
    }
    let best = best_of_six(hand.cards(), dealer.hand.cards());
    let odds = rulebook
        .side_bet_table
        .says
        .and_then(|table| table.odds(best));
    let cites = Citations::one(rulebook.grounds.side_bet);
    by_table(
        Wager::FiveCard,
        stake,
        odds,
        cites,
        Reason::BestOfSix(best, odds),
    )
}

fn side_bet_without_base(rulebook: &Rulebook, stake: Stake) -> Line {
    let cites = Citations::one(rulebook.side_bet_requires.cites);
    Line::back(Wager::FiveCard, stake.staked, cites, Reason::NoBase)
}

impl Line {
    /// A bet that outlives a fold rests on the rule that keeps it, too.
    fn lives_on(self, kept_by: Cites) -> Line {
        Line {
            cites: self.cites.and(kept_by),
            ..self
        }
    }
}

impl Rulebook {
    /// What keeps Pair Plus alive: the text, or for a bare fold the reading of it (MBS-05).
    fn kept_pair_plus(&self, fate: Fate) -> Cites {
        match fate {
            Fate::Folded(FoldedPairPlus::Kept | FoldedPairPlus::GivenUp) => {
                self.fold_pair_plus.cites
            }
            Fate::Folded(FoldedPairPlus::Plain)
            | Fate::Absent { .. }
            | Fate::Played
            | Fate::Hidden { .. }
            | Fate::Standing
            | Fate::Invalidated(_)
            | Fate::Withdrawn(_) => match self.plain_fold_pair_plus.says {
                Some(_) => self.plain_fold_pair_plus.cites,
                None => self.fold_pair_plus.cites,
            },
        }
    }
}
