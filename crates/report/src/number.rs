//! A number as a document carries it: the fraction itself, and how a reader wants to see it.
//!
//! Every digit that is shown comes from long division of whole numbers; floats serve spreadsheets and
//! the places of marks in a chart, never a digit. What is no fraction (a root, an estimate) comes in as
//! decimals and says that it is rounded, so that a reader does not quote its decimals as exact.

use core::fmt;

/// Decimals in which a number is written where it stands for itself.
pub const PLACES: u8 = 12;

/// A number of a document, and how it is shown.
///
/// It brings a fraction of 128 bits to lowest terms by itself: this crate depends on nothing of ours. It
/// only prints; `maths::Fraction` computes, in 256 bits, and hands over what fits here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    num: i128,
    den: i128,
    nature: Nature,
    show: Show,
}

/// Whether the fraction is the number, or only its decimals as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// The fraction is the number.
    Exact,
    /// The fraction holds the decimals that are known.
    Rounded,
}

/// How a reader sees a number; the places are decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// `12,345.67`
    Grouped(u8),
    /// `0.033730`
    Decimals(u8),
    /// `+2`, `-1.50`
    Signed(u8),
    /// `3.3730%`
    Percent(u8),
    /// A chance as `1 in 5,525`.
    OneIn,
}

impl Number {
    /// Brought to lowest terms.
    ///
    /// # Panics
    ///
    /// On a denominator that is not positive.
    pub fn exact(num: i128, den: i128, show: Show) -> Number {
        assert!(den > 0, "a fraction has a positive denominator");
        let (mut common, mut rest) = (den, num % den);
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        let common = common.abs();
        Number {
            num: num / common,
            den: den / common,
            nature: Nature::Exact,
            show,
        }
    }

    /// Something counted.
    pub fn count(count: impl Into<i128>) -> Number {
        Number::exact(count.into(), 1, Show::Grouped(0))
    }

    /// Decimals such as `-1.639252754141` that stand for no fraction. None where the text is no such number.
    pub fn rounded(decimals: &str, show: Show) -> Option<Number> {
        let (sign, digits) = match decimals.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, decimals),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(part) {
            return None;
        }
        let num: i128 = format!("{whole}{part}").parse().ok()?;
        let den = 10_i128.checked_pow(u32::try_from(part.len()).ok()?)?;
        Some(Number {
            num: sign * num,
            den,
            nature: Nature::Rounded,
            show,
        })
    }

    /// The same number, shown in another way.
    #[must_use]
    pub fn shown_as(self, show: Show) -> Number {
        Number { show, ..self }
    }

    /// How it is shown.
    pub fn show(self) -> Show {
        self.show
    }

    /// Numerator and denominator.
    pub fn parts(self) -> (i128, i128) {
        (self.num, self.den)
    }

    /// `num/den`, a whole number alone; none where only decimals are known.
    pub fn fraction(self) -> Option<String> {
        match (self.nature, self.den) {
            (Nature::Rounded, _) => None,
            (Nature::Exact, 1) => Some(self.num.to_string()),
            (Nature::Exact, den) => Some(format!("{}/{den}", self.num)),
        }
    }

    /// The plain number to twelve places, halves away from zero; what is only ever whole has no point.
    pub fn decimal(self) -> String {
        let places = match self.show {
            Show::Grouped(0) | Show::Signed(0) => 0,
            Show::Grouped(_)
            | Show::Decimals(_)
            | Show::Signed(_)
            | Show::Percent(_)
            | Show::OneIn => PLACES,
        };
        long_division(self.num, self.den, places)
    }

    /// The nearest float, for spreadsheets and drawing.
    #[expect(
        clippy::cast_precision_loss,
        reason = "the exact number stands beside it"
    )]
    pub fn nearest(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    fn one_in(self) -> String {
        if self.num <= 0 {
            return "never".to_owned();
        }
        let places = self.one_in_places();
        format!("1 in {}", group(&long_division(self.den, self.num, places)))
    }

    /// Decimals of the n in "one in n": three digits say enough.
    pub(crate) fn one_in_places(self) -> u8 {
        if self.num <= 0 || self.den % self.num == 0 {
            return 0;
        }
        match self.den / self.num {
            0..10 => 2,
            10..1_000 => 1,
            _ => 0,
        }
    }
}

/// As the reader sees it.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.show {
            Show::Grouped(places) => group(&long_division(self.num, self.den, places)),
            Show::Decimals(places) => long_division(self.num, self.den, places),
            Show::Signed(places) => {
                let sign = if self.num > 0 { "+" } else { "" };
                format!(
                    "{sign}{}",
                    group(&long_division(self.num, self.den, places))
                )
            }
            Show::Percent(places) => long_division(100 * self.num, self.den, places) + "%",
            Show::OneIn => self.one_in(),
        };
        f.pad(&text)
    }
}

/// Halves away from zero; nothing is never negative.
fn long_division(num: i128, den: i128, places: u8) -> String {
    let (size, den) = (num.unsigned_abs(), den.unsigned_abs());
    let (mut whole, mut rest) = (size / den, size % den);
    let mut digits = Vec::with_capacity(usize::from(places));
    for _ in 0..places {
        rest *= 10;
        digits.push(u8::try_from(rest / den).unwrap_or(9));
        rest %= den;
    }
    if rest >= den - rest {
        let carried = digits.iter_mut().rev().all(|digit| {
            *digit = (*digit + 1) % 10;
            *digit == 0
        });
        whole += u128::from(carried);
    }
    let nothing = whole == 0 && digits.iter().all(|digit| *digit == 0);
    let mut text = String::new();
    if num < 0 && !nothing {
        text.push('-');
    }
    text += &whole.to_string();
    if !digits.is_empty() {
        text.push('.');
        text.extend(digits.iter().map(|digit| char::from(b'0' + digit)));
    }
    text
}

/// Commas between the thousands.
fn group(plain: &str) -> String {
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", plain),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let mut text = sign.to_owned();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if !part.is_empty() {
        text.push('.');
        text += part;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(num: i128, den: i128, show: Show) -> String {
        Number::exact(num, den, show).to_string()
    }

    #[test]
    fn numbers_are_shown_as_people_write_them() {
        assert_eq!(shown(1_234_567, 100, Show::Grouped(2)), "12,345.67");
        assert_eq!(shown(-999_999, 1_000, Show::Grouped(1)), "-1,000.0");
        assert_eq!(shown(2, 1, Show::Signed(0)), "+2");
        assert_eq!(shown(0, 1, Show::Signed(0)), "0");
        assert_eq!(shown(1, 8, Show::Decimals(2)), "0.13");
        assert_eq!(shown(-1, 1_000, Show::Decimals(2)), "0.00");
        assert_eq!(shown(1, 3, Show::Percent(4)), "33.3333%");
        assert_eq!(shown(1, 5_525, Show::OneIn), "1 in 5,525");
        assert_eq!(shown(52, 22_100, Show::OneIn), "1 in 425");
        assert_eq!(shown(3, 22_100, Show::OneIn), "1 in 7,367");
        assert_eq!(shown(3, 10, Show::OneIn), "1 in 3.33");
        assert_eq!(shown(0, 10, Show::OneIn), "never");
        let lowest = Number::exact(-6, 36, Show::OneIn).fraction();
        assert_eq!(lowest.as_deref(), Some("-1/6"));
    }

    #[test]
    fn a_carry_runs_through_every_nine() {
        assert_eq!(long_division(99_996, 100_000, 4), "1.0000");
        assert_eq!(long_division(2, 3, 12), "0.666666666667");
        assert_eq!(long_division(5, 10, 0), "1");
        assert_eq!(long_division(i128::MAX, i128::MAX, 2), "1.00");
    }

    #[test]
    fn decimals_that_are_no_fraction_say_so() {
        let deviation = Number::rounded("-1.639252754141", Show::Decimals(4)).unwrap();
        assert_eq!(deviation.to_string(), "-1.6393");
        assert_eq!(deviation.decimal(), "-1.639252754141");
        assert_eq!(deviation.fraction(), None);
        for text in ["", "-", ".5", "1e5", "NaN", "1.2.3", "+1"] {
            assert_eq!(Number::rounded(text, Show::Grouped(0)), None, "{text}");
        }
        assert_eq!(Number::count(7).fraction().as_deref(), Some("7"));
    }
}
