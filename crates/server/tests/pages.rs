//! Pages and their files over HTTP: addresses, kinds, tags, gzip, a base path, and what is not served.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod floor;

use std::collections::HashMap;
use std::io::Read as _;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use floor::{Floor, instant_demo};

const STYLE: &str =
    "body { margin: 0; } body { margin: 0; } body { margin: 0; } body { margin: 0; }";

const PAGES: &[(&str, &str)] = &[
    (
        "index.html",
        "<title>lobby</title><script src=\"/pages/lobby.js\"></script>",
    ),
    ("table.html", "<title>table</title>"),
    (
        "404.html",
        "<title>nothing here</title><a href=\"/\">lobby</a>",
    ),
    ("style/base.css", STYLE),
    ("pages/lobby.js", "export {};"),
    ("package.json", "{}"),
    ("tests/unit/state.test.js", "secret"),
    ("node_modules/tool/tool.js", "secret"),
];

struct Answer {
    status: u16,
    headers: HashMap<String, String>,
    body: Vec<u8>,
}

impl Answer {
    fn text(&self) -> &str {
        core::str::from_utf8(&self.body).unwrap()
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

async fn ask(floor: &Floor, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let api = floor.api();
    let address = api.address();
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    for (name, value) in headers {
        head.push_str(name);
        head.push_str(": ");
        head.push_str(value);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answered = Vec::new();
    stream.read_to_end(&mut answered).await.unwrap();
    let end = answered
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let top = core::str::from_utf8(&answered[..end]).unwrap();
    let mut lines = top.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap();
    let pairs = lines.filter_map(|line| line.split_once(": "));
    Answer {
        status: status.parse().unwrap(),
        headers: pairs
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect(),
        body: answered[end + 4..].to_vec(),
    }
}

async fn get(floor: &Floor, path: &str) -> Answer {
    ask(floor, "GET", path, &[]).await
}

#[tokio::test]
async fn pages_and_files_are_served_with_their_kind_under_a_strict_policy() {
    let floor = Floor::open_with_pages(instant_demo(), PAGES).await;
    for (path, kind, says) in [
        ("/", "text/html; charset=utf-8", "lobby"),
        ("/table/1", "text/html; charset=utf-8", "table"),
        ("/style/base.css", "text/css; charset=utf-8", "margin"),
        (
            "/pages/lobby.js",
            "text/javascript; charset=utf-8",
            "export",
        ),
    ] {
        let answer = get(&floor, path).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, kind),
            "{path}"
        );
        assert!(answer.text().contains(says), "{path}: {}", answer.text());
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("cache-control"), "no-cache");
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self';",
            "style-src 'self';",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
    }
    floor.close().await;
}

#[tokio::test]
async fn a_file_that_has_not_changed_is_not_sent_again() {
    let floor = Floor::open_with_pages(instant_demo(), PAGES).await;
    let first = get(&floor, "/style/base.css").await;
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with('"'), "a strong tag: {tag}");
    for known in [tag.clone(), format!("\"other\", {tag}"), format!("W/{tag}")] {
        let again = ask(
            &floor,
            "GET",
            "/style/base.css",
            &[("if-none-match", &known)],
        )
        .await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{known}");
        assert_eq!(again.header("etag"), tag);
    }
    let web = floor.folder.join("web/style/base.css");
    std::fs::write(web, "body { margin: 1px; }").unwrap();
    let changed = ask(&floor, "GET", "/style/base.css", &[("if-none-match", &tag)]).await;
    assert_eq!(
        (changed.status, changed.text()),
        (200, "body { margin: 1px; }")
    );
    let head = ask(&floor, "HEAD", "/style/base.css", &[]).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    floor.close().await;
}

#[tokio::test]
async fn those_who_take_gzip_get_it_under_a_tag_of_its_own() {
    let floor = Floor::open_with_pages(instant_demo(), PAGES).await;
    let plain = get(&floor, "/style/base.css").await;
    let gzip = [("accept-encoding", "br, gzip;q=0.8")];
    let packed = ask(&floor, "GET", "/style/base.css", &gzip).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert_eq!(packed.header("vary"), "accept-encoding");
    assert_ne!(packed.header("etag"), plain.header("etag"));
    assert!(packed.body.len() < STYLE.len());
    let mut read = String::new();
    let mut reader = flate2::read::GzDecoder::new(&packed.body[..]);
    reader.read_to_string(&mut read).unwrap();
    assert_eq!(read, STYLE);
    let refused = [("accept-encoding", "gzip;q=0")];
    let refused = ask(&floor, "GET", "/style/base.css", &refused).await;
    assert_eq!(refused.text(), STYLE);
    floor.close().await;
}

#[tokio::test]
async fn what_is_not_there_is_a_page_for_people_and_a_problem_for_programs() {
    let floor = Floor::open_with_pages(instant_demo(), PAGES).await;
    let person = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    for path in [
        "/nothing",
        "/index.html",
        "/package.json",
        "/tests/unit/state.test.js",
        "/node_modules/tool/tool.js",
        "/../web/index.html",
        "/style/..%2fbase.css",
        "/table/x",
    ] {
        let page = ask(&floor, "GET", path, &person).await;
        assert_eq!(page.status, 404, "{path}");
        assert_eq!(
            page.header("content-type"),
            "text/html; charset=utf-8",
            "{path}"
        );
        assert!(page.text().contains("nothing here"), "{path}");
        let problem = get(&floor, path).await;
        assert_eq!(problem.status, 404, "{path}");
        assert_eq!(
            problem.header("content-type"),
            "application/problem+json",
            "{path}"
        );
    }
    let call = ask(&floor, "GET", "/api/v1/nothing", &person).await;
    assert_eq!(call.header("content-type"), "application/problem+json");
    let posted = ask(&floor, "POST", "/style/base.css", &[]).await;
    assert_eq!(posted.status, 405, "{}", posted.text());
    floor.close().await;
}

#[tokio::test]
async fn under_a_base_path_addresses_of_the_root_lead_below_it() {
    let mut config = instant_demo();
    "/floor".clone_into(&mut config.listen.base_path);
    let floor = Floor::open_with_pages(config, PAGES).await;
    let lobby = get(&floor, "/floor/").await;
    assert_eq!(lobby.status, 200);
    assert!(
        lobby.text().contains("src=\"/floor/pages/lobby.js\""),
        "{}",
        lobby.text()
    );
    assert_eq!(get(&floor, "/floor/pages/lobby.js").await.status, 200);
    assert_eq!(get(&floor, "/floor/table/1").await.status, 200);
    let bare = get(&floor, "/floor").await;
    assert_eq!((bare.status, bare.header("location")), (303, "/floor/"));
    let person = [("accept", "text/html")];
    let missing = ask(&floor, "GET", "/floor/a/b/c", &person).await;
    assert_eq!(missing.status, 404);
    assert!(
        missing.text().contains("href=\"/floor/\""),
        "{}",
        missing.text()
    );
    for path in ["/", "/pages/lobby.js", "/floorpages/lobby.js"] {
        assert_eq!(get(&floor, path).await.status, 404, "{path}");
    }
    floor.close().await;
}

#[tokio::test]
async fn a_one_time_link_leads_to_the_lobby() {
    let floor = Floor::open_with_pages(instant_demo(), PAGES).await;
    let (_, link) = &floor.opened.links[0];
    let path = &link[link.find("/enter/").unwrap()..];
    let entered = get(&floor, path).await;
    assert_eq!((entered.status, entered.header("location")), (303, "/"));
    assert!(
        entered
            .header("set-cookie")
            .starts_with("queenhigh_session=")
    );
    floor.close().await;
}
