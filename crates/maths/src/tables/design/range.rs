//! What a search is asked: the payments each hand may have, and the edges between which to look.

use core::fmt;
use core::str::FromStr;

use game::Rulebook;

use crate::fraction::Fraction;
use crate::tables::bet::TabledBet;
use crate::tables::pay_file::MOST_TO_ONE;

/// Payments from one to another in equal steps: `3`, `3..6`, `30..50/5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    from: u32,
    to: u32,
    step: u32,
}

/// The payments of every hand of a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    bet: TabledBet,
    ranges: Vec<Range>,
    /// The best hand has no row of its own and is paid as the next.
    top_follows: bool,
}

/// House edges, both bounds included: `2%..3%`, `0.02..0.03`, `1/50..3/100`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edges {
    least: Fraction,
    most: Fraction,
}

/// A text that is no such range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRange {
    found: String,
    expected: String,
}

impl fmt::Display for NoRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found `{}`, expected {}", self.found, self.expected)
    }
}

impl core::error::Error for NoRange {}

impl NoRange {
    fn new(found: &str, expected: impl Into<String>) -> NoRange {
        NoRange {
            found: found.chars().take(60).collect(),
            expected: expected.into(),
        }
    }
}

impl Range {
    pub const fn one(pays: u32) -> Range {
        Range {
            from: pays,
            to: pays,
            step: 1,
        }
    }

    /// Five payments with the rulebook's own in the middle; nothing and even money stay.
    fn around(pays: u32) -> Range {
        let (from, step) = match pays {
            0 | 1 => return Range::one(pays),
            2..10 => (pays.saturating_sub(2).max(1), 1),
            10..50 => (pays - 10, 5),
            50.. => (pays - 2 * (pays / 5), pays / 5),
        };
        let to = match pays {
            0..10 => pays + 2,
            10..50 => pays + 10,
            50.. => pays + 2 * (pays / 5),
        };
        Range {
            from: from.max(1),
            to: to.min(MOST_TO_ONE),
            step,
        }
    }

    fn payments(self) -> impl Iterator<Item = u32> {
        (self.from..=self.to).step_by(usize::try_from(self.step).unwrap_or(1))
    }
}

impl Rows {
    /// Around the rulebook's own table; none where it has no such bet.
    pub fn around(bet: TabledBet, rulebook: &Rulebook) -> Option<Rows> {
        let pays = bet.pays(rulebook)?;
        let top = pays.len() - 1;
        Some(Rows {
            bet,
            ranges: pays.iter().map(|pays| Range::around(*pays)).collect(),
            top_follows: pays[top] == pays[top - 1],
        })
    }

    /// With a row of the caller's, as `flush=3..4`.
    pub fn with(mut self, row: &str) -> Result<Rows, NoRange> {
        let hands = self.bet.hands();
        let expected = || format!("HAND=FROM..TO with a hand of {}", hands.join(", "));
        let (hand, range) = row
            .split_once('=')
            .ok_or_else(|| NoRange::new(row, expected()))?;
        let at = hands.iter().position(|known| *known == hand.trim());
        let at = at.ok_or_else(|| NoRange::new(row, expected()))?;
        self.ranges[at] = range.trim().parse()?;
        if at == hands.len() - 1 {
            self.top_follows = false;
        }
        Ok(self)
    }

    /// Hand by hand, the least first, as they will be searched.
    pub fn ranges(&self) -> impl Iterator<Item = (&'static str, Range)> {
        let hands = self.bet.hands().iter().copied();
        hands.enumerate().map(|(at, hand)| (hand, self.range(at)))
    }

    fn range(&self, at: usize) -> Range {
        if self.follows(at) {
            self.ranges[at - 1]
        } else {
            self.ranges[at]
        }
    }

    pub(super) fn follows(&self, at: usize) -> bool {
        self.top_follows && at + 1 == self.ranges.len()
    }

    pub(super) fn payments(&self, at: usize) -> impl Iterator<Item = u32> {
        self.range(at).payments()
    }

    /// What each hand may pay at most so that no better one must pay less.
    pub(super) fn most(&self) -> Vec<u32> {
        let mut most: Vec<u32> = (0..self.ranges.len())
            .map(|at| self.payments(at).last().unwrap_or(0))
            .collect();
        for at in (1..most.len()).rev() {
            most[at - 1] = most[at - 1].min(most[at]);
        }
        most
    }

    /// How many tables there are in which no hand pays less than a worse one.
    pub fn tables(&self) -> u64 {
        // How many ways lead to each payment of the hand reached so far, in ascending order.
        let mut ways: Vec<(u32, u64)> = vec![(0, 1)];
        for at in 0..self.ranges.len() {
            if self.follows(at) {
                break;
            }
            let (mut sum, mut reached) = (0_u64, 0);
            let next = self.payments(at).map(|pays| {
                while ways.get(reached).is_some_and(|(below, _)| *below <= pays) {
                    sum = sum.saturating_add(ways[reached].1);
                    reached += 1;
                }
                (pays, sum)
            });
            ways = next.collect();
        }
        ways.iter()
            .fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// The hand with the most payments to try: where to narrow first.
    pub(super) fn widest(&self) -> &'static str {
        let widest = self
            .ranges()
            .max_by_key(|(_, range)| range.payments().count());
        widest.map_or("", |(hand, _)| hand)
    }
}

impl Edges {
    pub const fn least(self) -> Fraction {
        self.least
    }

    pub const fn most(self) -> Fraction {
        self.most
    }
}

impl FromStr for Range {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Range, NoRange> {
        let wrong = || {
            let expected = format!(
                "a payment or a range with whole numbers from 0 to {MOST_TO_ONE}, as 4, 3..6 or 30..50/5"
            );
            NoRange::new(text, expected)
        };
        let (span, step) = text.split_once('/').unwrap_or((text, "1"));
        let (from, to) = span.split_once("..").unwrap_or((span, span));
        let number = |text: &str| text.parse::<u32>().ok().filter(|n| *n <= MOST_TO_ONE);
        let range = number(from).zip(number(to)).zip(number(step));
        let ((from, to), step) = range.ok_or_else(wrong)?;
        if from > to || step == 0 {
            return Err(wrong());
        }
        Ok(Range { from, to, step })
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        if self.to > self.from {
            write!(f, "..{}", self.to)?;
        }
        if self.step > 1 {
            write!(f, "/{}", self.step)?;
        }
        Ok(())
    }
}

impl FromStr for Edges {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Edges, NoRange> {
        let expected =
            "two bounds from the lower to the higher, as 2%..3%, 0.02..0.03 or 1/50..3/100";
        let wrong = || NoRange::new(text, expected);
        let (least, most) = text.split_once("..").ok_or_else(wrong)?;
        let (least, most) = number(least).zip(number(most)).ok_or_else(wrong)?;
        if least > most {
            return Err(wrong());
        }
        // No bet can lose more than itself: such a bound is a percentage without its sign.
        if most > Fraction::whole(1) {
            let expected = "bounds of at most 100%: 2 is 200%, and two per cent are 2% or 0.02";
            return Err(NoRange::new(text, expected));
        }
        Ok(Edges { least, most })
    }
}

/// A share as people write it, exactly: a percentage, a decimal or a fraction.
fn number(text: &str) -> Option<Fraction> {
    let text = text.trim();
    if let Some(percent) = text.strip_suffix('%') {
        return Some(number_without_percent(percent.trim_end())? / Fraction::whole(100));
    }
    number_without_percent(text)
}

fn number_without_percent(text: &str) -> Option<Fraction> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    // Few enough that the bounds times all deals stay far inside the type.
    let whole = |digits: &str| {
        let good = digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<i128>().ok().filter(|_| good)
    };
    if let Some((num, den)) = digits.split_once('/') {
        let den = whole(den).filter(|den| *den > 0)?;
        return Some(Fraction::new(sign * whole(num)?, den));
    }
    let (units, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    let scale = 10_i128.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    // `.03` is a number, nothing is none.
    let units = match units {
        "" if !digits.is_empty() => 0,
        _ => whole(units)?,
    };
    Some(Fraction::new(
        sign * (units * scale + whole(decimals)?),
        scale,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::RulebookId;

    #[test]
    fn bounds_are_read_exactly_or_refused() {
        for text in ["2%..3%", "0.02..0.03", "1/50..3/100", " 2 % .. .03 "] {
            let edges: Edges = text.parse().expect(text);
            let bounds = (edges.least.to_string(), edges.most.to_string());
            assert_eq!(bounds, ("1/50".to_owned(), "3/100".to_owned()), "{text}");
        }
        let below: Edges = "-1.25%..-1/100".parse().expect("negative edges");
        assert_eq!(below.least.to_string(), "-1/80");
        for text in [
            "",
            "..",
            "2%",
            "3%..2%",
            "2%..",
            "..3%",
            "1/0..2",
            "2..x",
            "1e-2..2",
            "+1..2",
            "--1..2",
            "9999999999..99999999999",
            "0.0000000001..1",
            "2%..3%..4%",
        ] {
            assert!(text.parse::<Edges>().is_err(), "{text}");
        }
    }

    #[test]
    fn ranges_are_read_or_refused() {
        for text in ["0", "4", "3..6", "30..50/5", "10000"] {
            let range: Range = text.parse().expect(text);
            assert_eq!(range.to_string(), text);
        }
        for text in [
            "",
            "-1",
            "6..3",
            "3..6/0",
            "10001",
            "1.5",
            "a..b",
            "..",
            "3..",
            "4294967296",
        ] {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_search_starts_around_the_rulebooks_table() {
        let rows = Rows::around(TabledBet::PairPlus, RulebookId::Rws2020.form()).expect("the bet");
        let texts: Vec<String> = rows
            .ranges()
            .map(|(hand, range)| format!("{hand}={range}"))
            .collect();
        assert_eq!(
            texts,
            [
                "pair=1",
                "flush=2..6",
                "straight=3..7",
                "three_of_a_kind=20..40/5",
                "straight_flush=30..50/5",
                "mini_royal=30..50/5"
            ]
        );
        let rows = rows
            .with("flush=3..4")
            .and_then(|rows| rows.with("straight_flush=40"));
        let rows = rows
            .and_then(|rows| rows.with("three_of_a_kind=30"))
            .expect("rows");
        // Straights of 3 to 7 on a flush of 3, of 4 to 7 on a flush of 4.
        assert_eq!(rows.tables(), 5 + 4);
        assert!(rows.clone().with("flushes=3").is_err());
        assert!(rows.with("flush").is_err());
    }
}
