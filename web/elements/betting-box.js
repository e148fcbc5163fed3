// <betting-box>: one box of the felt, with its spots, cards and name.
//
//   box.show(feltBox)      // one of `feltOf(state).boxes`, see felt.js
//
// Fires `wish` (bubbles) with a detail: { wish: "lay" | "take-one" | "choose" | "sit" | "join", at, area }.
// Spots of the own box are buttons, of the others plain. State is classes on the box: in you turn open gone.
// @ts-check
import { h, patchList, render, setAttributes, setText, svg } from "../dom.js";
import { t } from "../text.js";
import { PlayingCard } from "./playing-card.js";
import { ChipStack } from "./chip-stack.js";

/** @typedef {import("../felt.js").FeltBox} FeltBox */
/** @typedef {import("../felt.js").Spot} Spot */

export class BettingBox extends HTMLElement {
  /** The box shown last. @type {FeltBox | null} */
  box = null;

  /** @param {FeltBox} box */
  show(box) {
    this.box = box;
    this.style.setProperty("--i", String(box.at));
    this.classList.toggle("in", box.isIn || box.isOwn);
    this.classList.toggle("you", box.isOwn);
    this.classList.toggle("current", box.isCurrent);
    this.classList.toggle("turn", box.isTurn);
    this.classList.toggle("open", box.isOpen);
    this.classList.toggle("gone", box.isGone);
    this.classList.toggle("lifted", box.isLifted);
    setAttributes(this, { role: "group", "aria-label": box.label, "data-strip": t.felt.strip(box.at) });
    const parts = [
      ...(box.isOwn ? [{ key: "plate" }] : []),
      ...box.spots.map((spot) => ({
        key: `${spot.area} ${box.isOwn && spot.area !== "play" ? "key" : "plain"}`,
        spot,
      })),
      { key: "who" },
    ];
    patchList(
      this,
      parts,
      (part) => part.key,
      (part) => this.make(part),
      (element, part) => this.update(element, part),
    );
  }

  /** @param {{ key: string, spot?: Spot }} part */
  make(part) {
    if (part.key === "plate") return h("div", { class: "plate" });
    if (part.key === "who")
      return h("div", { class: "who" }, h("b"), h("span", { class: "name" }), h("span", { class: "status" }));
    const spot = /** @type {Spot} */ (part.spot);
    const isKey = part.key.endsWith("key");
    const element = isKey
      ? h("button", {
          type: "button",
          onclick: () => this.wish("lay", spot.area),
          onfocus: () => this.wish("choose", spot.area),
          oncontextmenu: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.wish("take-one", spot.area);
          },
        })
      : h("span");
    setAttributes(element, { class: `spot ${spot.area}`, "data-area": spot.area });
    if (spot.area === "five_card") element.append(pentagon());
    element.append(h("i"));
    if (spot.area === "play") element.append(h("span", { class: "fan" }));
    element.append(new ChipStack(), h("output", { "aria-hidden": "true" }));
    return element;
  }

  /** @param {HTMLElement} element @param {{ key: string, spot?: Spot }} part */
  update(element, part) {
    const box = /** @type {FeltBox} */ (this.box);
    if (part.key === "who") this.showWho(element, box);
    if (!part.spot) return;
    const spot = part.spot;
    const has = spot.staked > 0 || spot.tag !== "" || (spot.area === "play" && box.faces.length > 0);
    element.classList.toggle("has", has && spot.area === "play" && box.faces.length > 0);
    element.classList.toggle("filled", has);
    element.classList.toggle("up", spot.area === "play" && box.isUp);
    element.classList.toggle("may", spot.isOpen);
    element.classList.toggle("lit", spot.isLit);
    element.classList.toggle("prompted", spot.isPrompted);
    element.classList.toggle("chosen", spot.isChosen);
    element.classList.toggle("fault", spot.isFault);
    element.classList.toggle("pending", spot.pending > 0);
    if (element instanceof HTMLButtonElement) {
      setAttributes(element, { "aria-label": spot.label, "aria-disabled": spot.isOpen ? null : "true" });
    }
    setAttributes(element, { "data-bet": spot.print });
    const print = /** @type {HTMLElement} */ (element.querySelector("i"));
    render(print, spot.print, () => printing(spot.print));
    print.hidden = has || spot.pending > 0;
    const fan = element.querySelector(".fan");
    if (fan) showFan(fan, box.faces);
    this.showChips(element, spot);
    const tag = element.querySelector("output");
    setText(tag, spot.tag);
    if (tag) tag.className = spot.tagKind === "won" ? "win" : spot.tagKind === "lost" ? "lost" : "";
    if (tag) tag.hidden = spot.tag === "";
  }

  /** @param {HTMLElement} element @param {Spot} spot */
  showChips(element, spot) {
    const stack = element.querySelector("chip-stack:not(.paid)");
    stack?.setAttribute("amount", String(spot.staked + spot.pending));
    let paid = element.querySelector("chip-stack.paid");
    if (spot.paid > 0 && !paid) {
      paid = new ChipStack();
      paid.className = "paid";
      stack?.after(paid);
    }
    paid?.setAttribute("amount", String(spot.paid));
    if (paid && spot.paid === 0) paid.remove();
  }

  /** @param {HTMLElement} element @param {FeltBox} box */
  showWho(element, box) {
    setText(element.querySelector("b"), String(box.at));
    setText(element.querySelector(".name"), box.name);
    setText(element.querySelector(".status"), box.status);
    for (const part of element.querySelectorAll("span")) part.hidden = part.textContent === "";
    let key = element.querySelector("button");
    if (box.key === null) {
      key?.remove();
      return;
    }
    if (!key) {
      key = h("button", { type: "button", class: "sit" });
      key.addEventListener("click", () => this.wish(this.box?.key === "sit" ? "sit" : "join"));
      element.append(key);
    }
    const text = { sit: t.felt.sitHere, join: t.felt.playToo, back: t.felt.backIt }[box.key];
    setText(key, text);
    key.classList.toggle("join", box.key !== "sit");
    setAttributes(key, { "aria-label": t.felt.keyLabel(text, box.at) });
  }

  /** @param {string} wish @param {string} [area] */
  wish(wish, area) {
    this.dispatchEvent(new CustomEvent("wish", { bubbles: true, detail: { wish, at: this.box?.at, area } }));
  }
}

/** @param {Element} fan @param {(string | null)[]} faces */
function showFan(fan, faces) {
  patchList(
    fan,
    faces.map((face, nth) => ({ face, nth })),
    (card) => card.nth,
    () => new PlayingCard(),
    (element, card) => {
      element.face = card.face;
      if (!element.firstChild) element.draw();
    },
  );
}

/** Printed on the spot, a word a line. @param {string} name */
function printing(name) {
  const words = name.split(" ");
  return words.flatMap((word, nth) => (nth === 0 ? [word] : [h("br"), word]));
}

function pentagon() {
  const line = {
    d: "M12 1.5L22.5 9.2L18.5 21.5H5.5L1.5 9.2Z",
    "vector-effect": "non-scaling-stroke",
    "stroke-width": 2,
  };
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", line));
}

customElements.define("betting-box", BettingBox);
