//! The greatest common divisor, which brings a fraction to lowest terms.
//!
//! The rules need none themselves; `maths` and `house` both stand on them and on nothing else together.

/// The greatest number that divides both; the other one where one is 0.
#[inline]
pub const fn gcd(mut one: u128, mut other: u128) -> u128 {
    // A processor divides numbers of 64 bits at once; longer ones take a routine of their own.
    while other > u64::MAX as u128 || one > u64::MAX as u128 {
        if other == 0 {
            return one;
        }
        (one, other) = (other, one % other);
    }
    #[expect(clippy::cast_possible_truncation, reason = "neither is above 64 bits")]
    let (mut one, mut other) = (one as u64, other as u64);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_divides_both_and_nothing_greater() {
        for one in 0..60 {
            for other in 0..60 {
                let divides = |by: &u128| one % by == 0 && other % by == 0;
                let greatest = (1..60).rev().find(divides);
                let expected = if one == 0 && other == 0 {
                    None
                } else {
                    greatest
                };
                assert_eq!(gcd(one, other), expected.unwrap_or(0), "{one} {other}");
            }
        }
        let long = 3 * (u128::MAX / 9);
        assert_eq!(gcd(long, 0), long);
        assert_eq!(gcd(long, 6), gcd(6, long));
        assert_eq!(gcd(u128::MAX, u128::from(u64::MAX)), u128::from(u64::MAX));
        assert_eq!(gcd(1 << 127, 1 << 100), 1 << 100);
    }
}
