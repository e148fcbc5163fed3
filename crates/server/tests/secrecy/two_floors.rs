//! Two floors that are alike, with a person of every role on each.

use core::fmt::Write as _;
use core::time::Duration;

use bot::{Api, Live};
use serde_json::Value;
use server::config::Config;

use crate::floor::Floor;
use crate::same;

pub const PATIENCE: Duration = Duration::from_mins(1);

/// Those who look at every table: a passer-by, a Player who does not play, and the staff.
const ROLES: [&str; 7] = [
    "pit-supervisor",
    "pit-manager",
    "shift-manager",
    "cage",
    "accounting",
    "surveillance",
    "auditor",
];

/// The link is for the tables where the house deals.
const HOUSE: &str = r#"
[house]
name = "Two floors"
guests = true
guest_purse = 1_000_000_000

[[link]]
number = 1
name = "Jackpot"
base = 5_000_000
reset = 5_000_000
increment = "4/5"
limit = 100_000_000
contribution_max = 10_000
verify_above = 10_000_000
signed_by = ["Operator", "shift-manager"]

[[person]]
name = "Operator"
role = "administrator"
"#;

pub struct TwoFloors {
    floors: [Floor; 2],
    /// By floor: the APIs of those who only watch.
    watchers: [Vec<Api>; 2],
    /// By floor and lane: the dealer and the two Players.
    lanes: [Vec<[Api; 3]>; 2],
}

/// Everything that one table on both floors takes.
pub struct Lane {
    pub table: u32,
    /// By floor: the dealer, two Players, a passer-by, a Player who watches, and the staff.
    pub apis: [Vec<Api>; 2],
}

/// One table on one floor, with everybody who looks at it.
pub struct Watched {
    pub table: u32,
    pub apis: Vec<Api>,
    pub clients: Vec<Live>,
    pub epoch: Value,
    pub next_id: u64,
    /// The last entry before the round.
    pub base: u64,
}

impl TwoFloors {
    /// Two floors with so many tables of either kind.
    pub async fn open(lanes: u32) -> TwoFloors {
        let floors = [
            Floor::open_with(config(lanes)).await,
            Floor::open_with(config(lanes)).await,
        ];
        let mut watchers = [Vec::new(), Vec::new()];
        let mut played = [Vec::new(), Vec::new()];
        for (nth, floor) in floors.iter().enumerate() {
            // In the same order on both floors: so everybody has the same number on both.
            let watching = &mut watchers[nth];
            watching.push(floor.api());
            watching.push(floor.api().come_as_guest().await.unwrap().1);
            for role in ROLES {
                watching.push(floor.staff(role).await);
            }
            let mut dealers = dealers(floor).await.into_iter();
            for _ in 0..2 * lanes {
                let dealer = dealers.next().unwrap();
                let first = floor.api().come_as_guest().await.unwrap().1;
                let second = floor.api().come_as_guest().await.unwrap().1;
                played[nth].push([dealer, first, second]);
            }
        }
        TwoFloors {
            floors,
            watchers,
            lanes: played,
        }
    }

    pub fn lane(&self, table: u32) -> Lane {
        let apis = |floor: usize| {
            let playing = self.lanes[floor][table as usize - 1].iter();
            playing.chain(&self.watchers[floor]).cloned().collect()
        };
        Lane {
            table,
            apis: [apis(0), apis(1)],
        }
    }

    pub async fn close(self) {
        for floor in self.floors {
            floor.close().await;
        }
    }
}

impl Watched {
    /// Opens a socket for everybody, and hears the welcome and the table as it stands.
    pub async fn open(table: u32, apis: Vec<Api>) -> Watched {
        let mut clients = Vec::new();
        let (mut epoch, mut base) = (Value::Null, 0);
        for api in &apis {
            let mut live = Live::resume(api, table.into(), &Value::Null, None)
                .await
                .unwrap();
            let welcome: Value = serde_json::from_str(&text(&mut live).await).unwrap();
            assert_eq!(welcome["type"], "welcome");
            epoch = welcome["epoch"].clone();
            base = welcome["n"].as_u64().unwrap();
            text(&mut live).await;
            clients.push(live);
        }
        Watched {
            table,
            apis,
            clients,
            epoch,
            next_id: 0,
            base,
        }
    }

    /// Everybody goes and comes back, having seen the entries up to `n`; a passer-by comes for the first
    /// time. Returns what each is sent.
    pub async fn come_back(&mut self, n: u64) -> Vec<Vec<String>> {
        let table = self.table.into();
        let mut heard = Vec::new();
        for (live, api) in self.clients.iter_mut().zip(&self.apis) {
            let back = Live::resume(api, table, &self.epoch, Some(n)).await;
            *live = back.unwrap();
            heard.push([text(live).await, text(live).await]);
        }
        let passer_by = &self.apis[3];
        let first = Live::resume(passer_by, table, &Value::Null, None).await;
        let mut first = first.unwrap();
        heard.push([text(&mut first).await, text(&mut first).await]);
        let same = |text: String| self.same(&text);
        heard
            .into_iter()
            .map(|both| both.into_iter().map(same).collect())
            .collect()
    }

    /// The text as it is on both floors.
    pub fn same(&self, text: &str) -> String {
        let text = same::counted_from(self.base, &same::without_times(text));
        same::without_epoch(&text)
    }
}

/// The next message as it was sent.
pub async fn text(live: &mut Live) -> String {
    match live.hear_text(PATIENCE).await.unwrap() {
        Some(text) => text,
        None => panic!("the house closed a socket"),
    }
}

async fn dealers(floor: &Floor) -> Vec<Api> {
    let links = floor.opened.links.iter();
    let mut apis = Vec::new();
    for (_, link) in links.filter(|(role, _)| role.name() == "dealer") {
        let path = link.strip_prefix(floor.opened.url.trim_end_matches('/'));
        let token = floor.api().enter(path.unwrap()).await.unwrap();
        apis.push(floor.api().with_token(&token));
    }
    apis
}

/// Tables at which a dealer says which cards were dealt, so that the test chooses them, then as many at
/// which the house deals.
fn config(lanes: u32) -> Config {
    let mut text = String::from(HOUSE);
    for table in 1..=2 * lanes {
        let (cards, pace) = if table <= lanes {
            ("table", "live")
        } else {
            ("house", "instant")
        };
        write!(
            text,
            "\n[[table]]\nnumber = {table}\nname = \"Table {table}\"\nrulebook = \"rws-2020\"\n\
             cards = \"{cards}\"\npace = \"{pace}\"\n\
             limits.ante = {{ min = 500, max = 50_000 }}\n\
             limits.pair_plus = {{ min = 500, max = 50_000 }}\n\
             betting_seconds = 3600\ndecision_seconds = 3600\n"
        )
        .unwrap();
        let link = if table <= lanes { "" } else { ", link = 1" };
        writeln!(
            text,
            "jackpot = {{ stake = 500, contribution = 125, seed = 5_000_000{link} }}"
        )
        .unwrap();
    }
    let dealers = (1..=2 * lanes).map(|nth| (format!("Dealer {nth}"), "dealer"));
    let staff = ROLES.iter().map(|role| ((*role).to_owned(), *role));
    for (name, role) in dealers.chain(staff) {
        write!(text, "\n[[person]]\nname = \"{name}\"\nrole = \"{role}\"\n").unwrap();
    }
    let mut config = Config::read(&text).unwrap();
    config.listen.address.set_port(0);
    config
}

/// Both at once.
pub fn both<T>(
    one: impl Future<Output = T>,
    other: impl Future<Output = T>,
) -> impl Future<Output = [T; 2]> {
    let (one, other) = (Box::pin(one), Box::pin(other));
    async {
        let (one, other) = tokio::join!(one, other);
        [one, other]
    }
}
