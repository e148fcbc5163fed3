// <deck-check>: the proof of a round's deck, recomputed by this page.
//
//   check.show(round);       // a round as `GET rounds/{table}/{round}` answers it
//
// What is compared is in deck-proof.js, which the page links to: read it, or do the same by hand.
// @ts-check
import { page } from "../api.js";
import { canCheck, checkDeck, openHandsOf } from "../deck-proof.js";
import { h } from "../dom.js";
import { t } from "../page-texts.js";

/** @typedef {import("../replay.js").Round} Round */

export class DeckCheck extends HTMLElement {
  /** @param {Round} round */
  async show(round) {
    const { proof } = round;
    const d = t.deck;
    const state = h("span", {});
    const title = h("h2", { class: "split" }, d.title, state);
    const code = h("a", { href: page("deck-proof.js") }, d.code);
    if (!proof) {
      this.replaceChildren(title, h("p", { class: "note" }, d.none));
      return;
    }
    const seeds = [
      digest(d.promised, proof.house.promise ?? ""),
      digest(d.seed, proof.house.seed),
      ...proof.players.map(({ player, seed }) => digest(d.playerSeed(player), seed ?? d.withheld)),
    ];
    const answer = h("p", { class: "holds", role: "status" }, d.checking);
    this.replaceChildren(title, ...seeds, answer, h("p", { class: "note" }, code, " ", d.byHand));
    if (!canCheck()) {
      answer.replaceChildren(d.cannot);
      return;
    }
    const found = await checkDeck(proof, openHandsOf(round.events));
    state.textContent = d.here;
    this.dataset.holds = String(found.holds);
    answer.replaceChildren(h("b", {}, found.holds ? d.holds : d.fails));
    answer.after(h("ul", { class: "steps-of-proof" }, ...found.steps.map(stepLine)));
  }
}

/** @param {string} label @param {string} value */
function digest(label, value) {
  return h("p", { class: "note" }, label, " ", h("code", {}, value));
}

/** @param {import("../deck-proof.js").Step} step */
function stepLine(step) {
  return h("li", { class: "note" }, t.deck.step(step), " ", h("b", {}, step.holds ? t.deck.yes : t.deck.no));
}

customElements.define("deck-check", DeckCheck);
