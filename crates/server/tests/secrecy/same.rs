//! What is made equal before two texts are compared, and which cards a text names.

/// The two floors are not at the same point at the same time, and the rounds before ended otherwise: times,
/// all of thirteen digits, what is left of a deadline and what lies in a rack or purse are made equal.
/// Nothing else is.
pub fn without_times(text: &str) -> String {
    let mut digits = String::new();
    let mut out = String::with_capacity(text.len());
    let flush = |digits: &mut String, out: &mut String| {
        let earlier = ["\"deadline_ms\":", "\"rack\":", "\"purse\":"];
        let earlier = earlier.iter().any(|name| out.ends_with(name));
        let time = digits.len() == 13 || earlier;
        out.push_str(if time { "1000000000000" } else { digits });
        digits.clear();
    };
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            digits.push(letter);
        } else {
            if !digits.is_empty() {
                flush(&mut digits, &mut out);
            }
            out.push(letter);
        }
    }
    if !digits.is_empty() {
        flush(&mut digits, &mut out);
    }
    out
}

/// With the numbers of entries counted from the beginning of the round: the rounds before may have taken
/// more entries on one floor than on the other, once their cards were shown.
pub fn counted_from(base: u64, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\":") {
        let (head, tail) = rest.split_at(at + 2);
        out.push_str(head);
        let end = tail.find(|letter: char| !letter.is_ascii_digit());
        let (digits, after) = tail.split_at(end.unwrap_or(tail.len()));
        let is_entry = ["\"from\":", "\"to\":", "\"n\":"];
        let is_entry = is_entry.iter().any(|name| out.ends_with(name));
        match digits.parse::<u64>() {
            Ok(number) if is_entry => {
                let counted = i128::from(number) - i128::from(base);
                out.push('+');
                out.push_str(&counted.to_string());
            }
            Ok(_) | Err(_) => out.push_str(digits),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Without what names the log, which is another on each floor.
pub fn without_epoch(text: &str) -> String {
    replace_after(text, "\"epoch\":\"", 16, "0123456789abcdef")
}

/// Without the commitments that are public by design: the digest by which the house promises the seed of
/// the deck that is to be dealt, and the seed of the deck before, which was published with its round.
pub fn without_commitments(text: &str) -> String {
    let blank = "0".repeat(64);
    let text = replace_after(text, "\"promise\":\"", 64, &blank);
    replace_after(&text, "\"seed\":\"", 64, &blank)
}

/// Without every number.
pub fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        let digit = letter.is_ascii_digit() || letter == '.' || letter == 'e';
        if !digit {
            out.push(letter);
        } else if !out.ends_with('0') {
            out.push('0');
        }
    }
    out
}

/// Without the chips of rounds before, which ended otherwise.
pub fn without_racks(text: &str) -> String {
    let Some((head, tail)) = text.split_once("\"racks\":[") else {
        return text.to_owned();
    };
    let (_, rest) = tail.split_once(']').unwrap_or_default();
    format!("{head}\"racks\":[]{rest}")
}

fn replace_after(text: &str, before: &str, length: usize, with: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(before) {
        let (head, tail) = rest.split_at(at + before.len());
        out.push_str(head);
        out.push_str(with);
        rest = &tail[length.min(tail.len())..];
    }
    out.push_str(rest);
    out
}

/// The cards that a text names as such: between marks, as JSON and log lines write words.
pub fn cards_named(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let is_card = |word: &&str| {
        let mut letters = word.chars();
        word.len() == 2
            && letters
                .next()
                .is_some_and(|rank| "23456789TJQKA".contains(rank))
            && letters.next().is_some_and(|suit| "cdhs".contains(suit))
    };
    words.filter(is_card).collect()
}

/// Without the cards it names, and without the names of hands.
pub fn without_cards(text: &str) -> String {
    let mut out = text.to_owned();
    for card in cards_named(text) {
        out = out.replacen(&format!("\"{card}\""), "\"??\"", 1);
    }
    let mut whole = String::with_capacity(out.len());
    let mut rest = out.as_str();
    while let Some(at) = rest.find("\"hand\":{") {
        let (head, tail) = rest.split_at(at);
        whole.push_str(head);
        whole.push_str("\"hand\":null");
        rest = tail.find('}').map_or("", |end| &tail[end + 1..]);
    }
    whole.push_str(rest);
    whole
}

#[test]
fn a_text_is_changed_where_it_may_differ_and_nowhere_else() {
    let text =
        r#"{"at":1700000000000,"n":12,"deadline_ms":29871,"rack":500,"cards":["As",{"up":"Td"}]}"#;
    let times = without_times(text);
    assert!(
        times.contains(r#""n":12,"deadline_ms":1000000000000,"rack":1000000000000,"#),
        "{times}"
    );
    assert!(counted_from(10, text).contains("\"n\":+2,"));
    assert_eq!(cards_named(text), ["As", "Td"]);
    assert_eq!(
        without_cards(r#"["As",{"hand":{"rank":"pair"},"x":1}]"#),
        r#"["??",{"hand":null,"x":1}]"#
    );
    assert_eq!(
        without_epoch(r#"{"epoch":"00ff00ff00ff00ff","n":1}"#),
        r#"{"epoch":"0123456789abcdef","n":1}"#
    );
}
