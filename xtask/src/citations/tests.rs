//! The citation forms that scenarios and tests may use, and those they may not.

use super::*;

const CLAUSES: &str = "rulebook\tclause\tkind\trequirement\tobservable
rws-2020\tpreamble\tprovision\t\t
rws-2020\t3.1\tsettlement\t\t
rws-2020\t3.12\tdecision\t\t
rws-2020\t3.12.1\tdecision\t\t
rws-2020\t3.13\tqualification\t\t
rws-2020\t4.1\tpaytable\t\t
rws-2020\t4.1[ante]\tpaytable\t\t
rws-2020\t2.1.1(a)\tlayout\t\t
rws-2020\tAppendix A\tlayout\t\t
rws-2020\t5.23\tdiscretion\t\t
rws-2013\t3.9.1\tsettlement\t\t
oceanfront\tofg.deal.7\tsettlement\t\t
oceanfront\tofg.deal.7.order\tsettlement\t\t
";
const AMBIGUITIES: &str = "# Ambiguities\n### G-01 The Play bet\n### R20-04 Fold\n";

/// Each citation of `text` as `rulebook id`, `?` behind what exists nowhere.
fn cited(text: &str) -> Vec<String> {
    let citations = Catalogue::new(CLAUSES, AMBIGUITIES).cited(text);
    let show = |c: &Citation| match c.found {
        Found::Clause | Found::Ambiguity => format!("{} {}", c.rulebook, c.id),
        Found::Nowhere => format!("{} {}?", c.rulebook, c.id),
    };
    citations.iter().map(show).collect()
}

#[test]
fn the_longest_id_wins_and_stands_whole() {
    assert_eq!(cited("rws-2020 3.12.1: fold"), ["rws-2020 3.12.1"]);
    assert_eq!(cited("rws-2020 3.12: decide"), ["rws-2020 3.12"]);
    assert_eq!(cited("see (rws-2020 3.1)."), ["rws-2020 3.1"]);
    assert_eq!(cited("as rws-2020 3.13."), ["rws-2020 3.13"]);
    assert_eq!(
        cited("oceanfront ofg.deal.7.order"),
        ["oceanfront ofg.deal.7.order"]
    );
    assert_eq!(
        cited("oceanfront ofg.deal.7. Then"),
        ["oceanfront ofg.deal.7"]
    );
}

#[test]
fn ids_may_hold_brackets_and_words() {
    assert_eq!(
        cited("rws-2020 4.1[ante]: even money"),
        ["rws-2020 4.1[ante]"]
    );
    assert_eq!(
        cited("rws-2020 2.1.1(a), Appendix A"),
        ["rws-2020 2.1.1(a)", "rws-2020 Appendix A"]
    );
    assert_eq!(cited("(rws-2020 preamble)"), ["rws-2020 preamble"]);
}

#[test]
fn a_list_keeps_its_rulebook_until_the_next_one() {
    let heading = "## rws-2020 3.13, 4.1; rws-2013 3.9.1: the dealer does not qualify, 4.1";
    assert_eq!(
        cited(heading),
        ["rws-2020 3.13", "rws-2020 4.1", "rws-2013 3.9.1"]
    );
    assert_eq!(
        cited("/// rws-2020 3.13, R20-04, 4.1"),
        ["rws-2020 3.13", "rws-2020 R20-04", "rws-2020 4.1"]
    );
}

#[test]
fn what_no_rulebook_has_is_found_nowhere() {
    assert_eq!(cited("rws-2020 3.12.9: x"), ["rws-2020 3.12.9?"]);
    assert_eq!(
        cited("rws-2020 4.1[play], 3.13"),
        ["rws-2020 4.1[play]?", "rws-2020 3.13"]
    );
    assert_eq!(cited("rws-2020 3.12-3.13"), ["rws-2020 3.12-3.13?"]);
    assert_eq!(cited("rws-2013 R13-99"), ["rws-2013 R13-99?"]);
    assert_eq!(cited("rws-2020 Appendix Z"), ["rws-2020 Appendix?"]);
    assert_eq!(cited("oceanfront ofg.deal.10"), ["oceanfront ofg.deal.10?"]);
}

#[test]
fn other_mentions_of_a_rulebook_are_no_citations() {
    for text in [
        "rws-2020",
        "rws-2020 pays",
        "rws-2020, 3.13",
        "`rws-2020` 3.13",
        "xrws-2020 3.13",
        "rws-2020 3",
        "rws-2020 2020-03-17",
    ] {
        assert_eq!(cited(text), [""; 0], "{text}");
    }
}

#[test]
fn headings_cite_in_scenarios_and_prose_does_not() {
    let text = "# Folding\n## rws-2020 3.12.1: fold\nAs rws-2020 3.13.\n```\n# rws-2020 4.1\n```\n";
    let lines = citing_lines("crates/game/scenarios/fold.md", text);
    assert_eq!(lines, [(1, "# Folding"), (2, "## rws-2020 3.12.1: fold")]);
    assert!(citing_lines("crates/game/scenarios/README.md", text).is_empty());
    assert!(citing_lines("docs/GLOSSARY.md", text).is_empty());
}

#[test]
fn of_rust_only_what_documents_a_test_cites() {
    let text = "//! a\n/// b\nfn b() {\n}\n/// c\n#[rustfmt::skip]\n#[test]\nfn c() {\n    // d\n}\n/// e\n\n#[test]\nfn e() {}\n";
    for path in ["crates/game/src/card.rs", "crates/game/tests/card.rs"] {
        assert_eq!(citing_lines(path, text), [(5, "/// c")]);
    }
}
