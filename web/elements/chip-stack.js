// <chip-stack amount="4000">: chips as a picture, the fewest that make the amount, largest at the bottom, at
// most six drawn. The amount stands beside it in figures, so the picture is hidden from screen readers.
// Width: the custom property --c.
// @ts-check
import { svg } from "../dom.js";
import { CHIPS, chipsOf, short } from "../amounts.js";

const DRAWN_MAX = 6;
/** How much lower each chip lies than the one on it, in hundredths of its width. */
const STEP = 9;

export class ChipStack extends HTMLElement {
  static observedAttributes = ["amount"];

  /** @param {string} _name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(_name, before, after) {
    if (before !== after) this.draw();
  }

  draw() {
    const amount = Number(this.getAttribute("amount") ?? 0);
    if (!(amount > 0)) {
      this.replaceChildren();
      return;
    }
    const all = chipsOf(amount);
    const drawn = all.slice(0, DRAWN_MAX);
    const height = 100 + STEP * (drawn.length - 1);
    const stack = svg("svg", { class: "stack", viewBox: `0 0 100 ${height}`, "aria-hidden": "true" });
    drawn.forEach((chip, nth) => stack.append(drawChip(chip, height - 100 - nth * STEP)));
    this.replaceChildren(stack);
  }
}

/** @param {number} chip @param {number} top */
function drawChip(chip, top) {
  const kind = CHIPS.find((each) => each <= chip) ?? 100;
  const label = chip >= 100_000 ? `${short(chip / 1000)}k` : short(chip);
  return svg(
    "g",
    { class: `k${kind / 100}`, transform: `translate(0 ${top})` },
    svg("use", { href: "#chip", width: 100, height: 100 }),
    svg("text", { x: 50, y: 52, class: label.length > 3 ? "long" : null }, label),
  );
}

customElements.define("chip-stack", ChipStack);
