//! Plain text for people: paragraphs and columns that keep within the width of the page.
//!
//! No colour and no frames, so that a page can be piped, searched and pasted. Knows nothing of rules.

use std::io::IsTerminal as _;

use textwrap::WrapAlgorithm;
use textwrap::core::Word;

/// The width of a page that is not a terminal, and of a terminal that does not say.
const PAGE: usize = 80;
/// Narrower than this no row of ours stays readable.
const NARROWEST: usize = 60;
/// The longest word that is never broken at an underscore: names of switches stay whole.
const UNBROKEN: usize = 30;
/// The longest word that is never broken at a dot.
const CLAUSE: usize = 16;
/// Between two columns.
const GAP: usize = 2;

/// Columns to print in: those of the terminal, as far as its shell exports them.
pub fn page_width() -> usize {
    let exported = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    match exported {
        Some(columns) if std::io::stdout().is_terminal() => NARROWEST.max(columns),
        Some(_) | None => PAGE,
    }
}

/// `text` in lines of at most `width`, as far as its words can be broken.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    for word in text.split_whitespace() {
        if length(word) > width {
            pieces.extend(parts(word).into_iter().map(Word::from));
        } else {
            pieces.push(Word::from(word));
        }
        // A blank behind a word, none between its parts.
        if let Some(last) = pieces.last_mut() {
            last.whitespace = " ";
        }
    }
    let widths = [width];
    let lines = WrapAlgorithm::FirstFit.wrap(&pieces, &widths);
    let joined = |line: &[Word<'_>]| -> String {
        let texts = line.iter().flat_map(|word| [word.word, word.whitespace]);
        texts.collect::<String>().trim_end().to_owned()
    };
    lines.into_iter().map(joined).collect()
}

/// Where a word may be broken: `4.2[pair]` at its bracket, `ofg.deal.7.discretion` at its dots, and
/// what is too long for any column of ours at its underscores.
fn parts(word: &str) -> Vec<&str> {
    if length(word) > UNBROKEN {
        return word.split_inclusive('_').collect();
    }
    match word.split_once('[') {
        Some((table, _)) => vec![table, &word[table.len()..]],
        None if length(word) > CLAUSE => word.split_inclusive('.').collect(),
        None => vec![word],
    }
}

/// What a command prints, written from top to bottom.
#[derive(Default)]
pub struct Page(String);

impl Page {
    /// Adds a line.
    pub fn line(&mut self, text: impl AsRef<str>) {
        self.0.push_str(text.as_ref().trim_end_matches(' '));
        self.0.push('\n');
    }

    /// Adds a blank line.
    pub fn blank(&mut self) {
        self.line("");
    }

    /// `text` wrapped, its first line indented by `first` and the others by `rest`.
    pub fn paragraph(&mut self, text: &str, first: usize, rest: usize) {
        let indents = std::iter::once(first).chain(std::iter::repeat(rest));
        let lines = wrap(text, page_width() - first.max(rest));
        for (line, indent) in lines.iter().zip(indents) {
            self.line(" ".repeat(indent) + line);
        }
    }

    /// Adds columns.
    pub fn columns(&mut self, columns: &Columns, indent: usize) {
        let widths = columns.widths(page_width() - indent);
        for line in &columns.lines {
            match line {
                Line::Heading(text) => self.line(text),
                Line::Row(cells) => self.row(cells, &widths, indent),
            }
        }
    }

    fn row(&mut self, cells: &[String], widths: &[usize], indent: usize) {
        let wrapped = |(cell, width): (&String, &usize)| -> Vec<String> {
            cell.lines().flat_map(|line| wrap(line, *width)).collect()
        };
        let cells: Vec<Vec<String>> = cells.iter().zip(widths).map(wrapped).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut line = " ".repeat(indent);
            for (cell, width) in cells.iter().zip(widths) {
                let part = cell.get(at).map_or("", String::as_str);
                line += part;
                line += &" ".repeat((width + GAP).saturating_sub(length(part)));
            }
            self.line(line);
        }
    }

    /// The finished page.
    pub fn into_text(self) -> String {
        self.0
    }
}

/// Rows whose columns line up down the whole page, with headings between them.
#[derive(Default)]
pub struct Columns {
    lines: Vec<Line>,
}

enum Line {
    Heading(String),
    Row(Vec<String>),
}

impl Columns {
    /// A line that goes across the columns.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Heading(text.into()));
    }

    /// A cell may hold several lines; each is wrapped where the page is too narrow.
    pub fn row(&mut self, cells: impl Into<Vec<String>>) {
        self.lines.push(Line::Row(cells.into()));
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// As wide as the cells are, then the widest column a little narrower until the page is kept
    /// or no column can give way any more.
    fn widths(&self, page: usize) -> Vec<usize> {
        let cells = || {
            let rows = self.lines.iter().filter_map(|line| match line {
                Line::Heading(_) => None,
                Line::Row(cells) => Some(cells),
            });
            rows.flat_map(|cells| cells.iter().enumerate())
        };
        let mut widths = Vec::new();
        let mut narrowest = Vec::new();
        for (column, cell) in cells() {
            widen(&mut widths, column, cell.lines().map(length).max());
            let parts = cell.split_whitespace().flat_map(parts);
            widen(&mut narrowest, column, parts.map(length).max());
        }
        while widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1) > page {
            let loose = (0..widths.len()).filter(|&column| widths[column] > narrowest[column]);
            let Some(widest) = loose.max_by_key(|&column| widths[column]) else {
                break;
            };
            widths[widest] -= 1;
        }
        widths
    }
}

fn widen(widths: &mut Vec<usize>, column: usize, needed: Option<usize>) {
    if widths.len() <= column {
        widths.resize(column + 1, 0);
    }
    widths[column] = widths[column].max(needed.unwrap_or(0));
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_word_gets_a_line_of_its_own() {
        assert_eq!(
            wrap("an unbreakable word", 8),
            ["an", "unbreakable", "word"]
        );
        assert_eq!(wrap("", 8), [""]);
    }

    #[test]
    fn what_is_too_long_is_broken_where_it_can_be() {
        assert_eq!(
            wrap("see 4.2[straight-flush]", 18),
            ["see 4.2", "[straight-flush]"]
        );
        let long = "one_of_the_longest_values_that_any_switch_has";
        assert_eq!(
            wrap(long, 28),
            ["one_of_the_longest_values_", "that_any_switch_has"]
        );
    }

    #[test]
    fn the_widest_column_gives_way_first() {
        let mut columns = Columns::default();
        columns.row(["short".to_owned(), "word ".repeat(30)]);
        columns.heading("across");
        columns.row(["longer cell".to_owned(), "end".to_owned()]);
        let mut page = Page::default();
        page.columns(&columns, 2);
        let page = page.into_text();
        assert!(page.lines().all(|line| line.len() <= PAGE), "{page}");
        assert!(page.contains("\nacross\n  longer cell  end\n"), "{page}");
    }
}
