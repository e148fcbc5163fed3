//! Players choose: go on or withdraw, each by the terms he is asked on, and by default if he is silent.

use super::undoing::Out;
use crate::actor::{Actor, Post};
use crate::clause::{Citations, Cites};
use crate::round::decide::Decided;
use crate::round::matter::{Choice, Choosing, Terms};
use crate::round::{BettingBox, Event, Refusal, RefusalReason, Round};
use crate::rulebook::{NoChoiceMade, PermitWithdrawal, Rulebook};
use crate::settlement::{BoxNumber, Line, PlayerId, Reason};
use crate::wager::{Area, Wager};

impl Round {
    /// One box goes on or takes every bet back (5.10.1 to 5.10.3, mbs-2019 5.7.1).
    pub(in crate::round) fn choose(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        at: BoxNumber,
        choice: Choice,
    ) -> Decided {
        let player = self.bettor(rulebook, by)?;
        let choosing = self.choices(rulebook)?;
        let cites = terms_cites(rulebook, choosing.terms);
        if choosing.terms == Terms::AllOrNone {
            return Err(rulebook.refuse(RefusalReason::AllOrNone, cites));
        }
        self.own_box(rulebook, player, at)?;
        if !choosing.is_waiting_for(at) {
            return Err(rulebook.refuse(RefusalReason::NotAsked { at }, cites));
        }
        let mut events = self.chosen(rulebook, at, choice, cites);
        events.extend(self.after(&events).proceed(rulebook));
        Ok(events)
    }

    fn chosen(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        choice: Choice,
        cites: Cites,
    ) -> Vec<Event> {
        let mut events = vec![Event::ChoiceMade {
            at,
            choice,
            lapsed: false,
        }];
        if choice == Choice::Withdraw {
            let round = self.after(&events);
            events.extend(round.taken_out(rulebook, at, Out::Withdrawn, Citations::one(cites)));
        }
        events
    }

    /// Every bet of a Player, wherever it lies, or none (mbs-2019 5.16.1).
    pub(in crate::round) fn choose_all(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        choice: Choice,
    ) -> Decided {
        let player = self.bettor(rulebook, by)?;
        let choosing = self.choices(rulebook)?;
        let cites = terms_cites(rulebook, choosing.terms);
        if choosing.terms != Terms::AllOrNone {
            return Err(rulebook.refuse(RefusalReason::NoChoices, cites));
        }
        let own = |at: &BoxNumber| self.controller(*at) == Some(player);
        let waiting = choosing.asked.iter().filter(|(_, chose)| chose.is_none());
        let own: Vec<BoxNumber> = waiting.map(|(at, _)| *at).filter(own).collect();
        if own.is_empty() && choice == Choice::Continue {
            return Err(rulebook.refuse(RefusalReason::NoChoices, cites));
        }
        let mut events: Vec<Event> = own
            .into_iter()
            .map(|at| Event::ChoiceMade {
                at,
                choice,
                lapsed: false,
            })
            .collect();
        if choice == Choice::Withdraw {
            let round = self.after(&events);
            events.extend(round.all_withdrawn(rulebook, player, Citations::one(cites)));
        }
        if events.is_empty() {
            return Err(rulebook.refuse(RefusalReason::NoChoices, cites));
        }
        events.extend(self.after(&events).proceed(rulebook));
        Ok(events)
    }

    /// All chips of one Player off the table; a box others have chips on plays on without him.
    pub(super) fn all_withdrawn(
        &self,
        rulebook: &Rulebook,
        player: PlayerId,
        cites: Citations,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        for (at, held) in self.boxes() {
            let plays = held.bets.players_in_play().contains(&player);
            if held.decision.is_out() || !plays {
                continue;
            }
            events.extend(held.give_back(at, player, (cites, Reason::Withdrawn)));
            let own_jackpot = held.bets.of(crate::Area::Jackpot, player).is_positive();
            events.extend(self.contribution_back(rulebook, at).filter(|_| own_jackpot));
            events.push(Event::BetsWithdrawn {
                at,
                player,
                cites: cites.iter().map(str::to_owned).collect(),
            });
            let left = self.after(&events);
            events.extend(left.boxes[at].play_without_ante_back(at, cites));
        }
        events
    }

    pub(in crate::round) fn permit_withdrawal(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        at: BoxNumber,
    ) -> Decided {
        let cites = terms_cites(rulebook, Terms::Permitted);
        let needed = match rulebook.permit_withdrawal_role.says {
            Some(PermitWithdrawal::GamingShiftManager) => Post::ShiftManager,
            Some(PermitWithdrawal::PitSupervisor) | None => Post::PitSupervisor,
        };
        let by = self.conduct.acting(by);
        rulebook.needs_post(by, needed, cites)?;
        let choosing = self.choices(rulebook)?;
        self.find(rulebook, at)?;
        let in_round = self.still_in().any(|(number, _)| number == at);
        let asked = choosing.asked.iter().any(|(number, _)| *number == at);
        if choosing.terms != Terms::Permitted || asked || !in_round {
            return Err(rulebook.refuse(RefusalReason::NotAsked { at }, cites));
        }
        // With the Dealer's hand shown a permission gives back what is lost: two people give it.
        let first = self.suspension.permitted_once(at);
        if first.is_some_and(|first| first.person() == by.person()) {
            return Err(rulebook.refuse(RefusalReason::SecondPersonNeeded, cites));
        }
        Ok(vec![Event::WithdrawalPermitted { at, by }])
    }

    /// The time to choose is over: no Player holds up the table for ever, and none loses by the house's
    /// error (R20-25).
    pub(in crate::round) fn end_choices(&self, rulebook: &Rulebook, by: Actor) -> Decided {
        // The house's clock says when; before that only the pit may, never the Dealer.
        if by != Actor::System {
            let by = self.conduct.acting(by);
            rulebook.needs_post(by, Post::PitSupervisor, rulebook.grounds.choices)?;
        }
        let choosing = self.choices(rulebook)?;
        let default = rulebook.counts_silence_as(choosing.terms);
        let cites = default_cites(rulebook, choosing.terms);
        let silent = choosing.asked.iter().filter(|(_, chose)| chose.is_none());
        let silent: Vec<BoxNumber> = silent.map(|(at, _)| *at).collect();
        let mut events = Vec::new();
        for at in silent {
            events.push(Event::ChoiceMade {
                at,
                choice: default,
                lapsed: true,
            });
            if default == Choice::Withdraw {
                let round = self.after(&events);
                events.extend(round.taken_out(rulebook, at, Out::Withdrawn, Citations::one(cites)));
            }
        }
        events.push(Event::ChoicesEnded);
        events.extend(self.after(&events).proceed(rulebook));
        Ok(events)
    }

    fn choices(&self, rulebook: &Rulebook) -> Result<&Choosing, Refusal> {
        let cites = terms_cites(rulebook, Terms::DealingError);
        match self.suspension.choosing() {
            Some(choosing) if self.suspension.at_hand().is_none() => Ok(choosing),
            Some(_) | None => Err(rulebook.refuse(RefusalReason::NoChoices, cites)),
        }
    }
}

impl BettingBox {
    /// Play stands on an Ante: with the Ante of the one it covered gone, it goes back too (MBS-09).
    fn play_without_ante_back(&self, at: BoxNumber, cites: Citations) -> Vec<Event> {
        let staked = self.bets.unsettled(Area::Play);
        if self.bets.unsettled(Area::Ante).is_positive() {
            return Vec::new();
        }
        let line = Line::back(Wager::Play, staked, cites, Reason::Withdrawn);
        let mut events = Vec::new();
        self.post(at, &line, None, &mut events);
        events
    }
}

impl Rulebook {
    /// What a box that does not answer in time has chosen (R20-25).
    pub(in crate::round) fn counts_silence_as(&self, terms: Terms) -> Choice {
        match terms {
            Terms::DealingError => match self.no_choice_made.says {
                Some(NoChoiceMade::Withdraw) | None => Choice::Withdraw,
                Some(NoChoiceMade::Continue) => Choice::Continue,
            },
            Terms::Permitted | Terms::AllOrNone => Choice::Continue,
        }
    }
}

/// Where the right to choose comes from.
fn terms_cites(rulebook: &Rulebook, terms: Terms) -> Cites {
    match terms {
        Terms::DealingError => rulebook.grounds.choices,
        Terms::Permitted if rulebook.permit_withdrawal_role.is_not_asked() => {
            rulebook.uncovered_authority.cites
        }
        Terms::Permitted => rulebook.permit_withdrawal_role.cites,
        Terms::AllOrNone => rulebook.interruption_no_outcome.cites,
    }
}

fn default_cites(rulebook: &Rulebook, terms: Terms) -> Cites {
    match terms {
        Terms::DealingError if !rulebook.no_choice_made.is_not_asked() => {
            rulebook.no_choice_made.cites
        }
        Terms::DealingError | Terms::Permitted | Terms::AllOrNone => terms_cites(rulebook, terms),
    }
}
