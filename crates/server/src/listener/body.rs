//! The body of a request, which has to come in time.

use core::pin::Pin;
use core::task::{Context, Poll};
use core::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

/// For the whole of it (RELIABILITY B4).
const WHOLE: Duration = Duration::from_secs(10);

/// A body that ends with an error where it does not come in time.
struct TimedBody {
    body: Incoming,
    until: Pin<Box<Sleep>>,
}

/// The body of a request, with a limit to how long it may take.
pub fn timed(body: Incoming) -> Body {
    if body.is_end_stream() {
        return Body::empty();
    }
    let until = Box::pin(sleep(WHOLE));
    Body::new(TimedBody { body, until })
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        if self.until.as_mut().poll(context).is_ready() {
            let late = format!("the body did not come within {} seconds", WHOLE.as_secs());
            return Poll::Ready(Some(Err(late.into())));
        }
        let frame = Pin::new(&mut self.body).poll_frame(context);
        frame.map(|frame| frame.map(|frame| frame.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
