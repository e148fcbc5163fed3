// <decision-keys>: the keys this person has now. All of one row have one size; none is suggested.
//
//   keys.show(keysOf(state), smallKeysOf(state));
//
// Fires `key` (bubbles) with { id } when one is pressed. The group takes the focus when it is the person's turn.
// @ts-check
import { h, patchList, setAttributes, setText } from "../dom.js";
import { t } from "../text.js";

/** @typedef {import("../situation.js").Key} Key */

export class DecisionKeys extends HTMLElement {
  #large = h("div", { class: "keys" });
  #small = h("div", { class: "small-keys" });

  connectedCallback() {
    if (this.firstChild) return;
    setAttributes(this, { role: "group", "aria-label": t.table.keys, tabindex: "-1", id: "keys" });
    this.append(this.#large, this.#small);
  }

  /** @param {Key[]} keys @param {Key[]} small */
  show(keys, small) {
    this.#large.classList.toggle("three", keys.length > 2);
    this.#large.classList.toggle("one", keys.length === 1);
    for (const [place, list] of /** @type {[HTMLElement, Key[]][]} */ ([
      [this.#large, keys],
      [this.#small, small],
    ])) {
      patchList(
        place,
        list,
        (key) => key.id,
        (key) => this.make(key, place === this.#small),
        update,
      );
    }
    this.#small.hidden = small.length === 0;
  }

  /** @param {Key} key @param {boolean} isSmall */
  make(key, isSmall) {
    const button = h("button", { type: "button", class: isSmall ? "plain small" : "", "data-id": key.id });
    button.append(h("span", {}, h("span", { class: "key-label" }), " ", h("kbd", { "aria-hidden": "true" })));
    if (!isSmall) button.append(h("small"));
    button.addEventListener("click", () =>
      this.dispatchEvent(new CustomEvent("key", { bubbles: true, detail: { id: key.id } })),
    );
    return button;
  }
}

/** @param {HTMLButtonElement} button @param {Key} key */
function update(button, key) {
  button.classList.toggle("go", key.isYours);
  setAttributes(button, { "aria-pressed": key.isPressed === undefined ? null : String(key.isPressed) });
  setText(button.querySelector(".key-label"), key.label);
  const kbd = /** @type {HTMLElement} */ (button.querySelector("kbd"));
  setText(kbd, key.kbd);
  kbd.hidden = key.kbd === "";
  setText(button.querySelector("small"), key.sub);
}

customElements.define("decision-keys", DecisionKeys);
