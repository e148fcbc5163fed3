// What a wall sign shows, worked out from what it heard: a pure reducer, tested by `node --test`.
//
//   let state = begin();
//   state = hear(state, jackpots, now);      // whenever the house says something
//   state = lose(state, now);                // when the line is gone
//   showing(state, link, now);               // what to draw
// @ts-check

/** @typedef {import("./elements/link-meters.js").Jackpot} Jackpot */
/** @typedef {import("./elements/link-meters.js").Win} Win */
/** `since`: when this sign first heard of the win.
 * @typedef {{ win: Win, since: number }} Hit */
/** @typedef {{ jackpots: Jackpot[], heardAt: number | null, lost: boolean, hits: Record<number, Hit> }} SignState */

/** A win stays for at least this long, and until it is verified. */
export const HIT_STAYS_MS = 60_000;

/** @returns {SignState} */
export function begin() {
  return { jackpots: [], heardAt: null, lost: false, hits: {} };
}

/** @param {SignState} state @param {Jackpot[]} jackpots @param {number} now @returns {SignState} */
export function hear(state, jackpots, now) {
  const hits = { ...state.hits };
  for (const { link, last_win: win } of jackpots) {
    const before = state.jackpots.find((jackpot) => jackpot.link === link);
    if (!win) continue;
    const known = hits[link];
    if (known?.win.number === win.number) {
      hits[link] = { ...known, win };
    } else if (before ? win.number !== before.last_win?.number : isRecent(win, now)) {
      hits[link] = { win, since: now };
    }
  }
  return { jackpots, heardAt: now, lost: false, hits };
}

/** A win that happened shortly before the sign was switched on. @param {Win} win @param {number} now */
function isRecent(win, now) {
  return win.to_verify || (win.at !== undefined && now - win.at < HIT_STAYS_MS);
}

/** @param {SignState} state @returns {SignState} */
export function lose(state) {
  return { ...state, lost: true };
}

/** What the sign of one link shows now: a win, a meter that is not counted at present, or the meter.
 * @param {SignState} state @param {number | null} link @param {number} now
 * @returns {null | { kind: "hit", jackpot: Jackpot, win: Win }
 *   | { kind: "lost", jackpot: Jackpot, since: number | null } | { kind: "meter", jackpot: Jackpot }} */
export function showing(state, link, now) {
  const jackpot = state.jackpots.find((each) => each.link === link) ?? state.jackpots[0];
  if (!jackpot) return null;
  const hit = state.hits[jackpot.link];
  if (hit && (hit.win.to_verify || now - hit.since < HIT_STAYS_MS)) return { kind: "hit", jackpot, win: hit.win };
  if (jackpot.fault) return { kind: "lost", jackpot, since: jackpot.fault.since };
  if (state.lost) return { kind: "lost", jackpot, since: state.heardAt };
  return { kind: "meter", jackpot };
}

/** The figure on the way from one committed value to the next: never above the newer one, never falling.
 * @param {number} from @param {number} to both in minor units @param {number} share of the way, 0 to 1 */
export function onTheWay(from, to, share) {
  if (to <= from || share >= 1) return to;
  return Math.min(to, from + Math.floor((to - from) * Math.max(0, share)));
}
