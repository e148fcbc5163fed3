//! The par sheet as JSON: the fields listed in INTERFACE.md, every number a fraction of counted deals.

use std::collections::BTreeMap;

use game::{BestOfSix, Rulebook, RulebookId};
use maths::tables::PayFileNames;
use maths::{
    AntePlay, Cell, Jackpot, Joint, PairPlus, SixCards, Strategy, classes, hands_by_rank, share,
    spread,
};
use serde::Serialize;

use crate::sections::Sections;

use super::tables::{Departure, departures};
use crate::exact::Exact;

/// The par sheet as JSON.
#[derive(Serialize)]
pub struct Sheet {
    rulebook: RulebookId,
    digest: String,
    options: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pay_tables: Option<PayTables>,
    /// What is not as the rulebook has it, and not the house's to choose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    departures: Vec<Departure>,
    hands: BTreeMap<&'static str, u64>,
    ante_play: AntePlaySheet,
    pair_plus: BetSheet,
    jackpot: Option<JackpotSheet>,
    five_card: Option<FiveCardSheet>,
    combined: Combined,
    #[serde(skip_serializing_if = "Sections::is_empty")]
    sections: Sections,
}

#[derive(Serialize)]
struct AntePlaySheet {
    strategy: String,
    lowest_hand_played: Option<String>,
    highest_hand_folded: Option<String>,
    house_edge: Exact,
    element_of_risk: Exact,
    play_frequency: Exact,
    win: Exact,
    lose: Exact,
    stand_off: Exact,
    dealer_not_qualified: Exact,
    fold: Exact,
    variance: Exact,
    standard_deviation: String,
    net_histogram: BTreeMap<i64, u64>,
}

#[derive(Serialize)]
struct BetSheet {
    house_edge: Exact,
    return_to_player: Exact,
    hit_frequency: Exact,
    variance: Exact,
    standard_deviation: String,
    net_histogram: BTreeMap<i64, u64>,
}

/// As the file of pay tables calls itself, where there is one.
#[derive(Serialize)]
struct PayTables {
    title: Option<String>,
    source: Option<String>,
}

impl PayTables {
    fn new(names: &PayFileNames) -> Option<PayTables> {
        let said = names.title.is_some() || names.source.is_some();
        said.then(|| PayTables {
            title: names.title.clone(),
            source: names.source.clone(),
        })
    }
}

#[derive(Serialize)]
struct JackpotSheet {
    hit_frequency: Exact,
    fixed_per_bet: Exact,
    per_jackpot_unit: Exact,
    /// Of each dollar staked, handed back beside a prize.
    stake_back: Exact,
    envy_per_other_box: Option<Exact>,
    /// Null where no award is a share of the meter.
    breakeven_jackpot: BTreeMap<u32, Option<Exact>>,
}

#[derive(Serialize)]
struct FiveCardSheet {
    house_edge: Exact,
    return_to_player: Exact,
    hit_frequency: Exact,
    variance: Exact,
    standard_deviation: String,
    counts: BTreeMap<&'static str, u64>,
}

#[derive(Serialize)]
struct Combined {
    ante_pair_plus: Together,
}

#[derive(Serialize)]
struct Together {
    mean: Exact,
    variance: Exact,
    standard_deviation: String,
    correlation: String,
}

impl Sheet {
    /// Computes the figures of a rulebook.
    pub fn new(rulebook: &Rulebook, names: &PayFileNames, strategy: Strategy) -> Sheet {
        let all = classes();
        let ante = AntePlay::new(rulebook, strategy);
        let joint = Joint::of_hands(rulebook, &ante);
        let both = joint.moments(|cell| cell.ante_play() + cell.pair_plus);
        let hands = hands_by_rank(&all).into_iter();
        Sheet {
            rulebook: rulebook.id,
            digest: rulebook.digest().to_string(),
            options: rulebook.options().into_iter().collect(),
            pay_tables: PayTables::new(names),
            departures: departures(rulebook),
            hands: hands.map(|(rank, count)| (rank.name(), count)).collect(),
            pair_plus: BetSheet::new(&PairPlus::with_ante(rulebook, &ante)),
            jackpot: Jackpot::new(rulebook, &ante).map(|jackpot| JackpotSheet::new(&jackpot)),
            five_card: SixCards::with_ante(rulebook, &ante).map(|sets| FiveCardSheet::new(&sets)),
            combined: Combined {
                ante_pair_plus: Together {
                    mean: both.mean.into(),
                    variance: both.variance.into(),
                    standard_deviation: both.standard_deviation(),
                    correlation: joint.correlation(Cell::ante_play, |cell| cell.pair_plus),
                },
            },
            ante_play: AntePlaySheet::new(ante),
            sections: Sections::default(),
        }
    }

    /// Larger sections, as they stand in the documents.
    pub fn add(&mut self, sections: &[report::Section]) {
        self.sections = sections.iter().collect();
    }
}

impl AntePlaySheet {
    fn new(sheet: AntePlay) -> AntePlaySheet {
        let moments = sheet.moments();
        AntePlaySheet {
            strategy: sheet.strategy.to_string(),
            lowest_hand_played: sheet.lowest_played().map(spread),
            highest_hand_folded: sheet.highest_folded().map(spread),
            house_edge: sheet.house_edge().into(),
            element_of_risk: sheet.element_of_risk().into(),
            play_frequency: sheet.play_frequency().into(),
            win: share(sheet.outcomes.win).into(),
            lose: share(sheet.outcomes.lose).into(),
            stand_off: share(sheet.outcomes.stand_off).into(),
            dealer_not_qualified: share(sheet.outcomes.dealer_not_qualified).into(),
            fold: share(sheet.outcomes.fold).into(),
            variance: moments.variance.into(),
            standard_deviation: moments.standard_deviation(),
            net_histogram: sheet.net_histogram,
        }
    }
}

impl BetSheet {
    fn new(sheet: &PairPlus) -> BetSheet {
        let moments = sheet.moments();
        BetSheet {
            house_edge: sheet.house_edge().into(),
            return_to_player: sheet.return_to_player().into(),
            hit_frequency: sheet.hit_frequency().into(),
            variance: moments.variance.into(),
            standard_deviation: moments.standard_deviation(),
            net_histogram: sheet.net_histogram.clone(),
        }
    }
}

impl JackpotSheet {
    fn new(jackpot: &Jackpot) -> JackpotSheet {
        let stakes = [100, 200, 500].into_iter();
        JackpotSheet {
            hit_frequency: jackpot.hit_frequency.into(),
            fixed_per_bet: jackpot.fixed_per_bet.into(),
            per_jackpot_unit: jackpot.per_jackpot_unit.into(),
            stake_back: jackpot.stake_back.into(),
            envy_per_other_box: jackpot.envy_per_other_box.map(Exact::from),
            breakeven_jackpot: stakes
                .map(|cents| (cents, jackpot.breakeven_beside(cents, 0).map(Exact::from)))
                .collect(),
        }
    }
}

impl FiveCardSheet {
    fn new(sets: &SixCards) -> FiveCardSheet {
        let moments = sets.moments();
        let paying = sets
            .counts
            .iter()
            .filter(|(best, _)| **best >= BestOfSix::ThreeOfAKind);
        FiveCardSheet {
            house_edge: sets.house_edge().into(),
            return_to_player: sets.return_to_player().into(),
            hit_frequency: sets.hit_frequency().into(),
            variance: moments.variance.into(),
            standard_deviation: moments.standard_deviation(),
            counts: paying.map(|(best, count)| (best.name(), *count)).collect(),
        }
    }
}
