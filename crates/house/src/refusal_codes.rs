//! The stable code of each refusal of the house, for programs that react to one.
//!
//! The sentence may be reworded; the code stays. Answers are stored with it, so a code is never renamed
//! or given to another reason: `tests/refusal-codes.txt` lists those ever used. What the rules refuse has
//! the rules' own code ([`game::RefusalReason::code`]), and no code means two things.
// tidy: table

use crate::bounds::OutOfBounds;
use crate::cage::CageRefusal;
use crate::link::LinkRefusal;
use crate::response::Response;
use crate::table::{CardRefusal, TableRefusal};

/// One code a variant. A variant without a code does not compile.
macro_rules! codes {
    ($refusal:ident: $($variant:ident => $code:literal,)+ $(; $($inner:ident,)+)?) => {
        impl $refusal {
            /// Every code of the house's own with the name of its variant.
            pub const CODES: &[(&str, &str)] = &[$(($code, stringify!($variant)),)+];

            /// A short name in kebab case that says which reason this is and never changes.
            pub const fn code(&self) -> &'static str {
                match self {
                    $($refusal::$variant { .. } => $code,)+
                    $($($refusal::$inner(inner) => inner.code(),)+)?
                }
            }
        }
    };
}

codes! { TableRefusal:
    Exists => "table-exists",
    Closed => "no-rulebook-named",
    RoundNotOver => "link-change-in-round",
    Linked => "already-linked",
    NotLinked => "not-linked",
    NotYours => "house-or-system-only",
    NotAdmitted => "link-not-admitted",
    LinkLost => "link-lost",
    LinkPays => "link-pays",
    Seconds => "seconds-out-of-range",
    NotWaiting => "not-waiting",
    StillWaiting => "still-waiting",
    NotAPlayer => "ready-players-only",
    NoBetsToEnd => "no-bets-to-end",
    NoBetYet => "no-bet-yet",
    ReadyBefore => "ready-before",
    BelowMinimum => "below-minimum-here",
    Paused => "table-paused",
    NotPaused => "table-not-paused",
    ;
    Rules,
    Cards,
}

codes! { CardRefusal:
    HouseDeals => "house-deals",
    TableDeals => "table-deals",
    RoundNotOver => "card-source-in-round",
    NoBet => "seed-without-bet",
    PromisedBefore => "seed-promised-before",
    NotNow => "seed-not-now",
    NotPromised => "seed-not-promised",
    Broken => "seed-not-as-promised",
    Repeated => "seed-repeated",
    TooEarly => "shuffle-too-early",
    NoRound => "no-round-to-deal",
    NotSealed => "seed-not-sealed",
    NotShuffled => "deck-not-shuffled",
    Empty => "deck-empty",
    Shuffled => "deck-shuffled-already",
    NotOver => "seed-round-not-over",
    Sealed => "deck-sealed",
    NotTold => "seed-not-told",
    NoVault => "no-vault-key",
}

codes! { LinkRefusal:
    NotTheSystem => "system-only",
    TwoPeople => "two-people-of-two-posts",
    Parameters => "jackpot-parameters-wrong",
    Declared => "link-declared",
    NotDeclared => "link-not-declared",
    Ended => "link-ended",
    NotUntouched => "value-touched-since-reset",
    Value => "value-out-of-range",
    LimitBelowShown => "limit-below-shown",
    Table => "link-table-status",
    Hit => "hit-status",
    Deck => "deck-count-wrong",
    OtherMeter => "other-meter",
    Faulty => "link-faulty",
    NoFault => "link-works",
    InUse => "link-in-use",
    UnknownPerson => "link-person-unknown",
    OtherPost => "link-other-post",
}

codes! { CageRefusal:
    Amount => "amount-not-positive",
    HousePeople => "adjustment-by-staff-only",
    TwoPeople => "adjustment-by-two-people",
    NotYours => "cage-not-yours",
    AccountLimit => "account-limit",
    UnknownPerson => "person-unknown",
    OwnerOrTwo => "owner-or-two-people",
    OtherPost => "cage-other-post",
    ;
    OutOfBounds,
}

codes! { OutOfBounds:
    Amount => "amount-out-of-range",
    Text => "text-too-long",
    List => "list-too-long",
}

impl OutOfBounds {
    /// The answer, which is not stored: it follows from the request alone.
    pub(crate) fn to_response(self) -> Response {
        Response::refused(self.code(), &self, Vec::new())
    }
}

impl TableRefusal {
    /// The answer that is stored.
    pub(crate) fn to_response(&self) -> Response {
        let clauses = match self {
            TableRefusal::Rules(refusal) => refusal.cites.iter().map(str::to_owned).collect(),
            TableRefusal::Exists
            | TableRefusal::Closed
            | TableRefusal::RoundNotOver
            | TableRefusal::Linked(_)
            | TableRefusal::NotLinked
            | TableRefusal::NotYours
            | TableRefusal::NotAdmitted
            | TableRefusal::LinkLost
            | TableRefusal::LinkPays
            | TableRefusal::Seconds { .. }
            | TableRefusal::NotWaiting
            | TableRefusal::StillWaiting { .. }
            | TableRefusal::NotAPlayer
            | TableRefusal::NoBetsToEnd
            | TableRefusal::NoBetYet
            | TableRefusal::ReadyBefore
            | TableRefusal::BelowMinimum
            | TableRefusal::Paused
            | TableRefusal::NotPaused
            | TableRefusal::Cards(_) => Vec::new(),
        };
        Response::refused(self.code(), self, clauses)
    }
}
