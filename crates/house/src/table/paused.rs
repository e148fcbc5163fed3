//! A table that the House has paused: the round that is being played goes on to its end, and no other is
//! opened until the House resumes the table.
//!
//! It is in the log and not in a process, so that a table stays paused whichever process serves it next.

use game::Request;

use super::{HouseEvent, TableEvent, TableRefusal, TableState};

impl TableState {
    /// Whether the House has paused the table.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    pub(super) fn pause(&self) -> Result<HouseEvent, TableRefusal> {
        if self.paused {
            return Err(TableRefusal::Paused);
        }
        Ok(HouseEvent::TablePaused)
    }

    pub(super) fn resume(&self) -> Result<HouseEvent, TableRefusal> {
        if !self.paused {
            return Err(TableRefusal::NotPaused);
        }
        Ok(HouseEvent::TableResumed)
    }

    /// Refuses to open a round at a paused table, before the rules are asked.
    pub(super) fn check_paused(&self, request: &Request) -> Result<(), TableRefusal> {
        if self.paused && matches!(request, Request::OpenBets) {
            return Err(TableRefusal::Paused);
        }
        Ok(())
    }

    pub(super) fn evolve_paused(&mut self, event: &TableEvent) {
        if let TableEvent::House(HouseEvent::TablePaused) = event {
            self.paused = true;
        }
        if let TableEvent::House(HouseEvent::TableResumed) = event {
            self.paused = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use game::{Actor, Bounds, JackpotSetup, Money, PersonId, PlayerId, Post, RulebookId, Setup};
    use game::{Timestamp, Viewer};
    use ledger::TableId;

    use super::*;
    use crate::log::CommandId;
    use crate::table::{HouseRequest, RequestedAtTable, TableRequest};

    const HOUSE: Actor = Actor::staff(Post::House, PersonId(41));
    const DEALER: Actor = Actor::staff(Post::Dealer, PersonId(7));

    fn ask(state: &mut TableState, by: Actor, request: TableRequest) -> Result<(), TableRefusal> {
        let now = Timestamp(1_000);
        let requested = RequestedAtTable { by, now, request };
        let rulebook = RulebookId::Rws2020.form();
        let decision = state.decide(Some(rulebook), CommandId(1), &requested)?;
        state.accept(decision);
        Ok(())
    }

    fn open_table() -> TableState {
        let rulebook = RulebookId::Rws2020.form();
        let ante = Bounds::between(Money::major(5), Money::major(500));
        let jackpot = JackpotSetup::new(Money::major(5), Money::minor(125), Money::major(50_000));
        let setup = Box::new(Setup::new(rulebook, ante, jackpot));
        let mut state = TableState::new(TableId(1));
        ask(&mut state, HOUSE, HouseRequest::CreateTable.into()).unwrap();
        ask(&mut state, HOUSE, Request::OpenTable { setup }.into()).unwrap();
        while let game::NextDuty::House(duty) = state.table.next_duty() {
            ask(&mut state, HOUSE, duty.request().unwrap().into()).unwrap();
        }
        state
    }

    fn is_offered(state: &TableState, by: Actor, request: &TableRequest) -> bool {
        let moves = state.moves(by, Timestamp(1_000));
        moves.iter().any(|listed| listed.allows(request))
    }

    #[test]
    fn a_paused_table_opens_no_round_until_it_is_resumed() {
        let mut state = open_table();
        let pause = TableRequest::from(HouseRequest::PauseTable);
        let resume = TableRequest::from(HouseRequest::ResumeTable);
        let open = TableRequest::from(Request::OpenBets);
        assert_eq!(
            ask(&mut state, HOUSE, resume.clone()),
            Err(TableRefusal::NotPaused)
        );
        assert!(is_offered(&state, HOUSE, &pause) && !is_offered(&state, HOUSE, &resume));
        for stranger in [DEALER, Actor::Player(PlayerId(3))] {
            let refused = ask(&mut state, stranger, pause.clone());
            assert_eq!(refused, Err(TableRefusal::NotYours));
        }
        // In a round: it goes on, and is not opened again.
        ask(&mut state, DEALER, open.clone()).unwrap();
        ask(&mut state, HOUSE, pause.clone()).unwrap();
        assert!(state.is_paused() && state.view_for(Viewer::Public).paused);
        assert_eq!(ask(&mut state, HOUSE, pause), Err(TableRefusal::Paused));
        ask(&mut state, DEALER, Request::CloseBets.into()).unwrap();
        ask(&mut state, DEALER, Request::Conclude.into()).unwrap();
        assert!(!is_offered(&state, DEALER, &open));
        assert_eq!(
            ask(&mut state, DEALER, open.clone()),
            Err(TableRefusal::Paused)
        );
        ask(&mut state, HOUSE, resume).unwrap();
        assert!(is_offered(&state, DEALER, &open));
        ask(&mut state, DEALER, open).unwrap();
    }

    /// A process that starts from a snapshot knows that the table is paused; one that is not says nothing.
    #[test]
    fn a_snapshot_says_that_a_table_is_paused() {
        let mut state = open_table();
        let body = |state: &TableState| String::from_utf8(state.snapshot_body().unwrap()).unwrap();
        assert!(!body(&state).contains("paused"), "{}", body(&state));
        ask(&mut state, HOUSE, HouseRequest::PauseTable.into()).unwrap();
        assert!(body(&state).contains("\"paused\":true"), "{}", body(&state));
    }
}
