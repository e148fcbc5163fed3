//! Lines of named values, as JSON or under one header as CSV.

use std::io::{self, Write};

use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFormat {
    /// An object a line.
    Jsonl,
    /// A header, then a row a line (RFC 4180).
    Csv,
}

pub type NamedValue = (&'static str, Value);

pub struct Sheet<'a, W> {
    pub form: LineFormat,
    out: &'a mut W,
    headed: bool,
}

impl<'a, W: Write> Sheet<'a, W> {
    pub fn new(form: LineFormat, out: &'a mut W) -> Sheet<'a, W> {
        let headed = false;
        Sheet { form, out, headed }
    }

    pub fn line(&mut self, cells: &[NamedValue]) -> io::Result<()> {
        match self.form {
            LineFormat::Jsonl => {
                let pairs = cells
                    .iter()
                    .map(|(name, value)| format!("\"{name}\":{value}"));
                let pairs: Vec<String> = pairs.collect();
                writeln!(self.out, "{{{}}}", pairs.join(","))
            }
            LineFormat::Csv => {
                if !self.headed {
                    self.headed = true;
                    let names: Vec<&str> = cells.iter().map(|(name, _)| *name).collect();
                    self.row(&names)?;
                }
                let values: Vec<String> = cells.iter().map(|(_, value)| plain(value)).collect();
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                self.row(&values)
            }
        }
    }

    fn row(&mut self, values: &[&str]) -> io::Result<()> {
        let line = report::csv_line(values.iter().copied());
        self.out.write_all(line.as_bytes())
    }
}

/// A text as it is, nothing for null, anything else as JSON writes it.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let mut out = Vec::new();
        let mut sheet = Sheet::new(LineFormat::Csv, &mut out);
        let cells = [
            ("a", json!("x,\"y\"")),
            ("b", json!(-5)),
            ("c", json!("=1+1")),
        ];
        sheet.line(&cells).expect("memory takes everything");
        sheet
            .line(&[("a", json!(null)), ("b", json!([1])), ("c", json!("-"))])
            .expect("memory takes everything");
        let text = String::from_utf8(out).expect("text");
        assert_eq!(
            text,
            "a,b,c\r\n\"x,\"\"y\"\"\",-5,\"'=1+1\"\r\n,[1],\"'-\"\r\n"
        );
    }
}
