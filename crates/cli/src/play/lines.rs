//! Text in lines of a screen's width.

/// A plain terminal's.
pub const WIDTH: usize = 80;

/// A label with a text beside it that keeps clear of the label.
pub fn hanging(label: &str, text: &str) -> String {
    let indent = 4 + label.chars().count();
    let mut body = wrapped(indent, text);
    let gap = body.len().min(indent);
    body.replace_range(..gap, &format!("   {label} "));
    body
}

/// Broken between words at the screen's width, every line `indent` blanks in.
pub fn wrapped(indent: usize, text: &str) -> String {
    let blanks = " ".repeat(indent);
    let mut lines: Vec<String> = vec![blanks.clone()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        let used = line.chars().count();
        if used > indent && used + 1 + word.chars().count() > WIDTH {
            lines.push(format!("{blanks}{word}"));
        } else {
            if used > indent {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_break_between_words() {
        let text = wrapped(4, &"word ".repeat(40));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(text.lines().all(|line| line.starts_with("    word")));
        assert_eq!(hanging("3.13", "Pays."), "   3.13 Pays.\n");
    }
}
