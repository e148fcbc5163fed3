//! Which matter is ruled on first, against `rounds.md` 8.3.

use game::{Irregularity, RulebookId};

const ROUNDS: &str = include_str!("../../../../docs/rulebooks/rounds.md");

/// `2. IR-10 (Dealer's count). 3. IR-03.`: each row with the number of its group.
fn listed() -> Vec<(Irregularity, u8)> {
    let (_, section) = ROUNDS
        .split_once("\n### 8.3 ")
        .expect("rounds.md has a section 8.3");
    let (section, _) = section.split_once("\n## ").expect("and a section 9");
    let mut group = 0;
    let mut rows = Vec::new();
    for word in section.split_whitespace() {
        let word = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        if word.parse() == Ok(group + 1) {
            group += 1;
        } else if let Some(row) = Irregularity::named(word).filter(|_| word.starts_with("IR-")) {
            rows.push((row, group));
        }
    }
    assert_eq!(group, 10, "the groups of the document");
    rows
}

#[test]
fn matters_are_ruled_on_in_the_order_of_the_document() {
    let listed = listed();
    assert!(listed.len() > 15, "{listed:?}");
    for (row, group) in &listed {
        assert_eq!(row.precedence(), *group, "{row}");
    }
    // What the document leaves out: exposure after the deal and a card face up stand with IR-08, the
    // rest with the betting rows.
    let rest = Irregularity::ALL
        .into_iter()
        .filter(|row| listed.iter().all(|(known, _)| known != row));
    for row in rest {
        let beside_exposure = [Irregularity::ExposedAfterDeal, Irregularity::FaceUpCard];
        let group = if beside_exposure.contains(&row) {
            8
        } else {
            10
        };
        assert_eq!(row.precedence(), group, "{row}");
    }
}

/// The cell of IR-35 reads `TGSM/h/GSM/TGSM/h`: rws-2013 and oceanfront name no authority, so the post
/// is the house's default (R13-12, OFG-18).
#[test]
fn who_decides_what_is_not_covered_is_the_houses_default_where_no_text_names_a_post() {
    let case = game::Circumstances::at(game::Moment::Dealing);
    let houses = RulebookId::ALL.map(|id| {
        let remedy = id.form().remedy(Irregularity::Uncovered, &case);
        (id.name(), remedy.house)
    });
    let expected = [
        ("rws-2020", false),
        ("rws-2013", true),
        ("mbs-2019", false),
        ("rws-multilink-2024", false),
        ("oceanfront", true),
    ];
    assert_eq!(houses, expected);
}
