// The small windows of the table page: settings, keys of the keyboard, chips and purse, leaving.
// @ts-check
import { amount, read as readAmount } from "./amounts.js";
import { call, newId } from "./api.js";
import { h } from "./dom.js";
import * as settings from "./settings.js";
import { t } from "./text.js";

/** Opens a window with these parts; Escape and *close* close it. @param {string} title @param {...Node} parts */
function open(title, ...parts) {
  const heading = h("h2", { id: "dialog-title" }, title);
  const close = h("button", { type: "button", class: "plain small", onclick: () => dialog.close() }, t.table.close);
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    h("div", { class: "split" }, heading, close),
    ...parts,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {(changed: Partial<settings.Settings>) => void} change */
export function settingsDialog(change) {
  const now = settings.read();
  const box = (
    /** @type {string} */ name,
    /** @type {string} */ text,
    /** @type {boolean} */ checked,
    /** @type {(on: boolean) => Partial<settings.Settings>} */ on,
  ) => {
    const input = h("input", { type: "checkbox", checked });
    input.addEventListener("change", () => change(on(input.checked)));
    return h("label", { class: "choice" }, input, h("span", {}, name, text === "" ? null : h("small", {}, text)));
  };
  const theme = h(
    "select",
    { id: "theme" },
    ...["system", "light", "dark"].map((each) =>
      h("option", { value: each, selected: each === now.theme }, /** @type {any} */ (t.settings)[each]),
    ),
  );
  theme.addEventListener("change", () => change({ theme: /** @type {settings.Settings["theme"]} */ (theme.value) }));
  open(
    t.table.settings,
    box(t.settings.look, t.settings.lookText, now.look === "self", (on) => ({ look: on ? "self" : "key" })),
    box(t.settings.teacher, t.settings.teacherText, now.teacher, (on) => ({ teacher: on })),
    box(t.settings.letters, t.settings.lettersText, now.letters, (on) => ({ letters: on })),
    box(t.settings.four, "", now.suits === "four", (on) => ({ suits: on ? "four" : "two" })),
    box(t.settings.motion, "", now.motion === "reduced", (on) => ({ motion: on ? "reduced" : "system" })),
    h("label", { class: "choice select" }, h("span", {}, t.settings.theme), theme),
    h("button", { type: "button", class: "plain small", onclick: helpDialog }, t.table.help),
  );
}

export function helpDialog() {
  const rows = t.help.keys.map(([key, does]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)));
  open(t.table.help, h("dl", { class: "key-list" }, ...rows));
}

/** Whether the person leaves although bets are in play. @returns {Promise<boolean>} */
export function leaveDialog() {
  return new Promise((answer) => {
    const dialog = open(t.table.leaving, h("p", {}, t.table.leavingText));
    const say = (/** @type {boolean} */ leaves) => () => {
      answer(leaves);
      dialog.close();
    };
    dialog.append(
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", onclick: say(false) }, t.table.stay),
        h("button", { type: "button", onclick: say(true) }, t.table.leave),
      ),
    );
    dialog.addEventListener("close", () => answer(false));
  });
}

/** Between purse and rack. @param {number} table @param {() => number} rack */
export async function chipsDialog(table, rack) {
  const words = h("p", { role: "status" });
  const input = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", id: "chips-amount" });
  const move = (/** @type {string} */ which) => async () => {
    const minor = readAmount(input.value);
    if (minor === null || minor === 0) return;
    try {
      const moved = await call("POST", `tables/${table}/${which}`, { id: newId(), amount: minor });
      words.textContent = t.table.purseAndRack(amount(moved.purse), amount(moved.rack));
      input.value = "";
    } catch (problem) {
      words.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  };
  open(
    t.table.chipsTitle,
    words,
    h("label", {}, h("span", { class: "label" }, t.table.amountFor), input),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: move("buy-in") }, t.table.buyIn),
      h("button", { type: "button", onclick: move("cash-out") }, t.table.cashOut),
    ),
  );
  const me = await call("GET", "me").catch(() => null);
  if (me) words.textContent = t.table.purseAndRack(amount(me.purse ?? 0), amount(rack()));
}
