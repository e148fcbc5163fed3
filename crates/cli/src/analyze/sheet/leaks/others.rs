//! Other boxes' hands known: friends who signal, or one Player at several boxes.

use game::Rulebook;
use maths::Fraction;
use maths::leak::{Between, Counted, Laboratory, MOST_OTHERS};
use report::{Cell, Column, Section, Table};

use super::{line, line_columns};
use crate::analyze::sheet::cells::percent;

/// What takes seconds: full sight of three boxes and more, and all ranks told.
pub struct Further {
    /// The edge of a Player who sees three other boxes.
    pub three: Option<Fraction>,
    /// By the number of boxes.
    pub bounds: Vec<Between>,
}

impl Further {
    /// Side by side, the longest first.
    pub fn new(rulebook: &Rulebook, lab: &Laboratory) -> Further {
        std::thread::scope(|scope| {
            let enclose = |others| scope.spawn(move || lab.between(rulebook, others));
            let running: Vec<_> = (1..=MOST_OTHERS).rev().map(enclose).collect();
            let three = scope.spawn(|| lab.three_others(rulebook));
            let done = running.into_iter().map(std::thread::ScopedJoinHandle::join);
            let mut bounds: Vec<Between> = done.filter_map(Result::ok).collect();
            bounds.reverse();
            Further {
                bounds,
                three: three.join().ok(),
            }
        })
    }
}

/// The section on seeing the cards of other boxes.
pub fn section(lab: &Laboratory, further: &Further) -> Section {
    let mut section = Section::new("leaks-others", "Other boxes' hands known")
        .paragraph(
            "What can be told at a table by a finger is a number: how many Queens, Kings and Aces the \
             other boxes hold. Played as well as can be, that is worth most of what all their cards \
             would be. Friends who tell each other every rank they hold, and decide by ranks alone, \
             get nearly all of it: that is exact for any number of boxes. Full sight of one, two and three boxes is \
             exact too; of more it lies between two exact bounds. The house keeps at most what it \
             keeps when the ranks are told, and at least that less the most the suits could add.",
        )
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
        Column::exact("house edge, all ranks told"),
        Column::exact("house edge, all cards seen"),
        Column::exact("at least"),
        Column::exact("at most"),
    ];
    let rows = lab.counted.iter().map(|counted| {
        let [full, least, most] = full_sight(lab, further, counted.others);
        let mut told = further.bounds.iter();
        let told = told.find(|bounds| bounds.others == counted.others);
        vec![
            boxes(counted).into(),
            percent(counted.house_edge).into(),
            told.map_or(Cell::Empty, |bounds| percent(bounds.most).into()),
            full,
            least,
            most,
        ]
    });
    Table::new("worth", "The house edge by other boxes known", columns).rows(rows)
}

/// What all cards of the others leave the house, or between what it lies.
fn full_sight(lab: &Laboratory, further: &Further, others: usize) -> [Cell; 3] {
    let exact = match others {
        1 => Some(lab.one_other),
        2 => Some(lab.two_others),
        3 => further.three,
        _ => None,
    };
    if let Some(edge) = exact {
        return [percent(edge).into(), Cell::Empty, Cell::Empty];
    }
    let bounds = further.bounds.iter().find(|full| full.others == others);
    bounds.map_or([Cell::Empty, Cell::Empty, Cell::Empty], |full| {
        [
            Cell::Empty,
            percent(full.least).into(),
            percent(full.most).into(),
        ]
    })
}
