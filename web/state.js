// What the page knows of a table: a pure function of the messages that came and of what its person chose.
// It works out no rule: what may be done is in `moves`, what lies on the felt in `view`.
// @ts-check
import { countedBy, missedAfter, resultAfter, uncountedAfter } from "./result.js";
import { callsOf, shortName } from "./words.js";

/** @typedef {import("./protocol").TableStateView} TableStateView */
/** @typedef {import("./protocol").BoxView} BoxView */
/** @typedef {import("./protocol").Area} Area */
/** @typedef {import("./shapes").Move} Move */
/** @typedef {import("./shapes").Request} Request */
/** @typedef {import("./shapes").TableEvent} TableEventView */
/** @typedef {import("./protocol").ServerMessage} ServerMessage */
/** @typedef {{ at: number, area: Area, amount: number }} Bet */
/** @typedef {{ key: string, time: number, text: string, said: boolean }} Call */
/** @typedef {{ detail: string, code: string, clauses: string[], request: Request | null }} Refusal */

/** What may be missed: the table's, or the player's own time, money and reality check.
 * @typedef {{ type: "soft", soft?: string, watching?: number, meter?: number | null, company?: number,
 *   restart_ms?: number | null, session?: { since: number | null, time_ms: number, staked: number, returned: number,
 *   net: number, rounds?: number } | null, reality_check?: { due: boolean, minutes: number | null } | null,
 *   blocked?: { code: string, detail: string } | null }} SoftMessage */

/** @typedef {{ type: "choose-chip", chip: number } | { type: "choose-spot", at: number, area: Area }
 *   | { type: "open-box", at: number } | { type: "close-box", at: number } | { type: "plan", plan: State["plan"] }
 *   | { type: "dismiss" } | { type: "step" } | { type: "step-back" } | { type: "purse", purse: number | null }
 *   | { type: "refused", refusal: Refusal }} Local */

/** @typedef {Exclude<ServerMessage, { type: "response" | "soft" }> | import("./shapes").Response | SoftMessage | import("./connection.js").LineMessage | import("./connection.js").AskedMessage
 *   | import("./connection.js").UnansweredMessage | Local} Message */

/** @typedef {{
 *   line: "opening" | "open" | "lost" | "ended",
 *   ended: string,
 *   cameBack: boolean,
 *   you: import("./protocol").You | null,
 *   view: TableStateView | null,
 *   moves: Move[],
 *   rack: number | null,
 *   purse: number | null,
 *   names: Record<string, string>,
 *   clock: { ends: number, span: number, awaited: string } | null,
 *   meter: number | null,
 *   company: number,
 *   watching: number,
 *   restart: number | null,
 *   calls: Call[],
 *   asked: { id: string, request: Request, late: boolean }[],
 *   refusal: Refusal | null,
 *   chip: number | null,
 *   spot: { at: number, area: Area } | null,
 *   opened: number[],
 *   last: Bet[],
 *   steps: Bet[][],
 *   added: number,
 *   plan: null | "sit" | { sit: number } | "same-again" | "least-ante",
 *   result: import("./result.js").Result | null,
 *   missed: import("./result.js").Missed | null,
 *   play: import("./result.js").Play | null,
 *   uncounted: import("./result.js").Uncounted[],
 *   counted: number | null,
 *   check: boolean,
 *   blocked: { code: string, detail: string } | null,
 *   table: { name: string | null, companyMax: number },
 * }} State */

/** @type {State} */
export const START = {
  line: "opening",
  ended: "",
  cameBack: false,
  you: null,
  view: null,
  moves: [],
  rack: null,
  purse: null,
  names: {},
  clock: null,
  meter: null,
  company: 0,
  watching: 0,
  restart: null,
  calls: [],
  asked: [],
  refusal: null,
  chip: null,
  spot: null,
  opened: [],
  last: [],
  steps: [],
  added: 0,
  plan: null,
  result: null,
  missed: null,
  play: null,
  uncounted: [],
  counted: null,
  check: false,
  blocked: null,
  table: { name: null, companyMax: 0 },
};

/** The state after a message. `now` is the time at which it came.
 * @param {State} state @param {Message} message @param {number} now @returns {State} */
export function evolve(state, message, now) {
  switch (message.type) {
    case "line":
      return {
        ...state,
        line: message.line,
        ended: message.detail ?? "",
        cameBack: state.line === "lost" && message.line === "open",
      };
    case "welcome":
      return {
        ...state,
        you: message.you,
        table: { name: message.at?.name ?? null, companyMax: message.at?.company_max ?? 0 },
      };
    case "snapshot":
      return withTable({ ...state, calls: [], steps: [] }, message, [], now);
    case "events": {
      const events = message.events.filter((event) => event !== null);
      return withTable(state, message, events, now);
    }
    case "response":
      return answered(state, message);
    case "asked":
      return {
        ...state,
        refusal: null,
        cameBack: false,
        missed: message.request.request === "place-bet" ? null : state.missed,
        asked: [...state.asked, { id: message.id, request: message.request, late: false }],
      };
    case "unanswered":
      return {
        ...state,
        asked: state.asked.map((asked) => (asked.id === message.id ? { ...asked, late: true } : asked)),
      };
    case "soft":
      return message.soft === "play-time" ? withPlay(state, message, now) : withSoft(state, message, now);
    case "choose-chip":
      return { ...state, chip: message.chip, refusal: null };
    case "choose-spot":
      return { ...state, spot: { at: message.at, area: message.area }, refusal: null };
    case "open-box":
      return {
        ...state,
        opened: [...new Set([...state.opened, message.at])],
        spot: { at: message.at, area: "ante" },
        refusal: null,
      };
    case "close-box":
      return {
        ...state,
        opened: state.opened.filter((at) => at !== message.at),
        spot: state.spot?.at === message.at ? null : state.spot,
      };
    case "step":
      return { ...state, steps: [...state.steps, ownBets(state)] };
    case "step-back":
      return { ...state, steps: state.steps.slice(0, -1) };
    case "purse":
      return { ...state, purse: message.purse };
    case "plan":
      return { ...state, plan: message.plan };
    case "refused":
      return { ...state, refusal: message.refusal };
    case "dismiss":
      return { ...state, refusal: null, cameBack: false, missed: null };
    case "bye":
    case "ping":
      return state;
    default:
      return unknown(message, state);
  }
}

/** A message of a later server is passed over; a new kind of ours fails the type check here.
 * @param {never} _message @param {State} state */
const unknown = (_message, state) => state;

/** @param {State} state @param {SoftMessage} message @param {number} now @returns {State} */
const withSoft = (state, message, now) => ({
  ...state,
  meter: message.meter ?? state.meter,
  company: message.company ?? state.company,
  watching: message.watching ?? state.watching,
  restart: typeof message.restart_ms === "number" ? now + message.restart_ms : null,
});

/** @param {State} state @param {SoftMessage} message @param {number} now @returns {State} */
function withPlay(state, message, now) {
  const session = message.session ?? null;
  // Before the first bet no time runs.
  const since = session?.since === null ? null : now - (session?.time_ms ?? 0);
  const play = session && { ...session, rounds: session.rounds ?? 0, since };
  const rest = { check: message.reality_check?.due ?? false, blocked: message.blocked ?? null };
  return { ...state, ...rest, ...(play ? countedBy(state, play) : {}), play };
}

/** @param {State} state @param {import("./shapes").Response} message @returns {State} */
function answered(state, message) {
  const asked = state.asked.find((each) => each.id === message.id);
  const left = state.asked.filter((each) => each.id !== message.id);
  if (message.outcome === "done") return { ...state, asked: left };
  const refusal = {
    detail: message.detail ?? "",
    code: message.code ?? "",
    clauses: message.clauses ?? [],
    request: asked?.request ?? null,
  };
  return { ...state, asked: left, refusal, plan: null };
}

/** @param {State} before @param {import("./shapes").TableMessage} message
 * @param {TableEventView[]} events @param {number} now @returns {State} */
function withTable(before, message, events, now) {
  const { view, rack } = message;
  const names = Object.fromEntries(Object.entries(message.names).map(([player, name]) => [player, shortName(name)]));
  const moves = /** @type {Move[]} */ (message.moves);
  /** @type {State} */
  const state = { ...before, view, moves, rack, names, clock: clockOf(before, message, now) };
  const opened = events.some((event) => event.kind === "bets-opened");
  if (opened) {
    state.calls = [];
    state.steps = [];
    state.added = 0;
    state.opened = [];
    // A round begins with the Ante, and with the box that was played last.
    if (state.spot) state.spot = { ...state.spot, area: "ante" };
    state.refusal = null;
    state.cameBack = false;
  }
  if (view.phase !== "bets_open" && view.phase !== "ready" && view.phase !== "closed") {
    const bets = ownBets(state);
    if (bets.length > 0) state.last = bets;
  }
  state.result = resultAfter(state);
  state.missed = missedAfter(before, state, events);
  if (events.length > 0) state.uncounted = uncountedAfter(state);
  state.added += addedBy(events);
  state.calls = withCalls(state, events, now);
  if (state.spot && !mayBetOn(state, state.spot.at) && ownBoxes(state).every((box) => box.at !== state.spot?.at)) {
    state.spot = null;
  }
  return state;
}

/** @param {State} before @param {{ deadline_ms: number | null, view: TableStateView }} message @param {number} now */
function clockOf(before, { deadline_ms, view }, now) {
  if (deadline_ms === null || view.awaited === null) return null;
  const awaited = `${view.round} ${JSON.stringify(view.awaited)}`;
  const { betting_seconds_max, decision_seconds_max, opening_seconds } = view.times;
  const seconds =
    view.awaited === "bets" ? betting_seconds_max : view.awaited === "seeds" ? opening_seconds : decision_seconds_max;
  const known = before.clock?.awaited === awaited ? before.clock.span : 0;
  const span = Math.max((seconds ?? 0) * 1000, known, deadline_ms);
  return { ends: now + deadline_ms, span, awaited };
}

/** What the bets of the round have added to the jackpot. @param {TableEventView[]} events */
function addedBy(events) {
  let added = 0;
  for (const { kind, amount } of events) {
    if (kind === "contribution-added") added += amount;
    if (kind === "contribution-reversed") added -= amount;
  }
  return added;
}

/** A call under a key that is known replaces the one before: the bets of a box stand in one line.
 * @param {State} state @param {TableEventView[]} events @param {number} now @returns {Call[]} */
function withCalls(state, events, now) {
  let calls = state.calls;
  for (const event of events) {
    for (const { key, text, said } of callsOf(state, event)) {
      calls = [...calls.filter((call) => call.key !== key), { key, time: now, text, said }];
    }
  }
  return calls.slice(-60);
}

// ---- what elements ask ----

/** What comes next, where it is a person's step. @param {State} state */
export const nextOf = (state) => /** @type {import("./shapes").Next} */ (state.view?.next ?? {});

/** The number of the player this person is; `null` for those who watch. @param {State} state */
export const playerOf = (state) => state.you?.player ?? null;

/** @param {State} state @param {number} at @returns {BoxView | undefined} */
export const boxAt = (state, at) => state.view?.boxes.find((box) => box.at === at);

/** The boxes at which this person sits, has chips, or is about to lay some. @param {State} state @returns {BoxView[]} */
export function ownBoxes(state) {
  const player = playerOf(state);
  if (player === null || !state.view) return [];
  return state.view.boxes.filter((box) => isOwn(state, box));
}

/** @param {State} state @param {BoxView} box */
export function isOwn(state, box) {
  const player = playerOf(state);
  if (player === null) return false;
  const seated = state.view?.seats.some(([at, who]) => at === box.at && who === player);
  const opened = state.opened.includes(box.at) && state.view?.phase === "bets_open";
  return Boolean(seated) || opened || box.bets.some((bet) => bet.player === player);
}

/** @param {State} state */
export function isSeated(state) {
  const player = playerOf(state);
  return player !== null && (state.view?.seats.some(([, who]) => who === player) ?? false);
}

/** The bets of this person that he can lay again. @param {State} state @returns {Bet[]} */
export function ownBets(state) {
  const player = playerOf(state);
  const bets = [];
  for (const box of state.view?.boxes ?? []) {
    for (const { area, amount, player: whose } of box.bets) {
      if (whose === player && area !== "play") bets.push({ at: box.at, area, amount });
    }
  }
  return bets;
}

/** @param {readonly { amount: number }[]} bets */
export const sumOf = (bets) => bets.reduce((sum, bet) => sum + bet.amount, 0);

/** What this person has on an area. @param {State} state @param {number} at @param {Area} area */
export function ownOn(state, at, area) {
  const player = playerOf(state);
  const bets = boxAt(state, at)?.bets ?? [];
  return sumOf(bets.filter((bet) => bet.player === player && bet.area === area));
}

/** The first move of that name that fits. @param {State} state @param {string} name
 * @param {Partial<Request>} [fields] @returns {Move | undefined} */
export function moveFor(state, name, fields = {}) {
  const wanted = Object.entries(fields);
  return state.moves.find(
    ({ request }) =>
      request.request === name && wanted.every(([field, value]) => /** @type {any} */ (request)[field] === value),
  );
}

/** Whether a bet on this box would be taken. @param {State} state @param {number} at */
export const mayBetOn = (state, at) => moveFor(state, "place-bet", { at }) !== undefined;

/** Chips that were sent and are not confirmed yet. @param {State} state @param {number} at @param {Area} area */
export function pendingOn(state, at, area) {
  const sent = state.asked.filter(
    ({ request }) => request.request === "place-bet" && request.at === at && request.area === area,
  );
  return sent.reduce((sum, { request }) => sum + (request.amount ?? 0), 0);
}

/** The box that decides now, where this person decides for it. @param {State} state @returns {BoxView | null} */
export function boxToDecide(state) {
  const { decision } = nextOf(state);
  if (!decision || decision.player !== playerOf(state)) return null;
  return boxAt(state, decision.at) ?? null;
}

/** The own box that stands for the person on narrow screens and in keys: the one that decides, the one a spot was
 * chosen on, else the first. @param {State} state @returns {BoxView | null} */
export function currentBox(state) {
  const own = ownBoxes(state);
  const decides = boxToDecide(state);
  if (decides) return decides;
  return own.find((box) => box.at === state.spot?.at) ?? own[0] ?? null;
}

/** The areas of the rulebook at this table, from the Player's side. @param {State} state @returns {Area[]} */
export function areasOf(state) {
  const view = state.view;
  /** @type {Area[]} */
  const areas = ["play", "ante", "pair_plus"];
  if (view?.jackpot) areas.push("jackpot");
  if (
    view?.limits.five_card.max !== undefined ||
    view?.boxes.some((box) => box.bets.some((bet) => bet.area === "five_card"))
  ) {
    areas.push("five_card");
  }
  return areas;
}

/** The name of the player who sits at a box or bets on it. @param {State} state @param {BoxView} box */
export function nameAt(state, box) {
  const player = box.controller ?? box.seated ?? state.view?.seats.find(([at]) => at === box.at)?.[1] ?? null;
  return player === null ? null : (state.names[String(player)] ?? `#${player}`);
}
