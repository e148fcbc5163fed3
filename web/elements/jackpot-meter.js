// <jackpot-meter>: what the jackpot shows. It climbs only to the value that is stored, and never ahead of it.
// A tap says what this round added, what it goes back to, and who won last.
//
//   meter.show({ amount: 6841236, text: "A K Q of spades takes all of it.", stake: 500, added: 125, seed: 5000000,
//     link: 1 });
//   meter.show(null);      // hides it
// @ts-check
import { h, render, setText } from "../dom.js";
import { amount } from "../amounts.js";
import { call } from "../api.js";
import { isMotionReduced } from "../settings.js";
import { t } from "../text.js";

const CLIMB_MS = 400;

/** @typedef {{ amount: number, text: string, stake: number, added: number, seed: number, link: number | null }} Meter */

export class JackpotMeter extends HTMLElement {
  #figure = h("output", { "aria-live": "off" });
  #text = h("p");
  #why = h("div", { class: "why-meter" });
  #details = h("details", {}, h("summary", {}, h("span", { class: "label" }, t.meter.name), this.#figure), this.#why);
  /** @type {Meter | null} */
  #meter = null;
  /** @type {number | null} */
  #shown = null;
  #lastWin = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.append(this.#details, this.#text);
    this.#details.addEventListener("toggle", () => this.ask());
    // It lies over other things: a tap beside it, or Escape, puts it away.
    document.addEventListener("pointerdown", (event) => {
      if (event.target instanceof Node && !this.contains(event.target)) this.#details.open = false;
    });
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#details.open = false;
    });
  }

  /** @param {Meter | null} meter */
  show(meter) {
    this.hidden = meter === null;
    this.#meter = meter;
    if (!meter) return;
    setText(this.#text, meter.text);
    this.showWhy();
    if (meter.amount === this.#shown) return;
    const from = this.#shown;
    this.#shown = meter.amount;
    if (from === null || meter.amount < from || isMotionReduced()) setText(this.#figure, amount(meter.amount));
    else this.climb(from, meter.amount, performance.now());
  }

  showWhy() {
    const meter = this.#meter;
    if (!meter) return;
    render(this.#why, [meter.stake, meter.added, meter.seed, this.#lastWin], () => [
      h("p", {}, t.meter.price(amount(meter.stake))),
      h("p", {}, meter.added > 0 ? t.meter.added(amount(meter.added)) : t.meter.addedNothing),
      h("p", {}, t.meter.seed(amount(meter.seed))),
      this.#lastWin !== "" && h("p", {}, this.#lastWin),
    ]);
  }

  /** Who won last, asked for when the meter is opened. */
  async ask() {
    if (!this.#details.open || !this.#meter) return;
    const { link } = this.#meter;
    /** @type {import("../protocol").Meter[]} */
    const jackpots = await call("GET", "jackpots").catch(() => []);
    const win = jackpots.find((each) => each.link === link)?.last_win ?? null;
    this.#lastWin = win ? t.meter.lastWin(win.table, amount(win.drawn)) : t.meter.neverWon;
    this.showWhy();
  }

  /** @param {number} from @param {number} to @param {number} begun */
  climb(from, to, begun) {
    if (this.#shown !== to) return;
    const share = Math.min(1, (performance.now() - begun) / CLIMB_MS);
    setText(this.#figure, amount(from + Math.floor((to - from) * share)));
    if (share < 1) requestAnimationFrame(() => this.climb(from, to, begun));
  }
}

customElements.define("jackpot-meter", JackpotMeter);
