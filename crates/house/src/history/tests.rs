//! What a drawer keeps does not depend on the order in which items come.

use super::drawer::{Drawer, KeptItem};
use super::{CageRecord, Cursor};
use crate::log::Stream;
use game::{Money, PlayerId, Timestamp};
use ledger::CageMove;

#[test]
fn the_items_logged_last_are_kept() {
    // The clock goes back from each entry to the next: what was logged last is the newest all the same.
    let cursor = |entry: u64| Cursor {
        at: Timestamp(100 - entry),
        stream: Stream::House,
        entry,
    };
    let moved = CageMove::Deposit {
        player: PlayerId(1),
        amount: Money::major(1),
    };
    // Every order of five items: which of those left comes next, digit by digit.
    for order in 0..120_usize {
        let (mut left, mut code): (Vec<u64>, usize) = ((1..=5).collect(), order);
        let mut drawer = Drawer::default();
        for many in (1..=5).rev() {
            let at = left.remove(code % many);
            code /= many;
            let item = KeptItem::Cage(CageRecord::new(Timestamp(at), moved));
            drawer.put(cursor(at), item, 2);
        }
        let kept = drawer.items.into_values().map(|(cursor, _)| cursor);
        let kept: Vec<Cursor> = kept.collect();
        assert_eq!(kept, [cursor(4), cursor(5)], "order {order}");
        assert_eq!(drawer.dropped, Some(cursor(3)), "order {order}");
    }
}
