//! A drawing as SVG inside a page whose style sheet names the inks.

use core::fmt::Write as _;

use crate::drawing::{Anchor, Drawing, Ink, Mark, Stroke};
use crate::font::Weight;

/// `title` and `says` are read out where the picture cannot be seen.
pub fn svg(drawing: &Drawing, id: &str, title: &str, says: &str) -> String {
    let (width, height) = (number(drawing.width), number(drawing.height));
    let mut out = format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-says\">\n\
         <title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-says\">{}</desc>\n",
        escaped(title),
        escaped(says)
    );
    out.extend(drawing.marks.iter().map(element));
    out + "</svg>\n"
}

fn element(mark: &Mark) -> String {
    match mark {
        Mark::Area { corners, ink } => {
            let (class, points) = (fill(*ink), points(corners));
            format!("<polygon class=\"{class}\" points=\"{points}\"/>\n")
        }
        Mark::Line {
            points: places,
            ink,
            width,
            stroke,
        } => format!(
            "<polyline class=\"line {}\" stroke-width=\"{}\"{} points=\"{}\"/>\n",
            ink.on().0,
            number(*width),
            dashes(*stroke),
            points(places)
        ),
        Mark::Text {
            at: (x, y),
            text,
            size,
            weight,
            anchor,
            ink,
        } => format!(
            "<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\"{}{}>{}</text>\n",
            fill(*ink),
            number(*x),
            number(*y),
            number(*size),
            anchored(*anchor),
            match weight {
                Weight::Plain => "",
                Weight::Bold => " font-weight=\"600\"",
            },
            escaped(text)
        ),
    }
}

fn fill(ink: Ink) -> String {
    format!("fill {}", ink.on().0)
}

fn dashes(stroke: Stroke) -> &'static str {
    match stroke {
        Stroke::Solid => "",
        Stroke::Dashed => " stroke-dasharray=\"6 3\"",
        Stroke::Dotted => " stroke-dasharray=\"2 2\"",
    }
}

fn anchored(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    }
}

fn points(places: &[(f64, f64)]) -> String {
    let mut out = String::new();
    for (at, (x, y)) in places.iter().enumerate() {
        let gap = if at > 0 { " " } else { "" };
        let _ = write!(out, "{gap}{},{}", number(*x), number(*y));
    }
    out
}

/// A tenth of a point is finer than any screen shows at this size.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0" } else { text }.to_owned()
}

/// Letters that would be markup.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
