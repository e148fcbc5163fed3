// <own-hand>: the cards of the person's own box, large, with the name of the hand; or what is to be said there.
//
//   hand.show({ cards: ["Qs", null, null], title: "Queen high", box: "", lesson: "", notice, rulebook, canLook: true });
//
// `cards` are faces or `null` for backs; none where there is no hand. Fires `key` with { id: "look" } when the
// backs are tapped.
// @ts-check
import { h, patchList, render, setAttributes, setText } from "../dom.js";
import { t } from "../text.js";
import { clauseLinks } from "./clause-note.js";
import { PlayingCard } from "./playing-card.js";

/** @typedef {import("../notices.js").Notice} Notice */

export class OwnHand extends HTMLElement {
  #cards = h("div", { class: "cards" });
  #box = h("p", { class: "label" });
  #title = h("p", { class: "handname" });
  #lesson = h("p", { class: "note lesson" });
  #notice = h("div", { class: "notice" });
  #canLook = false;

  connectedCallback() {
    if (this.firstChild) return;
    this.classList.add("hand");
    setAttributes(this, { role: "group", "aria-label": t.table.hand });
    this.append(this.#cards, h("div", { class: "named" }, this.#box, this.#title, this.#lesson, this.#notice));
    this.#cards.addEventListener("click", () => {
      if (this.#canLook) this.dispatchEvent(new CustomEvent("key", { bubbles: true, detail: { id: "look" } }));
    });
  }

  /** @param {{ cards: (string | null)[], title: string, box: string, lesson: string, notice: Notice | null,
   *   rulebook: string | null, canLook: boolean }} hand */
  show({ cards, title, box, lesson, notice, rulebook, canLook }) {
    this.#canLook = canLook;
    this.classList.toggle("empty", cards.length === 0);
    this.classList.toggle("routine", cards.length === 0 && (notice?.isRoutine ?? false));
    this.classList.toggle("can-look", canLook);
    patchList(
      this.#cards,
      cards.map((face, nth) => ({ face, nth })),
      (card) => card.nth,
      () => new PlayingCard(),
      (element, card) => {
        element.face = card.face;
        if (!element.firstChild) element.draw();
      },
    );
    setText(this.#box, box);
    this.#box.hidden = box === "";
    setText(this.#title, notice ? notice.title : title);
    this.#title.classList.toggle("says", notice !== null);
    setText(this.#lesson, lesson);
    this.#lesson.hidden = lesson === "" || notice !== null;
    this.#notice.hidden = notice === null || (notice.text === "" && notice.clauses.length === 0);
    render(this.#notice, notice && [notice.text, notice.clauses, rulebook], () =>
      notice ? [h("p", { class: "note" }, notice.text, clauseLinks(rulebook, notice.clauses))] : [],
    );
  }

  /** The cards as elements, for motion. */
  get cards() {
    return [...this.#cards.children];
  }
}

customElements.define("own-hand", OwnHand);
