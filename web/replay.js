// A round that is over, event by event: pure, tested by `node --test`.
//
//   const steps = stepsOf(round, you);
//   steps[4].view         // the table after the last commit that does not go beyond this event
//   steps[4].sentence     // what happened, in words
//
// The picture is never ahead of the sentence: where one commit holds several events, the table changes with the
// last of them.
// @ts-check
import { amount } from "./amounts.js";
import { START } from "./state.js";
import { t } from "./page-texts.js";
import { areaName, boxName, callsOf } from "./words.js";

/** @typedef {import("./protocol").TableStateView} TableStateView */
/** @typedef {import("./state.js").State} State */
/** @typedef {{ n: number, at: number, event: any }} Entry */
/** @typedef {{ table: number, round: number, name: string | null, rulebook: string | null, digest: string | null,
 *   from: number | null, to: number, events: Entry[], view: TableStateView, views?: { n: number, view: TableStateView }[],
 *   names: Record<string, string>, proof: import("./deck-proof.js").Proof | null, verify: string }} Round */
/** @typedef {{ n: number, at: number, event: any, phase: Phase, state: State, sentence: string, said: boolean,
 *   why: string | null, clauses: string[] }} Step */
/** @typedef {"open" | "closed" | "dealing" | "deciding" | "shown" | "settling" | "over"} Phase */

/** @type {Record<string, Phase>} */
const PHASES = {
  ready: "open",
  bets_open: "open",
  bets_closed: "closed",
  dealing: "dealing",
  deciding: "deciding",
  dealer_shown: "shown",
  settling: "settling",
  jackpots: "settling",
  concluded: "over",
  voided: "over",
  closed: "over",
};

/** Events that name their phase themselves: one commit may hold a whole deal. @type {Record<string, Phase>} */
const KINDS = {
  "deal-started": "dealing",
  "card-burned": "dealing",
  "card-dealt": "dealing",
  "packet-dealt": "dealing",
  "community-dealt": "dealing",
  "hand-completed": "dealing",
  "deal-completed": "dealing",
  "dealer-shown": "shown",
};

/** @param {Round} round @param {number | null} player whose eyes they are; `null` for everybody's
 * @returns {Step[]} */
export function stepsOf(round, player) {
  const views = round.views ?? [{ n: round.to, view: round.view }];
  const you = /** @type {State["you"]} */ (player === null ? null : { role: "player", player });
  const stateOf = (/** @type {TableStateView | null} */ view) => ({ ...START, view, names: round.names, you });
  /** @type {Phase} */
  let phase = "open";
  return round.events.map(({ n, at, event }) => {
    const after = views.find((each) => each.n >= n)?.view ?? round.view;
    const reached = views.findLast((each) => each.n <= n)?.view ?? null;
    // A round goes forward: an event of the house behind the round's end belongs to its end.
    phase = forward(phase, KINDS[event?.kind ?? ""] ?? PHASES[after.phase] ?? phase);
    const { text, said } = sentenceOf(stateOf(after), event);
    return {
      n,
      at,
      event,
      phase,
      state: stateOf(reached ?? emptied(after)),
      sentence: text,
      said,
      why: event?.why ?? null,
      clauses: event?.cites ?? [],
    };
  });
}

/** The table before its first event: nothing lies on it. @param {TableStateView} view @returns {TableStateView} */
function emptied(view) {
  return { ...view, boxes: [], dealer: [], community: [], dealer_hand: null, dealer_qualifies: null };
}

const ORDER = /** @type {Phase[]} */ (["open", "closed", "dealing", "deciding", "shown", "settling", "over"]);

/** @param {Phase} one @param {Phase} other */
function forward(one, other) {
  return ORDER.indexOf(other) > ORDER.indexOf(one) ? other : one;
}

/** Consecutive steps of one phase, for the track. @param {readonly Step[]} steps
 * @returns {{ phase: Phase, from: number, count: number }[]} */
export function spansOf(steps) {
  /** @type {{ phase: Phase, from: number, count: number }[]} */
  const spans = [];
  steps.forEach(({ phase }, nth) => {
    const last = spans.at(-1);
    if (last?.phase === phase) last.count += 1;
    else spans.push({ phase, from: nth, count: 1 });
  });
  return spans;
}

/** @param {State} state @param {any} event @returns {{ text: string, said: boolean }} */
function sentenceOf(state, event) {
  if (!event) return { text: t.replay.unseen, said: false };
  const own = ownSentence(state, event);
  if (own !== null) return { text: own, said: false };
  const [call] = callsOf(state, event);
  if (call) return { text: call.text, said: call.said };
  return { text: t.replay.other(event.kind), said: false };
}

/** Sentences for events that the Dealer does not call out. @param {State} state @param {any} event */
function ownSentence(state, event) {
  const r = t.replay;
  const box = typeof event.at === "number" ? boxName(state, event.at) : "";
  switch (event.kind) {
    case "bet-placed":
      return r.bet(box, areaName(event.area), amount(event.amount));
    case "bet-taken-back":
      return r.takesBack(box, areaName(event.area));
    case "player-ready":
      return r.ready(nameOf(state, event.player));
    case "seed-promised":
      return r.seedPromised(nameOf(state, event.player));
    case "seed-opened":
      return r.seedOpened(nameOf(state, event.player));
    case "seed-sealed":
      return r.seedSealed;
    case "shuffled":
      return r.shuffled;
    case "missing-pair-plus-called":
      return event.boxes.length === 0 ? r.pairPlusEverywhere : null;
    case "seed-told":
      return r.seedTold;
    case "deal-started":
      return r.dealStarted;
    case "card-burned":
      return r.burned;
    case "card-dealt":
      return r.dealt(1, spotName(state, event.to));
    case "packet-dealt":
      return r.dealt(event.cards.length, spotName(state, event.to));
    case "community-dealt":
      return r.dealt(event.cards.length, r.community);
    case "hand-completed":
      return r.handCompleted(box);
    case "deal-completed":
      return r.dealCompleted;
    case "wager-settled":
      return r.settled(box, areaName(event.wager), outcome(event), amount(event.returned));
    case "contribution-added":
      return r.contribution(box, amount(event.amount ?? 0));
    case "box-settled":
      return r.boxSettled(box);
    case "boxes-settled":
      return r.boxesSettled;
    case "waiting-ended":
      return r.timeOver;
    case "link-admitted":
      return r.linkAdmitted;
    default:
      return null;
  }
}

/** @param {{ outcome: "win" | "lose" | "stand_off" | "returned" }} line */
const outcome = (line) => t.outcomes[line.outcome];

/** @param {State} state @param {any} to */
function spotName(state, to) {
  return to === "dealer" ? t.replay.dealer : boxName(state, to.box);
}

/** @param {State} state @param {number} player */
function nameOf(state, player) {
  if (state.you?.player === player) return t.replay.you;
  return state.names[String(player)] ?? t.replay.aPlayer;
}

/** The entry of the log that settled a line of a box. @param {readonly Entry[]} entries
 * @param {{ at: number, player: number, wager: string }} line @returns {number | null} */
export function entryOf(entries, line) {
  const found = entries.findLast(
    ({ event }) =>
      event?.kind === "wager-settled" &&
      event.at === line.at &&
      event.player === line.player &&
      event.wager === line.wager,
  );
  return found?.n ?? null;
}
