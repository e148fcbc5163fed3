//! One table's live feed: what happened, encoded once for each kind of viewer and shared by all sockets.
//!
//! Every entry of the table's log has its place in the feed, under its own number; a viewer who may not
//! know of it gets `null` there, so that every client finds gaps alone. The newest entries are kept, so
//! that a client who was away gets exactly what it missed; older ones are read from the log.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use house::dealer::{Committed, TableHandle};
use house::game::{Event, PlayerId, Viewer};
use house::ledger::TableId;
use house::pit::Pit;
use house::response::ServiceError;
use house::table::{TableEvent, TableState};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use crate::protection::Diary;
use crate::soft::{self, Present, Soft};

use crate::views::Views;

/// How many entries are kept for clients that come back.
const KEPT: usize = 256;
/// How many commits wait for slow sockets, each with the table after it; a socket that is further behind
/// goes on from the entries that are kept.
const BEHIND: usize = 16;

/// The feed of one table.
pub struct Hub {
    table: TableId,
    handle: TableHandle,
    pit: Arc<Pit>,
    kept: Mutex<Kept>,
    out: broadcast::Sender<Arc<Frame>>,
    views: Views,
    /// The names of the players after the entry with this number, as JSON.
    names: Mutex<Option<(u64, Arc<str>)>>,
    /// Which log the numbers belong to.
    epoch: String,
    /// The sockets on the table.
    pub present: Present,
    /// What clients are told beside the events.
    pub soft: watch::Sender<Soft>,
    diary: Arc<Diary>,
}

/// The newest entries, one after the other.
#[derive(Default)]
struct Kept {
    /// The number of the entry before the first that is kept.
    before: u64,
    entries: VecDeque<EncodedEvent>,
}

/// One commit, for every viewer.
pub struct Frame {
    /// The number of the last entry before it.
    pub from: u64,
    /// The number of its last entry.
    pub to: u64,
    /// What happened, entry by entry.
    pub events: Vec<EncodedEvent>,
    /// The table after it.
    pub state: Arc<TableState>,
    /// The players whose chips at the table moved with it, where that is known.
    moved_chips: Option<Arc<[PlayerId]>>,
}

/// An event as JSON, once for all who see it the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedEvent {
    public: Option<Arc<str>>,
    /// Those who see something else than everybody.
    others: Vec<(ViewerKey, Option<Arc<str>>)>,
}

/// A viewer, to be looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ViewerKey {
    Player(PlayerId),
    Dealer,
    Pit,
    Surveillance,
}

/// What a client that comes back gets.
pub enum Missed {
    /// These entries, in order.
    Events {
        /// The JSON of the list.
        events: String,
        /// The number of the last.
        to: u64,
    },
    /// The table as it stands: the client's place is not known here, or too long ago.
    Everything,
}

impl Hub {
    /// Opens the feed of a table, with its newest entries read back from the log.
    pub async fn open(
        pit: Arc<Pit>,
        table: TableId,
        epoch: String,
        diary: Arc<Diary>,
    ) -> Result<Arc<Hub>, ServiceError> {
        let handle = pit.handle(table).await?;
        let commits = handle.subscribe();
        let state = handle.snapshot().await?;
        let after = state.head().seq.saturating_sub(KEPT as u64);
        let mut kept = Kept {
            before: after,
            entries: VecDeque::new(),
        };
        for committed in pit.commits_after(table, after).await? {
            kept.push(&Frame::of(&committed));
            diary.note_commit(table, &committed);
        }
        let hub = Arc::new(Hub {
            table,
            handle,
            pit,
            kept: Mutex::new(kept),
            out: broadcast::channel(BEHIND).0,
            views: Views::default(),
            names: Mutex::default(),
            epoch,
            present: Present::default(),
            soft: soft::channel(),
            diary,
        });
        tokio::spawn(follow(Arc::downgrade(&hub), commits));
        Ok(hub)
    }

    /// The way to the table.
    pub fn handle(&self) -> &TableHandle {
        &self.handle
    }

    /// The table.
    pub fn table(&self) -> TableId {
        self.table
    }

    /// Which log the numbers belong to.
    pub fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Whether the task behind it has ended, and another hub is needed.
    pub fn is_gone(&self) -> bool {
        self.handle.is_gone()
    }

    /// Commits from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Arc<Frame>> {
        self.out.subscribe()
    }

    /// What happened after entry `n`, up to `to`, as the viewer may know it.
    pub fn missed(&self, viewer: Viewer, n: u64, to: u64) -> Missed {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let last = kept.before + kept.entries.len() as u64;
        if n < kept.before || n > to || to > last {
            return Missed::Everything;
        }
        let skip = usize::try_from(n - kept.before).unwrap_or(usize::MAX);
        let count = usize::try_from(to - n).unwrap_or(usize::MAX);
        let entries = kept.entries.iter().skip(skip).take(count);
        let mut events = String::from("[");
        push_events(&mut events, viewer, entries);
        events.push(']');
        Missed::Events { events, to }
    }

    /// The table in this state as JSON, as the viewer may see it.
    pub fn view(&self, state: &TableState, viewer: Viewer) -> Arc<str> {
        self.views.json(state, viewer)
    }

    /// The names of those at the table after entry `n`, as JSON, where they were asked for before.
    pub fn names_at(&self, n: u64) -> Option<Arc<str>> {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let known = names.as_ref().filter(|(at, _)| *at == n);
        known.map(|(_, names)| Arc::clone(names))
    }

    /// Keeps the names of those at the table for the other clients.
    pub fn keep_names(&self, n: u64, json: &Arc<str>) {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        *names = Some((n, Arc::clone(json)));
    }

    /// The newest published state.
    pub fn state(&self) -> Option<Arc<TableState>> {
        self.handle.state()
    }

    /// The last entry that clients were told of, and that is counted for players.
    pub fn taken(&self) -> u64 {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.before + kept.entries.len() as u64
    }

    fn take(&self, committed: &Committed) {
        // Before it counts as taken.
        self.diary.note_commit(self.table, committed);
        let frame = Frame::of(committed);
        {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            let last = kept.before + kept.entries.len() as u64;
            if frame.to <= last {
                return;
            }
            if frame.from != last {
                *kept = Kept {
                    before: frame.from,
                    entries: VecDeque::new(),
                };
            }
            kept.push(&frame);
        }
        // Having no sockets is fine.
        drop(self.out.send(Arc::new(frame)));
    }
}

/// Takes the table's commits until its task ends or the feed is let go.
async fn follow(hub: std::sync::Weak<Hub>, mut commits: broadcast::Receiver<Committed>) {
    loop {
        let received = commits.recv().await;
        let Some(hub) = hub.upgrade() else {
            return;
        };
        match received {
            Ok(committed) => hub.take(&committed),
            Err(RecvError::Lagged(_)) => {
                let last = {
                    let kept = hub.kept.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.before + kept.entries.len() as u64
                };
                match hub.pit.commits_after(hub.table, last).await {
                    Ok(missed) => missed.iter().for_each(|committed| hub.take(committed)),
                    Err(error) => tracing::warn!(table = hub.table.0, %error, "feed fell behind"),
                }
            }
            Err(RecvError::Closed) => return,
        }
    }
}

impl Kept {
    fn push(&mut self, frame: &Frame) {
        // A frame may begin before what is asked for: its first entries are passed over.
        let last = self.before + self.entries.len() as u64;
        let skip = usize::try_from(last.saturating_sub(frame.from)).unwrap_or(usize::MAX);
        self.entries.extend(frame.events.iter().skip(skip).cloned());
        while self.entries.len() > KEPT {
            self.entries.pop_front();
            self.before += 1;
        }
    }
}

impl Frame {
    fn of(committed: &Committed) -> Frame {
        let state = Arc::clone(&committed.state);
        let players = players_of(&state);
        let events = committed.events.iter();
        Frame {
            from: committed.from,
            to: committed.to,
            events: events
                .map(|event| EncodedEvent::of(&state, &players, event))
                .collect(),
            state,
            moved_chips: committed.moved_chips.clone(),
        }
    }

    /// Whether the player may have more or fewer chips at the table than before.
    pub fn may_move_chips(&self, player: PlayerId) -> bool {
        let moved = self.moved_chips.as_ref();
        moved.is_none_or(|players| players.contains(&player))
    }
}

impl EncodedEvent {
    fn of(state: &TableState, players: &BTreeSet<PlayerId>, event: &TableEvent) -> EncodedEvent {
        let public_view = state.event_for(Viewer::Public, event);
        let staff = [ViewerKey::Dealer, ViewerKey::Pit, ViewerKey::Surveillance];
        let named = player_in(event).filter(|player| !players.contains(player));
        let players = players.iter().copied().chain(named);
        let mut others = Vec::new();
        for key in players.map(ViewerKey::Player).chain(staff) {
            let seen = state.event_for(key.viewer(), event);
            if seen != public_view {
                others.push((key, seen.as_ref().and_then(json)));
            }
        }
        EncodedEvent {
            public: public_view.as_ref().and_then(json),
            others,
        }
    }

    fn seen_by(&self, viewer: Viewer) -> Option<&str> {
        let own = ViewerKey::of(viewer).and_then(|key| {
            let mut others = self.others.iter();
            others.find(|(other, _)| *other == key)
        });
        match own {
            Some((_, seen)) => seen.as_deref(),
            None => self.public.as_deref(),
        }
    }
}

impl ViewerKey {
    fn of(viewer: Viewer) -> Option<ViewerKey> {
        match viewer {
            Viewer::Player(player) => Some(ViewerKey::Player(player)),
            Viewer::Dealer => Some(ViewerKey::Dealer),
            Viewer::Pit => Some(ViewerKey::Pit),
            Viewer::Surveillance => Some(ViewerKey::Surveillance),
            Viewer::Public => None,
        }
    }

    fn viewer(self) -> Viewer {
        match self {
            ViewerKey::Player(player) => Viewer::Player(player),
            ViewerKey::Dealer => Viewer::Dealer,
            ViewerKey::Pit => Viewer::Pit,
            ViewerKey::Surveillance => Viewer::Surveillance,
        }
    }
}

/// Everybody the table knows of: seated, with a bet, barred or restricted.
fn players_of(state: &TableState) -> BTreeSet<PlayerId> {
    state.table().known_players().into_iter().collect()
}

/// The Player an event of the pit is about: the table may have forgotten him with it.
fn player_in(event: &TableEvent) -> Option<PlayerId> {
    let TableEvent::Game(
        Event::BarLifted { player, .. }
        | Event::RestrictionLifted { player, .. }
        | Event::PlayerBarred { player, .. }
        | Event::PlayerRestricted { player, .. }
        | Event::PlayerStopped { player, .. }
        | Event::GraceUsed { player },
    ) = event
    else {
        return None;
    };
    Some(*player)
}

fn json(view: &impl serde::Serialize) -> Option<Arc<str>> {
    serde_json::to_string(view).ok().map(Arc::from)
}

/// The events as JSON, separated by commas.
pub fn push_events<'e>(
    to: &mut String,
    viewer: Viewer,
    events: impl Iterator<Item = &'e EncodedEvent>,
) {
    for (nth, event) in events.enumerate() {
        if nth > 0 {
            to.push(',');
        }
        to.push_str(event.seen_by(viewer).unwrap_or("null"));
    }
}
