//! Pages that fill from the top: title, headings, paragraphs, pictures.

use super::lines::broken;
use crate::document::Document;
use crate::drawing::{Anchor, Drawing, Ink};
use crate::font::{Weight, width};

/// A4 in points.
pub const WIDTH: f64 = 595.0;
/// Height of A4 in points.
pub const HEIGHT: f64 = 842.0;
/// Left margin in points.
pub const LEFT: f64 = 44.0;
/// Of the text column.
pub const ROOM: f64 = WIDTH - 2.0 * LEFT;
const TOP: f64 = 46.0;
const BOTTOM: f64 = HEIGHT - 52.0;
const BODY: f64 = 9.0;
const LEADING: f64 = 12.5;
/// Free space after a paragraph.
const AFTER: f64 = 5.0;
/// A heading with the space around it.
const HEADING: f64 = 47.0;

/// The pages filled so far.
pub struct Pages {
    /// Every page.
    pub all: Vec<Drawing>,
    /// The headings, for the outline.
    pub headings: Vec<Heading>,
    y: f64,
}

/// A heading, for the outline.
pub struct Heading {
    /// Its text.
    pub title: String,
    /// Its page, from 0.
    pub page: usize,
    /// Its height on the page.
    pub y: f64,
}

impl Pages {
    /// One empty page.
    pub fn new() -> Pages {
        let mut pages = Pages {
            all: Vec::new(),
            headings: Vec::new(),
            y: TOP,
        };
        pages.turn();
        pages
    }

    /// To the top of a new page.
    pub fn turn(&mut self) {
        self.all.push(Drawing {
            width: WIDTH,
            height: HEIGHT,
            marks: Vec::new(),
        });
        self.y = TOP;
    }

    /// What is left of this page.
    pub fn left(&self) -> f64 {
        BOTTOM - self.y
    }

    /// Turns the page where less than this is left of it.
    pub fn need(&mut self, height: f64) {
        if self.left() < height && self.y > TOP {
            self.turn();
        }
    }

    /// How much a whole page takes.
    pub fn whole() -> f64 {
        BOTTOM - TOP
    }

    /// How far the page is filled.
    pub fn y(&self) -> f64 {
        self.y
    }

    /// Moves down.
    pub fn down(&mut self, by: f64) {
        self.y += by;
    }

    /// The page being filled.
    ///
    /// # Panics
    ///
    /// Never: there is one from the start.
    pub fn page(&mut self) -> &mut Drawing {
        self.all.last_mut().expect("there is a page from the start")
    }

    /// Puts the title of the document.
    pub fn title(&mut self, document: &Document) {
        for line in broken(&document.title, ROOM, 19.0, Weight::Bold) {
            self.y += 19.0;
            let at = (LEFT, self.y);
            self.page().bold(at, &line, 19.0, Anchor::Start, Ink::Text);
            self.y += 5.0;
        }
        if !document.subtitle.is_empty() {
            self.y += 2.0;
            self.lines(&document.subtitle, LEFT, ROOM, Ink::Muted);
        }
        self.y += 6.0;
        let names = document
            .facts
            .iter()
            .map(|(name, _)| width(name, BODY, Weight::Plain));
        let indent = names.fold(0.0, f64::max) + 14.0;
        for (name, value) in &document.facts {
            self.need(LEADING);
            let at = (LEFT, self.y + BODY);
            self.page().text(at, name, BODY, Anchor::Start, Ink::Muted);
            self.lines(value, LEFT + indent, ROOM - indent, Ink::Text);
        }
    }

    /// A section's heading, on one page with so much of what follows.
    pub fn heading(&mut self, title: &str, opening: f64) {
        self.need(HEADING + opening.min(Pages::whole() - HEADING));
        if self.y > TOP {
            self.y += 20.0;
        }
        self.headings.push(Heading {
            title: title.to_owned(),
            page: self.all.len() - 1,
            y: self.y - 4.0,
        });
        self.y += 13.0;
        let y = self.y;
        let page = self.page();
        page.bold((LEFT, y), title, 13.0, Anchor::Start, Ink::Text);
        page.rect((LEFT, y + 5.0), (ROOM, 1.2), Ink::First);
        self.y += 14.0;
    }

    /// Puts a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.need(2.0 * LEADING);
        self.lines(text, LEFT, ROOM, Ink::Text);
        self.y += AFTER;
    }

    /// Text in the body's size, line by line.
    fn lines(&mut self, text: &str, x: f64, room: f64, ink: Ink) {
        for line in broken(text, room, BODY, Weight::Plain) {
            self.need(LEADING);
            let at = (x, self.y + BODY);
            self.page().text(at, &line, BODY, Anchor::Start, ink);
            self.y += LEADING;
        }
    }

    /// Puts a picture.
    pub fn picture(&mut self, picture: &Drawing) {
        self.y += 8.0;
        self.need(picture.height);
        let corner = (LEFT, self.y);
        self.page().place(picture, corner);
        self.y += picture.height + 10.0;
    }

    /// Once every page is there.
    pub fn footers(&mut self, document: &Document) {
        const SIZE: f64 = 7.5;
        let pages = self.all.len();
        let about = format!("{} · {}", document.title, document.maker);
        for (number, page) in (1..).zip(&mut self.all) {
            let y = HEIGHT - 28.0;
            page.rule((LEFT, y - 11.0), (WIDTH - LEFT, y - 11.0), Ink::Grid);
            page.text((LEFT, y), &about, SIZE, Anchor::Start, Ink::Muted);
            let count = format!("page {number} of {pages}");
            page.text((WIDTH - LEFT, y), &count, SIZE, Anchor::End, Ink::Muted);
        }
    }
}

/// As [`Pages::paragraph`] takes it.
pub fn paragraph_height(text: &str) -> f64 {
    let lines = broken(text, ROOM, BODY, Weight::Plain).len();
    f64::from(u32::try_from(lines).unwrap_or(u32::MAX)) * LEADING + AFTER
}
