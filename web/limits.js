// A Player's limits as the server keeps them, and how their figures are written. Pure but for the calls.
// @ts-check
import { amount, hours, read } from "./amounts.js";
import { call, Problem } from "./api.js";

/** @typedef {{ value: number | null, asked: number, from: number }} Waiting */
/** @typedef {{ limit: string, value: number | null, used: number, since: number | null, until: number | null,
 *   waiting: Waiting | null }} Limit */
/** @typedef {{ minutes: number | null, choices: number[], due: boolean, next: number | null, waiting: Waiting | null }} RealityCheck */
/** @typedef {{ for: string, since: number, until: number | null, returns: number | null }} Exclusion */
/** @typedef {{ at: number, limit: string, before: number | null, after: number | null, from: number }} Change */
/** @typedef {{ now: number, limits: Limit[], reality_check: RealityCheck, exclusion: Exclusion | null,
 *   changes: Change[] }} Limits */
/** @typedef {{ since: number | null, time_ms: number, rounds: number, staked: number, returned: number,
 *   net: number }} Span */
/** @typedef {{ session: Span, day: Span, week: Span, month: Span, reality_check: RealityCheck,
 *   blocked: { code: string, detail: string, opens: number | null } | null }} Play */

const MINUTE_MS = 60_000;

/** Limits of time are minutes, all others money. @param {string} limit */
export const isTime = (limit) => limit.startsWith("time-");

/** The value of a limit as a person reads it: `200.00`, or `3:00` hours. @param {string} limit @param {number} value */
export function written(limit, value) {
  return isTime(limit) ? hours(value * MINUTE_MS) : amount(value);
}

/** What a person typed for a limit: its value, `null` for none, `undefined` where it is neither. A bare number is no
 * time: whether 30 are minutes or hours only its writer knows.
 * @param {string} limit @param {string} typed @returns {number | null | undefined} */
export function typedValue(limit, typed) {
  const text = typed.trim();
  if (text === "") return null;
  if (!isTime(limit)) return read(text) ?? undefined;
  const found = /^(\d{1,3}):([0-5]\d)$/.exec(text) ?? /^(?:(\d{1,3})\s?h)?\s?(?:(\d{1,4})\s?m(?:in)?)?$/i.exec(text);
  if (!found) return undefined;
  return Number(found[1] ?? 0) * 60 + Number(found[2] ?? 0);
}

/** What the house says of a value it does not take: the bounds, where that is what it names.
 * @param {string} limit @param {unknown} problem @returns {{ least: string, most: string } | null} */
export function boundsIn(limit, problem) {
  if (!(problem instanceof Problem)) return null;
  const found = /: found -?\d+, expected (\d+) to (\d+) /.exec(problem.message);
  return found && { least: written(limit, Number(found[1])), most: written(limit, Number(found[2])) };
}

/** How much of a limit is used, 0 to 100. @param {Limit} limit */
export function usedPercent({ value, used }) {
  if (value === null || used <= 0) return 0;
  return value === 0 ? 100 : Math.min(100, Math.round((used / value) * 100));
}

/** When a term that begins now ends; `null` for good. @param {string} term @param {number} now */
export function endOf(term, now) {
  const [number, unit] = term.split("-");
  const many = Number(number);
  if (!Number.isFinite(many)) return null;
  const end = new Date(now);
  if (unit === "hours") end.setHours(end.getHours() + many);
  else if (unit === "days") end.setDate(end.getDate() + many);
  else if (unit === "months") end.setMonth(end.getMonth() + many);
  else end.setFullYear(end.getFullYear() + many);
  return end.getTime();
}

/** @returns {Promise<Limits>} */
export const askLimits = () => call("GET", "me/limits");
/** @returns {Promise<Play>} */
export const askPlay = () => call("GET", "me/play");
/** @param {Record<string, number | null>} changes @returns {Promise<Limits>} */
export const setLimits = (changes) => call("PUT", "me/limits", changes);
/** @param {string} limit @returns {Promise<Limits>} */
export const leaveAsItIs = (limit) => call("DELETE", `me/limits/${limit}/waiting`);
/** @param {string} term @returns {Promise<Limits>} */
export const stayAway = (term) => call("POST", "me/exclusion", { for: term });
/** @returns {Promise<Limits>} */
export const comeBack = () => call("DELETE", "me/exclusion");
