// The rounds that are over, newest first, read from the house a page at a time.
//
//   const reader = new RoundReader({ table: null });
//   await reader.take(20);       // twenty, or those that are left
//   reader.isAtEnd
//
// A page of the house may be short although older rounds exist, since movements of chips count in it too, and a
// Player's rounds are not told apart by table before the page is cut. So the reader asks for the largest page, picks
// what is wanted here, and goes on until it has enough. Pure but for the calls; tested by `node --test`.
// @ts-check
import { call } from "./api.js";

/** @typedef {{ table: number, round: number, rulebook: string, ended: number, staked: number, returned: number,
 *   net: number, void: string[] | null }} RoundLine */
/** @typedef {{ rounds: RoundLine[], before: string | null }} RoundsPage */

/** The largest page the house gives. */
const PAGE_MAX = 100;

export class RoundReader {
  /** @type {RoundLine[]} */
  #read = [];
  /** @type {string | null} */
  #before = null;
  #isRead = false;
  #table;
  #ask;

  /** @param {{ table?: number | null, isStaff?: boolean }} [whose] for staff the house picks the table
   * @param {(query: string) => Promise<RoundsPage>} [ask] */
  constructor({ table = null, isStaff = false } = {}, ask = (query) => call("GET", `rounds?${query}`)) {
    this.#table = table;
    this.#ask = (/** @type {string | null} */ before) => {
      const query = new URLSearchParams({ limit: String(PAGE_MAX) });
      if (isStaff && table !== null) query.set("table", String(table));
      if (before) query.set("before", before);
      return ask(query.toString());
    };
  }

  /** Whether every round was taken. */
  get isAtEnd() {
    return this.#isRead && this.#read.length === 0;
  }

  /** The next ones, as many as are wanted or left. @param {number} count @returns {Promise<RoundLine[]>} */
  async take(count) {
    await this.#readUntil(() => this.#read.length > count);
    return this.#read.splice(0, count);
  }

  /** Those that ended at this moment or later; at most about `most`. @param {number} since @param {number} most */
  async takeSince(since, most) {
    await this.#readUntil(() => this.#read.length >= most || (this.#read.at(-1)?.ended ?? Infinity) < since);
    const taken = this.#read.filter((round) => round.ended >= since);
    this.#read.splice(0, taken.length);
    return taken;
  }

  /** One more than is wanted is read, so that the end is known. @param {() => boolean} isEnough */
  async #readUntil(isEnough) {
    while (!this.#isRead && !isEnough()) {
      const { rounds, before } = await this.#ask(this.#before);
      this.#read.push(...rounds.filter((round) => this.#table === null || round.table === this.#table));
      this.#before = before;
      this.#isRead = before === null;
    }
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Minutes of `+08:00` or `06:00`. @param {string} written */
function minutesOf(written) {
  const [, sign = "", hours = "0", minutes = "0"] = /^([+-]?)(\d+):(\d+)$/.exec(written) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** @typedef {{ time_zone: string, gaming_day_starts: string }} Calendar */

/** When the house's day began in which this moment lies. @param {Calendar} house @param {number} at */
export function dayStart({ time_zone: zone, gaming_day_starts: starts }, at) {
  const shift = (minutesOf(zone) - minutesOf(starts)) * MINUTE_MS;
  return Math.floor((at + shift) / DAY_MS) * DAY_MS - shift;
}

/** What each of the last days of the house came to, oldest first; `null` where nothing was played.
 * @param {readonly RoundLine[]} rounds @param {Calendar} house @param {number} now @param {number} days
 * @returns {{ day: number, net: number | null }[]} */
export function netByDay(rounds, house, now, days) {
  const today = dayStart(house, now);
  /** @type {Map<number, number>} */
  const nets = new Map();
  for (const { ended, net } of rounds) {
    const day = dayStart(house, ended);
    nets.set(day, (nets.get(day) ?? 0) + net);
  }
  return Array.from({ length: days }, (_, nth) => {
    const day = today - (days - 1 - nth) * DAY_MS;
    return { day, net: nets.get(day) ?? null };
  });
}
