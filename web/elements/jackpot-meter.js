// <jackpot-meter>: what the jackpot shows. It climbs only to the value that is stored, and never ahead of it.
//
//   meter.show({ amount: 6841236, text: "A K Q of spades takes all of it." });      // null hides it
// @ts-check
import { h, setText } from "../dom.js";
import { amount } from "../amounts.js";
import { isMotionReduced } from "../settings.js";
import { t } from "../text.js";

const CLIMB_MS = 400;

export class JackpotMeter extends HTMLElement {
  #figure = h("output");
  #text = h("p");
  /** @type {number | null} */
  #shown = null;

  connectedCallback() {
    if (this.firstChild) return;
    this.append(h("h2", { class: "label" }, t.meter.name), this.#figure, this.#text);
  }

  /** @param {{ amount: number, text: string } | null} meter */
  show(meter) {
    this.hidden = meter === null;
    if (!meter) return;
    setText(this.#text, meter.text);
    if (meter.amount === this.#shown) return;
    const from = this.#shown;
    this.#shown = meter.amount;
    if (from === null || meter.amount < from || isMotionReduced()) setText(this.#figure, amount(meter.amount));
    else this.climb(from, meter.amount, performance.now());
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
