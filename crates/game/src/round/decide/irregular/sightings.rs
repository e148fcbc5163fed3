//! What was seen, checked against the table and named: which irregularity it is, and about which
//! boxes. A report the table itself contradicts is refused.

use super::reporting::DECK;
use crate::actor::{Actor, Post};
use crate::card::Card;
use crate::clause::Cites;
use crate::irregularity::{Irregularity, Whose};
use crate::money::Money;
use crate::round::decide::betting::has_base;
use crate::round::decide::limits::counted_total;
use crate::round::matter::Report;
use crate::round::misdeal::Sighting;
use crate::round::{BettingBox, Decision, Phase, Place, Refusal, RefusalReason, Round, Step};
use crate::rulebook::{JackpotKind, PairPlusOnlyView, Rulebook, YesNo};
use crate::settlement::{BoxNumber, PlayerId};
use crate::wager::Area;

type Sighted = Result<Vec<Sighting>, Refusal>;

impl Round {
    // tidy: table
    pub(super) fn sighted(&self, rulebook: &Rulebook, report: &Report) -> Sighted {
        match report {
            Report::ForeignCard { .. } => table_wide(Irregularity::ForeignCard),
            Report::NotShuffled => table_wide(Irregularity::NotShuffled),
            Report::CountDoubted => table_wide(Irregularity::CountDoubted),
            Report::Interruption { .. } => table_wide(Irregularity::Interruption),
            Report::EarlierRound { round, .. } => self.earlier(rulebook, *round),
            Report::Other { .. } => table_wide(Irregularity::Uncovered),
            Report::DeckCount { counted } => {
                let wrong = *counted != DECK;
                where_wrong(rulebook, wrong, rulebook.foreign_or_count_wrong.cites)?;
                table_wide(Irregularity::DeckCountWrong)
            }
            Report::TooFewCards { left } => {
                let short = usize::from(*left) < self.cards_to_come(rulebook);
                where_wrong(rulebook, short, rulebook.insufficient_cards.cites)?;
                table_wide(Irregularity::TooFewCards)
            }
            Report::Misdealt => {
                let found = self.misdeal(rulebook);
                where_wrong(rulebook, !found.is_empty(), rulebook.grounds.the_deal())?;
                Ok(found)
            }
            Report::Found { place, cards } => self.found(rulebook, *place, cards),
            Report::Exposed { cards, by } => self.exposed(rulebook, cards, *by),
            Report::FaceUp { card } => {
                self.still_to_come(rulebook, &[*card])?;
                table_wide(Irregularity::FaceUpCard)
            }
            Report::Together { cards } => {
                self.still_to_come(rulebook, cards)?;
                // The first cards drawn together are ordered before any more come out.
                let free = self.felt().is_some_and(|felt| felt.held.is_empty());
                where_wrong(
                    rulebook,
                    free && cards.len() > 1,
                    rulebook.joint_cards.cites,
                )?;
                table_wide(Irregularity::CardsTogether)
            }
            Report::DealingError { boxes, .. } => {
                for at in boxes {
                    self.find(rulebook, *at)?;
                }
                let touched = boxes.clone();
                Ok(vec![about(Irregularity::OtherDealingError, touched)])
            }
            Report::JackpotFault { recorded } => {
                let known = self.recorded_meter.is_some();
                let cites = rulebook.jackpot_fault_seen.cites;
                only_if(rulebook, !known, RefusalReason::FaultKnown, cites)?;
                jackpot_fault(rulebook, *recorded)
            }
            Report::LateBet { at, amount, .. } => {
                self.find(rulebook, *at)?;
                let sensible = amount.is_positive() && *amount <= Money::LIMIT;
                let reason = RefusalReason::AmountTooLarge { found: *amount };
                only_if(rulebook, sensible, reason, rulebook.late_bet.cites)?;
                Ok(vec![about(Irregularity::LateBet, vec![*at])])
            }
            Report::LateWithdrawal { player, at, area } => {
                let held = self.find(rulebook, *at)?;
                let staked = held.bets.of(*area, *player).is_positive();
                let reason = RefusalReason::NoBet {
                    at: *at,
                    area: *area,
                };
                only_if(rulebook, staked, reason, rulebook.late_withdrawal.cites)?;
                Ok(vec![about(Irregularity::LateWithdrawal, vec![*at])])
            }
            Report::OutsideLimits { at, area } => self.outside_limits(rulebook, *at, *area),
            Report::UnequalPlay { at, player, found } => {
                self.unequal_play(rulebook, *at, *player, *found)
            }
            Report::LoneJackpot { at } => {
                let held = self.find(rulebook, *at)?;
                let staked = held.bets.unsettled(Area::Jackpot).is_positive();
                let lone = staked && has_base(rulebook, held, Area::Jackpot).is_err();
                where_wrong(rulebook, lone, rulebook.jackpot_without_base.cites)?;
                Ok(vec![about(Irregularity::LoneJackpot, vec![*at])])
            }
            Report::ExtraLook { at, player } => self.extra_look(rulebook, *at, *player),
            Report::StakedInError { at, player } => {
                let held = self.find(rulebook, *at)?;
                let several =
                    held.bets.has_player(*player) && !self.other_boxes(*player, *at).is_empty();
                where_wrong(rulebook, several, rulebook.multi_box.cites)?;
                Ok(vec![about(Irregularity::MistakenPositions, vec![*at])])
            }
            Report::Disclosure { player } => {
                let own = self
                    .still_in()
                    .filter(|(_, held)| held.controller() == Some(*player));
                let boxes = own.map(|(at, _)| at).collect();
                Ok(vec![about(Irregularity::Disclosure, boxes)])
            }
        }
    }

    /// Only an earlier round can be too late to touch.
    fn earlier(&self, rulebook: &Rulebook, round: u64) -> Sighted {
        let before = round < self.number;
        where_wrong(rulebook, before, rulebook.late_error.cites)?;
        table_wide(Irregularity::NoticedLater)
    }

    /// Cards the rest of the deal takes from the device.
    pub(crate) fn cards_to_come(&self, rulebook: &Rulebook) -> usize {
        let cards = |steps: &[Step]| steps.iter().map(|step| step.cards()).sum();
        match &self.phase {
            Phase::BetsOpen | Phase::BetsClosed => cards(&self.plan(rulebook)),
            Phase::Dealing(felt) => cards(felt.plan.get(felt.done..).unwrap_or_default()),
            Phase::Deciding(_)
            | Phase::DealerShown(_)
            | Phase::Settling(_)
            | Phase::Jackpots(_)
            | Phase::Concluded(_)
            | Phase::Voided(_) => 0,
        }
    }

    /// The cards have not left the device yet, and cards are still to be dealt.
    fn still_to_come(&self, rulebook: &Rulebook, cards: &[Card]) -> Result<(), Refusal> {
        let Phase::Dealing(felt) = &self.phase else {
            let cites = rulebook.grounds.the_deal();
            return Err(self.wrong_phase(rulebook, "the deal", cites));
        };
        let mut used = self.cards_out();
        used.extend(felt.expected.iter().copied());
        match cards.iter().find(|card| !used.insert(**card)) {
            Some(card) => {
                let reason = RefusalReason::CardTwice { card: *card };
                Err(rulebook.refuse(reason, rulebook.grounds.one_deck))
            }
            None => where_wrong(rulebook, !felt.is_complete(), rulebook.grounds.the_deal()),
        }
    }

    /// A place holds another number of cards than the deal gave it.
    fn found(&self, rulebook: &Rulebook, place: Place, cards: &[Card]) -> Sighted {
        let Some(felt) = self.felt() else {
            let cites = rulebook.grounds.the_deal();
            return Err(self.wrong_phase(rulebook, "the deal", cites));
        };
        let mut seen = crate::CardSet::new();
        let elsewhere = |card: &Card| self.place_of(*card).is_some_and(|found| found != place);
        let twice = cards
            .iter()
            .find(|card| elsewhere(card) || !seen.insert(**card));
        if let Some(card) = twice {
            let reason = RefusalReason::CardTwice { card: *card };
            return Err(rulebook.refuse(reason, rulebook.grounds.one_deck));
        }
        let wrong = cards.len() != felt.due(place);
        where_wrong(rulebook, wrong, rulebook.player_count_wrong.cites)?;
        let (irregularity, whose) = match place {
            Place::Box(at) => {
                let live = self.still_in().any(|(number, _)| number == at);
                let over = self.phase.is_the_end() && self.find(rulebook, at)?.is_in();
                where_wrong(rulebook, live || over, rulebook.player_count_wrong.cites)?;
                return Ok(vec![about(Irregularity::PlayerCountWrong, vec![at])]);
            }
            Place::Dealer => (Irregularity::DealerCountWrong, Whose::Dealer),
            Place::Community => (Irregularity::CommunityWrong, Whose::Community),
            Place::Burnt | Place::Discards | Place::Held => {
                return Err(rulebook.refuse(RefusalReason::NothingWrong, rulebook.grounds.one_deck));
            }
        };
        Ok(vec![Sighting {
            whose,
            ..about(irregularity, Vec::new())
        }])
    }

    /// One card or several, of a hand or of the community, in the deal or after it.
    fn exposed(&self, rulebook: &Rulebook, cards: &[Card], by: Actor) -> Sighted {
        let cites = rulebook.exposed_one.cites;
        let (Some(felt), [_, ..]) = (self.felt(), cards) else {
            return Err(rulebook.refuse(RefusalReason::NothingWrong, cites));
        };
        let mut boxes = Vec::new();
        let (mut community, mut dealer) = (0, 0);
        for card in cards {
            let down = !felt.is_exposed(*card);
            match self.place_of(*card) {
                Some(Place::Community) if down => community += 1,
                Some(Place::Dealer) if down => dealer += 1,
                Some(Place::Box(at)) if down => boxes.push(at),
                Some(_) | None => return Err(rulebook.refuse(RefusalReason::NothingWrong, cites)),
            }
        }
        boxes.sort_unstable();
        boxes.dedup();
        let mut found = Vec::new();
        if community > 0 {
            found.push(Sighting {
                whose: Whose::Community,
                ..about(Irregularity::CommunityWrong, Vec::new())
            });
        }
        let hands = cards.len() - community;
        if !matches!(self.phase, Phase::Dealing(_)) {
            let after = about(Irregularity::ExposedAfterDeal, boxes);
            found.extend((hands > 0).then_some(after));
            return Ok(found);
        }
        // Some texts count what the Dealer exposes, some what any person exposes; never the community cards.
        let anyone = rulebook.exposed_by_anyone.says == YesNo::Yes;
        let counts = |by: Actor| anyone || by.post() == Some(Post::Dealer);
        let earlier = felt.exposed.iter().filter(|exposed| {
            let hand = self.place_of(exposed.card) != Some(Place::Community);
            exposed.in_deal && hand && counts(exposed.by)
        });
        let before = if counts(by) { earlier.count() } else { 0 };
        let irregularity = if hands + before > 1 {
            Irregularity::CardsExposed
        } else {
            Irregularity::CardExposed
        };
        let whose = if dealer > 0 {
            Whose::Dealer
        } else {
            Whose::Player
        };
        if hands > 0 {
            found.push(Sighting {
                irregularity,
                whose,
                boxes,
            });
        }
        Ok(found)
    }

    fn outside_limits(&self, rulebook: &Rulebook, at: BoxNumber, area: Area) -> Sighted {
        let held = self.find(rulebook, at)?;
        let Some(irregularity) = self.limit_passed(rulebook, held, area) else {
            let reason = RefusalReason::NothingToCorrect { at, area };
            return Err(rulebook.refuse(reason, rulebook.over_max_open.cites));
        };
        Ok(vec![about(irregularity, vec![at])])
    }

    /// The bets of an area lie above its maximum or below its minimum.
    pub(crate) fn limit_passed(
        &self,
        rulebook: &Rulebook,
        held: &BettingBox,
        area: Area,
    ) -> Option<Irregularity> {
        let bounds = self.bounds(rulebook, area);
        let total = counted_total(rulebook, held, area);
        let staked = held.bets.total(area).is_positive();
        let over = bounds.max.is_some_and(|max| total > max);
        let under = bounds.min.is_some_and(|min| staked && total < min);
        let below = under.then_some(Irregularity::UnderMinimum);
        over.then_some(Irregularity::OverMaximum).or(below)
    }

    /// At the decision unequal Play is refused; here chips are found that were not what was made.
    fn unequal_play(
        &self,
        rulebook: &Rulebook,
        at: BoxNumber,
        player: PlayerId,
        found: Money,
    ) -> Sighted {
        self.showing(rulebook)?;
        let held = self.find(rulebook, at)?;
        let made = held.bets.of(Area::Play, player);
        let open = !held.settled && matches!(held.decision, Decision::Played { .. });
        let sensible = found >= Money::ZERO && found <= Money::LIMIT;
        let differs = open && made.is_positive() && found != made && sensible;
        where_wrong(rulebook, differs, rulebook.grounds.play_amount)?;
        let irregularity = if found > held.bets.of(Area::Ante, player) {
            Irregularity::PlayAboveAnte
        } else {
            Irregularity::PlayBelowAnte
        };
        Ok(vec![about(irregularity, vec![at])])
    }

    fn extra_look(&self, rulebook: &Rulebook, at: BoxNumber, player: PlayerId) -> Sighted {
        let held = self.own_box(rulebook, player, at)?;
        let another = self.one_hand_at_a_time(rulebook, player, at).is_err();
        let barred = rulebook.pair_plus_only_view.says == PairPlusOnlyView::Barred;
        let alone = barred && held.bets.total(Area::Ante).is_zero();
        let cites = rulebook.multi_box_view.cites;
        let wrong = !held.cards.is_empty() && !held.seen && (another || alone);
        where_wrong(rulebook, wrong, cites)?;
        Ok(vec![about(Irregularity::ExtraLook, vec![at])])
    }

    /// Where else a Player has chips.
    pub(super) fn other_boxes(&self, player: PlayerId, at: BoxNumber) -> Vec<BoxNumber> {
        let holds = self
            .boxes()
            .filter(|(_, held)| held.bets.has_player(player));
        holds
            .map(|(number, _)| number)
            .filter(|number| *number != at)
            .collect()
    }
}

fn where_wrong(rulebook: &Rulebook, wrong: bool, cites: Cites) -> Result<(), Refusal> {
    only_if(rulebook, wrong, RefusalReason::NothingWrong, cites)
}

fn only_if(
    rulebook: &Rulebook,
    so: bool,
    reason: RefusalReason,
    cites: Cites,
) -> Result<(), Refusal> {
    if so {
        Ok(())
    } else {
        Err(rulebook.refuse(reason, cites))
    }
}

fn jackpot_fault(rulebook: &Rulebook, recorded: Money) -> Sighted {
    if rulebook.jackpot_kind.says == JackpotKind::None {
        let what = "a jackpot";
        return Err(rulebook.refuse(
            RefusalReason::NotOffered { what },
            rulebook.jackpot_kind.cites,
        ));
    }
    if recorded < Money::ZERO || recorded > Money::LIMIT {
        let reason = RefusalReason::AmountTooLarge { found: recorded };
        return Err(rulebook.refuse(reason, rulebook.jackpot_amount.cites));
    }
    table_wide(Irregularity::JackpotFault)
}

fn about(irregularity: Irregularity, boxes: Vec<BoxNumber>) -> Sighting {
    Sighting {
        irregularity,
        whose: Whose::Player,
        boxes,
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "an arm of a match that may refuse"
)]
fn table_wide(irregularity: Irregularity) -> Sighted {
    Ok(vec![about(irregularity, Vec::new())])
}
