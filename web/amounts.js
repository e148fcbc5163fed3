// Amounts are integers in minor units everywhere; this is the last call before a person reads one.
// @ts-check
import { t } from "./text.js";

const MINUS = "\u2212";

/** Whole units with separators, and the two decimals.
 * @param {number} minor @returns {[string, string]} */
function parts(minor) {
  const all = Math.abs(minor);
  const whole = String(Math.floor(all / 100)).replace(/\B(?=(\d{3})+$)/g, t.figures.thousands);
  return [whole, String(all % 100).padStart(2, "0")];
}

/** `1,234.50`; a negative amount has a minus sign.
 * @param {number} minor */
export function amount(minor) {
  const [whole, cents] = parts(minor);
  return `${minor < 0 ? MINUS : ""}${whole}${t.figures.point}${cents}`;
}

/** `+25.00`, `−10.00`, `0.00`: what a player won or lost.
 * @param {number} minor */
export function signed(minor) {
  return minor > 0 ? `+${amount(minor)}` : amount(minor);
}

/** As printed on the felt and read aloud: whole amounts have no decimals.
 * @param {number} minor */
export function short(minor) {
  const [whole, cents] = parts(minor);
  const sign = minor < 0 ? MINUS : "";
  return cents === "00" ? `${sign}${whole}` : `${sign}${whole}${t.figures.point}${cents}`;
}

/** `+25`, `−2.50`.
 * @param {number} minor */
export function shortSigned(minor) {
  return minor > 0 ? `+${short(minor)}` : short(minor);
}

/** What a person typed, in minor units; `null` where it is no amount.
 * @param {string} typed @returns {number | null} */
export function read(typed) {
  const plain = typed.trim().split(t.figures.thousands).join("").replace(t.figures.point, ".");
  const found = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(plain);
  if (!found) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

/** The denominations of the house's chips, largest first. */
export const CHIPS = [100_000, 50_000, 10_000, 2_500, 500, 100];

/** The fewest chips that make the amount, largest first; what is less than the smallest chip comes last.
 * @param {number} minor @returns {number[]} */
export function chipsOf(minor) {
  const chips = [];
  let left = minor;
  for (const chip of CHIPS) {
    for (; left >= chip && chips.length < 60; left -= chip) chips.push(chip);
  }
  if (left > 0 && chips.length < 60) chips.push(left);
  return chips;
}

/** A time at the table: `0:42`.
 * @param {number} milliseconds */
export function hours(milliseconds) {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** A time of day: `20:41:03`.
 * @param {number} timestamp milliseconds since 1970 */
export function clock(timestamp) {
  const date = new Date(timestamp);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}
