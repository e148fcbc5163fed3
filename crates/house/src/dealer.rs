//! One task per table: wishes come in by a queue, answers go out once they are on disk.
//!
//! A wish has an id. The same id again gets the answer it got, and another wish under it is an error.
//! Nobody hears of anything before it is stored. Where another process wrote first, the dealer reads
//! what it wrote and decides again. A panic of the rules, or an entry nobody can read, stops this table
//! and no other.

mod duties;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use game::{Actor, Rulebook};
use ledger::TableId;
use tokio::sync::{broadcast, mpsc, oneshot};

use crate::answer::{RACES, Silence, Told};
use crate::clock::Clock;
use crate::log::{CommandId, Fingerprint, Stream};
use crate::shuffle::Vault;
use crate::store::{Append, Appended, Head, Store, read_on, spoken};
use crate::table::{self, Deadline, Decision, Eyes, Following, No, TableEvent, TableState, Wish};

/// How many wishes may wait at a table; whoever comes after them waits before the queue.
const QUEUE: usize = 64;
/// How many commits a slow listener may be behind before it has to read the log instead.
const NEWS: usize = 256;

/// A wish under an id.
#[derive(Clone, Debug)]
pub struct Put {
    pub id: CommandId,
    pub by: Actor,
    pub asks: Wish,
    /// The rulebook a table is to be opened under; an open one has its own.
    pub rulebook: Option<Arc<Rulebook>>,
}

/// What was stored, for all who watch the table.
#[derive(Clone, Debug)]
pub struct News {
    pub to: u64,
    pub events: Arc<[TableEvent]>,
    /// Whom the table gives time from here on.
    pub deadline: Option<Deadline>,
}

/// Where wishes for a table are put.
#[derive(Clone)]
pub struct Seat {
    queue: mpsc::Sender<Asked>,
    news: broadcast::Sender<News>,
}

/// What waits in a dealer's queue.
enum Asked {
    Put(Box<Put>, oneshot::Sender<Result<Told, Silence>>),
    Look(oneshot::Sender<Result<Box<TableState>, Silence>>),
    Tend(oneshot::Sender<Result<Box<TableState>, Silence>>),
}

impl Seat {
    pub async fn put(&self, put: Put) -> Result<Told, Silence> {
        self.ask(|reply| Asked::Put(Box::new(put), reply)).await
    }

    /// The table as it is stored.
    pub async fn look(&self) -> Result<TableState, Silence> {
        self.ask(Asked::Look).await.map(|state| *state)
    }

    /// The table as it is stored once nothing is owed at it: whoever had to do it may have been killed.
    pub async fn tend(&self) -> Result<TableState, Silence> {
        self.ask(Asked::Tend).await.map(|state| *state)
    }

    async fn ask<T>(
        &self,
        asked: impl FnOnce(oneshot::Sender<Result<T, Silence>>) -> Asked,
    ) -> Result<T, Silence> {
        let (reply, told) = oneshot::channel();
        let sent = self.queue.send(asked(reply)).await;
        sent.map_err(|_| Silence::Gone)?;
        told.await.map_err(|_| Silence::Gone)?
    }

    /// Whether nobody serves the table here any more: its task broke.
    pub fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }

    pub fn watch(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }
}

pub struct Dealer<S, C> {
    store: Arc<S>,
    clock: Arc<C>,
    state: TableState,
    vault: Option<Arc<Vault>>,
    news: broadcast::Sender<News>,
    /// Rung for every stream that has something to do because of what was stored.
    bell: Option<broadcast::Sender<Stream>>,
    trouble: Option<Trouble>,
}

/// Why the dealer cannot simply go on.
enum Trouble {
    /// What is stored is not known: read it before anything else.
    Unread,
    /// The log cannot be read, or the rules broke on it.
    Stopped(String),
}

impl<S: Store, C: Clock> Dealer<S, C> {
    pub fn new(store: Arc<S>, clock: Arc<C>, table: TableId) -> Dealer<S, C> {
        let (news, _) = broadcast::channel(NEWS);
        Dealer {
            store,
            clock,
            state: TableState::new(table),
            vault: None,
            news,
            bell: None,
            trouble: Some(Trouble::Unread),
        }
    }

    /// With the key to the decks the house deals from.
    #[must_use]
    pub fn with_vault(mut self, vault: Arc<Vault>) -> Dealer<S, C> {
        self.state = self.state.seen_by(Eyes::with_key(Arc::clone(&vault)));
        self.vault = Some(vault);
        self
    }

    /// With a bell for those elsewhere who have something to do because of this table.
    #[must_use]
    pub fn with_bell(mut self, bell: broadcast::Sender<Stream>) -> Dealer<S, C> {
        self.bell = Some(bell);
        self
    }

    /// Serves the table until the last seat is gone.
    pub fn start(mut self) -> Seat {
        let (sender, mut queue) = mpsc::channel(QUEUE);
        let seat = Seat {
            queue: sender,
            news: self.news.clone(),
        };
        tokio::spawn(async move {
            while let Some(asked) = queue.recv().await {
                // Whoever asked may have gone: the answer is stored.
                match asked {
                    Asked::Put(put, reply) => drop(reply.send(self.serve(&put).await)),
                    Asked::Look(reply) => drop(reply.send(self.look().await)),
                    Asked::Tend(reply) => drop(reply.send(self.tend().await)),
                }
            }
        });
        seat
    }

    async fn look(&mut self) -> Result<Box<TableState>, Silence> {
        // Others may have written: who looks wants to see it.
        self.trouble.get_or_insert(Trouble::Unread);
        self.read_up().await?;
        Ok(Box::new(self.state.clone()))
    }

    async fn answer(&mut self, put: &Put) -> Result<Told, Silence> {
        let body = crate::answer::body_of(&(put.by, &put.asks));
        for _ in 0..RACES {
            self.read_up().await?;
            let told = match self.decide(put)? {
                Ok(decision) => self.store_decision(put, body, decision).await?,
                Err(no) => self.keep(put, body, no.told()).await?,
            };
            if let Some(told) = told {
                return Ok(told);
            }
        }
        Err(Silence::Crowded)
    }

    /// The rules are asked behind a wall: what breaks there stops this table.
    fn decide(&mut self, put: &Put) -> Result<Result<Decision, No>, Silence> {
        let asked = table::Asked {
            by: put.by,
            now: self.clock.now(),
            asks: put.asks.clone(),
        };
        if let Some(no) = self.cannot(&put.asks) {
            return Ok(Err(no));
        }
        let state = &self.state;
        let decided = catch_unwind(AssertUnwindSafe(|| {
            state.decide(put.rulebook.as_deref(), put.id, &asked)
        }));
        decided.map_err(|broken| self.stop(&spoken(&*broken)))
    }

    /// Nothing where the wish has to be decided again.
    async fn store_decision(
        &mut self,
        put: &Put,
        body: Fingerprint,
        mut decision: Decision,
    ) -> Result<Option<Told>, Silence> {
        let (from, to) = (self.state.head().seq, decision.to());
        let told = Told::Done { from, to };
        decision.append.answer = Some(told.answer(put.id, body));
        match self.store.append(decision.append.clone()).await {
            Ok(Appended::Stored(_)) => {
                let events = decision.events.clone();
                let outbox = decision.append.outbox.clone();
                self.state.accept(decision);
                self.spreads(events);
                for (stream, bell) in outbox.into_iter().zip(self.bell.iter().cycle()) {
                    drop(bell.send(stream));
                }
                Ok(Some(told))
            }
            Ok(Appended::Moved(_)) => {
                self.trouble = Some(Trouble::Unread);
                Ok(None)
            }
            Ok(Appended::Answered(answer)) => {
                self.trouble = Some(Trouble::Unread);
                Told::again(&answer, body).map(Some)
            }
            Ok(Appended::Short(account)) => {
                let told = Told::Short { account };
                self.keep(put, body, told).await
            }
            Err(error) => {
                self.trouble = Some(Trouble::Unread);
                Err(error.into())
            }
        }
    }

    /// A no is kept too, as long as nobody has written since it was true; else nothing.
    async fn keep(
        &mut self,
        put: &Put,
        body: Fingerprint,
        told: Told,
    ) -> Result<Option<Told>, Silence> {
        let append = Append {
            answer: Some(told.answer(put.id, body)),
            ..Append::behind(self.state.stream(), self.state.head())
        };
        match self.store.append(append).await? {
            Appended::Answered(first) => Told::again(&first, body).map(Some),
            Appended::Moved(_) => {
                self.trouble = Some(Trouble::Unread);
                Ok(None)
            }
            Appended::Stored(_) | Appended::Short(_) => Ok(Some(told)),
        }
    }

    /// Up to what is stored, if that is not certain.
    async fn read_up(&mut self) -> Result<(), Silence> {
        match &self.trouble {
            None => return Ok(()),
            Some(Trouble::Stopped(why)) => return Err(self.quarantined(why.clone())),
            Some(Trouble::Unread) => {}
        }
        let stream = self.state.stream();
        let head = self.store.head(stream).await?;
        let (state, mut events) = (&mut self.state, Vec::new());
        let unread = (state.head().seq, head.seq);
        let mut following = Following {
            state,
            hear: |_: &TableState, event| events.push(event),
        };
        let read = read_on(&*self.store, stream, unread, &mut following);
        if let Err(poison) = read.await? {
            return Err(self.stop(&poison.to_string()));
        }
        if !events.is_empty() {
            self.spreads(events);
        }
        self.agree_with(head)
    }

    /// Nobody may be watching.
    fn spreads(&self, events: Vec<TableEvent>) {
        let (to, deadline) = (self.state.head().seq, self.state.deadline());
        let events = events.into();
        drop(self.news.send(News {
            to,
            events,
            deadline,
        }));
    }

    fn agree_with(&mut self, head: Head) -> Result<(), Silence> {
        let read = self.state.head();
        if read.seq == head.seq && read.fingerprint != head.fingerprint {
            let why = format!("entry {} is not the one its head names", head.seq);
            return Err(self.stop(&why));
        }
        self.state.stands_at(head);
        // Where somebody has written since the head was read, the next append will tell.
        self.trouble = None;
        Ok(())
    }

    fn stop(&mut self, why: &str) -> Silence {
        self.trouble = Some(Trouble::Stopped(why.to_owned()));
        self.quarantined(why.to_owned())
    }

    fn quarantined(&self, why: String) -> Silence {
        let Stream::Table(table) = self.state.stream() else {
            return Silence::Gone;
        };
        Silence::Quarantined { table, why }
    }
}

impl No {
    fn told(&self) -> Told {
        let clauses = match self {
            No::Rules(refusal) => refusal.cites.iter().map(str::to_owned).collect(),
            No::Closed
            | No::RoundNotOver
            | No::Linked(_)
            | No::NotLinked
            | No::NotYours
            | No::NotAdmitted
            | No::LinkLost
            | No::LinkPays
            | No::Seconds { .. }
            | No::NotWaiting
            | No::StillWaiting { .. }
            | No::Cards(_) => Vec::new(),
        };
        let says = self.to_string();
        Told::Refused { says, clauses }
    }
}
