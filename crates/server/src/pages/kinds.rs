//! Which files below `web/` are served, and what kind of content each is.
//!
//! The build script reads this file too, so that the program holds what it would serve from a folder.

/// The kind of content of a file, by its path below the folder; nothing for a file that is not served,
/// such as a test or a tool's settings.
pub fn kind_of(path: &str) -> Option<&'static str> {
    let is_hidden = |part: &str| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        part.is_empty()
            || part.starts_with('.')
            || !part.bytes().all(is_plain)
            || matches!(part, "node_modules" | "tests")
    };
    if path.split('/').any(is_hidden) {
        return None;
    }
    let (_, extension) = path.rsplit_once('.')?;
    Some(match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}
