//! Other boxes' hands known: friends who signal, or one Player at several boxes.

use game::Rulebook;
use maths::Fraction;
use maths::leak::{Counted, Estimate, Laboratory, MOST_OTHERS};
use report::{Cell, Column, Section, Show, Table};

use super::{line, line_columns};
use crate::analyze::sheet::cells::percent;

/// Enough for the fifth decimal of the edge.
const SHUFFLES: u64 = 40_000;

/// Full sight of three boxes and more.
pub struct Further {
    pub three: Option<Fraction>,
    estimates: Vec<Estimate>,
}

impl Further {
    /// Three are counted, which takes seconds, and the others shuffled beside it.
    pub fn new(rulebook: &Rulebook, lab: &Laboratory) -> Further {
        std::thread::scope(|scope| {
            let three = scope.spawn(|| lab.three_others(rulebook));
            let estimate = |others| scope.spawn(move || lab.estimate(rulebook, others, SHUFFLES));
            let running: Vec<_> = (4..=MOST_OTHERS).map(estimate).collect();
            let done = running.into_iter().map(std::thread::ScopedJoinHandle::join);
            Further {
                estimates: done.filter_map(Result::ok).collect(),
                three: three.join().ok(),
            }
        })
    }
}

pub fn section(lab: &Laboratory, further: &Further) -> Section {
    let mut section = Section::new("leaks-others", "Other boxes' hands known")
        .paragraph(format!(
            "What can be told at a table by a finger is a number: how many Queens, Kings and Aces the \
             other boxes hold. Played as well as can be, that is worth most of what all their cards \
             would be. Full sight of one, two and three boxes is exact; of more, the mean of \
             {SHUFFLES} shuffles, each number of boxes with its own, and the standard error beside \
             it. Who sees the cards can count them, so full sight never leaves the house more than \
             the count, which is exact for any number.",
        ))
        .table(worth(lab, further));
    for counted in &lab.counted {
        let table = Table::new(
            ID[counted.others - 1],
            format!("Best decisions by high cards in {}", boxes(counted)),
            line_columns("Queens, Kings and Aces"),
        );
        section = section.table(table.rows(counted.lines.iter().map(line)));
    }
    section
}

const ID: [&str; MOST_OTHERS] = ["one", "two", "three", "four", "five", "six"];

fn boxes(counted: &Counted) -> String {
    match counted.others {
        1 => "one other box".to_owned(),
        others => format!("{} other boxes", ID[others - 1]),
    }
}

fn worth(lab: &Laboratory, further: &Further) -> Table {
    let columns = vec![
        Column::words("known"),
        Column::exact("house edge, high cards counted"),
        Column::number("house edge, all cards seen"),
        Column::number("standard error"),
    ];
    let rows = lab.counted.iter().map(|counted| {
        let [full, error] = full_sight(lab, further, counted.others);
        vec![
            boxes(counted).into(),
            percent(counted.house_edge).into(),
            full,
            error,
        ]
    });
    Table::new("worth", "The house edge by other boxes known", columns).rows(rows)
}

/// What all cards of the others leave the house, and how far off that may be.
fn full_sight(lab: &Laboratory, further: &Further, others: usize) -> [Cell; 2] {
    let exact = match others {
        1 => Some(lab.one_other),
        2 => Some(lab.two_others),
        3 => further.three,
        _ => None,
    };
    if let Some(edge) = exact {
        return [percent(edge).into(), "exact".into()];
    }
    let estimate = further.estimates.iter().find(|full| full.others == others);
    estimate.map_or([Cell::Empty, Cell::Empty], |full| {
        [full.house_edge, full.standard_error]
            .map(|part| Cell::decimals(&format!("{part:.8}"), Show::Percent(4)))
    })
}
