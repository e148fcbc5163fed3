//! Slips of the Dealer's hand, as they happen; nothing comes of them until they are reported.

use super::dealing::Plan;
use super::{Caller, Decided};
use crate::actor::{Actor, PersonId, Post};
use crate::card::Card;
use crate::round::{Event, Felt, Place, Refusal, RefusalReason, Round, Slip};
use crate::rulebook::{Community, Rulebook};

/// The Dealer; a device that reports what it dealt acts for him.
const DEALER: Actor = Actor::Staff {
    post: Post::Dealer,
    person: PersonId(0),
};

impl Round {
    /// The Dealer's hand slipped: recorded as it happened, whatever is ruled on it later.
    pub(super) fn slip(&self, rulebook: &Rulebook, caller: Caller, slip: &Slip) -> Decided {
        let progress = match caller.by {
            // A shoe that reads its cards may be quicker than the Dealer.
            Actor::System => self.progress(
                rulebook,
                Caller {
                    by: DEALER,
                    ..caller
                },
            )?,
            Actor::Player(_) | Actor::Staff { .. } => self.progress(rulebook, caller)?,
        };
        let next = progress.plan.get(progress.done).copied();
        let cites = rulebook.grounds.the_deal();
        let over = || progress.not_next(rulebook, cites);
        let (cards, event): (&[Card], Event) = match slip {
            Slip::Missed => (
                &[],
                Event::StepMissed {
                    step: next.ok_or_else(over)?,
                },
            ),
            Slip::Instead { cards, to } | Slip::Extra { cards, to } => {
                let instead = match slip {
                    Slip::Instead { .. } => Some(next.ok_or_else(over)?),
                    Slip::Missed | Slip::Extra { .. } => None,
                };
                self.is_a_place(rulebook, *to)?;
                if cards.is_empty() {
                    let (expected, found) = (1, 0);
                    return Err(
                        rulebook.refuse(RefusalReason::WrongCount { expected, found }, cites)
                    );
                }
                let (cards_laid, to) = (cards.clone(), *to);
                let event = Event::CardsAstray {
                    cards: cards_laid,
                    to,
                    instead,
                };
                (cards, event)
            }
        };
        progress.use_up(rulebook, cards)?;
        let mut events = Vec::new();
        if let Plan::New(plan) = progress.plan {
            events.push(Event::DealStarted { plan });
        }
        events.push(event);
        let now = self.after(&events);
        if now.felt().is_some_and(Felt::is_complete) {
            events.extend(now.deal_completed(rulebook));
        }
        Ok(events)
    }

    fn is_a_place(&self, rulebook: &Rulebook, place: Place) -> Result<(), Refusal> {
        match place {
            Place::Box(at) => self.find(rulebook, at).map(|_| ()),
            Place::Community if rulebook.community.says == Community::None => {
                let what = "community cards";
                Err(rulebook.refuse(RefusalReason::NotOffered { what }, rulebook.community.cites))
            }
            Place::Held => {
                let what = "a place in the Dealer's hand";
                let cites = rulebook.grounds.the_deal();
                Err(rulebook.refuse(RefusalReason::NotOffered { what }, cites))
            }
            Place::Dealer | Place::Community | Place::Burnt | Place::Discards => Ok(()),
        }
    }
}
