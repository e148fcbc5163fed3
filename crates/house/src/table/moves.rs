//! What an actor may ask of a table of the house now, and would be granted.
//!
//! The rules list their own moves ([`game::Table::moves`]); of these the house leaves out what it
//! refuses itself: bets on a jackpot whose link does not take them, and cards named by people where the
//! house deals. Then come the house's own requests. Those that can be sent as they stand are put to
//! [`TableState::decide`]'s own decision; those with free content are listed as forms.

use game::{Actor, Area, Choices, Money, Move, MoveForm, Post, Request, Timestamp};
use ledger::LinkId;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::times::SECONDS_MAX;
use super::{
    CardRequest, Deadline, Duty, HouseRequest, LinkStatus, RequestedAtTable, Source, TableRequest,
    TableState,
};
use crate::log::Fingerprint;

/// Something an actor may ask of a table now and would be granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableMove {
    /// A request to the rules.
    Game(Move),
    /// This request to the house, as it stands.
    Exact(TableRequest),
    /// A request to the house with free content.
    Form(HouseForm),
}

/// A request to the house whose content the caller chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HouseForm {
    /// The table is to feed a link.
    JoinLink,
    /// This link does not work; it showed some amount when it stopped.
    LoseLink {
        /// The link the table feeds.
        link: LinkId,
    },
    /// A process takes the table's timers over, under its own name.
    TakeOver,
    /// How long the table waits, each from 1 to 3,600 seconds.
    SetTimes,
    /// The time is up, after at least as long.
    EndWaiting {
        /// The waiting that may be ended.
        deadline: Deadline,
    },
    /// A Player promises a seed.
    PromiseSeed,
    /// The house promises its own.
    SealSeed,
    /// A Player opens the seed that was promised.
    OpenSeed {
        /// What was promised; another seed is refused.
        promise: Fingerprint,
    },
    /// The house publishes the seed it promised.
    TellSeed {
        /// What was promised; another seed is refused.
        promise: Fingerprint,
    },
}

impl TableMove {
    /// Whether the request is an instance of this move. A seed is not held against its promise here:
    /// that takes the round it was made for.
    pub fn allows(&self, request: &TableRequest) -> bool {
        match (self, request) {
            (TableMove::Game(listed), TableRequest::Game(request)) => listed.allows(request),
            (TableMove::Exact(listed), request) => listed == request,
            (TableMove::Form(form), TableRequest::House(request)) => form.allows_house(request),
            (TableMove::Form(form), TableRequest::Cards(request)) => form.allows_cards(request),
            (TableMove::Game(_), TableRequest::House(_) | TableRequest::Cards(_))
            | (TableMove::Form(_), TableRequest::Game(_)) => false,
        }
    }

    /// The request that can be sent as it stands, where this move has one.
    pub fn request(&self) -> Option<TableRequest> {
        match self {
            TableMove::Game(listed) => listed.request().cloned().map(TableRequest::Game),
            TableMove::Exact(request) => Some(request.clone()),
            TableMove::Form(_) => None,
        }
    }
}

impl HouseForm {
    fn allows_house(self, request: &HouseRequest) -> bool {
        match (self, request) {
            (HouseForm::JoinLink, HouseRequest::JoinLink { .. })
            | (HouseForm::TakeOver, HouseRequest::TakeOver { .. }) => true,
            (HouseForm::LoseLink { link }, HouseRequest::LoseLink { link: other, .. }) => {
                link == *other
            }
            (HouseForm::SetTimes, HouseRequest::SetTimes { times }) => times.check().is_ok(),
            (
                HouseForm::EndWaiting { deadline },
                HouseRequest::EndWaiting {
                    round,
                    awaited,
                    since,
                    waited_seconds,
                },
            ) => {
                (deadline.round, deadline.awaited, deadline.since) == (*round, *awaited, *since)
                    && *waited_seconds >= deadline.seconds_max
            }
            (
                HouseForm::JoinLink
                | HouseForm::LoseLink { .. }
                | HouseForm::TakeOver
                | HouseForm::SetTimes
                | HouseForm::EndWaiting { .. }
                | HouseForm::PromiseSeed
                | HouseForm::SealSeed
                | HouseForm::OpenSeed { .. }
                | HouseForm::TellSeed { .. },
                _,
            ) => false,
        }
    }

    fn allows_cards(self, request: &CardRequest) -> bool {
        matches!(
            (self, request),
            (HouseForm::PromiseSeed, CardRequest::PromiseSeed { .. })
                | (HouseForm::SealSeed, CardRequest::SealSeed(_))
                | (HouseForm::OpenSeed { .. }, CardRequest::OpenSeed { .. })
                | (HouseForm::TellSeed { .. }, CardRequest::TellSeed { .. })
        )
    }

    /// `{"request": {"request": "set-times"}, "fields": {…}}`
    fn to_json(self) -> Value {
        let form = |request: &str, fields: Value| json!({"request": {"request": request}, "fields": fields});
        let seconds = json!({"min": 1, "max": SECONDS_MAX});
        match self {
            HouseForm::JoinLink => form("join-link", json!({"link": "link"})),
            HouseForm::LoseLink { link } => {
                form("lose-link", json!({"link": [link], "recorded": "amount"}))
            }
            HouseForm::TakeOver => form("take-over", json!({"owner": "text"})),
            HouseForm::SetTimes => form(
                "set-times",
                json!({
                    "times.opening_seconds": seconds,
                    "times.betting_seconds_max": seconds,
                    "times.decision_seconds_max": seconds,
                }),
            ),
            HouseForm::EndWaiting { deadline } => form(
                "end-waiting",
                json!({
                    "round": [deadline.round],
                    "awaited": [deadline.awaited],
                    "since": [deadline.since],
                    "waited_seconds": {"min": deadline.seconds_max},
                }),
            ),
            HouseForm::PromiseSeed => form("promise-seed", json!({"promise": "fingerprint"})),
            HouseForm::SealSeed => form("seal-seed", json!({"promise": "fingerprint"})),
            HouseForm::OpenSeed { promise } => {
                form("open-seed", json!({"seed": {"promise": promise}}))
            }
            HouseForm::TellSeed { promise } => {
                form("tell-seed", json!({"seed": {"promise": promise}}))
            }
        }
    }
}

/// As programs read it: requests to the house stand as requests to the rules do, by their name alone.
impl Serialize for TableMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            TableMove::Game(listed) => listed.serialize(serializer),
            TableMove::Exact(request) => {
                let mut map = serializer.serialize_map(Some(1))?;
                match request {
                    TableRequest::Game(request) => map.serialize_entry("request", request)?,
                    TableRequest::House(request) => map.serialize_entry("request", request)?,
                    TableRequest::Cards(request) => map.serialize_entry("request", request)?,
                }
                map.end()
            }
            TableMove::Form(form) => form.to_json().serialize(serializer),
        }
    }
}

impl TableState {
    /// Everything `actor` may ask now and would be granted, in the order of a round: first of the rules,
    /// then of the house. What the log does not say is not known here: a process without the vault key
    /// refuses to deal.
    pub fn moves(&self, actor: Actor, now: Timestamp) -> Vec<TableMove> {
        let listed = self.table.moves(actor, now).into_iter();
        let listed = listed.filter(|listed| self.house_grants((actor, now), listed));
        let listed = listed.map(|listed| self.within_minimum(listed));
        let mut moves: Vec<TableMove> = listed.map(TableMove::Game).collect();
        let forms = self.forms(actor, now);
        moves.extend(forms.into_iter().map(TableMove::Form));
        for request in self.exact_requests(actor) {
            let requested = RequestedAtTable {
                by: actor,
                now,
                request,
            };
            if self.events_of(None, &requested).is_ok() {
                moves.push(TableMove::Exact(requested.request));
            }
        }
        moves
    }

    /// Whether the house has nothing against a move of the rules.
    fn house_grants(&self, (actor, now): (Actor, Timestamp), listed: &Move) -> bool {
        match listed {
            Move::Exact(request) | Move::Amount { request, .. } | Move::Fold { request, .. } => {
                self.check_link(actor, request).is_ok()
                    && self.check_cards(request).is_ok()
                    && self.check_paused(request).is_ok()
                    && self.bet_is_taken((actor, now), request)
            }
            Move::Form(form) => {
                let dealt_here = self.shuffle().is_some() && self.open_round().is_some();
                let bets = self.no_jackpot_bets().is_some() && is_for_jackpot_bets(form);
                !(dealt_here && form.names_cards() || bets)
            }
        }
    }

    /// Whether the house takes the bet that the request places: the link, where it takes no jackpot bets,
    /// and the minimum, where the house deals.
    fn bet_is_taken(&self, (by, now): (Actor, Timestamp), request: &Request) -> bool {
        let looks_at_bets = matches!(request, Request::PlaceBet { .. }) && self.is_dealt_by_house();
        if self.no_jackpot_bets().is_none() && !looks_at_bets {
            return true;
        }
        let request = TableRequest::Game(request.clone());
        let requested = RequestedAtTable { by, now, request };
        self.events_of(None, &requested).is_ok()
    }

    /// The house's requests without free content that an actor of this kind may make, whether they are
    /// granted or not.
    fn exact_requests(&self, actor: Actor) -> Vec<TableRequest> {
        if let Actor::Player(_) = actor {
            return vec![HouseRequest::Ready.into()];
        }
        let mut house = vec![
            HouseRequest::Ready,
            HouseRequest::CreateTable,
            HouseRequest::LeaveLink,
            HouseRequest::PauseTable,
            HouseRequest::ResumeTable,
        ];
        house.extend(self.link().map(|link| HouseRequest::AdmitToLink { link }));
        let (table, from_house) = (Source::Table, Source::House);
        let cards = [
            CardRequest::TakeCards { from: table },
            CardRequest::TakeCards { from: from_house },
            CardRequest::Shuffle,
            CardRequest::Deal,
        ];
        let house = house.into_iter().map(TableRequest::House);
        house
            .chain(cards.into_iter().map(TableRequest::Cards))
            .collect()
    }

    fn forms(&self, actor: Actor, now: Timestamp) -> Vec<HouseForm> {
        match actor {
            Actor::Player(player) => {
                let promises = self.may_promise_seed(player);
                let opens = self.promise_to_open(player);
                let opens = opens.map(|promise| HouseForm::OpenSeed { promise });
                promises
                    .then_some(HouseForm::PromiseSeed)
                    .into_iter()
                    .chain(opens)
                    .collect()
            }
            Actor::Staff {
                post: Post::House, ..
            } => self.house_forms(),
            Actor::Staff { .. } => Vec::new(),
            Actor::System => {
                let mut forms = self.house_forms();
                forms.extend(self.system_forms(now));
                forms
            }
        }
    }

    fn house_forms(&self) -> Vec<HouseForm> {
        let mut forms = vec![HouseForm::TakeOver, HouseForm::SetTimes];
        if self.open_round().is_none() && self.linked.is_none() {
            forms.push(HouseForm::JoinLink);
        }
        forms
    }

    fn system_forms(&self, now: Timestamp) -> Vec<HouseForm> {
        let mut forms = Vec::new();
        if let Some(linked) = self.linked
            && linked.status == LinkStatus::Admitted
        {
            forms.push(HouseForm::LoseLink { link: linked.link });
        }
        if let Some(deadline) = self.deadline()
            && self.continue_without(deadline.awaited, now).is_ok()
        {
            forms.push(HouseForm::EndWaiting { deadline });
        }
        if self.may_seal_seed() {
            forms.push(HouseForm::SealSeed);
        }
        forms.extend(
            self.promise_to_tell()
                .map(|promise| HouseForm::TellSeed { promise }),
        );
        forms
    }

    /// What comes next at the table: as the rules say, but for what the house does where it deals and
    /// what a link does where it pays.
    pub fn next_duty(&self) -> NextTableDuty {
        if let Some(duty) = self.duty() {
            return NextTableDuty::House(duty);
        }
        let next = self.table.next_duty();
        let game::NextDuty::Dealer(duty) = &next else {
            return NextTableDuty::Rules(next);
        };
        if matches!(duty, game::DealerDuty::PayJackpots) && self.round_under.is_some() {
            return NextTableDuty::LinkPays;
        }
        if !matches!(duty, game::DealerDuty::Deal(_)) {
            return NextTableDuty::Rules(next);
        }
        match self.shuffle() {
            None => NextTableDuty::Rules(next),
            Some(shuffle) if shuffle.is_sealed() => NextTableDuty::Seeds {
                players: shuffle.awaited_players(),
            },
            Some(_) => NextTableDuty::Deal,
        }
    }

    /// What an automatic dealer requests now, and as whom: the step that comes next where it is no
    /// one's choice. `staff` is who holds a post at this table, `displayed` the meter that a table
    /// without a link pays its jackpots from.
    ///
    /// While bets are open this is the step that ends them: the caller says when everybody has bet.
    /// `None` where a person, a link or the table's own task has to act first, and where cards that
    /// people deal have to be named.
    pub fn next_request(
        &self,
        staff: impl Fn(Post) -> Actor,
        displayed: Money,
    ) -> Option<(Actor, TableRequest)> {
        match self.next_duty() {
            NextTableDuty::Rules(next) => {
                let (by, request) = next.request(staff, &[], displayed)?;
                Some((by, request.into()))
            }
            NextTableDuty::Deal => Some((staff(Post::Dealer), CardRequest::Deal.into())),
            NextTableDuty::House(_) | NextTableDuty::Seeds { .. } | NextTableDuty::LinkPays => None,
        }
    }
}

/// What comes next at a table of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextTableDuty {
    /// What the rules say: the Dealer, the House or a Player has to do this.
    Rules(game::NextDuty),
    /// The house draws or publishes a seed; the table's task does it without a request.
    House(Duty),
    /// These Players open the seeds they promised, until the table's deadline; then the deck is made
    /// without those who did not.
    Seeds {
        /// Who has not opened yet.
        players: Vec<game::PlayerId>,
    },
    /// The house deals: a Dealer asks for it with [`CardRequest::Deal`].
    Deal,
    /// The link pays what was won from it.
    LinkPays,
}

/// Whether every request the form stands for puts chips on the jackpot.
fn is_for_jackpot_bets(form: &MoveForm) -> bool {
    let mut fields = form.fields.iter();
    fields.any(|field| field.choices == Choices::Areas(vec![Area::Jackpot]))
}
