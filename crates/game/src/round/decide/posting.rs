//! A line of a settlement as it falls to those who staked it.

use crate::clause::{Citations, Cites};
use crate::hand::Hand;
use crate::money::Money;
use crate::round::event::PushWith as _;
use crate::round::{BettingBox, Cited, Decision, Event, Round, Share, WagerSettled, Why};
use crate::rulebook::{Rulebook, YesNo};
use crate::settlement::{BoxNumber, Explained, Line, Outcome, PlayerId, Reason};
use crate::wager::{Area, Wager};

impl Round {
    /// Every bet of a box back to the Player who staked it, and its contribution out of the meter (G-06).
    pub(super) fn hand_back(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        held: &BettingBox,
        (cites, reason): (Citations, Reason),
    ) -> Vec<Event> {
        let mut events = Vec::new();
        for area in Area::ALL {
            let line = Line::back(area.wager(), held.bets.unsettled(area), cites, reason);
            held.post(at, &line, None, &mut events);
        }
        events.extend(self.contribution_back(rulebook, at));
        events
    }

    /// A returned jackpot bet was in effect not accepted (G-06).
    pub(super) fn contribution_back(&self, rulebook: &Rulebook, at: BoxNumber) -> Option<Event> {
        let reverses = rulebook.reverse_contribution_on_return.says == Some(YesNo::Yes);
        let staked = self.boxes[at].bets.unsettled(Area::Jackpot).is_positive();
        let amount = self.postings.fed(at)?;
        (reverses && staked).then_some(Event::ContributionReversed { at, amount })
    }

    /// Shares of an Ante whose backers did not match them are treated as folded (MBS-09).
    pub(super) fn unmatched_shares(&self, rulebook: &Rulebook) -> Vec<Event> {
        let mut events = Vec::new();
        for (at, held) in self.in_round() {
            let played = matches!(held.decision, Decision::Played { .. });
            let covered = held.bets.total(Area::Play) >= held.bets.total(Area::Ante);
            if !played || covered {
                continue;
            }
            for share in held.bets.shares(Area::Ante) {
                if held.bets.of(Area::Play, share.player).is_zero() {
                    let line = Line {
                        wager: Wager::Ante,
                        staked: share.amount,
                        at_risk: share.amount,
                        returned: Money::ZERO,
                        outcome: Outcome::Lose,
                        cites: Citations::one(rulebook.backing()),
                        reason: Reason::ShareNotMatched,
                    };
                    let moved = (line.staked, line.at_risk, line.returned);
                    events.push_with(|| held.settled(at, share.player, &line, moved, None));
                }
            }
        }
        events
    }
}

impl Rulebook {
    /// What rules a backer's share; a house that opens its boxes to backers takes MBS-09 with it.
    pub(super) fn backing(&self) -> Cites {
        if self.backer_play.is_not_asked() {
            self.box_sharing.cites
        } else {
            self.backer_play.cites
        }
    }
}

impl BettingBox {
    pub(super) fn lone_jackpot_back(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        events: &mut Vec<Event>,
    ) {
        let cites = Citations::one(rulebook.jackpot_without_base.cites);
        let staked = self.bets.unsettled(Area::Jackpot);
        let back = Line::back(Wager::Jackpot, staked, cites, Reason::NoBase);
        self.post(at, &back, None, events);
    }

    /// One Player's chips back, whatever the others on the box do.
    pub(super) fn give_back(
        &self,
        at: BoxNumber,
        player: PlayerId,
        (cites, reason): (Citations, Reason),
    ) -> Vec<Event> {
        let mut events = Vec::new();
        for area in Area::ALL {
            let own = |share: &&Share| share.player == player && !share.settled;
            let shares = self.bets.shares(area).filter(own);
            events.extend(shares.map(|share| {
                let line = Line::back(area.wager(), share.amount, cites, reason);
                let moved = (line.staked, line.at_risk, line.returned);
                self.settled(at, player, &line, moved, None)
            }));
        }
        events
    }

    /// Each share at risk in the order it was put down, so that an excess goes back to the
    /// Player who added it last.
    pub(super) fn post(
        &self,
        at: BoxNumber,
        line: &Line,
        dealer: Option<Hand>,
        events: &mut Vec<Event>,
    ) {
        let (area, payment) = match line.wager {
            Wager::Play => (Area::Play, false),
            Wager::Ante => (Area::Ante, false),
            Wager::PairPlus => (Area::PairPlus, false),
            Wager::FiveCard => (Area::FiveCard, false),
            Wager::Jackpot => (Area::Jackpot, false),
            Wager::AnteBonus => (Area::Ante, true),
            Wager::Envy => (Area::Jackpot, true),
        };
        // Envy is paid even where folding took the jackpot stake (R13-02).
        let bonus = line.wager == Wager::AnteBonus && self.is_folded();
        let ended_too = bonus || line.wager == Wager::Envy;
        let shares = self.bets.shares(area);
        let shares = shares.filter(|share| !share.settled || ended_too);
        let risk = if payment {
            shares.clone().map(|share| share.amount).sum()
        } else {
            line.at_risk
        };
        let mut risk_left = risk;
        for share in shares {
            let at_risk = share.amount.min(risk_left);
            risk_left -= at_risk;
            let returned = match line.outcome {
                Outcome::Win if payment => portion(line.returned, at_risk, risk),
                Outcome::Win => share.amount + portion(line.net(), at_risk, risk),
                Outcome::Lose => share.amount - at_risk,
                Outcome::StandOff | Outcome::Returned => share.amount,
            };
            let (staked, at_risk) = if payment {
                (Money::ZERO, Money::ZERO)
            } else {
                (share.amount, at_risk)
            };
            let moved = (staked, at_risk, returned);
            events.push_with(|| self.settled(at, share.player, line, moved, dealer));
        }
    }

    /// A line as it falls to one Player, with what he staked of it, had at risk and gets back.
    #[inline]
    fn settled(
        &self,
        at: BoxNumber,
        player: PlayerId,
        line: &Line,
        (staked, at_risk, returned): (Money, Money, Money),
        dealer: Option<Hand>,
    ) -> Event {
        let why = Explained::new(line, self.hand(), dealer).keeping_out(staked - at_risk);
        Event::WagerSettled(WagerSettled {
            at,
            player,
            wager: line.wager,
            staked,
            at_risk,
            returned,
            outcome: line.outcome,
            cites: Cited::from(line.cites),
            why: Why::Known(why),
        })
    }
}

/// `part` of `whole` of an amount; odds are whole numbers to 1, so shares come out even.
fn portion(amount: Money, part: Money, whole: Money) -> Money {
    if whole.is_zero() {
        return Money::ZERO;
    }
    if part == whole {
        return amount;
    }
    let wide = i128::from(amount.in_minor()) * i128::from(part.in_minor());
    let share = wide / i128::from(whole.in_minor());
    Money::minor(i64::try_from(share).unwrap_or_default())
}
