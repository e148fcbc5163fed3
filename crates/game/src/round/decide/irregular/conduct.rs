//! Players who hold more hands than they may, show their cards, or are sent away.

use crate::actor::{Actor, Post};
use crate::clause::Citations;
use crate::irregularity::{Moment, Remedy};
use crate::round::decide::Decided;
use crate::round::matter::{Matter, Report};
use crate::round::{BettingBox, Event, RefusalReason, Round};
use crate::rulebook::{Rulebook, StopAction};
use crate::settlement::{BoxNumber, PlayerId};

impl Round {
    /// Seen hands go on and the rest are invalidated; with none seen, the first dealt goes on (mbs-2019 5.10).
    pub(super) fn one_hand_kept(
        &self,
        rulebook: &Rulebook,
        matter: &Matter,
        remedy: &Remedy,
    ) -> Vec<Event> {
        // The clauses on hands staked by mistake leave open what becomes of their bets (MBS-11).
        let cites = if remedy.is_referred() {
            remedy.cites
        } else {
            Citations::one(rulebook.invalidated_bets.cites)
        };
        let (Report::StakedInError { player, .. } | Report::ExtraLook { player, .. }) =
            matter.report
        else {
            return Vec::new();
        };
        let held = self.held_by(player);
        let any_seen = held.iter().any(|(_, seen)| *seen);
        let in_error = |at: &BoxNumber| self.boxes[*at].staked_in_error;
        let first = held.first().map(|(at, _)| *at);
        // Hands staked on purpose are blind hands and play on (MBS-10). Only where the mistake itself
        // was seen, or dealt first, does the letter take the others (5.10.1, 5.10.2).
        let unseen_error = held.iter().any(|(at, seen)| !*seen && in_error(at));
        let keeps_first = !any_seen && first.as_ref().is_some_and(in_error);
        let goes = |(at, seen): &(BoxNumber, bool)| {
            let goes = if keeps_first {
                Some(*at) != first
            } else {
                !*seen && (in_error(at) || !unseen_error)
            };
            goes.then_some(*at)
        };
        self.all_out(rulebook, held.iter().filter_map(goes), cites)
    }

    /// The boxes a Player decides for, and whether he has seen the hand.
    fn held_by(&self, player: PlayerId) -> Vec<(BoxNumber, bool)> {
        let own = self
            .still_in()
            .filter(|(_, held)| held.controller() == Some(player));
        own.map(|(at, held)| (at, held.seen)).collect()
    }

    fn extra_hands_out(
        &self,
        rulebook: &Rulebook,
        player: PlayerId,
        cites: Citations,
    ) -> Vec<Event> {
        let held = self.held_by(player);
        let any_seen = held.iter().any(|(_, seen)| *seen);
        let first = held.first().map(|(at, _)| *at);
        let goes = |(at, seen): &(BoxNumber, bool)| {
            let kept = if any_seen { *seen } else { Some(*at) == first };
            (!kept).then_some(*at)
        };
        self.all_out(rulebook, held.iter().filter_map(goes), cites)
    }

    /// Sent away: hands removed, every bet returned, later bets refused (mbs-2019 5.9, MBS-29).
    pub(in crate::round) fn bar(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        player: PlayerId,
    ) -> Decided {
        let by = self.conduct.acting(by);
        let mut events = self.conduct.bar(rulebook, by, player)?;
        // With the result known, money goes back by a report and another's ruling, not by one word.
        let plays = |(_, held): (_, &BettingBox)| held.bets.players_in_play().contains(&player);
        let shown = self.moment() == Moment::Shown && self.still_in().any(plays);
        // A fold is known before that: the Ante is lost while the jackpot bet may still be alive (G-15).
        let folded = |(at, _): &(BoxNumber, bool)| self.boxes[*at].is_folded();
        if shown || self.held_by(player).iter().any(folded) {
            let cites = rulebook.disclosure.cites;
            return Err(rulebook.refuse(RefusalReason::SecondPersonNeeded, cites));
        }
        let cites = Citations::one(rulebook.disclosure.cites);
        events.extend(self.sent_away(rulebook, player, cites));
        events.extend(self.after(&events).go_on(rulebook));
        Ok(events)
    }

    pub(super) fn barred_by_ruling(
        &self,
        rulebook: &Rulebook,
        matter: &Matter,
        by: Actor,
    ) -> Vec<Event> {
        let Report::Disclosure { player } = matter.report else {
            return Vec::new();
        };
        let mut events = vec![Event::PlayerBarred { player, by }];
        let cites = Citations::one(rulebook.disclosure.cites);
        events.extend(self.sent_away(rulebook, player, cites));
        events
    }

    fn sent_away(&self, rulebook: &Rulebook, player: PlayerId, cites: Citations) -> Vec<Event> {
        if self.phase.is_the_end() {
            return Vec::new();
        }
        let own = self.held_by(player).into_iter().map(|(at, _)| at);
        let mut events = self.all_out(rulebook, own, cites);
        let round = self.after(&events);
        events.extend(round.all_withdrawn(rulebook, player, cites));
        events
    }

    /// The Gaming Shift Manager stops a Player who tries to control several hands (mbs-2019 5.10.3).
    pub(in crate::round) fn stop_action(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        player: PlayerId,
    ) -> Decided {
        let cites = rulebook.stop_action.cites;
        let needed = match rulebook.stop_action.says {
            StopAction::GamingShiftManager => Post::ShiftManager,
            StopAction::None => {
                let what = "stopping a Player's action";
                return Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites));
            }
        };
        let by = self.conduct.acting(by);
        rulebook.needs_post(by, needed, cites)?;
        if self.moment() >= Moment::Shown {
            return Err(self.wrong_phase(rulebook, "the decisions", cites));
        }
        if !self.holds_several(player) {
            return Err(rulebook.refuse(RefusalReason::NothingWrong, cites));
        }
        let mut events = vec![Event::PlayerStopped { player, by }];
        events.extend(self.extra_hands_out(rulebook, player, Citations::one(cites)));
        events.extend(self.after(&events).go_on(rulebook));
        Ok(events)
    }
}
