//! Days, weeks and months by the clock of the house: a day begins when the gaming day does, a week on
//! Monday, a month on the first.

use house::game::Timestamp;
use serde::Serialize;

use crate::config::HouseConfig;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// A stretch of time over which something is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Period {
    /// A gaming day.
    Day,
    /// Seven of them, from Monday on.
    Week,
    /// From the first of a month on.
    Month,
}

/// The calendar of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// From UTC to the time at which gaming days begin at 0.
    shift: i64,
    /// From UTC to the clock on the wall.
    zone: i64,
}

impl Calendar {
    /// As the file says.
    pub fn of(house: &HouseConfig) -> Calendar {
        // A configuration that has neither is not used.
        let zone = crate::config::minutes_of_zone(&house.time_zone).unwrap_or(0);
        let start = crate::config::minutes_of_day(&house.gaming_day_starts).unwrap_or(0);
        Calendar {
            shift: (i64::from(zone) - i64::from(start)) * MINUTE,
            zone: i64::from(zone) * MINUTE,
        }
    }

    /// The time by the clock on the wall, to the minute, as `2026-11-18 22:00`.
    pub fn say(self, at: Timestamp) -> String {
        let milliseconds = i64::try_from(at.0).unwrap_or(i64::MAX - DAY);
        let here = milliseconds.saturating_add(self.zone);
        let day = here.div_euclid(DAY);
        let (year, month) = month_of(day);
        let date = day - first_of(year, month) + 1;
        let minutes = here.rem_euclid(DAY) / MINUTE;
        let (hour, minute) = (minutes / 60, minutes % 60);
        format!("{year:04}-{month:02}-{date:02} {hour:02}:{minute:02}")
    }

    /// The number of the gaming day.
    pub fn day(self, at: Timestamp) -> i64 {
        let milliseconds = i64::try_from(at.0).unwrap_or(i64::MAX - DAY);
        milliseconds.saturating_add(self.shift).div_euclid(DAY)
    }

    /// When a gaming day begins.
    pub fn start_of(self, day: i64) -> Timestamp {
        let milliseconds = day.saturating_mul(DAY).saturating_sub(self.shift);
        Timestamp(u64::try_from(milliseconds).unwrap_or(0))
    }

    /// The numbers of the first gaming day of the period that this time is in, and of the first behind it.
    pub fn days_of(self, period: Period, at: Timestamp) -> (i64, i64) {
        let day = self.day(at);
        match period {
            Period::Day => (day, day + 1),
            Period::Week => {
                // Day 0 was a Thursday.
                let monday = day - (day + 3).rem_euclid(7);
                (monday, monday + 7)
            }
            Period::Month => {
                let (year, month) = month_of(day);
                let next = if month == 12 {
                    (year + 1, 1)
                } else {
                    (year, month + 1)
                };
                (first_of(year, month), first_of(next.0, next.1))
            }
        }
    }
}

/// Year and month of a day counted from 1970-01-01, by the Gregorian calendar.
fn month_of(day: i64) -> (i64, i64) {
    // Counted from 0000-03-01, so that leap days come last in their year.
    let days = day + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month)
}

/// The day of the first of a month.
fn first_of(year: i64, month: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let from_march = (month + 9) % 12;
    let of_year = (153 * from_march + 2) / 5;
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    era * 146_097 + of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 06:00 in Singapore is 22:00 UTC of the day before.
    fn singapore() -> Calendar {
        Calendar {
            shift: (8 * 60 - 6 * 60) * MINUTE,
            zone: 8 * 60 * MINUTE,
        }
    }

    #[test]
    fn a_gaming_day_begins_by_the_clock_of_the_house() {
        let calendar = singapore();
        // 2026-11-18 21:59:59.999 and 22:00 UTC.
        let (before, at) = (Timestamp(1_795_039_199_999), Timestamp(1_795_039_200_000));
        assert_eq!(calendar.day(before) + 1, calendar.day(at));
        assert_eq!(calendar.start_of(calendar.day(at)), at);
        assert_eq!(calendar.say(at), "2026-11-19 06:00");
        assert_eq!(calendar.say(before), "2026-11-19 05:59");
    }

    #[test]
    fn weeks_begin_on_monday_and_months_on_the_first() {
        let calendar = Calendar { shift: 0, zone: 0 };
        // 2024-02-29 was a Thursday.
        let leap_day = 19_782;
        let at = calendar.start_of(leap_day);
        let week = calendar.days_of(Period::Week, at);
        assert_eq!(week, (leap_day - 3, leap_day + 4));
        let month = calendar.days_of(Period::Month, at);
        assert_eq!(month, (leap_day - 28, leap_day + 1));
        for day in -1_000..100_000 {
            let (first, next) = calendar.days_of(Period::Month, calendar.start_of(day.max(0)));
            assert!(first <= day.max(0) && day.max(0) < next, "{day}");
            assert!((28..=31).contains(&(next - first)), "{day}");
            assert_eq!(month_of(first).1, month_of(next - 1).1);
        }
    }
}
