// <clock-bar>: the time that is left, and what happens at its end, with its clauses.
//
//   clock.show({ ends, span, text, clauses, rulebook });     // ends: a time in milliseconds; null hides it
//
// The bar moves by the second. Under ten seconds the figure is bold, and `ten-seconds` is fired once.
// @ts-check
import { h, render } from "../dom.js";
import { t } from "../text.js";
import { clauseLinks } from "./clause-note.js";

export class ClockBar extends HTMLElement {
  #bar = h("div", { class: "clock-line" }, h("span"));
  #seconds = h("strong");
  #rest = h("span");
  #words = h("p", {}, this.#seconds, this.#rest);
  /** @type {{ ends: number, span: number } | null} */
  #time = null;
  #toldTen = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  connectedCallback() {
    this.classList.add("clock");
    this.setAttribute("role", "timer");
    if (!this.firstChild) this.append(this.#bar, this.#words);
    this.#timer ??= setInterval(() => this.tick(), 250);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** @param {{ ends: number, span: number, text: string, clauses: string[], rulebook: string | null } | null} clock */
  show(clock) {
    this.hidden = clock === null;
    this.#time = clock;
    if (!clock) return;
    render(this.#rest, [clock.text, clock.clauses], () => [
      ", ",
      clock.text,
      clauseLinks(clock.rulebook, clock.clauses),
    ]);
    this.tick();
  }

  /** The whole seconds that are left; `null` where nothing is waited for. */
  secondsLeft() {
    return this.#time ? Math.max(0, Math.ceil((this.#time.ends - Date.now()) / 1000)) : null;
  }

  tick() {
    const seconds = this.secondsLeft();
    if (seconds === null || !this.#time) return;
    const text = t.clock.seconds(seconds);
    if (this.#seconds.textContent !== text) this.#seconds.textContent = text;
    this.classList.toggle("short", seconds < 10);
    const share = Math.min(1, (seconds * 1000) / this.#time.span);
    /** @type {HTMLElement} */ (this.#bar.firstElementChild).style.setProperty("--p", String(share));
    if (seconds <= 10 && seconds > 8 && this.#toldTen !== this.#time.ends && this.#time.span > 12_000) {
      this.#toldTen = this.#time.ends;
      this.dispatchEvent(new CustomEvent("ten-seconds", { bubbles: true }));
    }
  }
}

customElements.define("clock-bar", ClockBar);
