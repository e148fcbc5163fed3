//! A workbook: a sheet for what identifies the document, then a sheet a section, with native charts.
//!
//! A spreadsheet knows floats of fifteen digits. So a fraction goes in as a live formula `=num/den`
//! where both fit, and otherwise as the nearest float with the fraction as text beside it. The
//! creation date is fixed: the same document gives the same bytes.

mod chart;
mod sheet;

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};

use crate::document::Document;

/// The workbook could not be put together.
#[derive(Debug, thiserror::Error)]
#[error("the workbook could not be written: {0}")]
pub struct NoWorkbook(#[from] XlsxError);

/// Letters a sheet's name may not hold, and how long it may be.
const FORBIDDEN: [char; 7] = ['[', ']', ':', '*', '?', '/', '\\'];
const NAME: usize = 31;

/// Renders a document as a workbook, a sheet for each section.
pub fn xlsx(document: &Document) -> Result<Vec<u8>, NoWorkbook> {
    let mut book = Workbook::new();
    let made = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let properties = DocProperties::new()
        .set_title(&document.title)
        .set_author(&document.maker)
        .set_creation_datetime(&made);
    book.set_properties(&properties);
    let mut names = Names(vec!["Document".to_owned()]);
    let own: Vec<String> = document
        .sections
        .iter()
        .map(|section| names.take(&section.title))
        .collect();
    cover(&mut book, document, &own)?;
    for (section, name) in document.sections.iter().zip(&own) {
        sheet::write(book.add_worksheet(), name, section)?;
    }
    Ok(book.save_to_buffer()?)
}

/// Title, facts and the list of sheets.
fn cover(book: &mut Workbook, document: &Document, sheets: &[String]) -> Result<(), XlsxError> {
    let title = Format::new().set_bold().set_font_size(16);
    let muted = Format::new().set_font_color(0x005A_6670);
    let wrap = Format::new().set_text_wrap();
    let sheet = book.add_worksheet();
    sheet.set_name("Document")?.set_screen_gridlines(false);
    sheet
        .set_paper_size(9)
        .set_print_fit_to_pages(1, 0)
        .set_landscape();
    sheet.set_column_width(0, 24)?.set_column_width(1, 90)?;
    sheet.write_with_format(0, 0, &document.title, &title)?;
    if !document.subtitle.is_empty() {
        sheet.merge_range(
            1,
            0,
            1,
            1,
            &document.subtitle,
            &muted.clone().set_text_wrap(),
        )?;
        sheet.set_row_height(1, 2.0 * sheet::LINE)?;
    }
    let mut row = 3;
    for (name, value) in &document.facts {
        sheet.write_with_format(row, 0, name, &muted)?;
        sheet.write_with_format(row, 1, value, &wrap)?;
        row += 1;
    }
    row += 1;
    sheet.write_with_format(row, 0, "sheets", &muted)?;
    for name in sheets {
        let link = format!("internal:'{}'!A1", name.replace('\'', "''"));
        sheet.write_url_with_text(row, 1, link.as_str(), name)?;
        row += 1;
    }
    Ok(())
}

/// Sheet names already given.
struct Names(Vec<String>);

impl Names {
    /// A name as near to the title as the format allows, and not used by another sheet.
    fn take(&mut self, title: &str) -> String {
        let plain = title.replace(FORBIDDEN, " ");
        let plain = plain.trim().trim_matches('\'');
        let mut name: String = plain.chars().take(NAME).collect();
        let mut number = 2;
        while name.is_empty() || self.0.iter().any(|taken| taken.eq_ignore_ascii_case(&name)) {
            let tail = format!(" {number}");
            name = plain.chars().take(NAME - tail.len()).collect::<String>() + &tail;
            number += 1;
        }
        self.0.push(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheet_names_are_allowed_and_different() {
        let mut names = Names(vec!["Document".to_owned()]);
        assert_eq!(names.take("Ante/Play: outcomes"), "Ante Play  outcomes");
        assert_eq!(names.take("document"), "document 2");
        let long = "A title that is far longer than any sheet name may be";
        assert_eq!(names.take(long).len(), 31);
        assert!(names.take(long).ends_with(" 2"));
    }
}
