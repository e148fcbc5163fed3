//! Kinds of bad request over HTTP, each with the status and code it gets.
// tidy: table

#![allow(dead_code, reason = "each test file uses what it needs")]

use Who::{Auditor, Cage, Dealer, Guest, PasserBy, Surveillance, Token};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Nobody who is signed in.
    PasserBy,
    /// A guest with a purse and no chips at a table.
    Guest,
    Dealer,
    Cage,
    Auditor,
    Surveillance,
    /// This text in the place of a token.
    Token(&'static str),
}

/// A request, and what it gets.
#[derive(Clone, Copy)]
pub struct Bad {
    pub who: Who,
    pub method: &'static str,
    pub path: &'static str,
    pub headers: &'static [(&'static str, &'static str)],
    pub body: &'static str,
    pub status: u16,
    pub code: &'static str,
    /// Something the detail must say.
    pub says: &'static str,
}

const JSON: &[(&str, &str)] = &[("content-type", "application/json")];
/// Where commands to table 1 go.
pub const COMMANDS: &str = "/api/v1/tables/1/commands";
const BUY_IN: &str = "/api/v1/tables/1/buy-in";
const CASH_OUT: &str = "/api/v1/tables/1/cash-out";
const SOCKET: &str = "/api/v1/tables/1/socket";
const SESSIONS: &str = "/api/v1/sessions";
const DESK: &str = "/api/v1/desk/commands";

const fn get(
    who: Who,
    path: &'static str,
    status: u16,
    code: &'static str,
    says: &'static str,
) -> Bad {
    call(who, "GET", path, status, code, says)
}

const fn call(
    who: Who,
    method: &'static str,
    path: &'static str,
    status: u16,
    code: &'static str,
    says: &'static str,
) -> Bad {
    Bad {
        who,
        method,
        path,
        headers: &[],
        body: "",
        status,
        code,
        says,
    }
}

const fn post(
    who: Who,
    path: &'static str,
    body: &'static str,
    status: u16,
    code: &'static str,
    says: &'static str,
) -> Bad {
    Bad {
        who,
        method: "POST",
        path,
        headers: JSON,
        body,
        status,
        code,
        says,
    }
}

/// A command of a guest at table 1 that cannot be read.
const fn unread(body: &'static str, says: &'static str) -> Bad {
    post(Guest, COMMANDS, body, 400, "malformed", says)
}

/// A command of a guest at table 1 that the rules refuse.
const fn refused(body: &'static str, code: &'static str) -> Bad {
    post(Guest, COMMANDS, body, 409, code, "")
}

const fn with(headers: &'static [(&'static str, &'static str)], bad: Bad) -> Bad {
    Bad { headers, ..bad }
}

/// A bet that would be taken, were it not for what is wrong around it.
pub const SOUND_BET: &str =
    r#"{"id":"sound","request":{"request":"place-bet","at":3,"area":"ante","amount":1000}}"#;

/// Every kind. Box 1 of table 1 is another guest's.
#[rustfmt::skip]
pub const REQUESTS: &[Bad] = &[
    // Bodies that are no JSON, or not the whole of it.
    unread("", "EOF"),
    unread("{", "EOF"),
    unread("nonsense", "expected"),
    unread("[]", "invalid"),
    unread("null", "invalid type"),
    unread("7", "invalid type"),
    unread("\"text\"", "invalid type"),
    unread("{\"id\":1,\"request\":{\"request\":\"look\",\"at\":3}} x", "trailing"),
    unread("{\"id\":1,\"request\":{\"request\":\"look\",\"at\":3},}", "trailing comma"),
    unread("{\"id\":1,\"request\":{\"request\":\"look\",\"at\":3}", "EOF"),
    unread("{'id':1}", "key must be a string"),
    unread("{\"id\":1,\"request\":{\"request\":\"lo\u{1}ok\"}}", "control character"),
    unread("{\"id\":\"\\ud800\",\"request\":{\"request\":\"look\",\"at\":3}}", "id"),
    unread("\u{feff}{}", "expected value"),
    unread("{\"id\":1,\"request\":{\"request\":\"look\",\"at\":1e999}}", "number out of range"),
    // Fields that are missing, twice or unknown.
    unread("{}", "missing field"),
    unread(r#"{"request":{"request":"look","at":3}}"#, "missing field `id`"),
    unread(r#"{"id":1}"#, "missing field `request`"),
    unread(r#"{"id":1,"id":2,"request":{"request":"look","at":3}}"#, "duplicate field `id`"),
    unread(r#"{"id":1,"zzz":1,"request":{"request":"look","at":3}}"#, "zzz"),
    unread(r#"{"id":1,"request":{"request":"look","at":3,"zzz":1}}"#, "request.zzz: unknown field"),
    unread(r#"{"id":1,"request":{"request":"look","at":3,"zzz":null}}"#, "request.zzz: unknown field"),
    unread(r#"{"id":1,"request":{"request":"look","at":3,"z/~z":{}}}"#, "unknown field"),
    unread(r#"{"id":1,"request":{"request":"conclude","at":3}}"#, "request.at: unknown field"),
    unread(r#"{"id":1,"request":{"request":"ready","at":3}}"#, "request.at: unknown field"),
    unread(r#"{"id":1,"request":{"request":"shuffle","zzz":[]}}"#, "request.zzz: unknown field"),
    unread(r#"{"id":1,"request":{"request":"place-bet","at":3,"area":"ante","amount":500,"player":1}}"#, "request.player: unknown field"),
    unread(r#"{"id":1,"request":{"request":"look"}}"#, "missing field `at`"),
    unread(r#"{"id":1,"request":{"request":"place-bet","at":3,"area":"ante"}}"#, "missing field `amount`"),
    unread(r#"{"id":1,"request":{"at":3}}"#, "request.request: found nothing"),
    unread(r#"{"id":1,"request":{}}"#, "request.request: found nothing"),
    // Ids.
    unread(r#"{"id":null,"request":{"request":"look","at":3}}"#, "id: invalid type: null, expected 1 to 100 letters"),
    unread(r#"{"id":true,"request":{"request":"look","at":3}}"#, "expected 1 to 100 letters"),
    unread(r#"{"id":-1,"request":{"request":"look","at":3}}"#, "expected 1 to 100 letters"),
    unread(r#"{"id":1.5,"request":{"request":"look","at":3}}"#, "expected 1 to 100 letters"),
    unread(r#"{"id":[1],"request":{"request":"look","at":3}}"#, "expected 1 to 100 letters"),
    unread(r#"{"id":{"a":1},"request":{"request":"look","at":3}}"#, "expected 1 to 100 letters"),
    unread(r#"{"id":18446744073709551616,"request":{"request":"look","at":3}}"#, "expected 1 to 100 letters"),
    unread(r#"{"id":"","request":{"request":"look","at":3}}"#, "id: found 0 letters"),
    unread(r#"{"id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","request":{"request":"look","at":3}}"#, "id: found 101 letters"),
    // Requests that do not exist, or of the wrong kind.
    unread(r#"{"id":1,"request":null}"#, "request.request"),
    unread(r#"{"id":1,"request":"look"}"#, "request.request"),
    unread(r#"{"id":1,"request":["look",3]}"#, "request.request"),
    unread(r#"{"id":1,"request":{"request":7}}"#, "request.request"),
    unread(r#"{"id":1,"request":{"request":null}}"#, "request.request"),
    unread(r#"{"id":1,"request":{"request":"zzz"}}"#, "unknown variant `zzz`"),
    unread(r#"{"id":1,"request":{"request":""}}"#, "unknown variant"),
    unread(r#"{"id":1,"request":{"request":"Look","at":3}}"#, "unknown variant"),
    unread(r#"{"id":1,"request":{"request":"place_bet","at":3,"area":"ante","amount":500}}"#, "unknown variant"),
    unread(r#"{"id":1,"request":{"request":"look","at":"3"}}"#, "request"),
    unread(r#"{"id":1,"request":{"request":"look","at":-3}}"#, "request"),
    unread(r#"{"id":1,"request":{"request":"look","at":256}}"#, "request"),
    unread(r#"{"id":1,"request":{"request":"look","at":null}}"#, "request"),
    unread(r#"{"id":1,"request":{"request":"look","at":3.5}}"#, "request"),
    unread(r#"{"id":1,"request":{"request":"place-bet","at":3,"area":"zzz","amount":500}}"#, "unknown variant `zzz`"),
    unread(r#"{"id":1,"request":{"request":"fold","at":3,"pair_plus":"zzz"}}"#, "unknown variant `zzz`"),
    unread(r#"{"id":1,"request":{"request":"burn","card":"1x"}}"#, "request"),
    unread(r#"{"id":1,"request":{"request":"deal-community","cards":["As"]}}"#, "request"),
    unread(r#"{"id":1,"request":{"request":"promise-seed","promise":"zz"}}"#, "request"),
    unread(r#"{"id":1,"request":{"request":"open-seed","seed":7}}"#, "request"),
    unread(r#"{"id":1,"request":{"request":"report","report":{"irregularity":"IR-99"}}}"#, "request"),
    unread(r#"{"id":1,"request":{"request":"open-table"}}"#, "missing field"),
    unread(r#"{"id":1,"request":{"request":"open-table","rulebook":"zzz","setup":{}}}"#, "zzz"),
    unread(r#"{"id":1,"request":{"request":"open-table","rulebook":"rws-2020","setup":{}}}"#, "request.setup: missing field"),
    unread(r#"{"id":1,"request":{"request":"open-table","rulebook":"rws-2020","options":{"zzz":"a"},"setup":{}}}"#, "request.options.zzz"),
    unread(r#"{"id":1,"request":{"request":"open-table","rulebook":"rws-2020","setup":{"positions":7,"device":"shuffler","limits":{"ante":{"min":500,"max":50000},"pair_plus":{"min":500,"max":50000},"five_card":{}},"zzz":1}}}"#, "request.setup.zzz: unknown field"),
    unread(r#"{"id":1,"request":{"request":"open-table","rulebook":"rws-2020","setup":{"positions":7,"device":"shuffler","limits":{"ante":{"min":500,"max":50000},"pair_plus":{"min":500,"max":50000},"five_card":{}},"jackpot":{"stake":500,"contribution":125,"seed":5,"zzz":null}}}}"#, "request.setup.jackpot.zzz: unknown field"),
    // Read, though the defaults that it spells out are not written again.
    post(Guest, COMMANDS, r#"{"id":"d1","request":{"request":"open-table","rulebook":"rws-2020","setup":{"positions":7,"device":"shuffler","limits":{"ante":{"min":500,"max":50000},"pair_plus":{"min":500,"max":50000},"five_card":{}},"jackpot":null,"interruption_grace_seconds":60,"smallest_chip":null}}}"#, 403, "not-allowed", "open-table"),
    // Amounts.
    unread(r#"{"id":1,"request":{"request":"place-bet","at":3,"area":"ante","amount":10.5}}"#, "invalid type"),
    unread(r#"{"id":1,"request":{"request":"place-bet","at":3,"area":"ante","amount":"1000"}}"#, "invalid type"),
    unread(r#"{"id":1,"request":{"request":"place-bet","at":3,"area":"ante","amount":null}}"#, "invalid type"),
    unread(r#"{"id":1,"request":{"request":"place-bet","at":3,"area":"ante","amount":9223372036854775808}}"#, "invalid"),
    unread(r#"{"id":1,"request":{"request":"place-bet","at":3,"area":"ante","amount":1e3}}"#, "invalid type"),
    refused(r#"{"id":"a1","request":{"request":"place-bet","at":3,"area":"ante","amount":0}}"#, ""),
    refused(r#"{"id":"a2","request":{"request":"place-bet","at":3,"area":"ante","amount":-1000}}"#, ""),
    refused(r#"{"id":"a3","request":{"request":"place-bet","at":3,"area":"ante","amount":9223372036854775807}}"#, ""),
    refused(r#"{"id":"a4","request":{"request":"place-bet","at":3,"area":"ante","amount":-9223372036854775808}}"#, ""),
    refused(r#"{"id":"a5","request":{"request":"place-bet","at":3,"area":"ante","amount":999999900}}"#, ""),
    post(Guest, BUY_IN, r#"{"id":1}"#, 400, "malformed", "missing field `amount`"),
    post(Guest, BUY_IN, r#"{"amount":1}"#, 400, "malformed", "missing field `id`"),
    post(Guest, BUY_IN, r#"{"id":1,"amount":100,"zzz":1}"#, 400, "malformed", "zzz"),
    post(Guest, BUY_IN, r#"{"id":1,"amount":null}"#, 400, "malformed", "amount"),
    post(Guest, BUY_IN, r#"{"id":1,"amount":"100"}"#, 400, "malformed", "amount"),
    post(Guest, BUY_IN, r#"{"id":1,"amount":1.5}"#, 400, "malformed", "amount"),
    post(Guest, BUY_IN, r#"{"id":1,"amount":9223372036854775808}"#, 400, "malformed", "amount"),
    post(Guest, BUY_IN, r#"{"id":"","amount":100}"#, 400, "malformed", "id"),
    post(Guest, BUY_IN, r#"{"id":"b1","amount":0}"#, 409, "", ""),
    post(Guest, BUY_IN, r#"{"id":"b2","amount":-100}"#, 409, "", ""),
    post(Guest, BUY_IN, r#"{"id":"b3","amount":9223372036854775807}"#, 409, "", ""),
    post(Guest, BUY_IN, r#"{"id":"b4","amount":200001}"#, 409, "insufficient-funds", ""),
    post(Guest, CASH_OUT, r#"{"id":"b5","amount":1}"#, 409, "insufficient-funds", ""),
    post(Guest, CASH_OUT, r#"{"id":"b6","amount":-1}"#, 409, "", ""),
    post(Guest, CASH_OUT, r#"{"id":"b7","amount":-9223372036854775808}"#, 409, "", ""),
    post(Guest, CASH_OUT, "[1,2,3]", 400, "malformed", ""),
    // What the rules refuse now: other people's boxes, and what is not due.
    refused(r#"{"id":"c1","request":{"request":"place-bet","at":1,"area":"play","amount":1000}}"#, ""),
    refused(r#"{"id":"c2","request":{"request":"look","at":1}}"#, ""),
    refused(r#"{"id":"c3","request":{"request":"take-back","at":1,"area":"ante"}}"#, ""),
    refused(r#"{"id":"c4","request":{"request":"sit","at":1}}"#, ""),
    refused(r#"{"id":"c5","request":{"request":"fold","at":1,"pair_plus":"plain"}}"#, ""),
    refused(r#"{"id":"c6","request":{"request":"play","at":1,"amount":1000}}"#, ""),
    refused(r#"{"id":"c7","request":{"request":"sit","at":0}}"#, ""),
    refused(r#"{"id":"c8","request":{"request":"sit","at":255}}"#, ""),
    refused(r#"{"id":"c9","request":{"request":"leave","player":1}}"#, ""),
    post(Guest, COMMANDS, r#"{"id":"c10","request":{"request":"open-bets"}}"#, 403, "not-allowed", "open-bets"),
    post(Guest, COMMANDS, r#"{"id":"c11","request":{"request":"close-bets"}}"#, 403, "not-allowed", "close-bets"),
    post(Guest, COMMANDS, r#"{"id":"c12","request":{"request":"close-table"}}"#, 403, "not-allowed", "close-table"),
    post(Guest, COMMANDS, r#"{"id":"c13","request":{"request":"settle","at":1}}"#, 403, "not-allowed", "settle"),
    post(Guest, COMMANDS, r#"{"id":"c14","request":{"request":"pay-jackpots","displayed":1}}"#, 403, "not-allowed", "pay-jackpots"),
    refused(r#"{"id":"c15","request":{"request":"ready"}}"#, ""),
    post(Guest, COMMANDS, r#"{"id":"c16","request":{"request":"bar","player":1}}"#, 403, "not-allowed", "bar"),
    post(Guest, COMMANDS, r#"{"id":"c17","request":{"request":"burn","card":"As"}}"#, 403, "not-allowed", "burn"),
    post(Guest, COMMANDS, r#"{"id":"c18","request":{"request":"place-bet-for","player":1,"at":3,"area":"ante","amount":500}}"#, 403, "not-allowed", "place-bet-for"),
    // Requests that are for other roles.
    post(Guest, COMMANDS, r#"{"id":1,"request":{"request":"create-table"}}"#, 403, "not-allowed", "create-table"),
    post(Guest, COMMANDS, r#"{"id":1,"request":{"request":"leave-link"}}"#, 403, "not-allowed", "leave-link"),
    post(Guest, COMMANDS, r#"{"id":1,"request":{"request":"take-over","owner":"me"}}"#, 403, "not-allowed", "take-over"),
    post(Guest, COMMANDS, r#"{"id":1,"request":{"request":"take-cards","from":"table"}}"#, 403, "not-allowed", "take-cards"),
    post(Guest, COMMANDS, r#"{"id":1,"request":{"request":"deal"}}"#, 403, "not-allowed", "deal"),
    post(Auditor, COMMANDS, SOUND_BET, 403, "not-allowed", "auditor"),
    post(Cage, COMMANDS, SOUND_BET, 403, "not-allowed", "cage"),
    post(Dealer, COMMANDS, r#"{"id":1,"request":{"request":"ready"}}"#, 403, "not-allowed", "dealer"),
    post(Dealer, COMMANDS, SOUND_BET, 403, "not-allowed", "dealer"),
    post(Dealer, BUY_IN, r#"{"id":1,"amount":100}"#, 403, "not-allowed", "dealer"),
    post(Auditor, CASH_OUT, r#"{"id":1,"amount":100}"#, 403, "not-allowed", "auditor"),
    post(Surveillance, COMMANDS, SOUND_BET, 403, "not-allowed", "surveillance"),
    // The desk of the house.
    post(Cage, DESK, "{}", 400, "malformed", "missing field `id`"),
    post(Cage, DESK, r#"{"id":1}"#, 400, "malformed", "missing field `request`"),
    post(Cage, DESK, r#"{"id":1,"request":{"request":"zzz"}}"#, 400, "malformed", "zzz"),
    post(Cage, DESK, r#"{"id":1,"request":{"request":"deposit","player":1}}"#, 400, "malformed", "amount"),
    post(Cage, DESK, r#"{"id":1,"request":{"request":"deposit","player":-1,"amount":1}}"#, 400, "malformed", "expected u32"),
    post(Cage, DESK, r#"{"id":1,"request":{"request":"deposit","player":1,"amount":1,"zzz":1}}"#, 400, "malformed", "zzz"),
    post(Cage, DESK, r#"{"id":1,"request":{"request":"deposit","player":1,"amount":1},"zzz":1}"#, 400, "malformed", "zzz"),
    post(Cage, DESK, r#"{"id":1,"request":{"request":"deposit","player":1,"amount":1}}"#, 404, "not-found", "player"),
    post(Guest, DESK, r#"{"id":1,"request":{"request":"deposit","player":1,"amount":1}}"#, 403, "not-allowed", "guest"),
    post(PasserBy, DESK, r#"{"id":1,"request":{"request":"deposit","player":1,"amount":1}}"#, 401, "not-signed-in", ""),
    post(Cage, DESK, r#"{"id":1,"request":{"request":"ask-link","link":1,"asks":{"request":"clear-fault"}}}"#, 403, "not-allowed", "ask-link"),
    get(Guest, "/api/v1/purses/1", 403, "not-allowed", "own"),
    get(Cage, "/api/v1/purses/one", 404, "not-found", "number of a player"),
    get(Dealer, "/api/v1/purses/1", 403, "not-allowed", "dealer"),
    call(Guest, "POST", "/api/v1/me/totp", 403, "not-allowed", "guest"),
    with(&[("authorization", "Ticket 00")], get(PasserBy, "/api/v1/tables", 401, "not-signed-in", "")),
    // No session.
    post(PasserBy, COMMANDS, SOUND_BET, 401, "not-signed-in", "sign in"),
    post(PasserBy, BUY_IN, r#"{"id":1,"amount":100}"#, 401, "not-signed-in", ""),
    get(PasserBy, "/api/v1/me", 401, "not-signed-in", ""),
    get(PasserBy, "/api/v1/rounds", 401, "not-signed-in", ""),
    get(PasserBy, "/api/v1/rounds/1/99", 404, "not-found", "has no round 99"),
    get(PasserBy, "/api/v1/rounds/1/1?views=some", 400, "malformed", "views"),
    call(PasserBy, "DELETE", "/api/v1/sessions/current", 401, "not-signed-in", ""),
    post(Token("0000000000000000000000000000000000000000000000000000000000000000"), COMMANDS, SOUND_BET, 401, "not-signed-in", ""),
    post(Token("00"), COMMANDS, SOUND_BET, 401, "not-signed-in", ""),
    post(Token(""), COMMANDS, SOUND_BET, 401, "not-signed-in", ""),
    post(Token("00000000000000000000000000000000000000000000000000000000000000000"), COMMANDS, SOUND_BET, 401, "not-signed-in", ""),
    post(Token("zz00000000000000000000000000000000000000000000000000000000000000"), COMMANDS, SOUND_BET, 401, "not-signed-in", ""),
    get(Token("00"), SOCKET, 401, "not-signed-in", ""),
    get(Token("0000000000000000000000000000000000000000000000000000000000000000"), SOCKET, 401, "not-signed-in", ""),
    with(&[("cookie", "queenhigh_session=00")], get(PasserBy, "/api/v1/me", 401, "not-signed-in", "")),
    with(&[("authorization", "Basic YTpi")], get(PasserBy, "/api/v1/me", 401, "not-signed-in", "")),
    with(&[("authorization", "Bearer")], get(PasserBy, SOCKET, 401, "not-signed-in", "")),
    // Signing in.
    post(PasserBy, SESSIONS, "{}", 400, "malformed", "missing field `name`"),
    post(PasserBy, SESSIONS, r#"{"name":"Dealer"}"#, 400, "malformed", "missing field `password`"),
    post(PasserBy, SESSIONS, r#"{"name":1,"password":"a"}"#, 400, "malformed", "name"),
    post(PasserBy, SESSIONS, r#"{"name":"a","password":"a","role":"auditor"}"#, 400, "malformed", "role"),
    post(PasserBy, SESSIONS, r#"{"name":"Nobody here","password":"a"}"#, 401, "sign-in-refused", ""),
    post(PasserBy, SESSIONS, r#"{"name":"","password":""}"#, 401, "sign-in-refused", ""),
    post(PasserBy, SESSIONS, r#"{"name":"\u0000' OR 1=1 --","password":"a"}"#, 401, "sign-in-refused", ""),
    get(PasserBy, "/enter/00", 404, "not-found", "link"),
    get(PasserBy, "/enter/0000000000000000000000000000000000000000000000000000000000000000", 404, "not-found", "link"),
    // Calls, tables, rounds and rulebooks that do not exist.
    get(Guest, "/api/v1/zzz", 404, "not-found", ""),
    get(Guest, "/api/v2/tables", 404, "not-found", ""),
    get(Guest, "/zzz", 404, "not-found", ""),
    get(Guest, "/api/v1/tables/", 404, "not-found", ""),
    get(Guest, "/api/v1/tables/99", 404, "not-found", "99"),
    get(Guest, "/api/v1/tables/0", 404, "not-found", ""),
    get(Guest, "/api/v1/tables/-1", 404, "not-found", "number of a table"),
    get(Guest, "/api/v1/tables/one", 404, "not-found", "number of a table"),
    get(Guest, "/api/v1/tables/4294967296", 404, "not-found", "number of a table"),
    get(Guest, "/api/v1/tables/%ff", 400, "malformed", "UTF-8"),
    get(Guest, "/api/v1/tables/1/zzz", 404, "not-found", ""),
    get(Guest, "/api/v1/tables/99/socket", 404, "not-found", ""),
    post(Guest, "/api/v1/tables/99/commands", SOUND_BET, 404, "not-found", "99"),
    post(Guest, "/api/v1/tables/one/commands", SOUND_BET, 404, "not-found", "number of a table"),
    post(Guest, "/api/v1/tables/99/buy-in", r#"{"id":1,"amount":100}"#, 404, "not-found", "99"),
    get(Guest, "/api/v1/rounds/1/99", 404, "not-found", "no round 99"),
    get(Guest, "/api/v1/rounds/1/0", 404, "not-found", ""),
    get(Guest, "/api/v1/rounds/1/one", 404, "not-found", "number of a round"),
    get(Guest, "/api/v1/rounds/1/18446744073709551616", 404, "not-found", "number of a round"),
    get(Guest, "/api/v1/rounds/1/18446744073709551615", 404, "not-found", ""),
    get(Guest, "/api/v1/rounds/99/1", 404, "not-found", ""),
    get(Guest, "/api/v1/rounds/1/1", 404, "not-found", ""),
    get(Guest, "/api/v1/rounds?limit=0", 400, "malformed", "limit"),
    get(Guest, "/api/v1/rounds?limit=100000", 400, "malformed", "limit"),
    get(Guest, "/api/v1/rounds?limit=-1", 400, "malformed", ""),
    get(Guest, "/api/v1/rounds?table=one", 400, "malformed", ""),
    get(Guest, "/api/v1/rounds?before=yesterday", 400, "malformed", "before"),
    get(Guest, "/api/v1/rounds?zzz=1", 400, "malformed", "zzz"),
    get(Dealer, "/api/v1/rounds?limit=0", 400, "malformed", "limit"),
    get(Dealer, "/api/v1/rounds/99/1", 404, "not-found", ""),
    get(Guest, "/api/v1/rulebooks/rws-2021", 404, "not-found", "rws-2020"),
    get(Guest, "/api/v1/rulebooks/rws-2020/clauses/99.99", 404, "not-found", ""),
    get(Guest, "/api/v1/rulebooks/zzz/irregularities", 404, "not-found", ""),
    get(Guest, "/api/v1/analyze/zzz", 404, "not-found", ""),
    // Methods that a call does not have.
    call(Guest, "DELETE", "/api/v1/tables/1", 405, "method-not-allowed", ""),
    call(Guest, "PUT", "/api/v1/tables", 405, "method-not-allowed", ""),
    call(Guest, "PATCH", "/api/v1/me", 405, "method-not-allowed", ""),
    get(Guest, COMMANDS, 405, "method-not-allowed", ""),
    get(Guest, BUY_IN, 405, "method-not-allowed", ""),
    get(Guest, "/api/v1/guests", 405, "method-not-allowed", ""),
    get(Guest, "/api/v1/sessions/current", 405, "method-not-allowed", ""),
    call(Guest, "POST", "/healthz", 405, "method-not-allowed", ""),
    call(Guest, "ZZZ", "/api/v1/tables", 405, "method-not-allowed", ""),
    // Bodies of another kind.
    with(&[("content-type", "text/plain")], post(Guest, COMMANDS, SOUND_BET, 415, "not-json", "text/plain")),
    with(&[("content-type", "application/x-www-form-urlencoded")], post(Guest, BUY_IN, "id=1&amount=100", 400, "malformed", "body")),
    with(&[("content-type", "multipart/form-data; boundary=a")], post(PasserBy, SESSIONS, "--a--", 415, "not-json", "")),
    // Sockets that are none.
    get(Guest, SOCKET, 426, "upgrade-required", ""),
    with(&[("connection", "upgrade"), ("upgrade", "websocket")], get(Guest, SOCKET, 426, "upgrade-required", "")),
    with(&[("connection", "upgrade"), ("upgrade", "h2c"), ("sec-websocket-version", "13"), ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")], get(Guest, SOCKET, 426, "upgrade-required", "")),
    with(&[("connection", "upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "8"), ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")], get(Guest, SOCKET, 426, "upgrade-required", "")),
    call(Guest, "POST", SOCKET, 405, "method-not-allowed", ""),
    // Pages of other houses.
    with(&[("content-type", "application/json"), ("origin", "https://evil.example")], post(Guest, COMMANDS, SOUND_BET, 403, "not-allowed", "origin")),
    with(&[("content-type", "application/json"), ("origin", "null")], post(Guest, COMMANDS, SOUND_BET, 403, "not-allowed", "origin")),
    with(&[("content-type", "application/json"), ("origin", "\u{e9}")], post(Guest, COMMANDS, SOUND_BET, 403, "not-allowed", "origin")),
    with(&[("origin", "https://evil.example")], call(PasserBy, "POST", "/api/v1/guests", 403, "not-allowed", "origin")),
    with(&[("origin", "https://evil.example")], call(Guest, "DELETE", "/api/v1/sessions/current", 403, "not-allowed", "origin")),
    with(&[("origin", "https://evil.example")], get(Guest, "/api/v1/me", 403, "not-allowed", "origin")),
];
