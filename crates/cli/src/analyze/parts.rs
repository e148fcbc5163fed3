//! Sections that take room or time, and who gets them unasked.

use super::SheetFormat;

/// As `--with` names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// None of these
    None,
    /// What each of the 1,755 suit classes of hands is worth
    Hands,
    /// Every bet with every other, and every way a deal can fall
    Joint,
    /// The linked jackpot over time, and several winners at once
    Link,
    /// Where many rounds end, how ruin comes, what an auditor expects
    Session,
    /// What seeing Dealer's cards, marks or other boxes' hands is worth; takes some seconds
    Leaks,
    /// All of these
    All,
}

const EVERY: [Part; 5] = [
    Part::Joint,
    Part::Link,
    Part::Session,
    Part::Leaks,
    Part::Hands,
];

/// The parts asked for, or else those that suit the format: a terminal does not get two thousand lines,
/// programs get the fields of INTERFACE.md, and the leak laboratory, which takes long, runs only on request.
pub fn chosen(with: Option<&[Part]>, format: SheetFormat) -> Vec<Part> {
    let asked = |part: &Part| match with {
        Some(parts) => parts.contains(&Part::All) || parts.contains(part),
        None => match format {
            SheetFormat::Json | SheetFormat::Table | SheetFormat::Toml => false,
            SheetFormat::Csv
            | SheetFormat::Markdown
            | SheetFormat::Html
            | SheetFormat::Xlsx
            | SheetFormat::Pdf => *part != Part::Leaks,
        },
    };
    EVERY.into_iter().filter(asked).collect()
}
