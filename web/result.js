// What a round came to for this person, kept until the next bet; what happened while the table waited for him in
// vain; and his time and money, with what the house has not counted yet. Pure.
// @ts-check
import { faceOf } from "./cards.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./protocol").BoxView} BoxView */
/** @typedef {import("./protocol").WagerSettled} WagerSettled */
/** @typedef {import("./shapes").TableEvent} TableEvent */

/** @typedef {{ at: number, lines: WagerSettled[], five: { own: string[], others: string[] } | null }} SettledBox */
/** The settlement of the own boxes in one round. @typedef {{ table: number, round: number, rulebook: string | null,
 *   isOver: boolean, boxes: SettledBox[] }} Result */
/** The time ran out before the person did what was due. @typedef {{ round: number, at: number, boxes: number[],
 *   what: "folded" | "returned" | "turned" | "gone", lost: number, back: number, gaveUp: boolean }} Missed */
/** @typedef {{ net: number, staked: number, returned: number, since: number | null, rounds: number }} Play */
/** A round that was settled and that the house has not counted yet.
 * @typedef {{ round: number, staked: number, returned: number }} Uncounted */

/** @param {State} state */
const playerOf = (state) => state.you?.player ?? null;

/** The lines of this person at a box. @param {State} state @param {BoxView} box */
export function linesOf(state, box) {
  const player = playerOf(state);
  return player === null ? [] : box.lines.filter((line) => line.player === player);
}

/** @param {readonly WagerSettled[]} lines */
const sums = (lines) => ({
  staked: lines.reduce((sum, line) => sum + line.staked, 0),
  returned: lines.reduce((sum, line) => sum + line.returned, 0),
});

/** What the round on the table came to, or the last one that came to something. @param {State} state @returns {Result | null} */
export function resultAfter(state) {
  const view = state.view;
  if (!view || view.round === null) return state.result;
  const boxes = view.boxes
    .map((box) => ({ at: box.at, lines: linesOf(state, box), five: fiveOf(view, box) }))
    .filter((box) => box.lines.length > 0);
  if (boxes.length === 0) return state.result;
  const isOver = view.phase === "concluded" || view.phase === "voided";
  return { table: view.table ?? 0, round: view.round, rulebook: view.rulebook, isOver, boxes };
}

/** Whether this person has chips on the felt. @param {State} state */
function hasBets(state) {
  const player = playerOf(state);
  return Boolean(state.view?.boxes.some((box) => box.bets.some((bet) => bet.player === player)));
}

/** The result that is open to be read: of the round on the table, and after it until the next bet is laid.
 * @param {State} state @returns {Result | null} */
export function openResult(state) {
  const { result, view } = state;
  if (!result || !view) return null;
  return result.round === view.round || !hasBets(state) ? result : null;
}

/** The result of an earlier round, while a later one is played. @param {State} state @returns {Result | null} */
export const lastResult = (state) => (openResult(state) ? null : state.result);

/** @param {Result} result */
export const netOf = (result) => {
  const { staked, returned } = sums(result.boxes.flatMap((box) => box.lines));
  return returned - staked;
};

/** The cards a five-card hand was made of: the own three, and the community's two or the Dealer's three.
 * @param {import("./protocol").TableStateView} view @param {BoxView} box @returns {SettledBox["five"]} */
function fiveOf(view, box) {
  const others = (view.community.length ? view.community : view.dealer).map(faceOf);
  const own = box.cards.map(faceOf);
  if (box.five_card === null || [...own, ...others].includes(null)) return null;
  return { own: /** @type {string[]} */ (own), others: /** @type {string[]} */ (others) };
}

/** What these events did because the person let his time run out. @param {State} before @param {State} state
 * @param {TableEvent[]} events @returns {Missed | null} */
export function missedAfter(before, state, events) {
  const player = playerOf(state);
  const ended = events.find(({ kind, awaited }) => kind === "waiting-ended" && typeof awaited === "object");
  const due = ended?.awaited.decision ?? ended?.awaited.reveal;
  const box = before.view?.boxes.find((each) => each.at === due?.at);
  if (player === null || !due || !box || (box.controller ?? box.seated) !== player) return state.missed;
  const has = (/** @type {string} */ kind) => events.some((event) => event.kind === kind && event.at === due.at);
  const lines = events.filter((event) => event.kind === "wager-settled" && event.player === player);
  const what = has("folded-by-absence")
    ? "folded"
    : has("hand-removed")
      ? "returned"
      : ended?.awaited.reveal
        ? "turned"
        : "gone";
  const lost = lines.filter(({ outcome }) => outcome === "lose").reduce((sum, line) => sum + line.staked, 0);
  const back = lines.reduce((sum, line) => sum + line.returned, 0);
  const boxes = [...new Set([due.at, ...lines.map((line) => line.at)])].sort((one, other) => one - other);
  const gaveUp = sits(before) && !sits(state);
  return { round: before.view?.round ?? 0, at: due.at, boxes, what, lost, back, gaveUp };
}

/** @param {State} state */
function sits(state) {
  const player = playerOf(state);
  return Boolean(state.view?.seats.some(([, who]) => who === player));
}

/** The rounds the house has yet to count, with what was settled by now. @param {State} state @returns {Uncounted[]} */
export function uncountedAfter(state) {
  const view = state.view;
  const lines = (view?.boxes ?? []).flatMap((box) => linesOf(state, box));
  if (!view || view.round === null || lines.length === 0) return state.uncounted;
  const isCounted = state.counted !== null && view.round <= state.counted;
  if (isCounted) return state.uncounted;
  return [...state.uncounted.filter(({ round }) => round !== view.round), { round: view.round, ...sums(lines) }];
}

/** The house has told what it counted: its oldest rounds are no longer ours to add. @param {State} state @param {Play} play */
export function countedBy(state, play) {
  const newly = state.play ? Math.max(0, play.rounds - state.play.rounds) : 0;
  const counted = state.uncounted.slice(0, newly).at(-1)?.round ?? state.counted;
  return { uncounted: state.uncounted.slice(newly), counted };
}

/** Time and money as they stand: what the house told, and what was settled since. @param {State} state @returns {Play | null} */
export function playNow(state) {
  const { play } = state;
  if (!play) return null;
  const staked = state.uncounted.reduce((sum, round) => sum + round.staked, play.staked);
  const returned = state.uncounted.reduce((sum, round) => sum + round.returned, play.returned);
  return { ...play, staked, returned, net: returned - staked };
}
