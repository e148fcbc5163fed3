//! Calendar days from milliseconds since 1970, in UTC. A house that closes its books at another hour gives
//! an offset.

use core::fmt;
use core::str::FromStr;

use game::Timestamp;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

const DAY_MS: u64 = 86_400_000;

impl Day {
    /// The day of a moment.
    pub fn of(at: Timestamp) -> Day {
        let days = i64::try_from(at.0 / DAY_MS).unwrap_or(i64::MAX);
        // Years are counted from March, so that a leap day is the last of its year: 719,468 days lie
        // between the first of March of the year 0 and 1970, 146,097 in four hundred years.
        let shifted = days + 719_468;
        let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 {
            from_march + 3
        } else {
            from_march - 9
        };
        let small = |number: i64| u8::try_from(number).unwrap_or_default();
        Day {
            year: year + era * 400 + i64::from(month <= 2),
            month: small(month),
            day: small(day),
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// `2026-11-16`, and only days that the calendar has.
impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Day, String> {
        let shown: String = text.chars().take(40).collect();
        let wrong =
            || format!("found {shown:?}, expected a day of the calendar such as 2026-11-16");
        let number = |part: &str, digits: usize| {
            let good = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u16>().ok().filter(|_| good)
        };
        let mut parts = text.split('-');
        let mut next = |digits| parts.next().and_then(|part| number(part, digits));
        let (year, month, day) = (next(4), next(2), next(2));
        let (Some(year), Some(month), Some(day), None) = (year, month, day, parts.next()) else {
            return Err(wrong());
        };
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 0,
        };
        if !(1..=days).contains(&day) {
            return Err(wrong());
        }
        let small = |number: u16| u8::try_from(number).unwrap_or_default();
        Ok(Day {
            year: year.into(),
            month: small(month),
            day: small(day),
        })
    }
}

/// A moment as RFC 3339 text in UTC: `2026-11-16T12:30:00.250Z`.
pub fn moment(at: Timestamp) -> String {
    let of_day = at.0 % DAY_MS;
    let (seconds, ms) = (of_day / 1_000, of_day % 1_000);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z", Day::of(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (ms, said) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_709_251_200_000, "2024-03-01T00:00:00.000Z"),
            (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (1_794_832_245_678, "2026-11-16T12:30:45.678Z"),
        ] {
            assert_eq!(moment(Timestamp(ms)), said);
        }
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut before = Day::of(Timestamp(0));
        for number in 1..80_000 {
            let day = Day::of(Timestamp(number * DAY_MS));
            let next =
                (day.year, day.month, day.day) == (before.year, before.month, before.day + 1);
            let month = day.day == 1 && (28..=31).contains(&before.day);
            assert!(next || month && day > before, "{before}, then {day}");
            before = day;
        }
    }

    #[test]
    fn a_day_is_read_as_it_is_written() {
        for number in 0..80_000 {
            let day = Day::of(Timestamp(number * DAY_MS));
            assert_eq!(day.to_string().parse(), Ok(day));
        }
        for bad in [
            "",
            "2026",
            "2026-1-1",
            "2026-13-01",
            "2026-00-01",
            "2026-02-29",
            "2100-02-29",
            "2026-04-31",
            "2026-01-00",
            "2026-01-01-",
            "+026-01-01",
            "20260-01-01",
            "today",
        ] {
            let said = bad.parse::<Day>().unwrap_err();
            assert!(said.contains("expected a day of the calendar"), "{said}");
        }
    }

    #[test]
    fn no_moment_is_too_late() {
        assert!(moment(Timestamp(u64::MAX)).ends_with('Z'));
    }
}
