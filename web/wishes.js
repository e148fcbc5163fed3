// What a wish of the person comes to, as requests. Where a spot takes no bet now the Dealer is asked all the same:
// his answer says why. Where a bet is made smaller the whole of it comes back first, since chips are taken off an
// area together, and other bets that need it come back with it: so the rest is worked out from what then lies there.
// @ts-check
import { CHIPS } from "./amounts.js";
import { boxAt, currentBox, isOwn, moveFor, ownBets, ownBoxes, ownOn, playerOf, sumOf } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./shapes").Request} Request */
/** @typedef {import("./state.js").Bet} Bet */
/** @typedef {import("./protocol").Area} Area */

/** The order in which bets are laid: the jackpot bet needs its base bet first. @type {Area[]} */
const ORDER = ["ante", "pair_plus", "five_card", "jackpot"];

/** One more chip on an area; where the amount is fixed, that amount. Only while bets are open.
 * @param {State} state @param {number} at @param {Area} area @param {number} chip @returns {Request[]} */
export function lay(state, at, area, chip) {
  const move = moveFor(state, "place-bet", { at, area });
  const amount = move ? (move.min === undefined ? (move.request.amount ?? chip) : chip) : (priceOf(state, area) ?? chip);
  return state.view?.phase === "bets_open" ? [{ request: "place-bet", at, area, amount }] : [];
}

/** What a bet on the area costs, where it has one price. @param {State} state @param {Area} area @returns {number | null} */
export const priceOf = (state, area) => (area === "jackpot" ? (state.view?.jackpot?.stake ?? null) : null);

/** The own bets with this amount on an area. @param {State} state @param {number} at @param {Area} area
 * @param {number} amount @returns {Bet[]} */
export function betsWith(state, at, area, amount) {
  const others = ownBets(state).filter((bet) => bet.at !== at || bet.area !== area);
  return amount > 0 ? [...others, { at, area, amount }] : others;
}

/** The own bets with one chip less on an area. @param {State} state @param {number} at @param {Area} area @param {number} chip */
export function oneLess(state, at, area, chip) {
  return betsWith(state, at, area, Math.max(0, ownOn(state, at, area) - (priceOf(state, area) ?? chip)));
}

/** What lay there before the last change. @param {State} state @returns {Bet[] | null} */
export const before = (state) => state.steps.at(-1) ?? null;

/** The first half of the way to these bets: what has to come back, the jackpot's before the one it needs.
 * @param {State} state @param {readonly Bet[]} bets @returns {Request[]} */
export function takeBacks(state, bets) {
  return byOrder(ownBets(state))
    .filter(({ at, area }) => ownOn(state, at, area) > wanted(bets, at, area))
    .reverse()
    .flatMap(({ at, area }) => moveFor(state, "take-back", { at, area })?.request ?? []);
}

/** The second half: what is missing to them. @param {State} state @param {readonly Bet[]} bets @returns {Request[]} */
export function lays(state, bets) {
  return byOrder(bets)
    .map(({ at, area }) => ({ at, area, amount: wanted(bets, at, area) - ownOn(state, at, area) }))
    .filter(({ amount }) => amount > 0)
    .map((bet) => ({ request: "place-bet", ...bet }));
}

/** @param {readonly Bet[]} bets @param {number} at @param {Area} area */
const wanted = (bets, at, area) => sumOf(bets.filter((bet) => bet.at === at && bet.area === area));

/** Takes every bet back, or those of one box. @param {State} state @param {number} [at] @returns {Request[]} */
export function clear(state, at) {
  return takeBacks(
    state,
    ownBets(state).filter((bet) => at !== undefined && bet.at !== at),
  );
}

/** Lays every bet again that lies there, where its amount is free. @param {State} state @returns {Request[]} */
export function double(state) {
  return byOrder(ownBets(state)).flatMap(({ at, area, amount }) => {
    const move = moveFor(state, "place-bet", { at, area });
    return move && move.min !== undefined ? [{ ...move.request, amount }] : [];
  });
}

/** The bets of the last round that can be laid again now; who sits elsewhere since lays them there.
 * @param {State} state @returns {Request[]} */
export function sameAgain(state) {
  const boxes = new Set(state.last.map((bet) => bet.at));
  const own = ownBoxes(state);
  const elsewhere = boxes.size === 1 && own.length === 1 && own[0] && !boxes.has(own[0].at) ? own[0].at : null;
  const free = state.last
    .map((bet) => ({ ...bet, at: elsewhere ?? bet.at }))
    .filter(({ at }) => {
      const box = boxAt(state, at);
      const taken = state.view?.seats.find(([seat]) => seat === at)?.[1] ?? box?.seated ?? null;
      return taken === null || taken === playerOf(state);
    });
  return byOrder(free)
    .filter(({ at, area }) => ownOn(state, at, area) === 0)
    .map(({ at, area, amount }) => ({ request: "place-bet", at, area, amount }));
}

/** The least Ante on the person's box, where he may lay it now. @param {State} state
 * @returns {{ at: number, amount: number } | null} */
export function leastAnte(state) {
  const now = currentBox(state);
  for (const box of now ? [now, ...ownBoxes(state)] : []) {
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

/** The chips this table takes, smallest first: none so small that several would be one bet.
 * @param {State} state */
export function chipsFor(state) {
  const { ante, pair_plus } = state.view?.limits ?? {};
  const most = ante?.max ?? Infinity;
  const least = Math.min(ante?.min ?? 0, pair_plus?.min ?? Infinity);
  const chips = CHIPS.filter((chip) => chip <= most).toReversed();
  const first = chips.findLast((chip) => chip <= least);
  return first === undefined ? chips : chips.filter((chip) => chip >= first);
}

/** The chip bets are laid with: the chosen one, else the smallest that is a bet by itself. @param {State} state */
export function chipOf(state) {
  const chips = chipsFor(state);
  if (state.chip !== null && chips.includes(state.chip)) return state.chip;
  const least = state.view?.limits.ante.min ?? 0;
  return chips.find((chip) => chip >= least) ?? chips.at(-1) ?? 100;
}

/** The chosen spot, whether or not it takes a bet now, else the Ante of the own box. @param {State} state
 * @returns {{ at: number, area: Area } | null} */
export function spotOf(state) {
  const chosen = state.spot ? boxAt(state, state.spot.at) : undefined;
  if (state.spot && chosen && isOwn(state, chosen)) return state.spot;
  const at = currentBox(state)?.at;
  return at === undefined ? null : { at, area: "ante" };
}
