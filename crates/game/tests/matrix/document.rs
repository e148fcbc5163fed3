//! The table of `rounds.md` 8.2, cell by cell as it is written.

use game::{Circumstances, Moment};

const ROUNDS: &str = include_str!("../../../../docs/rulebooks/rounds.md");

pub struct Row {
    pub id: &'static str,
    pub title: &'static str,
    cells: [&'static str; 7],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    Betting,
    DealingUnseen,
    DealingSeen,
    DecidingOpen,
    DecidingOutcome,
    Shown,
    Later,
}

pub fn rows() -> Vec<Row> {
    let (_, section) = ROUNDS
        .split_once("\n### 8.2 Matrix\n")
        .expect("rounds.md has a section 8.2");
    let (section, _) = section.split_once("\n### ").expect("and an 8.3");
    let mut lines = section.lines().filter(|line| line.starts_with('|'));
    let heading = cells(lines.next().expect("a heading"));
    let names = Column::ALL.map(Column::name);
    assert_eq!(heading[2..], names, "the columns were changed");
    let rows = lines.filter(|line| line.starts_with("| IR-"));
    rows.map(|line| {
        let all = cells(line);
        let [id, title, cells @ ..] = all.as_slice() else {
            panic!("{line}")
        };
        let cells = cells.try_into().expect("a cell for each column");
        Row { id, title, cells }
    })
    .collect()
}

fn cells(line: &'static str) -> Vec<&'static str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

impl Row {
    pub fn cell(&self, column: Column) -> &'static str {
        self.cells[column as usize]
    }
}

impl Column {
    pub const ALL: [Column; 7] = [
        Column::Betting,
        Column::DealingUnseen,
        Column::DealingSeen,
        Column::DecidingOpen,
        Column::DecidingOutcome,
        Column::Shown,
        Column::Later,
    ];

    /// As the matrix heads it.
    pub const fn name(self) -> &'static str {
        match self {
            Column::Betting => "BO, BC",
            Column::DealingUnseen => "D, no contact",
            Column::DealingSeen => "D, contact",
            Column::DecidingOpen => "N, no outcome",
            Column::DecidingOutcome => "N, outcome",
            Column::Shown => "DS, S",
            Column::Later => "after next opening call",
        }
    }

    pub fn left(self) -> Column {
        Column::ALL[(self as usize)
            .checked_sub(1)
            .expect("a column at its left")]
    }

    pub fn holds(self, case: &Circumstances) -> bool {
        match self {
            Column::Betting => matches!(case.moment, Moment::BetsOpen | Moment::BetsClosed),
            Column::DealingUnseen => case.moment == Moment::Dealing && !case.contact,
            Column::DealingSeen => case.moment == Moment::Dealing && case.contact,
            Column::DecidingOpen => case.moment == Moment::Deciding && !case.outcome,
            Column::DecidingOutcome => case.moment == Moment::Deciding && case.outcome,
            Column::Shown => case.moment == Moment::Shown,
            Column::Later => case.moment == Moment::Later,
        }
    }
}
