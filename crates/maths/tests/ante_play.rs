//! Ante and Play against the figures of INTERFACE.md.
use maths::{AntePlay, Strategy};

#[test]
fn figures() {
    for id in game::RulebookId::ALL {
        let t = std::time::Instant::now();
        let s = AntePlay::new(id.form(), Strategy::Optimal);
        let e = t.elapsed();
        println!("{id} {} {} {} {} {:?} {:?} sd {} {:?}", s.house_edge(), s.house_edge().decimal(12), s.element_of_risk().decimal(12), s.play_frequency().decimal(12), s.lowest_played().map(maths::spread), s.highest_folded().map(maths::spread), s.moments().standard_deviation(), e);
        println!("{:?} total {}", s.net_histogram, s.net_histogram.values().sum::<u64>());
    }
}
