//! Money into a purse, held against the player's own limits.

use house::game::{Money, PlayerId};
use house::log::{CommandId, Stream};
use house::people::AccountId;

use super::check::money;
use super::{Blocked, Limit, Period, Protection};
use crate::app::App;
use crate::problem::Problem;

impl App {
    /// Refuses money for the purse of a player who stays away, or beyond what he has limited.
    pub async fn check_deposit(
        &self,
        player: PlayerId,
        amount: Money,
        id: CommandId,
    ) -> Result<(), Problem> {
        let now = self.now();
        let protection = self.protection(AccountId(player.0)).await?;
        let mut checked = match protection.exclusion(now) {
            Some(exclusion) => Err(self.excluded(&exclusion)),
            None => Ok(()),
        };
        for (limit, used) in self.deposited(player, &protection).await? {
            let value = protection.value(limit, now).map(money);
            let beyond = value
                .filter(|value| used.saturating_add(amount.in_minor()) > *value && checked.is_ok());
            if let Some(value) = beyond {
                checked = Err(self.deposit_refused(limit, (value, used), amount));
            }
        }
        let stream = Stream::Purse(player);
        self.unless_answered(stream, id, checked).await
    }

    /// What a player has paid in, by each limit that he has on it.
    pub async fn deposited(
        &self,
        player: PlayerId,
        protection: &Protection,
    ) -> Result<Vec<(Limit, i64)>, Problem> {
        let (now, calendar) = (self.now(), self.calendar());
        let limits = [
            (Limit::DepositDay, Period::Day),
            (Limit::DepositWeek, Period::Week),
            (Limit::DepositMonth, Period::Month),
        ];
        let is_set = |limit| protection.value(limit, now).is_some();
        if !limits.iter().any(|(limit, _)| is_set(*limit)) {
            return Ok(Vec::new());
        }
        let deposits = self.house.cage().deposits(player).await?;
        let set = limits.into_iter().filter(|(limit, _)| is_set(*limit));
        let sums = set.map(|(limit, period)| {
            let (first, _) = calendar.days_of(period, now);
            let since = calendar.start_of(first);
            let counted = deposits.iter().filter(|(at, _)| *at >= since);
            let sum = counted.map(|(_, amount)| amount.in_minor());
            (limit, sum.fold(0_i64, i64::saturating_add))
        });
        Ok(sums.collect())
    }

    fn deposit_refused(&self, limit: Limit, (value, used): (i64, i64), amount: Money) -> Blocked {
        let opens = self.opens(limit);
        let at = opens.map(|at| self.calendar().say(at)).unwrap_or_default();
        let per = match limit.period() {
            Some(Period::Day) | None => "a day",
            Some(Period::Week) => "a week",
            Some(Period::Month) => "a month",
        };
        let (value, used) = (Money::minor(value), Money::minor(used));
        Blocked {
            code: "limit-deposit",
            detail: format!(
                "the player's own limit on money into the purse in {per} is {value}: {used} is \
                 paid in, and {amount} would go beyond it; it opens on {at}"
            ),
            opens,
        }
    }
}
