//! A compact PDF on A4 in the fonts every reader has: nothing embedded, nothing fetched.
//!
//! No date and no random mark goes in, so the same document gives the same bytes.

mod lines;
mod pages;
mod paint;
mod table;

use pdf_writer::types::PageMode;
use pdf_writer::{Filter, Finish as _, Name, Pdf, Rect, Ref, TextStr};

use crate::document::{Block, Document, Section, plain};
use pages::{HEIGHT, Pages, WIDTH};
use table::Laid;

const PLAIN: Name = Name(b"Plain");
const BOLD: Name = Name(b"Bold");

/// Renders a document as PDF pages.
pub fn pdf(document: &Document) -> Vec<u8> {
    let mut pages = Pages::new();
    pages.title(document);
    for section in &document.sections {
        pages.heading(&section.title, opening(section));
        for block in &section.blocks {
            match block {
                Block::Paragraph(text) => pages.paragraph(&plain(text)),
                Block::Table(table) => Laid::of(table).put(&mut pages),
                Block::Chart(chart) => pages.picture(&chart.drawing()),
            }
        }
    }
    pages.footers(document);
    written(document, &pages)
}

/// What a heading keeps with it: the words before the first table or chart, and as much of that as
/// must stand together.
fn opening(section: &Section) -> f64 {
    let mut height = 0.0;
    for block in &section.blocks {
        match block {
            Block::Paragraph(text) => height += pages::paragraph_height(&plain(text)),
            Block::Table(table) => return height + Laid::of(table).together(),
            Block::Chart(chart) => return height + chart.drawing().height,
        }
    }
    height
}

/// Object numbers in the order they are taken.
struct Refs(i32);

impl Refs {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

fn written(document: &Document, pages: &Pages) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut refs = Refs(0);
    let [catalog, tree, info, plain, bold, outline] = core::array::from_fn(|_| refs.next());
    let page_refs: Vec<Ref> = pages.all.iter().map(|_| refs.next()).collect();

    let mut root = pdf.catalog(catalog);
    root.pages(tree).outlines(outline);
    root.page_mode(PageMode::UseOutlines).lang(TextStr("en"));
    root.viewer_preferences().display_doc_title(true);
    root.finish();
    let mut about = pdf.document_info(info);
    about.title(TextStr(&document.title));
    about.creator(TextStr(&document.maker));
    about.finish();
    let count = i32::try_from(page_refs.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids(page_refs.iter().copied()).count(count);
    for (font, base) in [(plain, "Helvetica"), (bold, "Helvetica-Bold")] {
        pdf.type1_font(font)
            .base_font(Name(base.as_bytes()))
            .encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    for (page, own) in pages.all.iter().zip(&page_refs) {
        let content = refs.next();
        let mut leaf = pdf.page(*own);
        leaf.parent(tree).contents(content);
        leaf.media_box(Rect::new(
            0.0,
            0.0,
            paint::short(WIDTH),
            paint::short(HEIGHT),
        ));
        let mut resources = leaf.resources();
        let mut fonts = resources.fonts();
        fonts.pair(PLAIN, plain).pair(BOLD, bold);
        fonts.finish();
        resources.finish();
        leaf.finish();
        let packed = paint::packed(&paint::content(page));
        pdf.stream(content, &packed).filter(Filter::FlateDecode);
    }
    outlines(&mut pdf, pages, outline, &page_refs, &mut refs);
    pdf.finish()
}

/// The sections, beside the pages.
fn outlines(pdf: &mut Pdf, pages: &Pages, outline: Ref, page_refs: &[Ref], refs: &mut Refs) {
    let items: Vec<Ref> = pages.headings.iter().map(|_| refs.next()).collect();
    let mut root = pdf.outline(outline);
    if let (Some(first), Some(last)) = (items.first(), items.last()) {
        root.first(*first).last(*last);
        root.count(i32::try_from(items.len()).unwrap_or(i32::MAX));
    }
    root.finish();
    for (at, (heading, own)) in pages.headings.iter().zip(&items).enumerate() {
        let mut item = pdf.outline_item(*own);
        item.title(TextStr(&heading.title)).parent(outline);
        if at > 0 {
            item.prev(items[at - 1]);
        }
        if let Some(next) = items.get(at + 1) {
            item.next(*next);
        }
        let top = paint::short(HEIGHT - heading.y);
        item.dest()
            .page(page_refs[heading.page])
            .xyz(0.0, top, None);
    }
}
