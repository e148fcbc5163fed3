//! No text of ours names a directory that exists on one machine only.

use super::Finding;
use crate::tree::Tree;

/// Written apart, so that this file does not find itself.
const PRIVATE: [&str; 3] = [
    concat!("/", "work/"),
    concat!("/", "root/"),
    concat!("/", "home/"),
];

pub fn of_one_machine(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        for (number, line) in file.lines() {
            let named = PRIVATE.iter().filter(|path| begins_a_path(line, path));
            findings.extend(
                named.map(|path| {
                    Finding::at(&file.path, number, format!("names a path under {path}"))
                }),
            );
        }
    }
    findings
}

/// Behind a name, as in `src` and a slash, it is no absolute path.
fn begins_a_path(line: &str, path: &str) -> bool {
    let continues =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '~' | '}' | ')' | '>');
    line.match_indices(path)
        .any(|(at, _)| !line[..at].ends_with(continues))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_paths_are_found() {
        let [work, root, home] = PRIVATE;
        let text = format!("src{work}a\nsee `{root}b`\nfile://{home}c\n../{home}d {work}e\n");
        let lines: Vec<_> = of_one_machine(&Tree::of(&[("a.md", &text)]))
            .iter()
            .map(|f| f.line)
            .collect();
        assert_eq!(lines, [2, 3, 4, 4]);
    }
}
