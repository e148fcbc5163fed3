//! Which test a line of Rust belongs to.
//!
//! Read by the build script, which notes the name beside every citation; the program declares it only
//! to test it. Reads lines, not syntax: rustfmt has put every item at its own indent.

/// The function whose documentation or body `lines[at]` is part of, if it is one's.
pub fn test_name<'t>(lines: &[&'t str], at: usize) -> Option<&'t str> {
    let line = lines.get(at)?.trim_start();
    if line.starts_with("//") && !line.starts_with("//!") {
        documented(&lines[at..]).or_else(|| enclosing(&lines[..at], indent(lines[at])))
    } else {
        enclosing(&lines[..at], indent(lines[at]))
    }
}

/// The function the comment at the head of `lines` stands above.
fn documented<'t>(lines: &[&'t str]) -> Option<&'t str> {
    let between = |line: &&&str| {
        let line = line.trim_start();
        line.starts_with("//") || line.starts_with("#[")
    };
    let item = lines.iter().find(|line| !between(line))?;
    function(item)
}

/// The nearest function above that is indented less than what it holds.
fn enclosing<'t>(above: &[&'t str], mut within: usize) -> Option<&'t str> {
    for &line in above.iter().rev() {
        let code = line.trim_start();
        // `) -> Outcome {` ends a signature that began further up at the same indent.
        if code.is_empty() || code.starts_with(')') || indent(line) >= within {
            continue;
        }
        if let Some(name) = function(line) {
            return Some(name);
        }
        within = indent(line);
    }
    None
}

fn function(line: &str) -> Option<&str> {
    let mut words = line.trim_start().split(' ');
    words
        .find(|word| {
            !matches!(
                *word,
                "pub" | "pub(crate)" | "pub(super)" | "const" | "async"
            )
        })
        .filter(|word| *word == "fn")?;
    let name = words.next()?;
    Some(name.split(['(', '<']).next().unwrap_or(name))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "//! A chapter.

/// A rule.
/// Two lines of it.
#[test]
fn a_fold_loses_the_ante() {
    // In the body.
    for stake in stakes {
        check(stake);
    }
}

/// A table.
const ROWS: [Row; 1] = [
    row(1),
];

mod inner {
    proptest! {
        #[test]
        fn any_stake(
            minor in 0..9,
        ) {
            check(minor);
        }
    }
}
";

    fn name_at(code: &str) -> Option<&'static str> {
        let lines: Vec<&str> = FILE.lines().collect();
        let at = lines.iter().position(|line| line.trim() == code).unwrap();
        test_name(&lines, at)
    }

    #[test]
    fn documentation_belongs_to_the_function_below() {
        assert_eq!(name_at("/// A rule."), Some("a_fold_loses_the_ante"));
        assert_eq!(
            name_at("/// Two lines of it."),
            Some("a_fold_loses_the_ante")
        );
    }

    #[test]
    fn a_line_of_a_body_belongs_to_the_function_around_it() {
        assert_eq!(name_at("// In the body."), Some("a_fold_loses_the_ante"));
        assert_eq!(name_at("check(stake);"), Some("a_fold_loses_the_ante"));
        assert_eq!(name_at("check(minor);"), Some("any_stake"));
    }

    #[test]
    fn what_is_part_of_no_function_has_no_name() {
        assert_eq!(name_at("//! A chapter."), None);
        assert_eq!(name_at("/// A table."), None);
        assert_eq!(name_at("row(1),"), None);
    }
}
