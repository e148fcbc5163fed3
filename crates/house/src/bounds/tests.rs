//! Every field at its bound, and one beyond it.

use game::{BoxNumber, PersonId, Post, Report, Request};

use super::*;
use crate::link::LinkRequest;
use crate::table::TableRequest;

const STAFF: Actor = Actor::Staff {
    post: Post::Dealer,
    person: PersonId(1),
};

fn report(report: Report) -> TableRequest {
    TableRequest::Game(Request::Report { report })
}

#[test]
fn a_text_has_a_thousand_letters_and_no_more() {
    let other = |letters: usize| {
        let what = "é".repeat(letters);
        report(Report::Other { what })
    };
    assert_eq!(check(STAFF, &other(1_000)), Ok(()));
    let refused = check(STAFF, &other(1_001)).unwrap_err();
    let said = "what: found 1001 letters, expected at most 1000";
    assert_eq!(refused.to_string(), said);
}

#[test]
fn an_amount_is_0_to_the_limit_wherever_it_stands() {
    let fault = |minor: i64| {
        let recorded = Money::minor(minor);
        report(Report::JackpotFault { recorded })
    };
    let most = Money::LIMIT.in_minor();
    assert_eq!(check(STAFF, &fault(0)), Ok(()));
    assert_eq!(check(STAFF, &fault(most)), Ok(()));
    for found in [-1, most + 1, i64::MAX, i64::MIN] {
        let refused = check(STAFF, &fault(found)).unwrap_err();
        let said = format!("recorded: found {found}, expected 0 to 1000000000000000");
        assert_eq!(refused.to_string(), said);
    }
    assert_eq!(check_for_rules(STAFF, &fault(-most)), Ok(()));
    for found in [-most - 1, most + 1] {
        check_for_rules(STAFF, &fault(found)).unwrap_err();
    }
    let value = Money::minor(i64::MAX);
    let refused = check(STAFF, &LinkRequest::SetValue { value }).unwrap_err();
    assert!(refused.to_string().starts_with("value: "), "{refused}");
    assert_eq!(
        check(Actor::System, &LinkRequest::SetValue { value }),
        Ok(())
    );
}

#[test]
fn a_list_has_an_end() {
    let error = |boxes: usize| {
        let (what, boxes) = (String::new(), vec![BoxNumber(1); boxes]);
        report(Report::DealingError { what, boxes })
    };
    assert_eq!(check(STAFF, &error(LIST_MAX)), Ok(()));
    let refused = check(STAFF, &error(LIST_MAX + 1)).unwrap_err();
    let said = "boxes: found more than 100 items, expected at most 100";
    assert_eq!(refused.to_string(), said);
}
