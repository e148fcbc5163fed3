// What a guest is asked before he signs out: there is no way back to his purse. Loaded when it is needed.
//
//   if (await askGuest({ name: "guest-10", purse: 198000 })) leave();
// @ts-check
import { amount } from "../amounts.js";
import { h } from "../dom.js";
import { t } from "../page-texts.js";

/** Two keys of one size. @param {{ name: string, purse: number | null }} guest @returns {Promise<boolean>} whether he leaves */
export function askGuest({ name, purse }) {
  return new Promise((answer) => {
    let leaves = false;
    const close = (/** @type {boolean} */ says) => () => {
      leaves = says;
      dialog.close();
    };
    const dialog = h(
      "dialog",
      { class: "ask-once", "aria-labelledby": "guest-leaves" },
      h("h2", { id: "guest-leaves" }, t.bar.guestLeaves),
      h("p", {}, t.bar.guestLeavesText(name, amount(purse ?? 0))),
      h(
        "div",
        { class: "keys" },
        h("button", { type: "button", onclick: close(false) }, t.bar.guestStays),
        h("button", { type: "button", onclick: close(true) }, t.bar.guestGoes),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(leaves);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
