// <chip-tray>: the chips to bet with, by tap, drag or figures.
//
//   tray.show({ chips: [100, 500, 2500], chosen: 500, spot: "Ante", isOpen: true });
//
// Fires `chip` { chip } when one is chosen, `chip-dropped` { chip, at, area } when one was dragged to a spot, and
// `typed` { text } when an amount was typed for the chosen spot.
// @ts-check
import { h, patchList, setAttributes, setText } from "../dom.js";
import { amount } from "../amounts.js";
import { t } from "../text.js";
import { ChipStack } from "./chip-stack.js";

/** How far a pointer goes before a tap becomes a drag. */
const DRAG_PX = 8;

export class ChipTray extends HTMLElement {
  #chips = h("div", { class: "chips", role: "group", "aria-label": t.table.chips });
  #input = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", maxlength: 12 });
  #label = h("span");
  #form = h(
    "form",
    { class: "typed" },
    h("label", {}, this.#label, " ", this.#input),
    h("button", { class: "plain small" }, t.table.setAmount),
  );

  connectedCallback() {
    if (this.firstChild) return;
    this.append(h("h2", { class: "label" }, t.table.chips), this.#chips, this.#form);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.tell("typed", { text: this.#input.value });
      this.#input.value = "";
    });
  }

  /** @param {{ chips: number[], chosen: number | null, spot: string, isOpen: boolean }} tray */
  show({ chips, chosen, spot, isOpen }) {
    this.hidden = !isOpen;
    patchList(
      this.#chips,
      chips,
      (chip) => chip,
      (chip) => this.make(chip),
      (button, chip) => setAttributes(button, { "aria-pressed": String(chip === chosen) }),
    );
    setText(this.#label, spot === "" ? t.table.amountFor : spot);
  }

  /** Puts the cursor into the field, with what was typed so far. @param {string} text */
  type(text) {
    if (this.hidden) return;
    this.#input.value = text;
    this.#input.focus();
  }

  /** @param {number} chip */
  make(chip) {
    const stack = new ChipStack();
    stack.setAttribute("amount", String(chip));
    const button = h("button", { type: "button", "aria-label": t.table.chip(amount(chip)) }, stack);
    button.addEventListener("click", () => this.tell("chip", { chip }));
    button.addEventListener("pointerdown", (event) => this.mayDrag(event, button, chip));
    return button;
  }

  /** Follows the pointer; a chip dropped on a spot is laid there.
   * @param {PointerEvent} down @param {HTMLElement} button @param {number} chip */
  mayDrag(down, button, chip) {
    if (down.button !== 0) return;
    /** @type {HTMLElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ event) => {
      const x = event.clientX - down.clientX;
      const y = event.clientY - down.clientY;
      if (!ghost && Math.hypot(x, y) < DRAG_PX) return;
      if (!ghost) {
        ghost = h("div", { class: "dragged", "aria-hidden": "true" }, button.firstElementChild?.cloneNode(true));
        document.body.append(ghost);
        this.tell("chip", { chip });
      }
      ghost.style.setProperty("transform", `translate(${event.clientX}px, ${event.clientY}px)`);
    };
    const end = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      ghost?.remove();
      if (!ghost || event.type === "pointercancel") return;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-area]");
      const at = Number(under?.closest("betting-box")?.getAttribute("data-key"));
      if (under && at > 0) this.tell("chip-dropped", { chip, at, area: under.getAttribute("data-area") });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** @param {string} name @param {Record<string, unknown>} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }
}

customElements.define("chip-tray", ChipTray);
