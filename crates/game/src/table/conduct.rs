//! What the pit has said about people: who is barred, confined to one position, past his grace, and
//! who of the staff acts in a post above his own.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::actor::{Actor, PersonId, Post};
use crate::clause::Cites;
use crate::events_of;
use crate::round::{Event, Refusal, RefusalReason};
use crate::rulebook::{Disclosure, MultiBox, Rulebook, UnderMinGraceScope};
use crate::settlement::PlayerId;

/// What the table remembers of people: bars, restrictions, used grace, acting posts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conduct {
    barred: BTreeSet<PlayerId>,
    restricted: BTreeSet<PlayerId>,
    /// Players whose one settled stake below the minimum is behind them (mbs-2019 5.13).
    grace_used: BTreeSet<PlayerId>,
    /// Whose grace a visit renews; a gaming day keeps it until the table closes (MBS-17).
    keeps_grace_on_leaving: bool,
    /// Whose grace the round under way, or the last one, has used: a void gives it back.
    grace_of_round: BTreeSet<PlayerId>,
    acting: BTreeMap<PersonId, Post>,
}

type Decided = Result<Vec<Event>, Refusal>;

impl Conduct {
    /// Whether the Player may not play (mbs-2019 5.9).
    pub fn is_barred(&self, player: PlayerId) -> bool {
        self.barred.contains(&player)
    }

    /// Everybody who is barred.
    pub fn barred(&self) -> impl Iterator<Item = PlayerId> {
        self.barred.iter().copied()
    }

    /// Everybody confined to one position.
    pub fn restricted(&self) -> impl Iterator<Item = PlayerId> {
        self.restricted.iter().copied()
    }

    /// Whether the Player may use one position only (mbs-2019 3.4.3).
    pub fn is_restricted(&self, player: PlayerId) -> bool {
        self.restricted.contains(&player)
    }

    /// Whether the Player's one settled bet below the minimum is used up (mbs-2019 5.13).
    pub fn has_used_grace(&self, player: PlayerId) -> bool {
        self.grace_used.contains(&player)
    }

    /// The actor in the post he was assigned to act in, where that is the higher one (rws-2020 1.13).
    /// A higher post may rule in a lower one's place under every rulebook: where the texts name one,
    /// they say "or above".
    pub fn acting(&self, by: Actor) -> Actor {
        match by {
            Actor::Staff { post, person } => {
                let acts = self.acting.get(&person).copied().unwrap_or(post);
                let post = post.max(acts);
                Actor::Staff { post, person }
            }
            Actor::Player(_) | Actor::System => by,
        }
    }

    /// A bar holds until it is lifted (mbs-2019 5.9); everything else was said of this opening.
    pub(crate) fn after_closing(&self) -> Conduct {
        Conduct {
            barred: self.barred.clone(),
            ..Conduct::default()
        }
    }

    /// A gaming day outlasts a visit.
    pub(crate) fn is_keeping_grace_on_leaving(&self) -> bool {
        self.keeps_grace_on_leaving
    }

    /// Whether an opening call has anything to forget: whose grace the last round used.
    pub(crate) fn has_grace_to_forget(&self) -> bool {
        !self.grace_of_round.is_empty()
    }

    pub(crate) fn set_grace_scope(&mut self, scope: Option<UnderMinGraceScope>) {
        self.keeps_grace_on_leaving = scope == Some(UnderMinGraceScope::GamingDay);
    }

    /// The holder of a post may have it filled by another person, but no post above his own.
    pub(super) fn assign(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        person: PersonId,
        post: Post,
    ) -> Decided {
        let by = self.acting(by);
        let needed = post.max(Post::PitSupervisor);
        rulebook.needs_post(by, needed, rulebook.acting_up.cites)?;
        if by.person() == Some(person) {
            return Err(
                rulebook.refuse(RefusalReason::SecondPersonNeeded, rulebook.acting_up.cites)
            );
        }
        Ok(vec![Event::ActingAssigned { person, post, by }])
    }

    pub(crate) fn bar(&self, rulebook: &Rulebook, by: Actor, player: PlayerId) -> Decided {
        let cites = rulebook.disclosure.cites;
        if rulebook.disclosure.says == Disclosure::Referral {
            let what = "a bar without a ruling";
            return Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites));
        }
        rulebook.needs_post(by, Post::ShiftManager, cites)?;
        if self.is_barred(player) {
            return Err(rulebook.refuse(RefusalReason::Barred, cites));
        }
        Ok(vec![Event::PlayerBarred { player, by }])
    }

    pub(super) fn lift_bar(&self, rulebook: &Rulebook, by: Actor, player: PlayerId) -> Decided {
        let cites = rulebook.disclosure.cites;
        // The post that may bar may also let back in.
        let needed = match rulebook.disclosure.says {
            Disclosure::GamingShiftManagerMayBar => Post::ShiftManager,
            Disclosure::Referral => rulebook.uncovered_post(),
        };
        rulebook.needs_post(by, needed, cites)?;
        something_to_lift(rulebook, self.is_barred(player), cites)?;
        Ok(vec![Event::BarLifted { player, by }])
    }

    pub(super) fn restrict(&self, rulebook: &Rulebook, by: Actor, player: PlayerId) -> Decided {
        let cites = rulebook.multi_box.cites;
        if rulebook.multi_box.says != MultiBox::AnyRestrictable {
            let what = "a restriction to one position";
            return Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites));
        }
        rulebook.needs_post(by, Post::PitManager, cites)?;
        if self.is_restricted(player) {
            return Err(rulebook.refuse(RefusalReason::OneBoxOnly, cites));
        }
        Ok(vec![Event::PlayerRestricted { player, by }])
    }

    pub(super) fn lift_restriction(
        &self,
        rulebook: &Rulebook,
        by: Actor,
        player: PlayerId,
    ) -> Decided {
        let cites = rulebook.multi_box.cites;
        rulebook.needs_post(by, Post::PitManager, cites)?;
        something_to_lift(rulebook, self.is_restricted(player), cites)?;
        Ok(vec![Event::RestrictionLifted { player, by }])
    }

    /// Takes in what an event says about people.
    pub(crate) fn evolve(&mut self, event: &Event) {
        match event {
            Event::PlayerBarred { player, .. } => {
                self.barred.insert(*player);
            }
            Event::BarLifted { player, .. } => {
                self.barred.remove(player);
            }
            Event::PlayerRestricted { player, .. } => {
                self.restricted.insert(*player);
            }
            Event::RestrictionLifted { player, .. } => {
                self.restricted.remove(player);
            }
            Event::BetsOpened { .. } => self.grace_of_round.clear(),
            Event::GraceUsed { player } => {
                self.grace_used.insert(*player);
                self.grace_of_round.insert(*player);
            }
            Event::RoundVoided { .. } => {
                let of_round = core::mem::take(&mut self.grace_of_round);
                self.grace_used.retain(|player| !of_round.contains(player));
            }
            Event::PlayerLeft { player } => {
                self.restricted.remove(player);
                if !self.keeps_grace_on_leaving {
                    self.grace_used.remove(player);
                }
            }
            Event::ActingAssigned { person, post, .. } => {
                self.acting.insert(*person, *post);
            }
            // The rest says nothing about people.
            Event::TableOpened { .. }
            | Event::TableClosed
            | Event::NoticeDisplayed { .. }
            | Event::MethodChosen { .. }
            | Event::SeatTaken { .. }
            | Event::IrregularityReported { .. }
            | Event::RulingMade { .. }
            | events_of![
                fault, chips, calls, deal, decisions, showdown, payments, ends, jackpot, remedies,
                card_fixes
            ] => {}
        }
    }
}

fn something_to_lift(rulebook: &Rulebook, holds: bool, cites: Cites) -> Result<(), Refusal> {
    if holds {
        return Ok(());
    }
    let what = "lifting what was never said";
    Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites))
}
