//! A card misread, chips handed over wrongly: put right by two people while the round is open, as
//! events with a reason. After the next opening call nothing changes (5.19, 5.15, G-20).

use crate::actor::{Actor, Post};
use crate::card::Card;
use crate::money::Money;
use crate::round::decide::{Caller, Decided};
use crate::round::matter::Correction;
use crate::round::{Event, Phase, Place, Refusal, RefusalReason, Round, WagerSettled};
use crate::rulebook::Rulebook;
use crate::settlement::{BoxNumber, PlayerId};
use crate::table::DUAL_CONTROL_SECONDS;
use crate::wager::Wager;

impl Round {
    pub(in crate::round) fn propose_correction(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
        correction: Correction,
        reason: &str,
    ) -> Decided {
        let Caller { by, now } = caller;
        let by = self.conduct.acting(by);
        let cites = rulebook.grounds.corrections;
        rulebook.needs_post(by, Post::PitSupervisor, cites)?;
        if reason.trim().is_empty() {
            return Err(rulebook.refuse(RefusalReason::NoReason, cites));
        }
        self.can_be_corrected(rulebook, correction)?;
        Ok(vec![Event::CorrectionProposed {
            correction,
            reason: reason.to_owned(),
            by,
            when: now,
        }])
    }

    pub(in crate::round) fn approve_correction(
        &self,
        rulebook: &Rulebook,
        caller: Caller,
    ) -> Decided {
        let Caller { by, now } = caller;
        let by = self.conduct.acting(by);
        let cites = rulebook.grounds.corrections;
        rulebook.needs_post(by, Post::PitSupervisor, cites)?;
        let Some(proposed) = &self.correction else {
            return Err(rulebook.refuse(RefusalReason::NothingProposed, cites));
        };
        if proposed.by.person() == by.person() {
            return Err(rulebook.refuse(RefusalReason::SecondPersonNeeded, cites));
        }
        if now.seconds_since(proposed.when) > DUAL_CONTROL_SECONDS {
            return Err(rulebook.refuse(RefusalReason::ProposalLapsed, cites));
        }
        self.can_be_corrected(rulebook, proposed.correction)?;
        match proposed.correction {
            Correction::Card { was, is } => self.card_corrected(rulebook, (was, is), by),
            Correction::Pay {
                at,
                player,
                wager,
                handed,
            } => {
                let due = self.paid(at, player, wager).unwrap_or(Money::ZERO);
                Ok(vec![Event::PayCorrected {
                    at,
                    player,
                    wager,
                    handed,
                    due,
                    by,
                }])
            }
        }
    }

    fn can_be_corrected(&self, rulebook: &Rulebook, correction: Correction) -> Result<(), Refusal> {
        let cites = rulebook.grounds.corrections;
        let no = |reason| Err(rulebook.refuse(reason, cites));
        match correction {
            Correction::Card { was, is } => {
                // The cards of a finished round are never changed; one whose jackpots are paid has told the link.
                if self.phase.is_the_end() {
                    return Err(self.wrong_phase(rulebook, "an open round", cites));
                }
                if self.jackpots_settled {
                    return no(RefusalReason::JackpotsPaid);
                }
                // A card found face up may have been misread before it was dealt.
                let awaited = |card| self.felt().is_some_and(|felt| felt.expected.contains(card));
                if self.place_of(was).is_none() && !awaited(&was) {
                    return no(RefusalReason::NoSuchPosting);
                }
                // Nor can it be one that is known to lie in the device.
                if self.place_of(is).is_some() || awaited(&is) {
                    return no(RefusalReason::CardTwice { card: is });
                }
                Ok(())
            }
            Correction::Pay {
                at,
                player,
                wager,
                handed,
            } => match self.paid(at, player, wager) {
                _ if self.pay_corrected.contains(&(at, player, wager)) => {
                    no(RefusalReason::NoSuchPosting)
                }
                _ if handed < Money::ZERO || handed > Money::LIMIT => {
                    no(RefusalReason::AmountTooLarge { found: handed })
                }
                Some(due) if due != handed && !matches!(self.phase, Phase::Voided(_)) => Ok(()),
                Some(_) | None => no(RefusalReason::NoSuchPosting),
            },
        }
    }

    /// What the settlement said this Player gets back on this bet: a line each, also where several hands
    /// give a box envy.
    fn paid(&self, at: BoxNumber, player: PlayerId, wager: Wager) -> Option<Money> {
        let same =
            |line: &&WagerSettled| line.at == at && line.player == player && line.wager == wager;
        let mut lines = self.postings.settled.iter().map(|posting| &posting.line);
        lines.find(same).map(|line| line.returned)
    }

    /// What was counted out with the wrong card is reversed and counted out again, box by box.
    fn card_corrected(&self, rulebook: &Rulebook, (was, is): (Card, Card), by: Actor) -> Decided {
        let touched = |at: BoxNumber| match self.place_of(was) {
            Some(Place::Box(own)) => own == at,
            Some(Place::Dealer) => true,
            Some(Place::Community | Place::Burnt | Place::Discards | Place::Held) | None => false,
        };
        let settled = self
            .boxes()
            .filter(|(at, held)| held.settled && touched(*at));
        let again: Vec<BoxNumber> = settled.map(|(at, _)| at).collect();
        // What a fold took, and shares that were not matched, do not turn on the cards.
        let bonus_of_folded =
            |line: &WagerSettled| line.wager == Wager::AnteBonus && self.boxes[line.at].is_folded();
        let counted_out = self
            .postings
            .settled
            .iter()
            .filter(|posting| posting.counted_out);
        let wrong: Vec<&WagerSettled> = counted_out
            .map(|posting| &posting.line)
            .filter(|line| again.contains(&line.at) && !bonus_of_folded(line))
            .collect();
        let mut events = self.reversed(|line| wrong.contains(&line));
        events.push(Event::CardCorrected { was, is, by });
        for at in again {
            let round = self.after(&events);
            round.counted_out(rulebook, at, &mut events)?;
            events.push(Event::BoxSettled { at });
        }
        Ok(events)
    }
}
