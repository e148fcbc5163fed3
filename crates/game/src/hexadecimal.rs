//! Bytes as hexadecimal digits, in small letters and no other way: digests, fingerprints, seeds, ids.
//!
//! The one place for it in all crates but `reference`, which learns nothing from here. Tables, because
//! verifying a log writes and reads millions of ids.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Of each digit; above 15 where it is none.
const VALUES: [u8; 256] = {
    let (mut values, mut digit) = ([u8::MAX; 256], 0_u8);
    while digit < 16 {
        values[DIGITS[digit as usize] as usize] = digit;
        digit += 1;
    }
    values
};

/// Two digits for each byte.
#[inline]
pub fn hex_pair(byte: u8) -> [u8; 2] {
    [
        DIGITS[usize::from(byte >> 4)],
        DIGITS[usize::from(byte & 15)],
    ]
}

/// The bytes as lower-case digits, two for each.
pub fn to_hex(bytes: &[u8]) -> String {
    let pairs = bytes.iter().flat_map(|byte| hex_pair(*byte));
    pairs.map(char::from).collect()
}

/// None where the text is anything but two small digits for each of the bytes.
#[inline]
pub fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let mut good = text.len() == 2 * N;
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        let (high, low) = (VALUES[usize::from(pair[0])], VALUES[usize::from(pair[1])]);
        good &= high | low < 16;
        *byte = high << 4 | low & 15;
    }
    good.then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back_and_nothing_else_is_taken() {
        for byte in 0..=u8::MAX {
            let text = to_hex(&[byte, 0xa5]);
            assert_eq!(text, format!("{byte:02x}a5"));
            assert_eq!(from_hex(&text), Some([byte, 0xa5]));
        }
        for wrong in ["", "0", "000", "0A", "g0", "+1", " 1", "é"] {
            assert_eq!(from_hex::<1>(wrong), None, "{wrong}");
        }
    }
}
