// What a wish of the person comes to, as requests that `moves` lists. Nothing is asked that is not listed; where
// a bet is made smaller the whole of it comes back first, since chips are taken off an area together.
// @ts-check
import { CHIPS } from "./amounts.js";
import { boxAt, currentBox, moveFor, ownBets, ownBoxes, ownOn, playerOf } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./shapes").Request} Request */
/** @typedef {import("./protocol").Area} Area */

/** The order in which bets are laid: the jackpot bet needs its base bet first. @type {Area[]} */
const ORDER = ["ante", "pair_plus", "five_card", "jackpot"];

/** One more chip on an area. Where the amount is fixed, that amount.
 * @param {State} state @param {number} at @param {Area} area @param {number} chip @returns {Request[]} */
export function lay(state, at, area, chip) {
  const move = moveFor(state, "place-bet", { at, area });
  if (!move) return [];
  const amount = move.min === undefined ? (move.request.amount ?? chip) : chip;
  return [{ ...move.request, amount }];
}

/** The bet on an area becomes this amount. @param {State} state @param {number} at @param {Area} area
 * @param {number} amount @returns {Request[]} */
export function setBet(state, at, area, amount) {
  const has = ownOn(state, at, area);
  if (amount === has) return [];
  if (amount > has) return lay(state, at, area, amount - has);
  const back = moveFor(state, "take-back", { at, area });
  if (!back) return [];
  return amount === 0 ? [back.request] : [back.request, { request: "place-bet", at, area, amount }];
}

/** Takes one chip off. @param {State} state @param {number} at @param {Area} area @param {number} chip */
export function takeOne(state, at, area, chip) {
  return setBet(state, at, area, Math.max(0, ownOn(state, at, area) - chip));
}

/** Takes the last chip back that was laid. @param {State} state */
export function undo(state) {
  const last = state.laid.at(-1);
  if (!last) return [];
  return setBet(state, last.at, last.area, Math.max(0, ownOn(state, last.at, last.area) - last.amount));
}

/** Takes every bet back, the jackpot's before the one it needs. @param {State} state @returns {Request[]} */
export function clear(state) {
  return byOrder(ownBets(state))
    .reverse()
    .flatMap(({ at, area }) => moveFor(state, "take-back", { at, area })?.request ?? []);
}

/** Lays every bet again that lies there, where its amount is free. @param {State} state @returns {Request[]} */
export function double(state) {
  return byOrder(ownBets(state)).flatMap(({ at, area, amount }) => {
    const move = moveFor(state, "place-bet", { at, area });
    return move && move.min !== undefined ? [{ ...move.request, amount }] : [];
  });
}

/** The bets of the last round that can be laid again now. @param {State} state @returns {Request[]} */
export function sameAgain(state) {
  const free = state.last.filter(({ at }) => {
    const box = boxAt(state, at);
    const taken = state.view?.seats.find(([seat]) => seat === at)?.[1] ?? box?.seated ?? null;
    return taken === null || taken === playerOf(state);
  });
  return byOrder(free)
    .filter(({ at, area }) => ownOn(state, at, area) === 0)
    .map(({ at, area, amount }) => ({ request: "place-bet", at, area, amount }));
}

/** The least Ante on the person's box, then *done*: one key from sitting down to cards.
 * @param {State} state @returns {{ at: number, amount: number } | null} */
export function leastAnte(state) {
  for (const box of ownBoxes(state)) {
    const move = moveFor(state, "place-bet", { at: box.at, area: "ante" });
    const amount = move?.limit_min ?? move?.request.amount;
    if (move && amount !== undefined && ownOn(state, box.at, "ante") === 0) return { at: box.at, amount };
  }
  return null;
}

/** The free box nearest to the middle, to sit down at. @param {State} state @returns {number | null} */
export function seatToTake(state) {
  const free = (state.view?.boxes ?? []).filter((box) => isFree(state, box.at)).map((box) => box.at);
  const middle = ((state.view?.positions ?? 7) + 1) / 2;
  free.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle) || one - other);
  return free[0] ?? null;
}

/** No one sits there and no chips lie there. @param {State} state @param {number} at */
export function isFree(state, at) {
  const box = boxAt(state, at);
  const seat = state.view?.seats.some(([taken]) => taken === at);
  return box !== undefined && !seat && box.seated === null && box.bets.length === 0;
}

/** @template {{ at: number, area: Area }} B @param {readonly B[]} bets @returns {B[]} */
export function byOrder(bets) {
  return [...bets].sort((one, other) => one.at - other.at || ORDER.indexOf(one.area) - ORDER.indexOf(other.area));
}

/** The chips this table takes, smallest first. @param {State} state */
export function chipsFor(state) {
  const most = state.view?.limits.ante.max ?? Infinity;
  return CHIPS.filter((chip) => chip <= most).toReversed();
}

/** The chip bets are laid with: the chosen one, else the smallest that is a bet by itself. @param {State} state */
export function chipOf(state) {
  const chips = chipsFor(state);
  if (state.chip !== null && chips.includes(state.chip)) return state.chip;
  const least = state.view?.limits.ante.min ?? 0;
  return chips.find((chip) => chip >= least) ?? chips.at(-1) ?? 100;
}

/** The chosen spot, else the Ante of the own box. @param {State} state @returns {{ at: number, area: Area } | null} */
export function spotOf(state) {
  if (state.spot && moveFor(state, "place-bet", state.spot)) return state.spot;
  const at = currentBox(state)?.at;
  return at !== undefined && moveFor(state, "place-bet", { at, area: "ante" }) ? { at, area: "ante" } : null;
}
