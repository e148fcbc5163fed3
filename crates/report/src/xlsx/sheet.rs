//! One section on one sheet: paragraphs, tables below each other, charts at the right.

use rust_xlsxwriter::{Format, FormatAlign, FormatBorder, Formula, Worksheet, XlsxError};

use super::chart;
use crate::document::{Block, Cell, Kind, Section, Table, plain};
use crate::number::{Number, Show};

/// Whole numbers a spreadsheet holds without loss in a formula: fifteen digits.
const LARGEST: u128 = 999_999_999_999_999;
/// The height of a line, in points.
pub const LINE: f64 = 15.0;
/// The widest column that is not the first, in letters.
const WIDEST: usize = 46;

struct Styles {
    title: Format,
    caption: Format,
    muted: Format,
}

/// Writes a section to a worksheet.
pub fn write(sheet: &mut Worksheet, name: &str, section: &Section) -> Result<(), XlsxError> {
    let styles = Styles {
        title: Format::new().set_bold().set_font_size(14),
        caption: Format::new().set_bold(),
        muted: Format::new()
            .set_font_color(0x005A_6670)
            .set_align(FormatAlign::Right),
    };
    sheet.set_name(name)?.set_screen_gridlines(false);
    sheet
        .set_paper_size(9)
        .set_print_fit_to_pages(1, 0)
        .set_landscape();
    sheet.set_footer("&L&A&Rpage &P of &N");
    sheet.write_with_format(0, 0, &section.title, &styles.title)?;
    let mut widths = Widths::default();
    let mut row = 2;
    let mut frozen = 1;
    let tables = section.tables().count();
    let mut paragraphs: Vec<(u32, String)> = Vec::new();
    for block in &section.blocks {
        match block {
            Block::Paragraph(text) => {
                paragraphs.push((row, plain(text)));
                row += 2;
            }
            Block::Table(table) => {
                if tables == 1 {
                    frozen = row + 2;
                    sheet.set_repeat_rows(row + 1, row + 1)?;
                }
                row = self::table(sheet, table, row, &styles, &mut widths)? + 2;
            }
            Block::Chart(_) => {}
        }
    }
    widths.set(sheet)?;
    for (row, text) in paragraphs {
        widths.paragraph(sheet, row, &text)?;
    }
    sheet.set_freeze_panes(frozen, 0)?;
    chart::insert(sheet, name, section, (row, widths.next()))
}

/// Returns the row below.
fn table(
    sheet: &mut Worksheet,
    table: &Table,
    top: u32,
    styles: &Styles,
    widths: &mut Widths,
) -> Result<u32, XlsxError> {
    sheet.write_with_format(top, 0, plain(&table.caption), &styles.caption)?;
    let mut at = 0_u16;
    for (index, column) in table.columns.iter().enumerate() {
        let head = Format::new()
            .set_bold()
            .set_text_wrap()
            .set_border_bottom(FormatBorder::Thin)
            .set_align(match column.kind {
                Kind::Words => FormatAlign::Left,
                Kind::Number | Kind::Exact => FormatAlign::Right,
            });
        let cells = || {
            table
                .rows
                .iter()
                .chain(&table.foot)
                .filter_map(|row| row.get(index))
        };
        let beside = column.kind == Kind::Exact || cells().any(|cell| !fits(cell));
        let head = match column.kind {
            Kind::Words => head.set_indent(u8::from(at > 0)),
            Kind::Number | Kind::Exact => head,
        };
        sheet.write_with_format(top + 1, at, &column.name, &head)?;
        widths.note(at, column.name.len().min(16));
        if beside {
            sheet.write_with_format(top + 1, at + 1, "exact fraction", &head)?;
        }
        for (row, cell) in (top + 2..).zip(cells()) {
            let summed = table.foot.is_some() && row == top + 2 + rows(table);
            self::cell(sheet, (row, at), cell, summed.into())?;
            widths.note(at, shown(cell).len());
            if let (true, Cell::Number(number)) = (beside, cell) {
                let fraction = number.fraction().unwrap_or_default();
                widths.note(at + 1, fraction.len());
                sheet.write_with_format(row, at + 1, fraction, &styles.muted)?;
            }
        }
        at += if beside { 2 } else { 1 };
    }
    Ok(top + 2 + rows(table) + u32::from(table.foot.is_some()))
}

fn rows(table: &Table) -> u32 {
    u32::try_from(table.rows.len()).unwrap_or(u32::MAX)
}

/// Whether a row is one of many or their sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Body,
    Foot,
}

impl From<bool> for Place {
    fn from(summed: bool) -> Place {
        if summed { Place::Foot } else { Place::Body }
    }
}

fn cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &Cell,
    place: Place,
) -> Result<(), XlsxError> {
    let mut format = Format::new();
    if place == Place::Foot {
        format = format.set_bold().set_border_top(FormatBorder::Thin);
    }
    match cell {
        Cell::Empty => {
            sheet.write_blank(row, column, &format)?;
        }
        Cell::Words(words) => {
            // Clear of the number that ends at the left of it.
            let format = format.set_indent(u8::from(column > 0));
            sheet.write_with_format(row, column, words, &format)?;
        }
        Cell::Number(number) => {
            let format = format.set_num_format(code(*number));
            let (num, den) = match number.show() {
                Show::OneIn => {
                    let (num, den) = number.parts();
                    (den, num)
                }
                Show::Grouped(_) | Show::Decimals(_) | Show::Signed(_) | Show::Percent(_) => {
                    number.parts()
                }
            };
            let nearest = ratio(num, den);
            if den == 0 {
                sheet.write_with_format(row, column, "never", &format)?;
            } else if den == 1 || number.fraction().is_none() || !fits(cell) {
                sheet.write_number_with_format(row, column, nearest, &format)?;
            } else {
                let formula = Formula::new(format!("={num}/{den}")).set_result(nearest.to_string());
                sheet.write_formula_with_format(row, column, formula, &format)?;
            }
        }
    }
    Ok(())
}

#[expect(
    clippy::cast_precision_loss,
    reason = "what a spreadsheet holds; the fraction stands in the formula or beside it"
)]
fn ratio(num: i128, den: i128) -> f64 {
    num as f64 / den as f64
}

/// Whether a cell loses nothing as a formula of two whole numbers. What is rounded has no fraction to lose.
fn fits(cell: &Cell) -> bool {
    let Cell::Number(number) = cell else {
        return true;
    };
    let (num, den) = number.parts();
    number.fraction().is_none() || (num.unsigned_abs() <= LARGEST && den.unsigned_abs() <= LARGEST)
}

/// The spreadsheet's own way to show the number as we do.
pub fn code(number: Number) -> String {
    let places = |places: u8| match places {
        0 => String::new(),
        _ => format!(".{}", "0".repeat(usize::from(places))),
    };
    match number.show() {
        Show::Grouped(count) => format!("#,##0{}", places(count)),
        Show::Decimals(count) => format!("0{}", places(count)),
        Show::Signed(count) => {
            let digits = format!("#,##0{}", places(count));
            format!("+{digits};-{digits};{digits}")
        }
        Show::Percent(count) => format!("0{}%", places(count)),
        Show::OneIn => format!("\"1 in \"#,##0{}", places(number.one_in_places())),
    }
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Words(words) => words.clone(),
        Cell::Number(number) => number.to_string(),
    }
}

/// Letters of the longest text in each column.
#[derive(Default)]
pub struct Widths(Vec<usize>);

impl Widths {
    fn note(&mut self, column: u16, letters: usize) {
        let at = usize::from(column);
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = self.0[at].max(letters.min(WIDEST));
    }

    fn set(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        for (column, letters) in (0_u16..).zip(&self.0) {
            let letters = u16::try_from(*letters).unwrap_or(20);
            sheet.set_column_width(column, f64::from(letters) + 3.0)?;
        }
        Ok(())
    }

    /// Over the width of the tables, as tall as its lines.
    fn paragraph(&self, sheet: &mut Worksheet, row: u32, text: &str) -> Result<(), XlsxError> {
        let format = Format::new().set_text_wrap().set_align(FormatAlign::Top);
        let last = u16::try_from(self.0.len()).unwrap_or(1).max(2) - 1;
        sheet.merge_range(row, 0, row, last, text, &format)?;
        let room: usize = self.0.iter().map(|letters| letters + 3).sum();
        // Letters are counted as if none were narrow, so a line may stay free.
        let lines = text.chars().count().div_ceil(room.max(20));
        let lines = u32::try_from(lines).unwrap_or(1);
        sheet.set_row_height(row, f64::from(lines) * LINE)?;
        Ok(())
    }

    /// The first column that nothing stands in, one left free.
    fn next(&self) -> u16 {
        u16::try_from(self.0.len() + 1).unwrap_or(20)
    }
}
