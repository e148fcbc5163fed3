//! Circumstances to ask under: those a column of the matrix stands for, and all there are.

use game::{Circumstances, Moment, Whose};

use super::document::Column;

/// What a column leaves open is tried every way. Exposure is by the Dealer and interruptions are of
/// power, as its rows say; what else they can be has tests of its own.
pub fn cases(column: Column) -> Vec<Circumstances> {
    let all = every_case().into_iter();
    all.filter(|case| case.by_dealer && case.power && column.holds(case))
        .collect()
}

pub fn every_case() -> Vec<Circumstances> {
    let mut cases = Vec::new();
    for moment in Moment::ALL {
        for bits in 0..128_u8 {
            for whose in [Whose::Player, Whose::Dealer, Whose::Community] {
                let is = |bit: u8| bits & (1 << bit) != 0;
                cases.push(Circumstances {
                    moment,
                    contact: is(0),
                    outcome: is(1),
                    whose,
                    reconstructable: is(2),
                    exposed: is(3),
                    by_dealer: is(4),
                    power: is(5),
                    jackpot_bets: is(6),
                });
            }
        }
    }
    cases
}
