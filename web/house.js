// The house as a page meets it: its name, whether guests are admitted, and who is asking.
// @ts-check
import { call } from "./api.js";
import { fillTexts, t } from "./page-texts.js";
import { apply } from "./settings.js";
import { h } from "./dom.js";
import "./elements/house-bar.js";

/** Who asks: a Player, a person of the house, or a passer-by (`null`).
 * @typedef {{ role: string, name: string, player?: number, person?: number, purse: number | null,
 *   racks: { table: number, amount: number }[] }} You */
/** @typedef {{ name: string, currency: string, guests: boolean, play_money: boolean, time_zone: string,
 *   gaming_day_starts: string, you: You | null }} HouseAnswer */

/** @type {Promise<HouseAnswer> | null} */
let asked = null;

/** Asked once a page. @returns {Promise<HouseAnswer>} */
export function house() {
  asked ??= call("GET", "house");
  return asked;
}

/** What every page but the table begins with: theme, texts, the bar.
 * @returns {Promise<HouseAnswer>} */
export async function beginPage() {
  apply();
  fillTexts(document);
  const answer = await house();
  const bar = /** @type {import("./elements/house-bar.js").HouseBar | null} */ (document.querySelector("house-bar"));
  bar?.show(answer);
  return answer;
}

/** Says at the place of `where` that something failed. @param {Element} where @param {unknown} problem */
export function sayProblem(where, problem) {
  const words = problem instanceof Error ? problem.message : t.problems.unknown;
  where.replaceChildren(h("p", { class: "problem", role: "alert" }, words));
}

/** Runs the whole of a page; what it could not do is said in its main part.
 * @param {(main: HTMLElement, house: HouseAnswer) => Promise<void>} show */
export async function runPage(show) {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  try {
    await show(main, await beginPage());
  } catch (problem) {
    sayProblem(main, problem);
    throw problem;
  } finally {
    document.documentElement.classList.add("ready");
  }
}
