//! A table on pages: columns as wide as their texts, the head again on every page, no row left alone.

use super::lines::broken;
use super::pages::{LEFT, Pages, ROOM};
use crate::document::{Table, plain};
use crate::drawing::{Anchor, Ink};
use crate::font::{Weight, width};
use crate::grid::{Grid, Side};

/// From comfortable to still legible: the letters' size, how narrow a head may be broken, and the gap
/// between two columns. After the last, words are broken into lines.
const FITS: [(f64, f64, f64); 5] = [
    (8.5, 62.0, 13.0),
    (8.0, 62.0, 13.0),
    (7.5, 56.0, 12.0),
    (7.0, 48.0, 10.0),
    (6.5, 40.0, 8.0),
];
/// A column of words is not broken narrower than this.
const NARROWEST: f64 = 60.0;
const CAPTION: f64 = 9.5;
/// Free space before a caption.
const ABOVE: f64 = 8.0;

struct Layout {
    size: f64,
    gap: f64,
    widths: Vec<f64>,
    sides: Vec<Side>,
}

/// One row, broken into the lines of its cells.
struct Row {
    cells: Vec<Vec<String>>,
    weight: Weight,
    height: f64,
}

/// A table measured, before it is put anywhere.
pub struct Laid<'a> {
    table: &'a Table,
    layout: Layout,
    head: Row,
    rows: Vec<Row>,
    foot: Option<Row>,
}

impl Laid<'_> {
    /// Lays a table out.
    pub fn of(table: &Table) -> Laid<'_> {
        let grid = Grid::of(table);
        let layout = Layout::of(&grid);
        let names: Vec<String> = grid.head.iter().map(|head| head.name.clone()).collect();
        let plain = |row: &Vec<String>| layout.row(row, Weight::Plain);
        Laid {
            head: layout.row(&names, Weight::Bold),
            rows: grid.rows.iter().map(plain).collect(),
            foot: grid.foot.as_ref().map(|row| layout.row(row, Weight::Bold)),
            table,
            layout,
        }
    }

    /// What must stand on one page: all of a table that fits half of one, else at least three rows.
    pub fn together(&self) -> f64 {
        let above = ABOVE + CAPTION + 4.0 + self.head.height;
        let height: f64 = self.rows.iter().map(|row| row.height).sum();
        let all = above + height + self.below();
        let few: f64 = self.rows.iter().take(3).map(|row| row.height).sum();
        if all < Pages::whole() / 2.0 {
            all
        } else {
            above + few
        }
    }

    fn below(&self) -> f64 {
        self.foot.as_ref().map_or(0.0, |row| row.height)
    }

    /// Puts the table on the pages.
    pub fn put(&self, pages: &mut Pages) {
        pages.need(self.together());
        pages.down(ABOVE);
        self.begin(pages, &self.table.caption);
        for (at, row) in self.rows.iter().enumerate() {
            // The last two rows and the foot go together.
            let rest = &self.rows[at..];
            let needed = if rest.len() <= 2 {
                rest.iter().map(|row| row.height).sum::<f64>() + self.below()
            } else {
                row.height
            };
            if pages.left() < needed && at > 0 {
                pages.turn();
                self.begin(pages, &format!("{} (continued)", self.table.caption));
            }
            put(pages, &self.layout, row);
            underline(pages, &self.layout, Ink::Grid);
        }
        if let Some(foot) = &self.foot {
            underline(pages, &self.layout, Ink::Muted);
            put(pages, &self.layout, foot);
        }
        pages.down(8.0);
    }

    fn begin(&self, pages: &mut Pages, caption: &str) {
        pages.down(CAPTION);
        let y = pages.y();
        pages.page().bold(
            (LEFT, y),
            &plain(caption),
            CAPTION,
            Anchor::Start,
            Ink::Text,
        );
        pages.down(4.0);
        put(pages, &self.layout, &self.head);
        underline(pages, &self.layout, Ink::Muted);
    }
}

impl Layout {
    fn of(grid: &Grid) -> Layout {
        let sides: Vec<Side> = grid.head.iter().map(|head| head.side).collect();
        let mut layout = Layout {
            size: FITS[0].0,
            gap: FITS[0].2,
            widths: Vec::new(),
            sides,
        };
        for (size, head, gap) in FITS {
            (layout.size, layout.gap) = (size, gap);
            layout.widths = (0..grid.head.len())
                .map(|at| natural(grid, at, size, head))
                .collect();
            if layout.width() <= ROOM {
                return layout;
            }
        }
        // Words give way; numbers are never broken.
        let over = layout.width() - ROOM;
        let words = layout
            .sides
            .iter()
            .enumerate()
            .filter(|(_, side)| **side == Side::Left);
        let widest = words.max_by(|(a, _), (b, _)| layout.widths[*a].total_cmp(&layout.widths[*b]));
        if let Some((at, _)) = widest {
            layout.widths[at] = (layout.widths[at] - over).max(NARROWEST);
        }
        layout
    }

    fn width(&self) -> f64 {
        let gaps = u32::try_from(self.widths.len().saturating_sub(1)).unwrap_or(0);
        self.widths.iter().sum::<f64>() + f64::from(gaps) * self.gap
    }

    fn row(&self, texts: &[String], weight: Weight) -> Row {
        let cells: Vec<Vec<String>> = texts
            .iter()
            .zip(&self.widths)
            .map(|(text, room)| broken(text, room + 0.01, self.size, weight))
            .collect();
        let mut row = Row {
            cells,
            weight,
            height: 0.0,
        };
        let lines = f64::from(u32::try_from(row.lines()).unwrap_or(1));
        row.height = lines * self.size * 1.2 + 3.5;
        row
    }
}

impl Row {
    fn lines(&self) -> usize {
        self.cells.iter().map(Vec::len).max().unwrap_or(1)
    }
}

/// As wide as its widest text; a head may be broken at blanks.
fn natural(grid: &Grid, at: usize, size: f64, narrow: f64) -> f64 {
    let head = &grid.head[at].name;
    let words = head
        .split_whitespace()
        .map(|word| width(word, size, Weight::Bold));
    let widest_word = words.fold(0.0, f64::max);
    let whole = width(head, size, Weight::Bold);
    let head = if whole <= narrow {
        whole
    } else {
        widest_word.max(narrow)
    };
    let rows = grid.rows.iter().map(|row| (row, Weight::Plain));
    let rows = rows.chain(grid.foot.iter().map(|row| (row, Weight::Bold)));
    let texts = rows.filter_map(|(row, weight)| row.get(at).map(|text| width(text, size, weight)));
    texts.fold(head, f64::max)
}

fn put(pages: &mut Pages, layout: &Layout, row: &Row) {
    let (top, size) = (pages.y(), layout.size);
    let page = pages.page();
    let mut x = LEFT;
    for ((lines, width), side) in row.cells.iter().zip(&layout.widths).zip(&layout.sides) {
        let (x_text, anchor) = match side {
            Side::Left => (x, Anchor::Start),
            Side::Right => (x + width, Anchor::End),
        };
        // A short head stands at the foot of a tall one, by the numbers it names.
        let missing = match row.weight {
            Weight::Plain => 0,
            Weight::Bold => row.lines() - lines.len(),
        };
        let missing = f64::from(u32::try_from(missing).unwrap_or(0));
        let mut y = top + 1.5 + missing * size * 1.2;
        for line in lines {
            y += size * 1.2;
            match row.weight {
                Weight::Plain => page.text((x_text, y - 1.5), line, size, anchor, Ink::Text),
                Weight::Bold => page.bold((x_text, y - 1.5), line, size, anchor, Ink::Text),
            }
        }
        x += width + layout.gap;
    }
    pages.down(row.height);
}

fn underline(pages: &mut Pages, layout: &Layout, ink: Ink) {
    let (y, right) = (pages.y(), LEFT + layout.width());
    pages.page().rule((LEFT, y), (right, y), ink);
}
