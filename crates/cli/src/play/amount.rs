//! Amounts as people type and read them.

use game::Money;

use super::talk::quoted;

/// "10", "12.50" or "1,000"; the error says what was found and what is expected.
pub fn read(text: &str) -> Result<Money, String> {
    let wrong = || {
        let found = quoted(text);
        format!("`{found}` is no amount: type a number such as 10 or 12.50.")
    };
    let (whole, cents) = text.split_once('.').unwrap_or((text, ""));
    let whole = without_groups(whole).ok_or_else(|| {
        let found = quoted(text);
        format!("`{found}` is no amount: a comma groups thousands, as in 1,000; cents follow a point, as in 3.50.")
    })?;
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(&whole)
        || !digits(cents)
        || cents.len() > 2
        || (whole.is_empty() && cents.is_empty())
    {
        return Err(wrong());
    }
    let minor = format!("{whole}{cents:0<2}").parse::<i64>();
    match minor {
        Ok(minor) if Money::minor(minor) <= Money::LIMIT => Ok(Money::minor(minor)),
        Ok(_) | Err(_) => {
            let most = show(Money::LIMIT);
            Err(format!(
                "{} is more than any table takes: at most {most}.",
                quoted(text)
            ))
        }
    }
}

/// The digits without the commas between groups of three; none where a comma does anything else.
fn without_groups(whole: &str) -> Option<String> {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let mut digits = first.to_owned();
    for group in groups {
        if first.is_empty() || first.len() > 3 || group.len() != 3 {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

/// `1,234.50`.
pub fn show(amount: Money) -> String {
    let plain = amount.to_string();
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", plain.as_str()),
    };
    let (whole, cents) = digits.split_once('.').unwrap_or((digits, "00"));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}.{cents}")
}

/// With the sign a gain deserves: `+10.00`, `-10.00`, `0.00`.
pub fn signed(amount: Money) -> String {
    let sign = if amount.is_positive() { "+" } else { "" };
    format!("{sign}{}", show(amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        let minor = |text| read(text).map(Money::in_minor);
        assert_eq!(minor("10"), Ok(1_000));
        assert_eq!(minor("12.5"), Ok(1_250));
        assert_eq!(minor("1,000.05"), Ok(100_005));
        assert_eq!(minor(".50"), Ok(50));
        for bad in [
            "",
            ".",
            "-5",
            "5.005",
            "ten",
            "1e3",
            "99999999999999999999",
            "5.-1",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn issue_17_11_no_amount_beyond_the_limit_is_read() {
        let most = Money::LIMIT.in_minor() / 100;
        assert_eq!(read(&most.to_string()), Ok(Money::LIMIT));
        let said = read(&format!("{most}.01")).unwrap_err();
        assert!(said.ends_with("at most 10,000,000,000,000.00."), "{said}");
    }

    /// A comma was dropped wherever it stood: `3,5` staked 35.00.
    #[test]
    fn issue_17_a_comma_only_groups_thousands() {
        let minor = |text| read(text).map(Money::in_minor);
        assert_eq!(minor("1,000,000"), Ok(100_000_000));
        assert_eq!(minor("12,345.60"), Ok(1_234_560));
        for bad in [
            "3,5", ",5", "1,2,3", "1,", ",", "1,00", "1000,000", "1,0000", "5.5,0", "1,,000",
            ",000",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        let said = read("3,5").unwrap_err();
        assert!(said.contains("a comma groups thousands"), "{said}");
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(show(Money::minor(123_456_789)), "1,234,567.89");
        assert_eq!(show(Money::minor(-100_000)), "-1,000.00");
        assert_eq!(show(Money::minor(5)), "0.05");
        assert_eq!(signed(Money::major(10)), "+10.00");
    }
}
