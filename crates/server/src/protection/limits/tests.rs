//! Both directions of every change, at the moments before and at which it holds.

use super::*;

const NOW: Timestamp = Timestamp(1_000_000);

fn after(milliseconds: u64) -> Timestamp {
    later(NOW, milliseconds)
}

#[test]
fn tighter_holds_at_once_and_looser_after_a_day() {
    let mut own = Protection::default();
    let limit = Limit::LossDay;
    own.set(limit, Some(20_000), None, NOW);
    assert_eq!(own.value(limit, NOW), Some(20_000));
    own.set(limit, Some(10_000), None, after(1));
    assert_eq!(own.value(limit, after(1)), Some(10_000));
    own.set(limit, Some(50_000), None, after(2));
    let holds = after(2 + WAIT_MS);
    assert_eq!(own.waiting(limit, after(3)).unwrap().from, holds);
    assert_eq!(own.value(limit, Timestamp(holds.0 - 1)), Some(10_000));
    assert_eq!(own.value(limit, holds), Some(50_000));
    assert_eq!(own.waiting(limit, holds), None);
    // Asked again it does not wait longer; no limit at all is the loosest.
    own.set(limit, Some(50_000), None, after(9));
    assert_eq!(own.waiting(limit, after(9)).unwrap().from, holds);
    own.set(limit, None, None, after(10));
    assert_eq!(own.value(limit, holds), Some(10_000));
    assert_eq!(own.value(limit, after(10 + WAIT_MS)), None);
}

#[test]
fn a_change_that_waits_is_taken_back() {
    let mut own = Protection::default();
    let limit = Limit::StakeRound;
    own.set(limit, Some(100), None, NOW);
    own.set(limit, Some(900), None, NOW);
    assert!(own.take_back(limit, after(5)));
    assert!(!own.take_back(limit, after(6)));
    assert_eq!(own.value(limit, after(2 * WAIT_MS)), Some(100));
    // So does a tighter value, and the one that holds, asked for once more.
    own.set(limit, Some(900), None, after(7));
    own.set(limit, Some(100), None, after(8));
    assert_eq!(own.value(limit, after(2 * WAIT_MS)), Some(100));
    // A change that holds by now cannot be taken back.
    own.set(limit, Some(900), None, after(9));
    assert!(!own.take_back(limit, after(9 + WAIT_MS)));
    let told: Vec<_> = own.changes().map(|change| change.from).collect();
    let day = WAIT_MS;
    let expected = [
        Some(after(9 + day)),
        None,
        Some(after(7 + day)),
        None,
        Some(after(day)),
        Some(NOW),
    ];
    assert_eq!(told, expected);
}

#[test]
fn without_a_value_of_his_own_the_one_of_the_house_is_compared() {
    let mut own = Protection::default();
    let (limit, house) = (Limit::RealityCheck, Some(60));
    own.set(limit, Some(30), house, NOW);
    assert_eq!(own.value(limit, NOW), Some(30));
    own.set(limit, None, house, NOW);
    assert_eq!(own.value(limit, NOW), Some(30));
    assert_eq!(own.value(limit, after(WAIT_MS)), None);
}

#[test]
fn nothing_shortens_staying_away() {
    let mut own = Protection::default();
    assert_eq!(own.come_back(NOW), Err(NotChanged::NotAway));
    own.exclude(Term::Days7, NOW).unwrap();
    assert!(matches!(
        own.exclude(Term::Hours24, NOW),
        Err(NotChanged::Longer(_))
    ));
    assert!(matches!(own.come_back(NOW), Err(NotChanged::NotOver(_))));
    assert!(own.exclusion(after(7 * DAY - 1)).is_some());
    assert_eq!(own.exclusion(after(7 * DAY)), None);
    own.exclude(Term::Months6, after(1)).unwrap();
    for shorter in [Term::Hours24, Term::Days90, Term::Months6] {
        let asked = own.exclude(shorter, after(1));
        assert!(matches!(asked, Err(NotChanged::Longer(_))), "{shorter:?}");
    }
    // Its time being over does not end it: he asks, and a week passes.
    let over = later(after(1), 183 * DAY);
    assert!(matches!(
        own.come_back(Timestamp(over.0 - 1)),
        Err(NotChanged::NotOver(_))
    ));
    assert!(own.exclusion(later(over, 400 * DAY)).is_some());
    own.come_back(over).unwrap();
    own.come_back(later(over, DAY)).unwrap();
    assert!(own.exclusion(Timestamp(over.0 + RETURN_MS - 1)).is_some());
    assert_eq!(own.exclusion(later(over, RETURN_MS)), None);
    own.exclude(Term::ForGood, over).unwrap();
    assert!(own.exclusion(later(over, 90_000 * DAY)).is_some());
    assert!(matches!(
        own.come_back(later(over, 90_000 * DAY)),
        Err(NotChanged::NotOver(_))
    ));
    assert!(matches!(
        own.exclude(Term::Years5, over),
        Err(NotChanged::Longer(_))
    ));
}

#[test]
fn what_is_stored_is_read_back() {
    let mut own = Protection::default();
    own.set(Limit::LossWeek, Some(5), None, NOW);
    own.set(Limit::LossWeek, Some(9), None, NOW);
    own.exclude(Term::Year1, NOW).unwrap();
    let stored = serde_json::to_string(&own).unwrap();
    assert_eq!(
        serde_json::from_str::<Protection>(&stored).unwrap(),
        own,
        "{stored}"
    );
    assert_eq!(
        serde_json::from_str::<Protection>("{}").unwrap(),
        Protection::default()
    );
}
