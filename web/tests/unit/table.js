// A table as the server sends it, for tests: seven free boxes while bets are open.
import { START, evolve } from "../../state.js";

/** @typedef {import("../../state.js").State} State */

/** @param {number} at @param {Partial<import("../../protocol").BoxView>} [more] @returns {import("../../protocol").BoxView} */
export const box = (at, more = {}) => ({
  at,
  seated: null,
  controller: null,
  bets: [],
  cards: [],
  hand: null,
  five_card: null,
  looked: false,
  decision: "undecided",
  showing: "face_down",
  prompted: [],
  jackpot_offered: false,
  claimed: false,
  lines: [],
  settled: false,
  ...more,
});

/** @param {Record<string, unknown>} [more] @param {import("../../protocol").BoxView[]} [boxes] @returns {any} */
export const view = (more = {}, boxes = []) => ({
  table: 1,
  rulebook: "rws-2020",
  digest: null,
  positions: 7,
  limits: { ante: { min: 500, max: 50_000 }, pair_plus: { min: 500, max: 50_000 }, five_card: {} },
  jackpot: { stake: 500, seed: 5_000_000 },
  notices: [],
  method: null,
  fault: null,
  seats: boxes.flatMap((each) => (each.seated === null ? [] : [[each.at, each.seated]])),
  next: { bets: { then: "close_bets", short: null } },
  round: 1,
  phase: "bets_open",
  dealer: [],
  dealer_hand: null,
  dealer_qualifies: null,
  community: [],
  boxes: Array.from({ length: 7 }, (_, nth) => boxes.find((each) => each.at === nth + 1) ?? box(nth + 1)),
  discards: [],
  awards: [],
  meter_read: null,
  suspended: null,
  cards: { from: "house", shuffle: null },
  ready: [],
  link: null,
  awaited: null,
  times: { opening_seconds: 3, betting_seconds_max: 25, decision_seconds_max: 30 },
  paused: false,
  ...more,
});

/** The moves of a player who may bet on a box. @param {number} at */
export const betting = (at) => [
  {
    request: { request: "place-bet", at, area: "ante", amount: 500 },
    min: 500,
    max: 1e15,
    step: 100,
    limit_min: 500,
    limit_max: 50_000,
  },
  {
    request: { request: "place-bet", at, area: "pair_plus", amount: 500 },
    min: 500,
    max: 1e15,
    step: 100,
    limit_min: 500,
    limit_max: 50_000,
  },
  { request: { request: "place-bet", at, area: "jackpot", amount: 500 } },
];

export const YOU = 10;
export const NOW = 1_000_000;

/** The state of a page whose person is player 10. @param {any} table @param {any[]} [moves]
 * @param {{ deadline_ms?: number | null, rack?: number }} [more] @returns {State} */
export function stateOf(table, moves = [], { deadline_ms = null, rack = 0 } = {}) {
  const you = /** @type {any} */ ({ role: "guest", player: YOU, name: "guest-10" });
  const at = { table: 1, name: "Sentosa", company_max: 3 };
  let state = evolve(START, { type: "welcome", epoch: "e", n: 1, you, at }, NOW);
  state = evolve(state, { type: "line", line: "open" }, NOW);
  return evolve(state, snapshot(table, moves, { deadline_ms, rack }), NOW);
}

/** @param {any} table @param {any[]} [moves] @param {{ deadline_ms?: number | null, rack?: number }} [more] @returns {any} */
export const snapshot = (table, moves = [], { deadline_ms = null, rack = 0 } = {}) => ({
  type: "snapshot",
  epoch: "e",
  n: 1,
  view: table,
  moves,
  deadline_ms,
  rack,
  names: { [YOU]: "guest-10", 11: "East" },
});

/** @param {any[]} events @param {any} table @param {any[]} [moves] @param {{ deadline_ms?: number | null }} [more] @returns {any} */
export const happened = (events, table, moves = [], more = {}) => ({
  ...snapshot(table, moves, more),
  type: "events",
  from: 1,
  to: 1 + events.length,
  events,
});
