// The keyboard of the table page: listens anywhere on the page unless a field has the focus or a dialog is open,
// and does what a key asks for where that is open.
// @ts-check
import { short } from "./amounts.js";
import { announce } from "./announce.js";
import { helpDialog } from "./dialogs.js";
import { feltOf } from "./felt.js";
import { keysOf, smallKeysOf } from "./situation.js";
import { playNow } from "./result.js";
import { areasOf, currentBox } from "./state.js";
import { t } from "./text.js";
import * as wishes from "./wishes.js";
import { wishOf } from "./keys.js";
import { handOf, spokenNet } from "./words.js";

/** @typedef {import("./pages/table.js").TablePage} TablePage */
/** @typedef {import("./protocol").Area} Area */

/** Does what a key asks for. @param {TablePage} page @param {string} wish @param {KeyboardEvent} event */
export function actOnKey(page, wish, event) {
  const [first = "", rest = ""] = wish.split(" ");
  if (first === "digit") digitKey(page, rest, event);
  else if (first === "spot") chooseSpot(page, /** @type {Area} */ (rest));
  else if (first === "tell") tellAloud(page, rest);
  else if (first === "help") helpDialog();
  else if (first === "why")
    document
      .querySelector(".settled .clause")
      ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  else if (first === "more" || first === "less") oneChip(page, first, event);
  else {
    const open = [...keysOf(page.state), ...smallKeysOf(page.state)].map((key) => key.id);
    const id = wish.split(" ").find((each) => open.includes(each));
    if (!id) return;
    event.preventDefault();
    page.press(id);
  }
}

/** @param {TablePage} page @param {"more" | "less"} which @param {KeyboardEvent} event */
function oneChip(page, which, event) {
  const spot = wishes.spotOf(page.state);
  if (!spot) return;
  event.preventDefault();
  if (which === "more") page.bets.lay(spot.at, spot.area);
  else page.bets.takeOne(spot.at, spot.area);
}

/** A digit sits down at a box that is free, and begins an amount where bets may be laid.
 * @param {TablePage} page @param {string} digit @param {KeyboardEvent} event */
function digitKey(page, digit, event) {
  if (wishes.spotOf(page.state) && !page.show.tray.hidden) {
    event.preventDefault();
    page.show.tray.type(digit);
    return;
  }
  const at = Number(digit);
  if (feltOf(page.state)?.boxes.find((box) => box.at === at)?.key === "sit") page.sit(at);
}

/** Moves the choice to a spot of the own box, whether or not it takes a bet now. @param {TablePage} page @param {Area} area */
function chooseSpot(page, area) {
  const { state } = page;
  const at = currentBox(state)?.at;
  if (at === undefined || state.view?.phase !== "bets_open" || !areasOf(state).includes(area)) return;
  /** @type {HTMLElement | null} */ (document.querySelector(`betting-box[data-key="${at}"] .spot.${area}`))?.focus();
  page.hear({ type: "choose-spot", at, area });
}

/** Reads out what is asked for. @param {TablePage} page @param {string} what */
function tellAloud(page, what) {
  const { state } = page;
  const seconds = page.show.clock.hidden ? null : page.show.clock.secondsLeft();
  const at = currentBox(state)?.at;
  const hand = at === undefined ? "" : handOf(state, at);
  if (what === "time") announce(seconds === null ? t.announce.noLimit : t.announce.timeLeft(seconds));
  if (what === "hand") announce(hand === "" ? t.announce.noHand : hand);
  if (what === "meter")
    announce(state.meter === null || !state.view?.jackpot ? t.announce.noMeter : t.announce.meter(short(state.meter)));
  if (what === "standing") {
    const { net = null, since = null } = playNow(state) ?? {};
    const purse = state.purse === null ? null : short(state.purse);
    const minutes = since === null ? null : Math.floor((Date.now() - since) / 60_000);
    announce(t.announce.standing(purse, short(state.rack ?? 0), net === null ? null : spokenNet(net), minutes));
  }
}

/** Listens on the page. @param {() => boolean} letters @param {(wish: string, event: KeyboardEvent) => void} act */
export function listen(letters, act) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof Element ? event.target : null;
    const isTyping = target?.closest("input:not([type=checkbox]), textarea, select") !== null && target !== null;
    const isOnControl = target !== null && target.closest("button, a[href], summary, input") !== null;
    const wish = wishOf(event, { letters: letters(), isTyping, isOnControl });
    if (wish !== null) act(wish, event);
  });
}
