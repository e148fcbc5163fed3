// <round-calls>: the calls of the round in words, the newest last.
//
//   calls.show(state.calls);        // { key, time, text, said }: what the Dealer says is set in the serif
// @ts-check
import { h, patchList, setText } from "../dom.js";
import { clock } from "../amounts.js";
import { t } from "../text.js";

/** @typedef {import("../state.js").Call} Call */

export class RoundCalls extends HTMLElement {
  #list = h("ol", { class: "calls" });

  connectedCallback() {
    if (this.firstChild) return;
    // Read aloud by announce.js, a sentence an event: a log region would say everything twice.
    this.append(this.#list);
  }

  /** @param {Call[]} calls */
  show(calls) {
    patchList(
      this.#list,
      calls,
      (call) => call.key,
      () => h("li", {}, h("time"), h("span")),
      (item, call) => {
        setText(item.firstElementChild, clock(call.time));
        setText(item.lastElementChild, call.said ? t.felt.quoted(call.text) : call.text);
        item.lastElementChild.classList.toggle("said", call.said);
        item.classList.toggle("now", call === calls.at(-1));
      },
    );
  }
}

customElements.define("round-calls", RoundCalls);
