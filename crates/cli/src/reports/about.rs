//! Which days and tables a report is about, and how days are added up.

use audit::books::Kept;
use audit::calendar::Day;

/// How days are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Period {
    Day,
    Month,
    Year,
    Life,
}

impl Period {
    /// As it stands in the first column.
    pub fn of(self, day: Day) -> String {
        match self {
            Period::Day => day.to_string(),
            Period::Month => format!("{:04}-{:02}", day.year, day.month),
            Period::Year => format!("{:04}", day.year),
            Period::Life => "life".to_owned(),
        }
    }
}

/// What the report is about.
#[derive(Clone, Copy)]
pub struct About {
    /// How days are added up.
    pub period: Period,
    /// Which days and tables.
    pub kept: Kept,
}

impl About {
    /// As it stands under the title.
    pub fn subtitle(&self) -> String {
        let Kept { from, to, table } = self.kept;
        let whole = "From its logs alone; days are those of universal time".to_owned();
        let from = from.map(|from| format!("from {from}"));
        let to = to.map(|to| format!("to {to}"));
        let table = table.map(|table| format!("table {} alone", table.0));
        let said = [Some(whole), from, to, table];
        let said: Vec<String> = said.into_iter().flatten().collect();
        said.join("; ")
    }
}
