//! Where the line between folding and playing runs, for every suit pattern, and how close the hands
//! beside it are.

use std::collections::BTreeMap;

use game::{Card, Hand, Strength};
use maths::{AntePlay, DEALER_HANDS, Decided, Fraction, Strategy, spread};
use report::{Cell, Column, Number, Section, Table};

use super::Subject;
use super::cells::{hand_or_none, percent};

/// Rank combinations shown on either side of the line.
const BESIDE: usize = 5;

/// The section on the strategy.
pub fn section(subject: &Subject<'_>) -> Section {
    let ante = &subject.ante;
    Section::new("strategy", "Strategy")
        .paragraph(line(ante))
        .table(patterns(ante))
        .table(border(ante))
}

/// The line in words, after looking at every class.
fn line(ante: &AntePlay) -> String {
    let (lowest, highest) = (ante.lowest_played(), ante.highest_folded());
    let clean = match (lowest, highest) {
        (Some(lowest), Some(highest)) => lowest.strength() > highest.strength(),
        (None, _) | (_, None) => true,
    };
    let drawn = if clean {
        "No hand above the line is folded and none below it is played, whatever its suits: all 1,755 \
         suit classes were weighed."
    } else {
        "The decision does not follow the order of hands alone: some hands are folded though a lower \
         one is played. All 1,755 suit classes were weighed."
    };
    let whose = match ante.strategy {
        Strategy::Optimal => "Best play",
        Strategy::AlwaysPlay | Strategy::QueenOrBetter | Strategy::From(_) => "The strategy given",
    };
    format!(
        "{whose}: the lowest hand played is {}, the highest folded {}. {drawn} Values are of the whole \
         round per Ante, so folding is worth -100% where it forfeits the Ante and nothing comes back.",
        hand_or_none(lowest),
        hand_or_none(highest)
    )
}

fn patterns(ante: &AntePlay) -> Table {
    let mut by_pattern: BTreeMap<Pattern, Vec<&Decided>> = BTreeMap::new();
    for decided in &ante.hands {
        let pattern = Pattern::of(decided.class.hand);
        by_pattern.entry(pattern).or_default().push(decided);
    }
    let columns = vec![
        Column::words("suits"),
        Column::number("hands"),
        Column::number("played"),
        Column::words("lowest played"),
        Column::number("its value"),
        Column::words("highest folded"),
        Column::number("if played"),
    ];
    let rows = by_pattern.into_iter().map(|(pattern, hands)| {
        let size = |decided: &&Decided| u64::from(decided.class.size);
        let (played, folded): (Vec<&Decided>, Vec<&Decided>) =
            hands.into_iter().partition(|decided| decided.plays);
        let lowest = played.iter().min_by_key(|decided| decided.class.strength);
        let highest = folded.iter().max_by_key(|decided| decided.class.strength);
        let name = |decided: Option<&&Decided>| {
            Cell::from(decided.map_or_else(|| "none".to_owned(), |one| spread(one.class.hand)))
        };
        let value = |decided: Option<&&Decided>| Cell::from(decided.map(|one| played_value(one)));
        let count = |hands: &[&Decided]| hands.iter().map(size).sum::<u64>();
        vec![
            pattern.words().into(),
            Number::count(count(&played) + count(&folded)).into(),
            Number::count(count(&played)).into(),
            name(lowest),
            value(lowest),
            name(highest),
            value(highest),
        ]
    });
    Table::new("patterns", "The line for every suit pattern", columns).rows(rows)
}

fn played_value(decided: &Decided) -> Number {
    percent(Fraction::new(
        i128::from(decided.play_value),
        i128::from(DEALER_HANDS),
    ))
}

fn folded_value(decided: &Decided) -> Number {
    percent(Fraction::new(
        i128::from(decided.fold_value),
        i128::from(DEALER_HANDS),
    ))
}

/// Hands beside the line by their ranks, the worst and the best suits of each.
fn border(ante: &AntePlay) -> Table {
    let mut by_strength: BTreeMap<Strength, Vec<&Decided>> = BTreeMap::new();
    for decided in &ante.hands {
        by_strength
            .entry(decided.class.strength)
            .or_default()
            .push(decided);
    }
    let lowest = ante.lowest_played().map(Hand::strength);
    let below = by_strength
        .range(..lowest.unwrap_or_else(highest))
        .rev()
        .take(BESIDE);
    let mut chosen: Vec<&Vec<&Decided>> = below.map(|(_, hands)| hands).collect();
    chosen.reverse();
    if let Some(lowest) = lowest {
        let from = by_strength.range(lowest..).take(BESIDE);
        chosen.extend(from.map(|(_, hands)| hands));
    }
    let columns = vec![
        Column::words("hand"),
        Column::words("decision"),
        Column::number("played, worst suits"),
        Column::number("played, best suits"),
        Column::number("folded"),
    ];
    let rows = chosen.into_iter().rev().filter_map(|hands| {
        let worst = hands.iter().min_by_key(|one| one.play_value)?;
        let best = hands.iter().max_by_key(|one| one.play_value)?;
        let decision = match (
            hands.iter().all(|one| one.plays),
            hands.iter().any(|one| one.plays),
        ) {
            (true, _) => "play",
            (false, true) => "by suits",
            (false, false) => "fold",
        };
        Some(vec![
            spread(worst.class.hand).into(),
            decision.into(),
            played_value(worst).into(),
            played_value(best).into(),
            folded_value(worst).into(),
        ])
    });
    Table::new("border", "Hands beside the line", columns).rows(rows)
}

fn highest() -> Strength {
    Strength::from_index(Strength::COUNT - 1).unwrap_or(Strength::QUEEN_HIGH)
}

/// Which of three cards, from high to low, share a suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pattern {
    ThreeSuits,
    HighAndMiddle,
    HighAndLow,
    MiddleAndLow,
    OneSuit,
    PairAndThirdSuit,
    PairAndItsSuit,
    Three,
}

impl Pattern {
    fn of(hand: Hand) -> Pattern {
        let sorted = hand.sorted();
        let [a, b, c] = sorted.map(Card::rank);
        let suits = sorted.map(Card::suit);
        let same = [
            suits[0] == suits[1],
            suits[0] == suits[2],
            suits[1] == suits[2],
        ];
        match (a == b, b == c, same) {
            (true, true, _) => Pattern::Three,
            (true, false, [_, false, false]) | (false, true, [false, false, _]) => {
                Pattern::PairAndThirdSuit
            }
            (true, false, _) | (false, true, _) => Pattern::PairAndItsSuit,
            (false, false, [true, true, _]) => Pattern::OneSuit,
            (false, false, [true, false, _]) => Pattern::HighAndMiddle,
            (false, false, [false, true, _]) => Pattern::HighAndLow,
            (false, false, [false, false, true]) => Pattern::MiddleAndLow,
            (false, false, [false, false, false]) => Pattern::ThreeSuits,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Pattern::ThreeSuits => "three ranks, three suits",
            Pattern::HighAndMiddle => "high and middle card suited",
            Pattern::HighAndLow => "high and low card suited",
            Pattern::MiddleAndLow => "middle and low card suited",
            Pattern::OneSuit => "three ranks, one suit",
            Pattern::PairAndThirdSuit => "pair, side card of a third suit",
            Pattern::PairAndItsSuit => "pair, side card of a suit of the pair",
            Pattern::Three => "three of a kind",
        }
    }
}
