//! Taking back what was staked, paid and moved: by counter-postings, never by erasing.

use crate::clause::Citations;
use crate::irregularity::Act;
use crate::money::Money;
use crate::round::{BettingBox, Event, Phase, Round, WagerSettled};
use crate::rulebook::{InvalidatedBets, Rulebook};
use crate::settlement::{BoxNumber, Line, Outcome, Reason};
use crate::wager::{Area, Wager};

/// How a box leaves the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::round) enum Out {
    Removed,
    /// By the Player's choice.
    Withdrawn,
}

impl Round {
    /// Every bet back to the Player who staked it, the meter as it was, no result (G-07).
    pub(super) fn voided(
        &self,
        rulebook: &Rulebook,
        cites: Citations,
        reshuffle: bool,
    ) -> Vec<Event> {
        let mut events = self.reversed(|_| true);
        events.extend(self.awards_reversed());
        let bare = self.after(&events);
        let back = void_cites(rulebook, cites);
        for (at, held) in bare.boxes() {
            events.extend(bare.hand_back(rulebook, at, held, (back, Reason::Void)));
        }
        events.push(Event::RoundVoided {
            reshuffle,
            cites: back.iter().map(str::to_owned).collect(),
        });
        events
    }

    /// Hands void, bets kept, the deck reshuffled: the round is dealt anew (OFG-08).
    pub(super) fn hands_voided(&self, rulebook: &Rulebook, cites: Citations) -> Vec<Event> {
        if self.phase.is_the_end() {
            // Too late to deal these bets again.
            return self.voided(rulebook, cites, true);
        }
        // Who is out of the round has his bets back and is not dealt in again.
        let in_play = |line: &WagerSettled| !self.boxes[line.at].decision.is_out();
        let mut events = self.reversed(in_play);
        events.extend(self.awards_reversed());
        let bare = self.after(&events);
        let back = void_cites(rulebook, cites);
        for (at, held) in bare.boxes() {
            let staked = held.bets.unsettled(Area::Play);
            let line = Line::back(Wager::Play, staked, back, Reason::Void);
            held.post(at, &line, None, &mut events);
        }
        events.push(Event::HandsVoided {
            cites: back.iter().map(str::to_owned).collect(),
        });
        events
    }

    /// One box out of the round with every bet back, and the jackpots of the others reckoned again
    /// where they were paid already.
    pub(in crate::round) fn taken_out(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        how: Out,
        cites: Citations,
    ) -> Vec<Event> {
        let held = &self.boxes[at];
        if held.decision.is_out() || !held.is_in() {
            return Vec::new();
        }
        // A fold was the Player's own: only what it left alive is there to withdraw.
        let all = how == Out::Removed || !held.is_folded();
        let jackpots = |line: &WagerSettled| matches!(line.wager, Wager::Jackpot | Wager::Envy);
        let paid = self.jackpots_settled;
        let mut events = self.reversed(|line| {
            let own = line.at == at && all;
            // Who is out already has his jackpot bet back under a clause of its own.
            let others = paid && !self.boxes[line.at].decision.is_out();
            own || (jackpots(line) && others)
        });
        if paid {
            events.extend(self.awards_reversed());
        }
        let bare = self.after(&events);
        events.extend(bare.leave_taken(rulebook, at, how, cites));
        if paid {
            let round = self.after(&events);
            let meter = self.postings.meter_read.unwrap_or(Money::ZERO);
            let again = round.jackpots_at(rulebook, meter, &mut events);
            again.expect("they were paid with this Dealer's hand before");
        }
        events
    }

    /// Several hands out of the round, one after the other.
    pub(super) fn all_out(
        &self,
        rulebook: &Rulebook,
        boxes: impl Iterator<Item = BoxNumber>,
        cites: Citations,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        for at in boxes {
            let round = self.after(&events);
            events.extend(round.taken_out(rulebook, at, Out::Removed, cites));
        }
        events
    }

    fn leave_taken(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        how: Out,
        cites: Citations,
    ) -> Vec<Event> {
        let held = &self.boxes[at];
        let words: Vec<String> = cites.iter().map(str::to_owned).collect();
        let early = matches!(self.phase, Phase::BetsOpen | Phase::BetsClosed);
        if how == Out::Removed && !early {
            let mut events = vec![Event::HandRemoved { at, cites: words }];
            events.extend(self.out_of_play(rulebook, at, held, cites));
            return events;
        }
        let mut events = self.hand_back(rulebook, at, held, (cites, Reason::Withdrawn));
        let players = held.bets.players_in_play().into_iter();
        events.extend(players.map(|player| Event::BetsWithdrawn {
            at,
            player,
            cites: words.clone(),
        }));
        events
    }

    /// The bets of an invalidated hand go back, or are lost where a house chose so and no clause says
    /// otherwise (MBS-11).
    fn out_of_play(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        held: &BettingBox,
        cites: Citations,
    ) -> Vec<Event> {
        let by_text = cites
            .iter()
            .any(|id| rulebook.bets_back_by.says.contains(id));
        let lost = rulebook.invalidated_bets.says == InvalidatedBets::Lost && !by_text;
        if !lost {
            return self.hand_back(rulebook, at, held, (cites, Reason::Invalidated));
        }
        let mut events = Vec::new();
        for area in Area::ALL {
            let staked = held.bets.unsettled(area);
            let most = self.bounds(rulebook, area).max.unwrap_or(staked);
            let at_risk = staked.min(most);
            let line = Line {
                wager: area.wager(),
                staked,
                at_risk,
                returned: staked - at_risk,
                outcome: Outcome::Lose,
                cites: cites.and(rulebook.invalidated_bets.cites),
                reason: Reason::Invalidated,
            };
            held.post(at, &line, None, &mut events);
        }
        events
    }

    /// The opposite of what was posted, last first.
    pub(super) fn reversed(&self, which: impl Fn(&WagerSettled) -> bool) -> Vec<Event> {
        let posted = self
            .postings
            .settled
            .iter()
            .rev()
            .map(|posting| &posting.line);
        posted
            .filter(|line| which(line))
            .map(|line| Event::PostingReversed(line.clone()))
            .collect()
    }

    pub(super) fn awards_reversed(&self) -> Vec<Event> {
        let awards = self.postings.awards.iter().rev();
        let mut events: Vec<Event> = awards
            .map(|(at, award, amount)| Event::AwardReversed {
                at: *at,
                award: *award,
                amount: *amount,
            })
            .collect();
        let amount = self.postings.meter_short;
        if !amount.is_zero() {
            events.push(Event::MeterRestored { amount });
        }
        events
    }
}

/// The clause that voids and the one that sends every bet back.
fn void_cites(rulebook: &Rulebook, cites: Citations) -> Citations {
    let named = cites.iter().count();
    debug_assert!(named > 0, "{:?} voids by no clause", Act::Void);
    cites.and(rulebook.grounds.void)
}
