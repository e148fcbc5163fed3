//! The thread that reads: one connection, one question after the other. A thread of its own is woken once
//! for all that wait, where a pool would wake one for each and have them wait for the connection.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread::JoinHandle;

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::store::StoreError;

type Question = Box<dyn FnOnce(&Connection) + Send>;

/// Reads a house on `SQLite`.
pub struct Reader {
    /// None while it is dropped. Each question has a caller who waits, so there are never more than those.
    questions: Option<mpsc::Sender<Question>>,
    thread: Option<JoinHandle<()>>,
}

/// After the drop the connection is closed.
impl Drop for Reader {
    fn drop(&mut self) {
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // Had it panicked, there would be nothing left to do about it here.
            drop(thread.join());
        }
    }
}

impl Reader {
    /// Reads from this connection.
    pub fn start(connection: Connection) -> std::io::Result<Reader> {
        let (questions, queue) = mpsc::channel::<Question>();
        let thread = std::thread::Builder::new()
            .name("sqlite-reader".to_owned())
            .spawn(move || {
                for question in queue {
                    // A read that panics has no answer; its caller hears that, and the others are served.
                    drop(catch_unwind(AssertUnwindSafe(|| question(&connection))));
                }
            })?;
        Ok(Reader {
            questions: Some(questions),
            thread: Some(thread),
        })
    }

    /// The answer to one question.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StoreError::Unavailable {
            what: "its reader has ended".to_owned(),
        };
        let questions = self.questions.as_ref().ok_or_else(gone)?;
        let question: Question = Box::new(move |connection| {
            // A caller who went away needs no answer.
            if !reply.is_closed() {
                drop(reply.send(read(connection)));
            }
        });
        questions.send(question).map_err(|_| gone())?;
        answer.await.map_err(|_| StoreError::Unavailable {
            what: "the read came to no end".to_owned(),
        })?
    }
}
