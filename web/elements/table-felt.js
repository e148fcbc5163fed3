// <table-felt>: the whole felt, seen from the players' side.
//
//   felt.show(feltOf(state))
//   felt.isStill = true;            // grey, as last seen: the line is gone
//
// The boxes fire `wish` (see betting-box.js). `dealtTo(events)` lets cards come out of the shoe in their order.
// @ts-check
import { h, patchList, setText, svg } from "../dom.js";
import { t } from "../text.js";
import { BettingBox } from "./betting-box.js";
import { PlayingCard } from "./playing-card.js";

/** @typedef {import("../felt.js").Felt} Felt */

export class TableFelt extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    this.classList.add("felt", "near");
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t.felt.name);
    this.append(cloth(), h("div", { class: "boxes" }), dealer());
  }

  /** @param {Felt | null} felt */
  show(felt) {
    if (!felt) return;
    const middle = (felt.positions + 1) / 2;
    this.style.setProperty("--mid", String(middle));
    this.style.setProperty("--step", felt.positions > 1 ? `${126 / (felt.positions - 1)}deg` : "0deg");
    this.classList.toggle(
      "seated",
      felt.boxes.some((box) => box.isCurrent),
    );
    setText(this.querySelector("textPath"), felt.printed);
    const boxes = /** @type {Element} */ (this.querySelector(".boxes"));
    // The own boxes come first: so does the focus.
    const ordered = [...felt.boxes].sort((one, other) => Number(other.isOwn) - Number(one.isOwn) || one.at - other.at);
    patchList(
      boxes,
      ordered,
      (box) => box.at,
      () => new BettingBox(),
      (element, box) => element.show(box),
    );
    this.showDealer(felt);
  }

  /** @param {Felt} felt */
  showDealer(felt) {
    showCards(this.querySelector(".dealer-cards"), felt.dealer);
    const title = this.querySelector(".dealer-title");
    const said = felt.dealerTitle === "" && felt.dealerSaid !== "";
    title?.classList.toggle("said", said);
    setText(title, said ? t.felt.quoted(felt.dealerSaid) : felt.dealerTitle);
    const community = this.querySelector(".community");
    if (community instanceof HTMLElement) community.hidden = felt.community.length === 0;
    showCards(this.querySelector(".community-cards"), felt.community);
  }

  /** Where new cards of a box, the Dealer or the community lie. @param {any} to @returns {Element[]} */
  cardsAt(to) {
    const place =
      to === "dealer"
        ? this.querySelector(".dealer-cards")
        : to === "community"
          ? this.querySelector(".community-cards")
          : this.querySelector(`betting-box[data-key="${to?.box}"] .fan`);
    return [...(place?.children ?? [])];
  }
}

/** @param {Element | null} place @param {(string | null)[]} faces */
function showCards(place, faces) {
  if (!place) return;
  patchList(
    place,
    faces.map((face, nth) => ({ face, nth })),
    (card) => card.nth,
    () => new PlayingCard(),
    (element, card) => {
      element.face = card.face;
      if (!element.firstChild) element.draw();
    },
  );
}

function dealer() {
  return h(
    "div",
    { class: "dealer", role: "group", "aria-label": t.felt.dealer },
    h("div", {}, h("div", { class: "cards dealer-cards" }), h("output", { class: "dealer-title" })),
    h(
      "div",
      { class: "community", hidden: true },
      h("div", { class: "cards community-cards" }),
      h("output", {}, t.felt.community),
    ),
  );
}

/** Cloth, rail, the Dealer's tray, the shoe and the discards. */
function cloth() {
  const tray = svg("g", { class: "tray" }, svg("rect", { class: "thing", x: 416, y: 0, width: 248, height: 42 }));
  [1000, 500, 100, 25, 25, 5, 5, 1].forEach((chip, nth) =>
    tray.append(svg("rect", { class: `k${chip}`, x: 424 + 29 * nth, y: 14, width: 25, height: 17, rx: 2 })),
  );
  return svg(
    "svg",
    { viewBox: "0 0 1080 600", "aria-hidden": "true" },
    svg("path", { class: "cloth", d: "M14 0H1066V128A526 458 0 0 1 14 128Z" }),
    svg("path", { class: "rail", d: "M1066 0V128A526 458 0 0 1 14 128V0" }),
    svg("path", { class: "piping", d: "M1047 0V128A507 439 0 0 1 33 128V0" }),
    tray,
    svg("path", { class: "thing", d: "M846 0H936V38L924 70H858L846 38Z" }),
    svg("path", { class: "thing-line", d: "M868 62H914M868 56H914" }),
    svg("path", { class: "thing", d: "M150 0H222V62H150Z" }),
    svg("path", { class: "thing-line", d: "M160 52H212M160 47H212M160 42H212M160 37H212" }),
    svg("path", { id: "arc", fill: "none", d: "M260 44A280 158 0 0 0 820 44" }),
    svg("text", { class: "printed" }, svg("textPath", { href: "#arc", startOffset: "50%", "text-anchor": "middle" })),
  );
}

customElements.define("table-felt", TableFelt);
