// <round-calls>: the calls of the round in words, the newest last.
//
//   calls.show(state.calls);        // { key, time, text, said }: what the Dealer says is set in the serif
// @ts-check
import { h, patchList, setAttributes, setText } from "../dom.js";
import { clock } from "../amounts.js";
import { t } from "../text.js";

/** @typedef {import("../state.js").Call} Call */

export class RoundCalls extends HTMLElement {
  #list = h("ol", { class: "calls" });
  /** @type {Call | undefined} */
  #newest;

  connectedCallback() {
    if (this.firstChild) return;
    // Read aloud by announce.js, a sentence an event: a log region would say everything twice. It scrolls in its
    // place, so it takes the focus.
    setAttributes(this, { role: "group", "aria-label": t.table.calls, tabindex: "0" });
    this.append(this.#list);
  }

  /** @param {Call[]} calls */
  show(calls) {
    const newest = calls.at(-1);
    const isNew = newest !== this.#newest;
    this.#newest = newest;
    patchList(
      this.#list,
      calls,
      (call) => call.key,
      () => h("li", {}, h("time"), h("span")),
      (item, call) => {
        setText(item.firstElementChild, clock(call.time));
        setText(item.lastElementChild, call.said ? t.felt.quoted(call.text) : call.text);
        item.lastElementChild.classList.toggle("said", call.said);
        item.classList.toggle("now", call === newest);
      },
    );
    if (isNew) this.scrollTop = this.scrollHeight;
  }
}

customElements.define("round-calls", RoundCalls);
