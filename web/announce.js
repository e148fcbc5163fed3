// What a screen reader is told. `ariaNotify` where the browser has it, a live region else. Every sentence is also
// an `announced` event on the document, so that a round can be followed, and tested, by words alone.
// @ts-check
import { h } from "./dom.js";

/** @type {{ polite: HTMLElement, assertive: HTMLElement } | null} */
let regions = null;

function liveRegions() {
  regions ??= {
    polite: document.body.appendChild(h("div", { class: "unseen", "aria-live": "polite", role: "status" })),
    assertive: document.body.appendChild(h("div", { class: "unseen", "aria-live": "assertive", role: "alert" })),
  };
  return regions;
}

/** Says a sentence. @param {string} text @param {{ urgent?: boolean }} [how] */
export function announce(text, { urgent = false } = {}) {
  if (text === "") return;
  document.dispatchEvent(new CustomEvent("announced", { detail: { text, urgent } }));
  const notify = /** @type {any} */ (document).ariaNotify;
  if (typeof notify === "function") {
    notify.call(document, text, { priority: urgent ? "high" : "normal" });
    return;
  }
  const region = liveRegions()[urgent ? "assertive" : "polite"];
  // The same sentence twice is said twice only where the region was empty in between.
  region.textContent = "";
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}

/** A burst is joined to one announcement, urgent where one of its sentences is: a second one would cut the first short.
 * @param {{ text: string, urgent: boolean }[]} sentences */
export function announceAll(sentences) {
  const urgent = sentences.some((sentence) => sentence.urgent);
  announce(sentences.map((sentence) => sentence.text).join(" "), { urgent });
}
