//! Every chip: in the purses, on the felt, with the house, in the meter. Fed by events alone.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "looks only at the events that move chips; what it misses does not balance"
)]

use std::collections::BTreeMap;

use game::{
    Area, BoxNumber, Event, InvalidatedBets, JackpotAward, Money, Outcome, PlayerId, Rulebook,
    StakeOnWin, Wager, WagerSettled, YesNo,
};

use super::checked_table::{Checked, holds};
use super::facts::{Facts, Stage};

type Chips = BTreeMap<(BoxNumber, Wager, PlayerId), Money>;

#[derive(Clone, Debug, Default)]
pub struct Purses {
    /// What each Player has won or lost since the table opened.
    pub net: BTreeMap<PlayerId, Money>,
    house: Money,
    pub meter: Money,
    /// The same three when the round began.
    before: (BTreeMap<PlayerId, Money>, Money, Money),
    /// Chips that lie there and have not come to their end.
    pub felt: Chips,
    /// Everything staked in the round, settled or not.
    pub staked: Chips,
    /// What stands posted, in order.
    posted: Vec<WagerSettled>,
    contributions: BTreeMap<BoxNumber, Money>,
    awards: Vec<(BoxNumber, JackpotAward, Money)>,
    /// What the awards took from the meter.
    meter_short: Money,
    read: Option<Money>,
}

impl Purses {
    pub fn new(meter: Money) -> Purses {
        Purses {
            meter,
            before: (BTreeMap::new(), Money::ZERO, meter),
            ..Purses::default()
        }
    }

    /// Whether `event` moves a person's money.
    pub fn moves_money(event: &Event) -> bool {
        matches!(
            event,
            Event::WagerSettled(_)
                | Event::PostingReversed(_)
                | Event::AwardReversed { .. }
                | Event::JackpotAwarded { .. }
                | Event::MeterMoved { .. }
                | Event::MeterRestored { .. }
                | Event::ContributionAdded { .. }
                | Event::ContributionReversed { .. }
                | Event::BetPlaced { .. }
                | Event::BetTakenBack { .. }
                | Event::ExcessRejected { .. }
                | Event::PlayMade { .. }
                | Event::PlayFound { .. }
                | Event::RoundVoided { .. }
        )
    }

    pub fn take(
        &mut self,
        rulebook: &Rulebook,
        facts: &Facts,
        shown: bool,
        event: &Event,
    ) -> Checked {
        match event {
            Event::BetsOpened { .. } => self.opens(),
            Event::BetPlaced {
                at,
                area,
                player,
                amount,
                ..
            } => {
                holds!("bets: positive", amount.is_positive(), "a bet of {amount}");
                self.stake((*at, area.wager(), *player), *amount);
            }
            Event::ExcessRejected {
                at,
                area,
                player,
                amount,
            }
            | Event::BetTakenBack {
                at,
                area,
                player,
                amount,
            } => {
                self.stake((*at, area.wager(), *player), -*amount);
            }
            Event::PlayMade {
                at, player, amount, ..
            } => {
                self.stake((*at, Area::Play.wager(), *player), *amount);
            }
            Event::PlayFound { at, player, amount } => {
                let key = (*at, Wager::Play, *player);
                let made = self.felt.get(&key).copied().unwrap_or_default();
                self.stake(key, *amount - made);
            }
            Event::WagerSettled(line) => self.post(rulebook, facts, shown, line)?,
            Event::PostingReversed(line) => self.unpost(line)?,
            Event::BetsWithdrawn { at, player, .. } => {
                let left = self
                    .felt
                    .iter()
                    .find(|((on, _, whose), _)| on == at && whose == player);
                holds!(
                    "withdrawn: every chip",
                    left.is_none(),
                    "{player:?} left {left:?} on box {}",
                    at.0
                );
                self.staked
                    .retain(|(on, _, whose), _| !(on == at && whose == player));
            }
            Event::RoundConcluded => self.concluded(rulebook)?,
            Event::RoundVoided { .. } => self.voided(rulebook)?,
            _ => self.take_meter(event)?,
        }
        self.balances()
    }

    /// A new round: what was posted before is out of reach.
    fn opens(&mut self) {
        *self = Purses {
            net: self.net.clone(),
            house: self.house,
            before: (self.net.clone(), self.house, self.meter),
            ..Purses::new(self.meter)
        };
    }

    fn stake(&mut self, key: (BoxNumber, Wager, PlayerId), amount: Money) {
        *self.net.entry(key.2).or_default() -= amount;
        for chips in [&mut self.felt, &mut self.staked] {
            *chips.entry(key).or_default() += amount;
            chips.retain(|_, left| !left.is_zero());
        }
    }

    fn take_meter(&mut self, event: &Event) -> Checked {
        match event {
            Event::ContributionAdded { at, amount } => {
                let twice = self.contributions.insert(*at, *amount);
                holds!(
                    "meter: one contribution a box",
                    twice.is_none(),
                    "box {} twice",
                    at.0
                );
                self.meter += *amount;
                self.house -= *amount;
            }
            Event::ContributionReversed { at, amount } => {
                let was = self.contributions.remove(at);
                holds!(
                    "meter: what went in comes out",
                    was == Some(*amount),
                    "{amount} out, {was:?} in"
                );
                self.meter -= *amount;
                self.house += *amount;
            }
            Event::JackpotAwarded {
                at, award, amount, ..
            } => {
                self.awards.push((*at, *award, *amount));
            }
            Event::AwardReversed { at, award, amount } => {
                let paid = (*at, *award, *amount);
                let found = self.awards.iter().rposition(|award| *award == paid);
                holds!(
                    "awards: only what was awarded is reversed",
                    found.is_some(),
                    "{paid:?}"
                );
                found.map(|at| self.awards.remove(at));
            }
            Event::MeterRead { displayed } => self.read = Some(*displayed),
            Event::MeterMoved { before, after } => {
                let read = self.read;
                holds!(
                    "meter: moves from what was read",
                    read == Some(*before),
                    "{before}, read {read:?}"
                );
                self.meter_short += *before - *after;
                self.meter += *after - *before;
                self.house -= *after - *before;
            }
            Event::MeterRestored { amount } => {
                let short = self.meter_short;
                holds!(
                    "meter: restored by what is missing",
                    *amount == short,
                    "{amount}, short {short}"
                );
                self.meter_short = Money::ZERO;
                self.meter += *amount;
                self.house -= *amount;
            }
            _ => {}
        }
        Ok(())
    }

    fn post(
        &mut self,
        rulebook: &Rulebook,
        facts: &Facts,
        shown: bool,
        line: &WagerSettled,
    ) -> Checked {
        let WagerSettled {
            at,
            player,
            wager,
            staked,
            at_risk,
            returned,
            outcome,
            ..
        } = line;
        holds!(
            "line: cites",
            !line.cites.is_empty(),
            "{line:?} cites nothing"
        );
        holds!(
            "line: says why",
            !line.why.to_string().is_empty(),
            "{line:?} says nothing"
        );
        let sound = Money::ZERO <= *at_risk && at_risk <= staked && Money::ZERO <= *returned;
        holds!("line: sound amounts", sound, "{line:?}");
        let payment = matches!(wager, Wager::AnteBonus | Wager::Envy);
        if payment {
            holds!("line: a payment has no stake", staked.is_zero(), "{line:?}");
        } else {
            let lies = self.felt.remove(&(*at, *wager, *player));
            holds!(
                "line: ends the whole bet",
                lies == Some(*staked),
                "{line:?}, there lie {lies:?}"
            );
        }
        let kept = *wager == Wager::Jackpot
            && rulebook.jackpot_stake_on_win.says == Some(StakeOnWin::Kept);
        // A meter that stood at nothing when it broke pays nothing to the Player who wins the whole of it.
        let empty = *wager == Wager::Jackpot && returned == staked;
        let won = *returned > *staked || empty;
        let right = match outcome {
            Outcome::Win => kept || payment || won || at_risk.is_zero(),
            Outcome::Lose => *returned == *staked - *at_risk,
            Outcome::StandOff | Outcome::Returned => returned == staked,
        };
        holds!("line: amount = returned + lost", right, "{line:?}");
        let lost_by_house =
            facts.removed.contains(at) && rulebook.invalidated_bets.says == InvalidatedBets::Lost;
        let early = *outcome == Outcome::Returned
            || (*outcome == Outcome::Lose && (facts.folded.contains(at) || lost_by_house));
        let settling = facts.stage >= Stage::Shown || shown;
        holds!(
            "status: none before settling",
            settling || early,
            "{line:?} at {:?}",
            facts.stage
        );
        *self.net.entry(*player).or_default() += *returned;
        self.house += *staked - *returned;
        self.posted.push(line.clone());
        Ok(())
    }

    fn unpost(&mut self, line: &WagerSettled) -> Checked {
        let found = self.posted.iter().rposition(|posted| posted == line);
        let Some(found) = found else {
            holds!("reversal: only what was posted", false, "{line:?}");
            return Ok(());
        };
        self.posted.remove(found);
        *self.net.entry(line.player).or_default() -= line.returned;
        self.house -= line.staked - line.returned;
        if line.staked.is_positive() {
            let key = (line.at, line.wager, line.player);
            let twice = self.felt.insert(key, line.staked);
            holds!(
                "reversal: puts the bet back once",
                twice.is_none(),
                "{line:?}"
            );
        }
        Ok(())
    }

    fn concluded(&self, rulebook: &Rulebook) -> Checked {
        let felt = &self.felt;
        holds!(
            "concluded: every bet has its end",
            felt.is_empty(),
            "still there: {felt:?}"
        );
        let reverses = rulebook.reverse_contribution_on_return.says == Some(YesNo::Yes);
        for (at, fed) in &self.contributions {
            let ends = |line: &&WagerSettled| line.at == *at && line.wager == Wager::Jackpot;
            let end = self.posted.iter().rfind(ends);
            let back = end.is_some_and(|line| line.outcome == Outcome::Returned);
            holds!(
                "meter: a returned bet does not feed it",
                !(back && reverses),
                "{fed} of {end:?}"
            );
        }
        self.awards_are_paid(rulebook)
    }

    /// Each award is on its box's jackpot line, and each winning line has its award.
    fn awards_are_paid(&self, rulebook: &Rulebook) -> Checked {
        let back = rulebook.jackpot_stake_on_win.says == Some(StakeOnWin::Returned);
        let won =
            |line: &&WagerSettled| line.wager == Wager::Jackpot && line.outcome == Outcome::Win;
        let mut boxes: Vec<BoxNumber> = self.posted.iter().map(|line| line.at).collect();
        boxes.extend(self.awards.iter().map(|award| award.0));
        for at in boxes {
            let own = self.awards.iter().filter(|award| award.0 == at);
            let awarded: Money = own.map(|award| award.2).sum();
            let lines = || self.posted.iter().filter(|line| line.at == at).filter(won);
            let paid: Money = lines().map(|line| line.returned).sum();
            let stakes: Money = lines().map(|line| line.staked).sum();
            // What pays so much for 1 has the stake in it.
            let right = paid == awarded || (back && paid == awarded + stakes);
            holds!(
                "awards: paid as awarded",
                right,
                "box {}: {awarded} awarded, {paid} paid",
                at.0
            );
        }
        Ok(())
    }

    /// Every bet back, every purse and the meter as before the round (G-06, G-07).
    fn voided(&self, rulebook: &Rulebook) -> Checked {
        let felt = &self.felt;
        holds!(
            "void: every bet returned",
            felt.is_empty(),
            "still there: {felt:?}"
        );
        let (net, _, meter) = &self.before;
        for (player, now) in &self.net {
            let was = net.get(player).copied().unwrap_or_default();
            holds!(
                "void: every purse as before",
                *now == was,
                "{player:?} had {was}, has {now}"
            );
        }
        let kept = rulebook.reverse_contribution_on_return.says == Some(YesNo::No);
        let fed: Money = self.contributions.values().copied().sum();
        let expected = if kept { *meter + fed } else { *meter };
        let now = self.meter;
        holds!(
            "void: the meter as before",
            now == expected,
            "it was {meter}, is {now}"
        );
        Ok(())
    }

    /// Sum of all postings: zero across Players, house, meter and felt.
    fn balances(&self) -> Checked {
        let purses: Money = self.net.values().copied().sum();
        let felt: Money = self.felt.values().copied().sum();
        let (start, _, _) = &self.before;
        let start: Money = start.values().copied().sum();
        let round =
            (purses - start) + felt + (self.house - self.before.1) + (self.meter - self.before.2);
        holds!(
            "money: the round's postings sum to nothing",
            round.is_zero(),
            "off by {round}"
        );
        Ok(())
    }
}
