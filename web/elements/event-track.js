// <event-track>: the events of a round as ticks in their phases; one is the present one.
//
//   track.show({ spans: spansOf(steps), count: steps.length, at: 12 });
//
// Fires `go-to` with the number of the step (from 0). Arrow keys, Home and End work while it has the focus.
// @ts-check
import { h, render } from "../dom.js";
import { t } from "../page-texts.js";

/** @typedef {{ phase: import("../replay.js").Phase, from: number, count: number }} Span */

export class EventTrack extends HTMLElement {
  #at = 0;
  #count = 1;

  connectedCallback() {
    if (this.hasAttribute("role")) return;
    this.classList.add("track");
    this.setAttribute("role", "slider");
    this.setAttribute("aria-label", t.replay.track);
    this.setAttribute("aria-valuemin", "1");
    this.tabIndex = 0;
    this.addEventListener("click", (event) => {
      const tick = /** @type {Element} */ (event.target).closest("[data-step]");
      if (tick) this.#goTo(Number(tick.getAttribute("data-step")));
    });
    this.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.#count - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.#goTo(to);
    });
  }

  /** @param {{ spans: Span[], count: number, at: number, says: string }} what */
  show({ spans, count, at, says }) {
    [this.#at, this.#count] = [at, count];
    this.setAttribute("aria-valuemax", String(count));
    this.setAttribute("aria-valuenow", String(at + 1));
    this.setAttribute("aria-valuetext", t.replay.valueText(at + 1, count, says));
    render(this, spans, () => spans.map(part));
    for (const tick of this.querySelectorAll("[data-step]")) {
      const step = Number(tick.getAttribute("data-step"));
      tick.className = step === at ? "at" : step < at ? "past" : "";
    }
  }

  /** @param {number} step */
  #goTo(step) {
    const to = Math.min(Math.max(step, 0), this.#count - 1);
    this.dispatchEvent(new CustomEvent("go-to", { detail: to, bubbles: true }));
  }
}

/** @param {Span} span */
function part({ phase, from, count }) {
  const ticks = Array.from({ length: count }, (_, nth) => h("i", { "data-step": from + nth }));
  const element = h("div", {}, ...ticks, h("span", {}, t.replay.phases[phase]));
  element.style.setProperty("flex-grow", String(count));
  return element;
}

customElements.define("event-track", EventTrack);
