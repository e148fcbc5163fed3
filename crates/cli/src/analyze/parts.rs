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
    /// What the choices of the house are worth
    Choices,
    /// What a card seen, a marked back or a friend at the table is worth; takes seconds
    Leaks,
    /// All of these
    All,
}

const EVERY: [Part; 4] = [Part::Joint, Part::Choices, Part::Leaks, Part::Hands];

/// What was asked for; else what suits the format. A terminal is spared two thousand lines, programs
/// get what INTERFACE.md promises, and nobody waits for the laboratory unasked.
pub fn chosen(with: Option<&[Part]>, format: SheetFormat) -> Vec<Part> {
    let asked = |part: &Part| match with {
        Some(parts) => parts.contains(&Part::All) || parts.contains(part),
        None => match format {
            SheetFormat::Json => false,
            SheetFormat::Table => *part == Part::Choices,
            SheetFormat::Csv
            | SheetFormat::Markdown
            | SheetFormat::Html
            | SheetFormat::Xlsx
            | SheetFormat::Pdf => *part != Part::Leaks,
        },
    };
    EVERY.into_iter().filter(asked).collect()
}
