//! The tables that number the classes of three-card hands, made at compile time.

use super::{HandRank, Strength};

/// The first class of each [`HandRank`].
pub(super) const RANK_STARTS: [u16; 7] = {
    const ODD: u16 = 286 - 12;
    const PAIRS: u16 = 13 * 12;
    let flush = ODD + PAIRS;
    let straight = flush + ODD;
    let three = straight + 12;
    let straight_flush = three + 13;
    [
        0,
        ODD,
        flush,
        straight,
        three,
        straight_flush,
        straight_flush + 11,
    ]
};

pub(super) static RANK_OF: [HandRank; Strength::COUNT as usize] = {
    let mut ranks = [HandRank::HighCard; Strength::COUNT as usize];
    let mut kind = 1;
    while kind < HandRank::ALL.len() {
        let mut class = RANK_STARTS[kind] as usize;
        while class < ranks.len() {
            ranks[class] = HandRank::ALL[kind];
            class += 1;
        }
        kind += 1;
    }
    ranks
};

/// The class of three ranks in any order: of mixed suits first, [`SUITED`] places later of one
/// suit.
pub(super) static CLASSES: Classes = classes();

pub(super) type Classes = [u16; 2 * SUITED];
pub(super) const SUITED: usize = 1 << 12;

/// A byte each in one number, so that one step does for all three.
#[inline]
pub(super) const fn side_by_side([a, b, c]: [u8; 3]) -> u32 {
    u32::from_le_bytes([a, b, c, 0])
}

/// Where three ranks, side by side, stand in [`CLASSES`]. The product adds up three copies of them,
/// 12 bits apart; in its top 12 bits there is of each rank one copy and nothing else, so one
/// multiplication moves all three together. Sixteen places to a rank where thirteen would do: so
/// the compiler sees that none is outside, and what is really read (11 KB) stays in the nearest
/// cache.
#[inline]
pub(super) const fn place(ranks: u32) -> usize {
    (ranks.wrapping_mul(0x0100_1001) >> 20) as usize
}

const fn classes() -> Classes {
    let mut table = [0; 2 * SUITED];
    // The next class of each kind. The loops climb from the lowest cards, so each kind is numbered
    // from the bottom.
    let [
        mut odd,
        mut pair,
        mut flush,
        mut straight,
        mut three,
        mut straight_flush,
        _,
    ] = RANK_STARTS;
    // The lowest run has the highest card, so it goes before the loops.
    write([12, 1, 0], straight, straight_flush, &mut table);
    straight += 1;
    straight_flush += 1;
    let mut high = 0;
    while high < 13 {
        write([high, high, high], three, NONE, &mut table);
        three += 1;
        let mut side = 0;
        while side < 13 {
            if side != high {
                write([high, high, side], pair, NONE, &mut table);
                pair += 1;
            }
            side += 1;
        }
        let mut middle = 0;
        while middle < high {
            let mut low = 0;
            while low < middle {
                let ranks = [high, middle, low];
                if high - low == 2 {
                    write(ranks, straight, straight_flush, &mut table);
                    straight += 1;
                    straight_flush += 1;
                } else if !matches!(ranks, [12, 1, 0]) {
                    write(ranks, odd, flush, &mut table);
                    odd += 1;
                    flush += 1;
                }
                low += 1;
            }
            middle += 1;
        }
        high += 1;
    }
    table
}

/// No hand stands here: two cards of one rank are of two suits.
const NONE: u16 = 0;

/// Puts the two classes at all six orders of the ranks.
const fn write([a, b, c]: [u8; 3], mixed: u16, suited: u16, table: &mut Classes) {
    let orders = [
        [a, b, c],
        [a, c, b],
        [b, a, c],
        [b, c, a],
        [c, a, b],
        [c, b, a],
    ];
    let mut order = 0;
    while order < orders.len() {
        let place = place(side_by_side(orders[order]));
        table[place] = mixed;
        table[SUITED | place] = suited;
        order += 1;
    }
}
