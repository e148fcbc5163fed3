//! A house with its doors open, in this process, on a folder that goes away with the test.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bot::Api;
use house::clock::SystemClock;
use house::game::{Hand, Rulebook, RulebookId};
use house::store::StoreSettings;
use server::config::{Config, DEMO};
use server::{
    DealerHands, Edges, Exact, HandWorth, Library, Opened, Reloading, ServeError, ServeSettings,
    SignInLinks, serve_and_reload,
};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A floor that is open.
pub struct Floor {
    pub opened: Opened,
    pub folder: PathBuf,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<Result<(), ServeError>>,
    kept: Option<tempfile::TempDir>,
}

/// A house that has nothing to read.
struct NoLibrary;

impl Library for NoLibrary {
    fn rulebooks(&self) -> Result<String, String> {
        Ok("[]".to_owned())
    }

    fn rulebook(&self, _: RulebookId) -> Result<String, String> {
        Ok("{}".to_owned())
    }

    fn clauses(&self, _: RulebookId) -> Result<String, String> {
        Ok("[]".to_owned())
    }

    fn clause(&self, _: RulebookId, clause: &str) -> Result<String, String> {
        Err(format!("found {clause:?}, expected nothing"))
    }

    fn irregularities(&self, _: RulebookId) -> Result<String, String> {
        Ok("[]".to_owned())
    }

    fn settle(&self, _: &[u8]) -> Result<String, String> {
        Ok("{}".to_owned())
    }

    fn analyze(&self, _: RulebookId) -> Result<String, String> {
        Ok("{}".to_owned())
    }

    fn edges(&self, _: &Rulebook) -> Result<Edges, String> {
        Err("nothing is worked out here".to_owned())
    }

    fn worth(&self, _: &Rulebook, hand: Hand) -> Result<HandWorth, String> {
        // The hand itself, so that a test sees which one was read.
        let [first, second, third] = hand.cards();
        let exact = Exact {
            exact: format!("{first} {second} {third}"),
            decimal: String::new(),
        };
        Ok(HandWorth {
            play: exact.clone(),
            fold: exact,
            dealer: DealerHands {
                hands: 0,
                not_qualified: 0,
                win: 0,
                stand_off: 0,
                lose: 0,
            },
        })
    }
}

/// The demo floor, at a pace for machines, on any free port.
pub fn instant_demo() -> Config {
    let text = DEMO.replace("[[table]]", "[[table]]\npace = \"instant\"");
    let mut config = Config::read(&text).unwrap();
    config.listen.address.set_port(0);
    // Rounds in play are not waited for, where a test does not ask for it.
    config.listen.drain_seconds = 0;
    config
}

impl Floor {
    /// The demo floor, at a pace for machines.
    pub async fn open() -> Floor {
        Floor::open_with(instant_demo()).await
    }

    /// A new floor as configured.
    pub async fn open_with(config: Config) -> Floor {
        let folder = tempfile::tempdir().unwrap();
        let mut floor = Floor::open_in(folder.path().to_owned(), config).await;
        floor.kept = Some(folder);
        floor
    }

    /// The floor in this folder, which may have been open before.
    pub async fn open_in(folder: PathBuf, config: Config) -> Floor {
        Floor::open_reloading(folder, config, Reloading::never()).await
    }

    /// The same, with a configuration that may be read again.
    pub async fn open_reloading(folder: PathBuf, config: Config, reloading: Reloading) -> Floor {
        Floor::open_settings(settings(&folder, config), reloading).await
    }

    /// A new floor whose pages lie in the folder `web` of its own.
    pub async fn open_with_pages(config: Config, pages: &[(&str, &str)]) -> Floor {
        let kept = tempfile::tempdir().unwrap();
        let web = kept.path().join("web");
        for (name, content) in pages {
            let path = web.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        let mut settings = settings(kept.path(), config);
        settings.web = Some(web);
        let mut floor = Floor::open_settings(settings, Reloading::never()).await;
        floor.kept = Some(kept);
        floor
    }

    /// As these settings say.
    pub async fn open_settings(settings: ServeSettings, reloading: Reloading) -> Floor {
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = oneshot::channel();
        let folder = settings.folder.clone();
        let serving = tokio::spawn(async move {
            let opened = |opened: &Opened| drop(tell.send(opened.clone()));
            let stop = async { drop(stopped.await) };
            serve_and_reload(settings, reloading, opened, stop).await
        });
        let Ok(opened) = told.await else {
            panic!("{:?}", serving.await);
        };
        Floor {
            opened,
            folder,
            stop,
            serving,
            kept: None,
        }
    }

    /// The API, for a passer-by.
    pub fn api(&self) -> Api {
        Api::new(&self.opened.url).unwrap()
    }

    /// The API for the person of the house who has this role, by the one-time link.
    pub async fn staff(&self, role: &str) -> Api {
        let links = &self.opened.links;
        let link = links.iter().find(|(of, _)| of.name() == role);
        let (_, link) = link.unwrap_or_else(|| panic!("no link for {role}"));
        let path = link.strip_prefix(self.opened.url.trim_end_matches('/'));
        let token = self.api().enter(path.unwrap()).await.unwrap();
        self.api().with_token(&token)
    }

    /// Closes the doors, and returns the folder, which lives as long as the value beside it.
    pub async fn close(self) -> (PathBuf, Option<tempfile::TempDir>) {
        let _ = self.stop.send(());
        self.serving.await.unwrap().unwrap();
        (self.folder, self.kept)
    }
}

pub fn settings(folder: &Path, config: Config) -> ServeSettings {
    ServeSettings {
        store: StoreSettings::Folder(folder.to_owned()),
        folder: folder.to_owned(),
        config,
        library: Arc::new(NoLibrary),
        clock: Arc::new(SystemClock),
        web: None,
        links: SignInLinks::Make,
    }
}

/// Why no floor opens with this configuration; nothing where one did.
pub async fn why_not_open(config: Config) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path(), config);
    let served = server::serve(settings, |_| {}, async {}).await;
    served.err().map(|error| error.to_string())
}
