//! Native charts, fed from numbers that stand below the tables.

use rust_xlsxwriter::{
    Chart as Native, ChartAxis, ChartAxisLabelPosition, ChartDataLabel, ChartFormat, ChartLine,
    ChartSolidFill, ChartType, Format, Worksheet, XlsxError,
};

use super::sheet;

use crate::chart::{Axis, Band, Bar, Chart, Level, Plot, Series, Unit};
use crate::document::{Block, Section};

const COLOURS: [u32; 6] = [
    0x1B_5E4F, 0xC0_752A, 0x7D_8FC9, 0x5A_6670, 0x7F_B3A2, 0xB3_D2C7,
];
const WIDTH: u32 = 640;
const HEIGHT: u32 = 360;
/// Rows of the usual height that a chart takes, and one free.
const ROWS: u32 = 19;

/// Columns of numbers: the first across, the others up.
struct Data {
    /// How its heights are shown.
    code: String,
    heads: Vec<String>,
    across: Across,
    up: Vec<Vec<f64>>,
}

enum Across {
    Names(Vec<String>),
    Values(Vec<f64>),
}

/// Charts at the right from the top down; their numbers from `row` on.
pub fn insert(
    sheet: &mut Worksheet,
    name: &str,
    section: &Section,
    (mut row, right): (u32, u16),
) -> Result<(), XlsxError> {
    let mut top = 2;
    for block in &section.blocks {
        let Block::Chart(chart) = block else { continue };
        let (mut native, data) = prepared(chart);
        // A chart of nothing would be a range without cells.
        if data.rows() == 0 || data.up.is_empty() {
            continue;
        }
        let caption = format!("{}: the numbers of the chart", chart.title);
        sheet.write_with_format(row, 0, caption, &Format::new().set_bold())?;
        data.write(sheet, row + 1)?;
        let (first, last) = (row + 2, row + 1 + data.rows());
        let colours = COLOURS.into_iter().cycle();
        for (at, colour) in (1_u16..).zip(colours).take(data.up.len()) {
            let series = native.add_series();
            series
                .set_name((name, row + 1, at))
                .set_categories((name, first, 0, last, 0))
                .set_values((name, first, at, last, at));
            match chart.plot {
                Plot::Bars(_) | Plot::Columns { .. } => {
                    let fill = ChartSolidFill::new().set_color(colour).clone();
                    series.set_format(ChartFormat::new().set_solid_fill(&fill));
                    series.set_gap(40);
                    series.set_data_label(ChartDataLabel::new().show_value());
                }
                Plot::Lines { .. } | Plot::Fan { .. } => {
                    let line = ChartLine::new().set_color(colour).set_width(1.75).clone();
                    series.set_format(ChartFormat::new().set_line(&line));
                }
            }
        }
        native.title().set_name(&chart.title);
        native
            .set_width(WIDTH)
            .set_height(HEIGHT)
            .set_alt_text(&chart.says);
        sheet.insert_chart(top, right, &native)?;
        top += ROWS;
        row = last + 2;
    }
    Ok(())
}

fn prepared(chart: &Chart) -> (Native, Data) {
    match &chart.plot {
        Plot::Bars(bars) => {
            let mut native = Native::new(ChartType::Bar);
            native.legend().set_hidden();
            // A lying chart counts from the bottom: turned, the first name stands at the top. The
            // names keep clear of bars that run the other way.
            let names = native.y_axis().set_reverse();
            names.set_label_position(ChartAxisLabelPosition::Low);
            bare(native.x_axis());
            (native, bar_data(bars))
        }
        Plot::Columns { bars, across } => {
            let mut native = Native::new(ChartType::Column);
            native.legend().set_hidden();
            let names = native.x_axis().set_name(across);
            names.set_label_position(ChartAxisLabelPosition::Low);
            bare(native.y_axis());
            (native, bar_data(bars))
        }
        Plot::Lines {
            across,
            up,
            series,
            levels,
        } => {
            let data = line_data((across, up), series, levels);
            (scatter(across, up, &data), data)
        }
        Plot::Fan {
            across,
            up,
            at,
            middle,
            bands,
        } => {
            let data = fan_data((across, up), at, middle, bands);
            (scatter(across, up, &data), data)
        }
    }
}

/// Every bar has its number, so the axis needs none.
fn bare(axis: &mut ChartAxis) {
    axis.set_hidden(true).set_major_gridlines(false);
}

fn scatter(across: &Axis, up: &Axis, data: &Data) -> Native {
    let mut native = Native::new(ChartType::ScatterStraight);
    let places = match &data.across {
        Across::Names(_) => &[][..],
        Across::Values(values) => values,
    };
    let shown = code(across.unit, places.iter());
    native.x_axis().set_name(&across.name).set_num_format(shown);
    native
        .y_axis()
        .set_name(&up.name)
        .set_num_format(&data.code);
    native
}

/// Decimals only where the numbers are small.
fn code<'a>(unit: Unit, values: impl Iterator<Item = &'a f64>) -> &'static str {
    let largest = values.fold(0.0, |largest: f64, value| largest.max(value.abs()));
    match unit {
        Unit::Percent => "0%",
        Unit::Plain if largest < 20.0 => "0.0",
        Unit::Plain => "#,##0",
    }
}

fn bar_data(bars: &[Bar]) -> Data {
    Data {
        heads: vec![String::new(), "value".to_owned()],
        code: bars
            .first()
            .map_or_else(String::new, |bar| sheet::code(bar.value)),
        across: Across::Names(bars.iter().map(|bar| bar.name.clone()).collect()),
        up: vec![bars.iter().map(|bar| bar.value.nearest()).collect()],
    }
}

/// Lines over the places of the first: every chart of ours draws them over the same.
fn line_data((across, up): (&Axis, &Axis), series: &[Series], levels: &[Level]) -> Data {
    let places: Vec<f64> = series
        .first()
        .map_or_else(Vec::new, |one| one.points.iter().map(|(x, _)| *x).collect());
    let names = series.iter().map(|one| one.name.clone());
    let names = names.chain(levels.iter().map(|level| level.name.clone()));
    let heights = series
        .iter()
        .map(|one| one.points.iter().map(|(_, y)| *y).collect());
    let flat = levels.iter().map(|level| vec![level.value; places.len()]);
    let heights: Vec<Vec<f64>> = heights.chain(flat).collect();
    Data {
        code: code(up.unit, heights.iter().flatten()).to_owned(),
        heads: core::iter::once(across.name.clone()).chain(names).collect(),
        up: heights,
        across: Across::Values(places),
    }
}

fn fan_data((across, up): (&Axis, &Axis), at: &[f64], middle: &[f64], bands: &[Band]) -> Data {
    let mut heads = vec![across.name.clone(), "median".to_owned()];
    let unit = up.unit;
    let mut up = vec![middle.to_vec()];
    for band in bands {
        heads.push(format!("{} high", band.name));
        heads.push(format!("{} low", band.name));
        up.extend([band.high.clone(), band.low.clone()]);
    }
    Data {
        code: code(unit, up.iter().flatten()).to_owned(),
        heads,
        across: Across::Values(at.to_vec()),
        up,
    }
}

impl Data {
    fn write(&self, sheet: &mut Worksheet, top: u32) -> Result<(), XlsxError> {
        let muted = Format::new().set_font_color(0x005A_6670);
        for (column, head) in (0_u16..).zip(&self.heads) {
            sheet.write_with_format(top, column, head, &muted)?;
        }
        match &self.across {
            Across::Names(names) => sheet.write_column(top + 1, 0, names)?,
            Across::Values(values) => sheet.write_column(top + 1, 0, values.iter().copied())?,
        };
        for (column, values) in (1_u16..).zip(&self.up) {
            let shown = Format::new().set_num_format(&self.code);
            sheet.write_column_with_format(top + 1, column, values.iter().copied(), &shown)?;
        }
        Ok(())
    }

    /// Below the heads.
    fn rows(&self) -> u32 {
        let rows = match &self.across {
            Across::Names(names) => names.len(),
            Across::Values(values) => values.len(),
        };
        u32::try_from(rows).unwrap_or(u32::MAX)
    }
}
