//! The table's limits while bets are open: what a bet may come to, and what is done about one outside.

use super::Done;
use crate::clause::Cites;
use crate::money::Money;
use crate::round::{BettingBox, Event, RefusalReason, Round};
use crate::rulebook::{BetCap, LimitScope, OnOff, OverMaxOpen, Rulebook, UnderMinOpen};
use crate::settlement::{Bounds, BoxNumber, PlayerId};
use crate::table::Amounts;
use crate::wager::Area;

impl Round {
    /// What is done about a bet that is placed now and outside the limits, if it is not refused.
    /// Out-of-limit bets are noticed at once, unless the house runs on the Dealer's eye (G-12).
    pub(super) fn outside_limits_by(
        &self,
        rulebook: &Rulebook,
        betting_box: &BettingBox,
        (at, area, player, amount): (BoxNumber, Area, PlayerId, Money),
        events: &mut Vec<Event>,
    ) -> Done {
        if rulebook.auto_notice.says == OnOff::Off {
            return Ok(());
        }
        let total = counted_total(rulebook, betting_box, area) + amount;
        let bounds = self.bounds(rulebook, area);
        if let Some(maximum) = bounds.max.filter(|maximum| total > *maximum) {
            let excess = total - maximum;
            let nothing_left = excess >= amount;
            if nothing_left || rulebook.over_max_open.says == OverMaxOpen::Refuse {
                let reason = RefusalReason::AboveMaximum {
                    area,
                    found: total,
                    maximum,
                };
                return Err(rulebook.refuse(reason, maximum_cites(rulebook)));
            }
            events.push(Event::ExcessRejected {
                at,
                area,
                player,
                amount: excess,
            });
            return Ok(());
        }
        if let Some(minimum) = bounds.min.filter(|minimum| total < *minimum) {
            return match rulebook.under_min_open.says {
                UnderMinOpen::RaiseOrWithdraw => {
                    events.push(Event::MinimumAdvised { at, area, minimum });
                    Ok(())
                }
                UnderMinOpen::Refuse => {
                    let reason = RefusalReason::BelowMinimum {
                        area,
                        found: total,
                        minimum,
                    };
                    Err(rulebook.refuse(reason, rulebook.under_min_open.cites))
                }
            };
        }
        Ok(())
    }

    /// The amounts that one more bet on this area may be, as far as amounts alone decide; nothing
    /// where no amount is taken.
    pub(crate) fn amounts_taken(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        area: Area,
    ) -> Option<Amounts> {
        let held = self.betting_box(at)?;
        if area == Area::Jackpot {
            let set = self.setup.jackpot?.stake;
            return Some(Amounts::between(set, set));
        }
        let one = self.setup.chip();
        let room = Money::LIMIT.less(held.bets.total(area)).down_to(one);
        let counted = counted_total(rulebook, held, area);
        let bounds = self.bounds(rulebook, area);
        let most = bounds.max.map_or(room, |max| max.less(counted).min(room));
        let least = bounds.min.map_or(one, |min| min.less(counted).max(one));
        let (most, least) = (most.down_to(one), least.up_to(one));
        let noticed = rulebook.auto_notice.says == OnOff::On;
        if noticed && !most.is_positive() {
            return None;
        }
        let min = match rulebook.under_min_open.says {
            UnderMinOpen::Refuse if noticed => least,
            UnderMinOpen::Refuse | UnderMinOpen::RaiseOrWithdraw => one,
        };
        let max = match rulebook.over_max_open.says {
            OverMaxOpen::Refuse if noticed => most,
            OverMaxOpen::Refuse | OverMaxOpen::RejectExcess => room,
        };
        (min <= max).then(|| Amounts {
            within_limits: (least <= most).then_some((least, most)),
            step: one,
            ..Amounts::between(min, max)
        })
    }

    #[inline]
    pub(super) fn bounds(&self, rulebook: &Rulebook, area: Area) -> Bounds {
        let limits = &self.setup.limits;
        let bounds = match (area, rulebook.limit_scope.says) {
            (Area::PairPlus, LimitScope::PerArea) => limits.pair_plus,
            (Area::Ante | Area::Play, _) | (Area::PairPlus, LimitScope::PerPosition) => limits.ante,
            (Area::FiveCard, _) => limits.five_card,
            (Area::Jackpot, _) => Bounds::default(),
        };
        match rulebook.bet_cap.says {
            BetCap::None => bounds,
            BetCap::At(cap) => {
                let max = bounds.max.map_or(cap, |max| max.min(cap));
                // The side bet starts at one whole unit (oceanfront ofg.sidebet.amount).
                let least = (area == Area::FiveCard).then_some(Money::major(1));
                Bounds {
                    min: bounds.min.max(least),
                    max: Some(max),
                }
            }
        }
    }
}

fn maximum_cites(rulebook: &Rulebook) -> Cites {
    match rulebook.bet_cap.says {
        BetCap::None => rulebook.over_max_open.cites,
        BetCap::At(_) => rulebook.bet_cap.cites,
    }
}

/// What counts against a limit: the area's bet, or the position's (G-22).
#[inline]
pub(super) fn counted_total(rulebook: &Rulebook, betting_box: &BettingBox, area: Area) -> Money {
    match (rulebook.limit_scope.says, area) {
        (LimitScope::PerPosition, Area::Ante | Area::PairPlus) => {
            betting_box.bets.total(Area::Ante) + betting_box.bets.total(Area::PairPlus)
        }
        (LimitScope::PerArea | LimitScope::PerPosition, _) => betting_box.bets.total(area),
    }
}
