// The door: as a guest by one key, or by name, password and, where one has it, a second device.
// @ts-check
import { call, newGuest, page } from "../api.js";
import { loadSprite } from "../dom.js";
import { mark } from "../elements/house-bar.js";
import { runPage } from "../house.js";
import { t } from "../page-texts.js";

/** Where to go on: a page of this house that asked for a sign-in, else the lobby. */
function onward() {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  return page(/^[a-z][\w-]*(\/[\w-]+)*$/.test(to) ? to : "");
}

runPage(async (main, { guests }) => {
  loadSprite();
  main.querySelector(".brand")?.append(mark());
  const asGuest = /** @type {HTMLElement} */ (main.querySelector(".as-guest"));
  const form = /** @type {HTMLFormElement} */ (main.querySelector("form"));
  const refused = /** @type {HTMLElement} */ (main.querySelector(".refused"));

  /** @param {HTMLButtonElement | null} key @param {() => Promise<unknown>} ask */
  const enter = async (key, ask) => {
    if (key) key.disabled = true;
    refused.textContent = "";
    try {
      await ask();
      location.assign(onward());
    } catch (problem) {
      refused.textContent = problem instanceof Error ? problem.message : t.problems.unknown;
      if (key) key.disabled = false;
    }
  };
  asGuest.hidden = !guests;
  const guestKey = asGuest.querySelector("button");
  guestKey?.addEventListener("click", () => enter(guestKey, newGuest));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, password, code } = Object.fromEntries(new FormData(form));
    const said = { name, password, ...(code ? { code } : {}) };
    enter(form.querySelector("button"), () => call("POST", "sessions", said));
  });
});
