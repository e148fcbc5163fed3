//! A link's log written without tables, in which the display moves for every reason there is.

use game::{Actor, BoxNumber, JackpotAward, Money, Timestamp};
use house::link::{
    Claim, ClaimedAward, Difference, HitStatus, IncrementShare, JackpotParameters, LinkEvent,
    LinkRequest, LinkState, PaidBefore, Received, RequestedOfLink, Reversal, Signers,
    TableContributions,
};
use house::log::CommandId;
use house::store::Row;
use ledger::{Account, Book, JackpotPart, LinkId, TableId};

use super::floor::linked::TWO;

pub const LINK: LinkId = LinkId(1);

/// Two sevenths of a contribution are shown, declared in parts that are not the lowest.
pub const SEVENTHS: JackpotParameters = JackpotParameters {
    base: Money::major(500),
    reset: Money::major(200),
    increment: IncrementShare { part: 4, of: 14 },
    hidden: IncrementShare { part: 10, of: 14 },
    limit: Money::major(502),
    contribution_max: Money::major(10),
    verify_above: Money::major(400),
};

/// Half of a contribution is shown.
const HALVES: JackpotParameters = JackpotParameters {
    increment: IncrementShare { part: 1, of: 2 },
    hidden: IncrementShare { part: 1, of: 2 },
    limit: Money::major(900),
    ..SEVENTHS
};

pub struct Written {
    pub link: LinkState,
    pub rows: Vec<Row>,
    book: Book,
}

impl Written {
    /// Declared, with two tables that belong to it.
    pub fn declared(level: JackpotParameters) -> Written {
        let mut log = Written {
            link: LinkState::new(LINK),
            rows: Vec::new(),
            book: Book::default(),
        };
        log.two_ask(LinkRequest::Declare { level });
        for table in [1, 2].map(TableId) {
            log.two_ask(LinkRequest::Enrol { table });
        }
        log
    }

    pub fn two_ask(&mut self, request: LinkRequest) -> Vec<LinkEvent> {
        self.ask(TWO, request)
    }

    pub fn system_asks(&mut self, request: LinkRequest) -> Vec<LinkEvent> {
        let (by, with) = (Actor::System, None);
        self.ask(Signers { by, with }, request)
    }

    fn ask(&mut self, signed: Signers, request: LinkRequest) -> Vec<LinkEvent> {
        let events = self.link.decide(signed, &request).unwrap();
        let seq = self.link.head().seq;
        let requested = RequestedOfLink {
            by: signed.by,
            with: signed.with,
            now: Timestamp(1_000 * (seq + 1)),
            request,
        };
        let id = CommandId(u128::from(seq) + 1);
        let append = self.link.append_of(id, requested, &events);
        let mut fingerprint = append.expected.fingerprint;
        for (seq, bytes) in (seq + 1..).zip(append.entries.iter()) {
            fingerprint = fingerprint.then(bytes);
            let row = Row {
                seq,
                bytes: bytes.to_vec().into(),
                fingerprint,
            };
            self.link.take(&row).unwrap();
            self.rows.push(row);
        }
        for posted in &append.postings {
            self.book.shift(posted.row);
        }
        self.check_accounts();
        events
    }

    /// The money lies where the meters say it does. What tables fed is posted in their own logs.
    fn check_accounts(&self) {
        let meters = self.link.meters();
        let balance = |part| self.book.balance(Account::Jackpot(LINK, part));
        assert_eq!(balance(JackpotPart::Display), meters.shown);
        assert_eq!(balance(JackpotPart::Reserve), meters.reserve);
        assert_eq!(balance(JackpotPart::Overflow), meters.overflow);
        assert_eq!(self.book.balance(Account::Cage), -meters.funded);
    }

    /// A turn in which one table fed these cents.
    pub fn feed(&mut self, table: u32, cents: &[i64]) {
        let feed = TableContributions {
            table: TableId(table),
            to: self.link.head().seq,
            amounts: cents.iter().copied().map(Money::minor).collect(),
        };
        self.turn(|turn| turn.0.push(feed));
    }

    /// A table wins `drawn` in a round: all of it leaves the display at the reset, a part at what is left.
    pub fn win(&mut self, won: (u32, u64), award: JackpotAward, drawn: Money) {
        let after = if award == JackpotAward::Major {
            self.link.level().unwrap().reset
        } else {
            self.link.meters().shown - drawn
        };
        self.win_leaving(after, won, award, drawn);
    }

    /// A table wins `drawn` in a round, which leaves the display at `after`.
    pub fn win_leaving(
        &mut self,
        after: Money,
        (table, round): (u32, u64),
        award: JackpotAward,
        drawn: Money,
    ) {
        let claim = Claim {
            table: TableId(table),
            round,
            before: self.link.meters().shown,
            after,
            awards: vec![ClaimedAward {
                at: BoxNumber(3),
                award,
                amount: drawn,
                drawn,
            }],
            recorded: None,
            paid: PaidBefore::NotYet,
        };
        self.turn(|turn| turn.3.push(claim));
    }

    pub fn take_back(&mut self, table: u32, round: u64) {
        let table = TableId(table);
        self.turn(|turn| turn.2.push(Reversal { table, round }));
    }

    pub fn receive(&mut self, amount: Money) {
        let link = LinkId(7);
        self.turn(|turn| turn.1.push(Received { link, amount }));
    }

    fn turn(&mut self, fill: impl FnOnce(&mut Counted)) {
        let mut turn = Counted::default();
        fill(&mut turn);
        let (feeds, received, reversals, hits) = turn;
        self.system_asks(LinkRequest::Turn {
            feeds,
            received,
            reversals,
            hits,
            released: Vec::new(),
        });
    }
}

type Counted = (
    Vec<TableContributions>,
    Vec<Received>,
    Vec<Reversal>,
    Vec<Claim>,
);

/// Two wins of a part, one of them taken back at the limit; three of all of it, one of them rejected;
/// other shares; contributions taken back where the house has to make up for them; what another link
/// left; a silence and a mismatch; the end.
pub fn long_log() -> Written {
    let mut log = Written::declared(SEVENTHS);
    log.two_ask(LinkRequest::SetValue {
        value: Money::major(501),
    });
    log.feed(1, &[303]);
    log.feed(2, &[100, 2_000]);
    log.win((1, 3), JackpotAward::StraightFlush, Money::minor(5_020));
    log.feed(2, &[500, 500]);
    log.take_back(1, 3);
    let all = log.link.meters().shown;
    log.win((2, 5), JackpotAward::Major, all);
    let reason = "a card of another deck".to_owned();
    log.two_ask(LinkRequest::Reject { number: 2, reason });
    log.two_ask(LinkRequest::Change { level: HALVES });
    log.feed(1, &[-303]);
    let all = log.link.meters().shown;
    log.win((1, 8), JackpotAward::Major, all);
    assert_eq!(log.link.hit(3).unwrap().standing, HitStatus::Pending);
    let (number, deck) = (3, 52);
    log.two_ask(LinkRequest::Verify { number, deck });
    log.feed(2, &[-701]);
    log.system_asks(LinkRequest::ReportSilence);
    log.system_asks(LinkRequest::ReportReturn);
    log.receive(Money::major(3));
    let differences = vec![Difference {
        table: TableId(2),
        fed: Money::minor(299),
        heard: Money::minor(2_399),
    }];
    log.system_asks(LinkRequest::ReportMismatch { differences });
    log.two_ask(LinkRequest::ClearFault);
    log.win((2, 6), JackpotAward::StraightFlush, Money::minor(2_000));
    log.feed(1, &[7]);
    let all = log.link.meters().shown;
    log.win((1, 9), JackpotAward::Major, all);
    log.system_asks(LinkRequest::ReportFailedInstruction {
        table: TableId(1),
        after: 12,
        what: "pay the jackpots".to_owned(),
        why: "no".to_owned(),
    });
    let (to, notice) = (LinkId(9), "it ends".to_owned());
    log.two_ask(LinkRequest::Decommission { to, notice });
    log
}

/// What the long log comes to, as `queenhigh jackpot` prints it; the figures were reckoned by hand.
pub const LONG_LOG: &str = "\
link 1 up to entry 28
  table 1: fed 0.07, won 681.18
  table 2: fed 3.99, won 20.00
  in:  fed 7.06, put in by the house 894.12
  out: won 701.18 in 3 wins, left to others 200.00, display 0.00, reserve 0.00, overflow 0.00, undivided 0.00
  entry 1: declared, with 500.00 to start from
  entry 4: set to 501.00
  entry 6: 20.00 of table 2 not counted: expected at most 1000
  entry 8: win 1 at table 1: 50.20
  entry 10: win 1 goes back: taken back at its table
  entry 11: win 2 at table 2: 502.00
  entry 12: win 2 does not count: a card of another deck
  entry 13: other parameters wait for the next win
  entry 15: win 3 at table 1: 501.14
  entry 16: other parameters count
  entry 19: no process takes its turns, at 200.00
  entry 20: works again
  entry 21: link 7 left it 3.00
  entry 22: does not work: table 2 fed 2.99 and 23.99 came
  entry 23: works again
  entry 24: win 4 at table 2: 20.00
  entry 26: win 5 at table 1: 180.04
  entry 27: table 1 was to pay the jackpots and did not: no
  entry 28: ended, and left 200.00 to link 9
  it balances
";
