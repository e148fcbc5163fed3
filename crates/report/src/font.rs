//! How wide a text is in Helvetica, in thousandths of its size.
//!
//! The widths are those of the font metrics every PDF reader has built in for its standard fonts
//! (ISO 32000-1, 9.6.2.2). Screens use another font of the same family and nearly the same widths.

/// How heavy a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Regular.
    Plain,
    /// Bold.
    Bold,
}

/// In the unit of `size`.
pub fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let units: u32 = text.chars().map(|letter| advance(letter, weight)).sum();
    f64::from(units) * size / 1000.0
}

fn advance(letter: char, weight: Weight) -> u32 {
    let widths = match weight {
        Weight::Plain => &PLAIN,
        Weight::Bold => &BOLD,
    };
    match u32::from(letter) {
        code @ 32..127 => u32::from(widths[code as usize - 32]),
        _ => match letter {
            '\u{2013}' | '\u{20ac}' | '\u{2212}' => 556,
            '\u{2022}' => 350,
            '\u{2014}' | '\u{2026}' => 1_000,
            '\u{2018}' | '\u{2019}' | '\u{b7}' => 278,
            '\u{d7}' | '\u{b1}' => 584,
            // With an accent or without, near enough.
            small if small.is_lowercase() => 556,
            _ => 667,
        },
    }
}

/// The letter in the encoding of the standard fonts; a question mark where they have none.
pub fn encoded(letter: char) -> u8 {
    match letter {
        ' '..='~' => u8::try_from(letter).unwrap_or(b'?'),
        '\u{20ac}' => 0x80,
        '\u{2026}' => 0x85,
        '\u{2018}' => 0x91,
        '\u{2019}' => 0x92,
        '\u{201c}' => 0x93,
        '\u{201d}' => 0x94,
        '\u{2022}' => 0x95,
        '\u{2013}' | '\u{2212}' => 0x96,
        '\u{2014}' => 0x97,
        '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(letter)).unwrap_or(b'?'),
        _ => b'?',
    }
}

/// From the blank to the tilde. // tidy: table
const PLAIN: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278,
    278, // to the slash
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // digits
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // A to O
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to Z
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // a to o
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, // p to z
];

const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278,
    278, // to the slash
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, // digits
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, // A to O
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, // P to Z
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, // a to o
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584, // p to z
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The letters of the two fonts by their widths, as the font metrics list them: another order
    /// than that of the tables, so that a number lost or doubled there moves half the alphabet.
    const GROUPS: [(u32, &str, &str); 26] = [
        (191, "'", ""),
        (222, "ijl", ""),
        (238, "", "'"),
        (260, "|", ""),
        (278, " !,./:;I[\\]ft", " ,./I\\ijl"),
        (280, "", "|"),
        (333, "()-`r", "!()-:;[]`ft"),
        (334, "{}", ""),
        (355, "\"", ""),
        (389, "*", "*r{}"),
        (469, "^", ""),
        (474, "", "\""),
        (500, "Jcksvxyz", "z"),
        (556, "#$0123456789?L_abdeghnopqu", "#$0123456789J_aceksvxy"),
        (584, "+<=>~", "+<=>^~"),
        (611, "FTZ", "?FLTZbdghnopqu"),
        (667, "&ABEKPSVXY", "EPSVXY"),
        (722, "CDHNRUw", "&ABCDHKNRU"),
        (778, "GOQ", "GOQw"),
        (833, "Mm", "M"),
        (889, "%", "%m"),
        (944, "W", "W"),
        (975, "", "@"),
        (1_015, "@", ""),
        (1_000, "\u{2014}\u{2026}", "\u{2014}\u{2026}"),
        (350, "\u{2022}", "\u{2022}"),
    ];

    #[test]
    fn every_letter_is_as_wide_as_the_font_metrics_say() {
        let mut seen = [0, 0];
        for (units, plain, bold) in GROUPS {
            for (at, (letters, weight)) in [(plain, Weight::Plain), (bold, Weight::Bold)]
                .into_iter()
                .enumerate()
            {
                for letter in letters.chars() {
                    assert_eq!(advance(letter, weight), units, "{letter:?} {weight:?}");
                    seen[at] += 1;
                }
            }
        }
        // From the blank to the tilde, a dash, an ellipsis and a bullet.
        assert_eq!(seen, [95 + 3; 2]);
        assert!((width("To", 10.0, Weight::Plain) - 11.67).abs() < 1e-9);
        assert!((width("To", 10.0, Weight::Bold) - 12.22).abs() < 1e-9);
    }

    #[test]
    fn letters_outside_the_standard_fonts_become_question_marks() {
        let bytes: Vec<u8> = "Aé€–♠".chars().map(encoded).collect();
        assert_eq!(bytes, [b'A', 0xe9, 0x80, 0x96, b'?']);
    }
}
