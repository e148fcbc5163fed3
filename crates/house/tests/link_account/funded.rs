//! Amounts that the long log does not have: what the house puts in at the win of a part, and parts of a cent.

use game::{JackpotAward, Money};
use house::link::account::{balance, origin};

use super::written::{LINK, SEVENTHS, Written};

/// What is put in at such a win comes from the reserve as far as that goes, the rest from the house; both are
/// in the line of the win.
#[test]
fn what_the_house_puts_in_at_the_win_of_a_part_is_explained() {
    let mut log = Written::declared(SEVENTHS);
    // Two cents are shown, five are in the reserve.
    log.feed(1, &[7]);
    let drawn = Money::major(300);
    let after = Money::major(250);
    log.win_leaving(after, (1, 1), JackpotAward::StraightFlush, drawn);
    let meters = log.link.meters();
    assert_eq!(meters.reserve, Money::ZERO);
    assert_eq!(meters.funded, SEVENTHS.base + Money::minor(4_993));
    log.win((2, 1), JackpotAward::Major, after);
    let found = origin(LINK, &log.rows, 2).unwrap().unwrap();
    assert_eq!(found.findings, [""; 0], "{found}");
    let line = "win 1, of a part of it: -250.02, shows 250.00";
    assert!(found.to_string().contains(line), "{found}");
    let books = balance(LINK, &log.rows).unwrap();
    assert!(books.is_clean(), "{books}");
}

/// Less than a cent is printed as what it is.
#[test]
fn a_part_of_a_cent_is_printed_without_a_sign() {
    let mut log = Written::declared(SEVENTHS);
    log.feed(1, &[1]);
    log.win((1, 1), JackpotAward::Major, SEVENTHS.base);
    let found = origin(LINK, &log.rows, 1).unwrap().unwrap();
    let line = "0.01 fed at table 1: 0.00 and 2/7 cent, shows 500.00 and 2/7 cent";
    assert!(found.to_string().contains(line), "{found}");
}
