// <playing-card>: a card, face up or face down.
//
//   const card = document.createElement("playing-card");
//   card.face = "Qs";    // rank and suit; null or "down" for a back
//
// or in a page: <playing-card face="Qs"></playing-card>. A card that lies face down holds no face anywhere in
// the document, and its name is "face down". Width: the custom property --w. A card that is turned while the
// page watches turns about its long axis.
// @ts-check
import { svg } from "../dom.js";
import { t } from "../text.js";
import { cardName } from "../cards.js";

export { cardName as nameOf, faceOf } from "../cards.js";

/** How wide each rank is drawn. */
const RANK_WIDTHS = /** @type {Record<string, number>} */ ({
  A: 32,
  K: 30,
  Q: 33,
  J: 25,
  T: 36,
  9: 29,
  8: 29,
  7: 28,
  6: 29,
  5: 28,
  4: 30,
  3: 28,
  2: 28,
});

export class PlayingCard extends HTMLElement {
  static observedAttributes = ["face"];

  connectedCallback() {
    if (!this.firstChild) this.draw();
  }

  /** @returns {string | null} */
  get face() {
    return this.getAttribute("face");
  }

  set face(card) {
    if (card === null || card === "down") this.removeAttribute("face");
    else if (card !== this.face) this.setAttribute("face", card);
  }

  /** @param {string} _name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(_name, before, after) {
    if (before === after) return;
    const turns = this.firstChild !== null && before === null && this.isConnected;
    this.draw();
    if (turns) this.classList.add("turns");
  }

  draw() {
    const card = this.face;
    const suit = card?.charAt(1) ?? "";
    for (const each of ["s", "h", "d", "c"]) this.classList.toggle(each, each === suit);
    this.classList.toggle("down", card === null);
    const drawing = svg("svg", {
      viewBox: "0 0 100 140",
      role: "img",
      "aria-label": card ? cardName(card) : t.cards.faceDown,
    });
    if (card) drawing.append(...faceParts(card.charAt(0), suit));
    else drawing.append(svg("use", { href: "#back" }));
    this.replaceChildren(drawing);
  }
}

/** @param {string} rank @param {string} suit */
function faceParts(rank, suit) {
  const court = "KQJ".includes(rank);
  const place = court ? { x: 37, y: 76, width: 56, height: 56 } : { x: 34, y: 72, width: 58, height: 58 };
  const parts = [
    svg("rect", { class: "face", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 }),
    svg("use", { href: `#r${rank}`, x: 8, y: 9, width: RANK_WIDTHS[rank] ?? 28, height: 40 }),
    svg("use", { href: `#s${suit}`, x: 8, y: 55, width: 27, height: 27 }),
    svg("use", { href: `#s${suit}`, ...place }),
  ];
  if (court) parts.push(svg("use", { href: `#c${rank}`, x: 43, y: 46, width: 44, height: 25 }));
  return parts;
}

customElements.define("playing-card", PlayingCard);
